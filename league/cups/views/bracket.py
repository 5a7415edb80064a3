"""The page of a cup, and the same for the screen in the pub."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.cups.permissions import runs_cups
from league.cups.queries import cup_by_address, entrants_in
from league.cups.queries.board import board_of, screens_of
from league.cups.queries.book import told_apart
from league.cups.queries.day import has_stage, shown_of
from league.cups.views.openday import openday_page, openday_tv
from league.teams.middleware import LeagueRequest

# How long the screen in the pub shows a page before it turns to the next, in seconds.
TURNS_AFTER = 15


@login_not_required
@require_safe
def cup(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """How a cup stands: its bracket; before the draw, who has entered."""
    held = cup_by_address(season, cup)
    board = board_of(held, now())
    if board is None and has_stage(held):
        return openday_page(request, held)
    context: dict[str, Any] = {
        "cup": held,
        "board": board,
        "there": f"{held.get_absolute_url()}ties/",
        "runs": runs_cups(request.user, request.league),
        "groups": has_stage(held),
        "shown": shown_of(held, now()) if has_stage(held) else None,
        "entered": () if board else list(told_apart(entrants_in(held)).values()),
        "printed": now(),
    }
    return render(request, "cups/cup.html", context)


@login_not_required
@require_safe
def tv(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """The cup for the screen in the pub, page after page, the next one by itself.

    The page turns by a header of the answer and not by a script, so that the oldest television does it too; "hold"
    keeps the page that is shown, and asks for it again only once a minute.
    """
    held = cup_by_address(season, cup)
    board = board_of(held, now())
    if board is None and has_stage(held):
        return openday_tv(request, held)
    screens = screens_of(board.pictures) if board else ()
    page = _page_asked(request, len(screens))
    hold = "hold" in request.GET
    context = {
        "cup": held,
        "board": board,
        "screen": screens[page - 1] if screens else None,
        "page": page,
        "pages": len(screens),
        "hold": hold,
    }
    answer = render(request, "cups/tv.html", context)
    following = page if hold else page % max(1, len(screens)) + 1
    answer["Refresh"] = f"{4 * TURNS_AFTER if hold else TURNS_AFTER}; url=?page={following}{'&hold' if hold else ''}"
    return answer


def _page_asked(request: LeagueRequest, pages: int) -> int:
    """From 1; the first for anything that is no page."""
    asked = request.GET.get("page", "")
    return int(asked) if asked.isdecimal() and 1 <= int(asked) <= pages else 1
