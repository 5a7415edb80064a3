"""Single sheets, drawn while the reader waits: match cards, labels for their envelopes, registration forms, contacts,
which are for officers alone, posters, and the tree of a cup.
"""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.base.ui.converters import site_of
from league.base.ui.pictures import qr_code
from league.base.ui.responses import public_page
from league.cups.queries.cup_state import bracket_page, cup_by_address
from league.documents.kinds import PaperAudience
from league.documents.pdf.response import paper_response
from league.documents.permissions import is_member, may_print_names
from league.documents.presenters import PAPERS, trees_of
from league.documents.queries.cards import CardSheet, blank_sheet, full_name, member_name, public_name, result_sheet
from league.documents.queries.papers import (
    STOCKS,
    Label,
    contacts_on_paper,
    division_nights,
    night_labels,
    night_to_come,
    poster_foot,
    pubs_on,
    registration_form,
    sheets_of,
    slips_of,
    team_labels,
    team_nights,
    venue_nights,
)
from league.results.queries.tables import division_named, divisions, table_shown
from league.schedule.models import Fixture
from league.schedule.queries.matches import current_season, fixture_by_address
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team, Venue
from league.teams.permissions import is_officer, is_secretary, may_change_squad, may_see_squad, require
from league.teams.queries.squads import team_or_redirect


def card_of_match(name: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Give the view the match of its address; an address that it had before leads to the `name` it has now."""

    def decorate(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(page)
        def wrapper(request: HttpRequest, league: str, night: date, match: str) -> HttpResponse:
            fixture, moved = fixture_by_address(night, match)
            if fixture.away_id is None:
                raise Http404("A bye has no card.")
            if moved:
                return redirect(name, fixture.league.slug, fixture.first_date, fixture.slug, permanent=True)
            return page(request, fixture)

        return wrapper

    return decorate


@public_page
@card_of_match("blank-card")
def blank_card(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """The card of a match to be filled in with a pen: full names for those who fill it in, public ones for others."""
    names = may_print_names(request.user, fixture)  # type: ignore[arg-type]
    sheet = blank_sheet(fixture, full_name if names else public_name)
    return _printed(request, "documents/blank_card.html", sheet, "card", own=names)


@public_page
@card_of_match("result-card")
def result_card(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """The card of a match as its result has it: full names for the league's own people, public ones for others."""
    member = is_member(request.user, fixture.league)  # type: ignore[arg-type]
    sheet = result_sheet(fixture, member_name if member else public_name, now())
    if sheet is None:
        raise Http404("There is no result of this match yet.")
    return _printed(request, "documents/result_card.html", sheet, "result", own=member)


def _printed(request: LeagueRequest, template: str, sheet: CardSheet, what: str, *, own: bool) -> HttpResponse:
    fixture = sheet.fixture
    context: dict[str, Any] = {
        "sheet": sheet,
        "qr": qr_code(request.build_absolute_uri(reverse("match-code", args=[fixture.code])) + sheet.mark),
        "type_at": f"{request.get_host()}{reverse('short-code')}",
    }
    audience = PaperAudience.OWN if own else PaperAudience.PUBLIC
    name = f"{fixture.slug}-{fixture.first_date}-{what}"
    return paper_response(request, template, context, name, audience=audience)


# --- labels -----------------------------------------------------------------------------------------------------------
@public_page
def teams(request: LeagueRequest, league: str, labels: str) -> HttpResponse:
    return _labels(request, labels, team_labels(request.league), "teams")


@public_page
def night(request: LeagueRequest, league: str, labels: str, on: date) -> HttpResponse:
    return _labels(request, labels, night_labels(request.league, on), on.isoformat())


def _labels(request: LeagueRequest, name: str, labels: list[Label], what: str) -> HttpResponse:
    stock = STOCKS.get(name)
    if stock is None or not labels:
        raise Http404("No such labels, or nothing to put on them.")
    context = {"stock": stock, "sheets": list(sheets_of(labels, stock)), "league": request.league}
    return paper_response(request, "documents/labels.html", context, f"{request.league.slug}-labels-{what}")


# --- forms and contacts -----------------------------------------------------------------------------------------------
@public_page
def blank_form(request: LeagueRequest, league: str) -> HttpResponse:
    context = _form(request, None)
    return paper_response(request, "documents/registration_form.html", context, f"{league}-registration-form")


@require_safe
def team_form(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = get_object_or_404(Team.objects.select_related("league", "venue"), slug=team)
    require(may_see_squad(request.user, this_team))
    context, name = _form(request, this_team), f"{league}-{this_team.slug}-registration-form"
    return paper_response(request, "documents/registration_form.html", context, name, audience=PaperAudience.OWN)


def _form(request: LeagueRequest, team: Team | None) -> dict[str, Any]:
    form = registration_form(request.league, team, localdate())
    return {"form": form, "league": request.league, "season": current_season(request.league)}


@require_safe
def join_sheets(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    context = {"slips": slips_of(request.league, site_of(request)), "league": request.league}
    if not context["slips"]:
        raise Http404("There is no join link to print.")
    return _uncached(request, "documents/join_sheets.html", context, f"{league}-join-links", PaperAudience.SECRETARY)


@require_safe
def team_join_sheet(request: MemberRequest, league: str, team: str) -> HttpResponse:
    this_team = get_object_or_404(Team.objects.select_related("league"), slug=team)
    require(may_change_squad(request.user, this_team))
    slips = [slip for slip in slips_of(request.league, site_of(request)) if slip["team"] == this_team]
    if not slips:
        raise Http404("This team has no join link.")
    context = {"slips": slips, "league": request.league}
    name = f"{league}-{this_team.slug}-join-link"
    return _uncached(request, "documents/join_sheets.html", context, name, PaperAudience.OWN)


@require_safe
def contact_sheet(request: MemberRequest, league: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    context = {"contacts": contacts_on_paper(request.league), "league": request.league, "by": request.user}
    return _uncached(request, "documents/contact_sheet.html", context, f"{league}-contacts", PaperAudience.OFFICERS)


def _uncached(
    request: MemberRequest, template: str, context: dict[str, Any], name: str, audience: PaperAudience
) -> HttpResponse:
    return paper_response(request, template, context, name, audience=audience, cache_control="private, no-store")


# --- what is pinned to a wall, on A4 or A3 ----------------------------------------------------------------------------
SIZES = ("a4", "a3")


@public_page
def table(request: LeagueRequest, league: str, size: str, division: str) -> HttpResponse:
    division_row = division_named(divisions(), division)
    standings, _ = table_shown(division_row, now())
    context = {"division": division_row, "season": division_row.competition.season, "standings": standings}
    return _poster(request, "table", size, context, reverse("table", args=[league, division_row.slug]))


@public_page
def fixtures(request: LeagueRequest, league: str, size: str, division: str) -> HttpResponse:
    division_row = division_named(divisions(), division)
    context = {
        "what": division_row.name,
        "season": division_row.competition.season,
        "nights": division_nights(division_row, now()),
    }
    return _poster(request, "fixtures", size, context, reverse("fixtures", args=[league]))


@public_page
def team(request: LeagueRequest, league: str, size: str, team: str) -> HttpResponse:
    at_address = team_or_redirect(team)
    if at_address.moved:
        return redirect("team-poster", league, size, at_address.team.slug, permanent=True)
    context = {"what": at_address.team.name, "team": at_address.team, "nights": team_nights(at_address.team, now())}
    context["season"] = current_season(request.league)
    return _poster(request, "fixtures", size, context, at_address.team.get_absolute_url())


@public_page
def venue(request: LeagueRequest, league: str, size: str, venue: str) -> HttpResponse:
    this_venue = get_object_or_404(Venue.objects.select_related("league"), slug=venue)
    context = {"what": this_venue.name, "venue": this_venue, "nights": venue_nights(this_venue, now())}
    context["season"] = current_season(request.league)
    return _poster(request, "fixtures", size, context, this_venue.get_absolute_url())


@public_page
def tonight(request: LeagueRequest, league: str, size: str) -> HttpResponse:
    night = night_to_come(request.league, localdate())
    if night is None:
        raise Http404("No match is to be played at present.")
    return evening(request, league, size=size, on=night)


@public_page
def evening(request: LeagueRequest, league: str, size: str, on: date) -> HttpResponse:
    at = now()
    pubs = pubs_on(request.league, on, at)
    if not pubs:
        raise Http404("Nobody plays that night.")
    context = {"night": on, "pubs": pubs, "matches": sum(len(pub["matches"]) for pub in pubs)}
    context["tonight"] = on == localdate(at)
    return _poster(request, "tonight", size, context, reverse("tonight", args=[league]))


def _poster(request: LeagueRequest, kind: str, size: str, context: dict[str, Any], leads_to: str) -> HttpResponse:
    """A poster with a square pattern that leads to the page where all this is up to date."""
    if size not in SIZES:
        raise Http404(f"No paper {size}.")
    sponsor, pictures = poster_foot(request.league)
    frame = {"league": request.league, "size": size, "kind": kind, "qr": qr_code(request.build_absolute_uri(leads_to))}
    frame |= {"sponsor": sponsor}
    name = f"{request.league.slug}-{kind}-{size}"
    return paper_response(request, f"documents/posters/{kind}.html", context | frame, name, pictures=pictures)


# --- the tree of a cup ------------------------------------------------------------------------------------------------
@public_page
def tree(request: LeagueRequest, league: str, *, season: str, cup: str, paper: str) -> HttpResponse:
    this_cup = cup_by_address(season, cup)
    board = bracket_page(this_cup, now()) if paper in PAPERS else None
    if board is None:
        raise Http404("There is no tree of this cup: it is not drawn, or on no such paper.")
    size = PAPERS[paper]
    context = {"cup": this_cup, "paper": size, "trees": trees_of(board, size), "league": request.league}
    name = f"{cup}-{season}-{paper}"
    return paper_response(request, "documents/bracket.html", context, name, cache_control="no-cache")
