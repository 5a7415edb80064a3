"""Paper about people: registration forms, and the contact sheet, which is for officers alone."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.documents.pdf import draw_now, render_pdf
from league.documents.queries.people import contacts_on_paper, registration_form, slips_of
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team
from league.teams.permissions import is_officer, is_secretary, may_change_squad, may_see_squad, require
from league.ui.responses import pdf, site_of


@login_not_required
@require_safe
def blank_form(request: LeagueRequest, league: str) -> HttpResponse:
    """A registration form with nothing filled in."""
    context = _form(request, None)
    made = render_pdf("documents/registration_form.html", context, at=now())
    return pdf(made, f"{league}-registration-form")


@require_safe
def team_form(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """A team's form with the players that it has, for its captain and the officers."""
    found = get_object_or_404(Team.objects.select_related("league", "venue"), slug=team)
    require(may_see_squad(request.user, found))
    made = draw_now("documents/registration_form.html", _form(request, found), at=now())
    return pdf(made, f"{league}-{found.slug}-registration-form")


def _form(request: LeagueRequest, team: Team | None) -> dict[str, Any]:
    form = registration_form(request.league, team, localdate())
    return {"form": form, "league": request.league, "season": current_season(request.league)}


@require_safe
def join_sheets(request: MemberRequest, league: str) -> HttpResponse:
    """The links to join by, with their patterns for the camera: to be cut apart and handed out. Kept nowhere."""
    require(is_secretary(request.user, request.league))
    context = {"slips": slips_of(request.league, site_of(request)), "league": request.league}
    if not context["slips"]:
        raise Http404("There is no join link to print.")
    made = draw_now("documents/join_sheets.html", context, at=now())
    return pdf(made, f"{league}-join-links", cache_control="private, no-store")


@require_safe
def team_join_sheet(request: MemberRequest, league: str, team: str) -> HttpResponse:
    """The link of one team, for its captain to hand out. Kept nowhere."""
    found = get_object_or_404(Team.objects.select_related("league"), slug=team)
    require(may_change_squad(request.user, found))
    slips = tuple(each for each in slips_of(request.league, site_of(request)) if each.team == found)
    if not slips:
        raise Http404("This team has no join link.")
    made = draw_now("documents/join_sheets.html", {"slips": slips, "league": request.league}, at=now())
    return pdf(made, f"{league}-{found.slug}-join-link", cache_control="private, no-store")


@require_safe
def contact_sheet(request: MemberRequest, league: str) -> HttpResponse:
    """Whom to ring. It is drawn anew each time, and kept nowhere."""
    require(is_officer(request.user, request.league))
    context = {"contacts": contacts_on_paper(request.league), "league": request.league, "by": request.user}
    made = draw_now("documents/contact_sheet.html", context, at=now())
    return pdf(made, f"{league}-contacts", cache_control="private, no-store")
