"""Everything that a league can have on paper, on one page; and papers of many pages: requested, how far the making of
one is, at an address of its own, then its file.
"""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST
from django.views.decorators.vary import vary_on_headers

from league.base.accounts.limits import visitor_of
from league.base.jobs.actions import cancel_job
from league.base.jobs.queries import job_view
from league.base.ui import formats
from league.base.ui.converters import site_of
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import public_page, saved_file, uncached_form, uncached_page, wants_part
from league.base.ui.spreadsheet import csv_of
from league.documents.actions import request_paper, retry_paper
from league.documents.forms import LAYOUTS, BookletForm, PackForm
from league.documents.kinds import PAGE, PaperAudience
from league.documents.models import Paper
from league.documents.pdf.process import drawing_process
from league.documents.permissions import may_read_paper, may_stop_paper, user_or_none
from league.documents.queries.cards import nights_to_play, venues_to_play_at
from league.documents.queries.papers import COLUMNS, KEPT_FOR, fixture_rows, latest_job, printables
from league.schedule.models import Season
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest
from league.teams.models import Team
from league.teams.permissions import is_officer, require, roles_of
from league.teams.queries.people import HEADED_BY


@login_not_required
@uncached_page
@vary_on_headers("HX-Request")
def paper(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    """How far it is; only the part that changes for a script that asks every second."""
    paper_row, at = _paper_at(request, made), now()
    if paper_row.kind == PAGE and paper_row.made_at and not wants_part(request):
        return redirect(paper_row)
    job = latest_job(paper_row)
    context = {
        "paper": paper_row,
        "view": job_view(job, at) if job else None,
        "buttons": "documents/_paper_buttons.html",
        "may_stop": may_stop_paper(request.user, paper_row),
        "kept_until": paper_row.asked_at + KEPT_FOR,
    }
    template = "documents/_paper.html" if wants_part(request) else "documents/paper.html"
    return render(request, template, context)


@public_page
def file(request: LeagueRequest, league: str, made: str) -> HttpResponseBase:
    """The paper itself, kept by no cache but the reader's own."""
    paper_row = _paper_at(request, made)
    if paper_row.made_at is None:
        return redirect("paper", league, made)
    if not default_storage.exists(str(paper_row.file.name)):
        raise Http404("This paper has been cleared away. Ask for it again.")
    answer = FileResponse(paper_row.file.open(), content_type="application/pdf", filename=f"{paper_row.name}.pdf")
    answer["Cache-Control"] = f"private, no-{'cache' if paper_row.audience == PaperAudience.PUBLIC else 'store'}"
    return answer


@login_not_required
@require_POST
def cancellation(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    paper_row = _paper_at(request, made)
    require(may_stop_paper(request.user, paper_row))
    job = latest_job(paper_row)
    if job is not None:
        cancel_job(job=job, by=user_or_none(request.user), at=now())
    return redirect("paper", league, made)


@login_not_required
@require_POST
def repetition(request: LeagueRequest, league: str, made: str) -> HttpResponse:
    paper_row = _paper_at(request, made)
    if paper_row.made_at is None:
        retry_paper(paper=paper_row, by=user_or_none(request.user), at=now())
    return redirect("paper", league, made)


def redirect_to_paper(request: LeagueRequest, paper_row: Paper | None) -> HttpResponse:
    if paper_row is None:
        return render(request, "documents/busy.html", status=429)
    return redirect(paper_row)


def _paper_at(request: LeagueRequest, token: str) -> Paper:
    paper_row: Paper = get_object_or_404(Paper.objects.select_related("league"), token=token)
    require(may_read_paper(request.user, paper_row))
    return paper_row


# --- the booklet of a season ------------------------------------------------------------------------------------------
@login_not_required
@uncached_form
def booklet(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    if request.method != "POST":
        chosen = {"season": season} if season else {}
        return leads_to("print", section="booklet", **chosen)(request, league=league)
    this_season = current_season(request.league) if season is None else get_object_or_404(Season, slug=season)
    if this_season is None:
        raise Http404("No season has started yet.")
    form = BookletForm(request.POST)
    if form.is_valid():
        return redirect_to_paper(request, _request_booklet(request, this_season, form.cleaned_data["way"]))
    return _everything(request, form, season=this_season, booklet=form)


def _request_booklet(request: LeagueRequest, season: Season, way: str) -> Paper | None:
    size, _, folded = way.partition("-")
    address = request.build_absolute_uri(reverse("fixtures", args=[request.league.slug]))  # which is always right
    return request_paper(
        league=request.league,
        kind="booklet",
        args={"season": season.slug, "size": size, "folded": bool(folded), "address": address},
        title=f"Fixture booklet {season}, {LAYOUTS[way][0]}",
        name=f"{request.league.slug}-{season.slug}-booklet-{size}{'-to-fold' if folded else ''}",
        site=site_of(request),
        by=user_or_none(request.user),
        at=now(),
        visitor=visitor_of(request),
    )


# --- packs of blank cards ---------------------------------------------------------------------------------------------
@login_not_required
@uncached_form
def cards(request: LeagueRequest, league: str) -> HttpResponse:
    if request.method != "POST":
        return leads_to("print", section="cards")(request, league=league)
    form = _pack_form(request, request.POST)
    if form.is_valid():
        return redirect_to_paper(request, _request_pack(request, form))
    return _everything(request, form, cards=form)


def _pack_form(request: LeagueRequest, data: QueryDict | None = None) -> PackForm:
    """`?night=2026-11-24` and `?venue=crown` are chosen already."""
    nights, venues = nights_to_play(request.league), venues_to_play_at(request.league)
    return PackForm(data, initial=request.GET.dict(), nights=nights, venues=venues)


def _request_pack(request: LeagueRequest, form: PackForm) -> Paper | None:
    night, officer = form.chosen_night, is_officer(request.user, request.league)
    when = formats.night(night) if night else "the rest of the season"
    return request_paper(
        league=request.league,
        kind="cards",
        args={"night": night.isoformat() if night else None, "venue": form.chosen_venue},
        title=f"Match cards for {when}",
        name="-".join(filter(None, (request.league.slug, "cards", str(night or "season"), form.chosen_venue))),
        site=site_of(request),
        by=user_or_none(request.user),
        at=now(),
        audience=PaperAudience.OFFICERS if officer else PaperAudience.PUBLIC,
        visitor=visitor_of(request),
    )


# --- everything on one page -------------------------------------------------------------------------------------------
@login_not_required
@uncached_page
def everything(request: LeagueRequest, league: str) -> HttpResponse:
    """`?season=2025-26` offers the booklet of that season."""
    slug = request.GET.get("season")
    return _everything(request, season=get_object_or_404(Season, slug=slug) if slug else None)


def _everything(
    request: LeagueRequest, sent: BookletForm | PackForm | None = None, *, season: Season | None = None, **forms: Any
) -> HttpResponse:
    drawing_process.start()
    officer = is_officer(request.user, request.league)
    printable = printables(request.league, localdate())
    context = {
        "printable": printable,
        "season": season or printable["season"],
        "officer": officer,
        "leads": [] if officer else _teams_led(request),
        "form": sent,
        "cards": _pack_form(request),
        "booklet": BookletForm(),
        **forms,
    }
    return render(request, "documents/print.html", context, status=422 if sent else 200)


def _teams_led(request: LeagueRequest) -> list[Team]:
    user = user_or_none(request.user)
    roles = roles_of(user, request.league) if user else ()
    return [role.team for role in roles if role.kind in HEADED_BY and role.team]


# --- files for a spreadsheet ------------------------------------------------------------------------------------------
@public_page
def fixtures(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    this_season = current_season(request.league) if season is None else get_object_or_404(Season, slug=season)
    if this_season is None:
        raise Http404("No season has started yet.")
    made = csv_of(COLUMNS, fixture_rows(this_season))
    return saved_file(made, f"{league}-{this_season.slug}-fixtures.csv", "text/csv; charset=utf-8")
