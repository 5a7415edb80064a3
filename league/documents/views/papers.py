"""Papers of many pages: asked for, how far the making of one is, at an address of its own; then its file."""

from django.contrib.auth.decorators import login_not_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from league.documents.actions import request_paper, retry_paper
from league.documents.choices import PaperAudience
from league.documents.forms import BookletForm, BookletLayout, PackForm
from league.documents.models import Paper
from league.documents.permissions import may_read_paper, may_stop_paper, somebody
from league.documents.queries.papers import KEPT_FOR, latest_job, nights_to_play, venues_to_play_at
from league.jobs.actions import cancel_job
from league.jobs.queries import job_view
from league.schedule.models import Season
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest
from league.teams.permissions import is_officer, require
from league.ui import words
from league.ui.responses import site_of, wants_part


@login_not_required
@never_cache
@vary_on_headers("HX-Request")
@require_safe
def paper(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """How far it is; only the part that changes for a script that asks every second."""
    rows, at = _paper_at(request, made), now()
    job = latest_job(rows)
    context = {
        "paper": rows,
        "view": job_view(job, at) if job else None,
        "buttons": "documents/_paper_buttons.html",
        "may_stop": may_stop_paper(request.user, rows),
        "kept_until": rows.asked_at + KEPT_FOR,
    }
    template = "documents/_paper.html" if wants_part(request) else "documents/paper.html"
    return render(request, template, context)


@login_not_required
@require_safe
def file(request: LeagueRequest, league: str, made: str) -> HttpResponseBase:
    """The paper itself, kept by no cache but the reader's own."""
    rows = _paper_at(request, made)
    if rows.made_at is None:
        return redirect("paper", league, made)
    if not default_storage.exists(str(rows.file.name)):
        raise Http404("This paper has been cleared away. Ask for it again.")
    answer = FileResponse(rows.file.open(), content_type="application/pdf", filename=f"{rows.name}.pdf")
    answer["Cache-Control"] = "private, no-cache"
    return answer


@login_not_required
@require_POST
def cancellation(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """Ask for an end of the making."""
    rows = _paper_at(request, made)
    require(may_stop_paper(request.user, rows))
    job = latest_job(rows)
    if job is not None:
        cancel_job(job=job, by=somebody(request.user), at=now())
    return redirect("paper", league, made)


@login_not_required
@require_POST
def repetition(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """Have it made after all, where that failed or was stopped."""
    rows = _paper_at(request, made)
    if rows.made_at is None:
        retry_paper(paper=rows, by=somebody(request.user), at=now())
    return redirect("paper", league, made)


def redirect_to_paper(request: LeagueRequest, held: Paper | None) -> HttpResponse:
    """Lead to a paper that was asked for; say so when strangers have asked for too many."""
    if held is None:
        return render(request, "documents/busy.html", status=429)
    return redirect(held)


def _paper_at(request: LeagueRequest, token: str) -> Paper:
    rows: Paper = get_object_or_404(Paper.objects.select_related("league"), token=token)
    require(may_read_paper(request.user, rows))
    return rows


# --- the booklet of a season ----------------------------------------------------------------------------------------


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def booklet(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Choose how this season's booklet, or a named season's, is folded."""
    found = current_season(request.league) if season is None else get_object_or_404(Season, slug=season)
    if found is None:
        raise Http404("No season has started yet.")
    form = BookletForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        return redirect_to_paper(request, _request_booklet(request, found, form.chosen))
    context = {"form": form, "season": found}
    return render(request, "documents/booklet_wanted.html", context, status=422 if form.is_bound else 200)


def _request_booklet(request: LeagueRequest, season: Season, way: BookletLayout) -> Paper | None:
    folded = "-to-fold" if way.folded else ""
    return request_paper(
        league=request.league,
        kind="booklet",
        args={"season": season.slug, "size": way.size, "folded": way.folded, "address": _list(request)},
        title=f"Fixture booklet {season}, {way.title}",
        name=f"{request.league.slug}-{season.slug}-booklet-{way.size}{folded}",
        site=site_of(request),
        by=somebody(request.user),
        at=now(),
    )


def _list(request: LeagueRequest) -> str:
    """Where the list of matches is that is always right."""
    return request.build_absolute_uri(reverse("fixtures", args=[request.league.slug]))


# --- packs of blank cards -------------------------------------------------------------------------------------------


@login_not_required
@never_cache
@require_http_methods(["GET", "POST"])
def cards(request: LeagueRequest, league: str) -> HttpResponse:
    """Choose which; `?night=2026-11-24` and `?venue=crown` are chosen already."""
    nights, venues = nights_to_play(request.league), venues_to_play_at(request.league)
    given = request.POST if request.method == "POST" else None
    form = PackForm(given, initial=request.GET.dict(), nights=nights, venues=venues)
    if form.is_valid():
        return redirect_to_paper(request, _request_pack(request, form))
    context = {"form": form, "nights": nights, "officer": is_officer(request.user, request.league)}
    return render(request, "documents/cards_wanted.html", context, status=422 if form.is_bound else 200)


def _request_pack(request: LeagueRequest, form: PackForm) -> Paper | None:
    night, officer = form.chosen_night, is_officer(request.user, request.league)
    when = words.night(night) if night else "the rest of the season"
    return request_paper(
        league=request.league,
        kind="cards",
        args={"night": night.isoformat() if night else None, "venue": form.chosen_venue},
        title=f"Match cards for {when}",
        name="-".join(filter(None, (request.league.slug, "cards", str(night or "season"), form.chosen_venue))),
        site=site_of(request),
        by=somebody(request.user),
        at=now(),
        audience=PaperAudience.OFFICERS if officer else PaperAudience.PUBLIC,
    )
