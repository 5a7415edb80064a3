"""Groups and Swiss rounds for everybody: how they stand, the sheet of a round, and the screen in the pub."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.cups.models import Cup
from league.cups.permissions import runs_cups
from league.cups.queries import cup_by_address, entrants_in
from league.cups.queries.book import told_apart
from league.cups.queries.day import DayShown, RoundShown, has_stage, shown_of
from league.cups.queries.day_screens import screens_of
from league.cups.queries.dealt import dealt_told
from league.cups.queries.desk import tasks_of
from league.cups.tables import round_table, table_of
from league.teams.middleware import LeagueRequest

TURNS_AFTER = 15  # seconds


@login_not_required
@require_safe
def groups(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """The groups of a cup, whose knockout may have been drawn since."""
    held = cup_by_address(season, cup)
    if not has_stage(held):
        raise Http404("This cup has no groups.")
    return openday_page(request, held)


@login_not_required
@require_safe
def sheet(request: LeagueRequest, league: str, season: str, cup: str, round: int) -> HttpResponse:  # noqa: A002
    """One round to be called out and pinned up."""
    held, day, shown = staged_round(season, cup, round)
    table = round_table(shown, swiss=day.day.swiss)
    context = {"cup": held, "shown": day, "round": shown, "table": table, "printed": now()}
    context["runs"] = runs_cups(request.user, request.league)
    return render(request, "cups/day/sheet.html", context)


@login_not_required
@require_safe
def check(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """Deal the groups again from what is published, and show what each name was sorted by."""
    held = cup_by_address(season, cup)
    shown = shown_of(held, now()) if has_stage(held) else None
    told = dealt_told(shown) if shown else None
    if told is None:
        raise Http404("Nothing was drawn here.")
    return render(request, "cups/day/check.html", {"cup": held, "shown": shown, "told": told})


def openday_page(request: LeagueRequest, cup: Cup) -> HttpResponse:
    """How the groups or rounds stand; before the draw, who has entered; for the co-ordinator, what comes next."""
    shown = shown_of(cup, now())
    runs = runs_cups(request.user, request.league)
    context: dict[str, Any] = {
        "cup": cup,
        "shown": shown,
        "tables": [(group, table_of(group, swiss=shown.day.swiss)) for group in shown.groups],
        "tasks": tasks_of(shown) if runs else None,
        "entered": () if shown.groups else list(told_apart(entrants_in(cup)).values()),
        "printed": now(),
    }
    return render(request, "cups/day/page.html", context)


def openday_tv(request: LeagueRequest, cup: Cup) -> HttpResponse:
    """The same for the screen in the pub, page after page; the next one comes by a header of the answer."""
    screens = screens_of(shown_of(cup, now()))
    asked = request.GET.get("page", "")
    page = int(asked) if asked.isdecimal() and 1 <= int(asked) <= len(screens) else 1
    hold = "hold" in request.GET
    context = {"cup": cup, "page": page, "pages": len(screens), "hold": hold}
    answer = render(request, "cups/day/tv.html", context | {"screen": screens[page - 1] if screens else None})
    following = page if hold else page % max(1, len(screens)) + 1
    answer["Refresh"] = f"{4 * TURNS_AFTER if hold else TURNS_AFTER}; url=?page={following}{'&hold' if hold else ''}"
    return answer


def staged_round(season: str, cup: str, number: int) -> tuple[Cup, DayShown, RoundShown]:
    """A round by its address; else Http404."""
    held = cup_by_address(season, cup)
    day = shown_of(held, now()) if has_stage(held) else None
    found = day.round(number) if day else None
    if day is None or found is None:
        raise Http404(f"No round {number} in this cup.")
    return held, day, found
