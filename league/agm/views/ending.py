"""A season's end from the secretary's side: what is open, closing it, who goes up and down, play-offs."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.agm.actions import end_season, make_play_off
from league.agm.forms import ClosingForm, PlacesForm, PlayOffForm
from league.agm.queries.honours import proposed_honours
from league.agm.queries.meeting import Meeting, meeting_of
from league.agm.queries.places import Level
from league.schedule.actions import decide_placements, reopen_season
from league.schedule.forms import ReasonForm
from league.schedule.models import Season
from league.schedule.permissions import may_arrange
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.answer import done, page

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_safe
def season_end(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """What is still open, and the steps from the last match to the next season."""
    return render(request, "agm/season_end.html", {"meeting": _meeting(request, season)})


@never_cache
@require_http_methods(FORM_METHODS)
def closing(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Freeze the tables and write the honours, which are read and put right first."""
    held = _meeting(request, season)
    form = ClosingForm(request.POST or None, lines=proposed_honours(held.ends), loose=held.open_things > 0)
    if done(request, form, end_season, season=held.season):
        messages.success(request, f"Season {held.season} is closed. Next: who goes up and down.")
        return redirect("season-end", league, season)
    return page(request, "agm/closing.html", form, meeting=held)


@never_cache
@require_http_methods(FORM_METHODS)
def reopening(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Open a closed season again."""
    shown = arranged(request, season)
    form = ReasonForm(request.POST or None)
    if done(request, form, reopen_season, season=shown):
        messages.success(request, f"Season {shown} is open again.")
        return redirect("season-end", league, season)
    return page(request, "agm/reopening.html", form, season=shown)


@never_cache
@require_http_methods(FORM_METHODS)
def places(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Who goes up, who goes down and who does not come back: as the rule has it, or otherwise with a reason."""
    held = _meeting(request, season)
    form = PlacesForm(request.POST or None, ends=held.ends)
    if done(request, form, decide_placements, season=held.season):
        messages.success(request, "It is decided where every team goes.")
        return redirect("season-end", league, season)
    return page(request, "agm/places.html", form, meeting=held)


@never_cache
@require_http_methods(FORM_METHODS)
def play_off(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    """Let level teams of a division play for their place."""
    held = _meeting(request, season)
    level = _level(held, division)
    form = PlayOffForm(request.POST if request.method == "POST" else None, teams=len(level.entries) if level else 0)
    if level and done(request, form, make_play_off, level=level):
        messages.success(request, f"The play-off of {level.division} is set up. Its date comes next.")
        return redirect("season-end", league, season)
    context = {"meeting": held, "level": level, "form": form}
    return render(request, "agm/play_off.html", context, status=422 if request.method == "POST" else 200)


def arranged(request: MemberRequest, slug: str) -> Season:
    """A season of this league, for its secretary; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    seasons = Season.objects.select_related("league")
    found: Season = get_object_or_404(seasons, league=request.league, slug=slug)
    return found


def _meeting(request: MemberRequest, slug: str) -> Meeting:
    return meeting_of(arranged(request, slug), now())


def _level(held: Meeting, slug: str) -> Level | None:
    """The first level teams of a division; None if nobody is; 404 for no such division."""
    for end in held.ends:
        if end.division.slug == slug:
            return next(iter(end.levels), None)
    raise Http404(f"No division {slug} in this season.")
