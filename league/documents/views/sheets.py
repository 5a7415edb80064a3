"""Single sheets: the cards that come out of the printer, labels for the envelopes that they travel in, registration
forms, and the contact sheet, which is for officers alone.
"""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.base.ui.converters import site_of
from league.base.ui.pictures import qr_code
from league.documents.choices import PaperAudience
from league.documents.pdf.response import paper_response
from league.documents.permissions import is_member, may_print_names
from league.documents.queries.cards import (
    CardSheet,
    blank_sheet,
    full_name,
    member_name,
    public_name,
    result_sheet,
)
from league.documents.queries.sheets import (
    STOCKS,
    Label,
    contacts_on_paper,
    night_labels,
    registration_form,
    sheets_of,
    slips_of,
    team_labels,
)
from league.schedule.models import Fixture
from league.schedule.queries.matches import current_season, fixture_by_address
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team
from league.teams.permissions import is_officer, is_secretary, may_change_squad, may_see_squad, require


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


@login_not_required
@require_safe
@card_of_match("blank-card")
def blank_card(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    """The card of a match to be filled in with a pen: full names for those who fill it in, public ones for others."""
    names = may_print_names(request.user, fixture)  # type: ignore[arg-type]
    sheet = blank_sheet(fixture, full_name if names else public_name)
    return _printed(request, "documents/blank_card.html", sheet, "card", own=names)


@login_not_required
@require_safe
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


# --- labels ---------------------------------------------------------------------------------------------------------
@login_not_required
@require_safe
def teams(request: LeagueRequest, league: str, labels: str) -> HttpResponse:
    return _labels(request, labels, team_labels(request.league), "teams")


@login_not_required
@require_safe
def night(request: LeagueRequest, league: str, labels: str, on: date) -> HttpResponse:
    """One label for each venue of a night, with its matches."""
    return _labels(request, labels, night_labels(request.league, on), on.isoformat())


def _labels(request: LeagueRequest, name: str, labels: list[Label], what: str) -> HttpResponse:
    stock = STOCKS.get(name)
    if stock is None or not labels:
        raise Http404("No such labels, or nothing to put on them.")
    context = {"stock": stock, "sheets": list(sheets_of(labels, stock)), "league": request.league}
    return paper_response(request, "documents/labels.html", context, f"{request.league.slug}-labels-{what}")


# --- forms and contacts -----------------------------------------------------------------------------------------------
@login_not_required
@require_safe
def blank_form(request: LeagueRequest, league: str) -> HttpResponse:
    context = _form(request, None)
    return paper_response(request, "documents/registration_form.html", context, f"{league}-registration-form")


@require_safe
def team_form(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """A team's form with the players that it has, for its captain and the officers."""
    this_team = get_object_or_404(Team.objects.select_related("league", "venue"), slug=team)
    require(may_see_squad(request.user, this_team))
    context, name = _form(request, this_team), f"{league}-{this_team.slug}-registration-form"
    return paper_response(request, "documents/registration_form.html", context, name, audience=PaperAudience.OWN)


def _form(request: LeagueRequest, team: Team | None) -> dict[str, Any]:
    form = registration_form(request.league, team, localdate())
    return {"form": form, "league": request.league, "season": current_season(request.league)}


@require_safe
def join_sheets(request: MemberRequest, league: str) -> HttpResponse:
    """The links to join by, with their patterns for the camera: to be cut apart and handed out."""
    require(is_secretary(request.user, request.league))
    context = {"slips": slips_of(request.league, site_of(request)), "league": request.league}
    if not context["slips"]:
        raise Http404("There is no join link to print.")
    return _uncached(request, "documents/join_sheets.html", context, f"{league}-join-links", PaperAudience.SECRETARY)


@require_safe
def team_join_sheet(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """The link of one team, for its captain to hand out."""
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
