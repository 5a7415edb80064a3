"""The pages on which rules are written. They store nothing until somebody saves what can be played."""

import json
from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.base.accounts.permissions import confirm_first
from league.base.ui.responses import require_form_methods, saved_file, wants_part
from league.schedule.actions.seasons import set_division_rules, set_season_rules
from league.schedule.models import Competition
from league.schedule.permissions import may_arrange
from league.schedule.queries.seasons import division_of
from league.seasons.forms.rules import RulesForm, data_of
from league.seasons.queries.rules import (
    NoRulesError,
    Target,
    division_target,
    league_target,
    offered,
    preview,
    rules_from,
    rules_in,
    season_target,
)
from league.teams.actions.leagues import change_league
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from league.teams.queries.squads import rules_of
from scoring import codec

Write = Callable[..., object]  # rules: None to follow the others again


@never_cache
@require_form_methods
@confirm_first
def rules_page(request: MemberRequest, league: str, season: str = "", division: str = "") -> HttpResponse:
    """The rules of a league, which its competitions follow until their first result; of a season, or of a division."""
    target, write = _target(request, season, division)
    form = _form(request, target)
    do = request.POST.get("do")
    follow = do == "follow" and bool(target.follows)
    if follow or (do == "save" and form.is_valid()):
        try:
            write(rules=None if follow else form.written(), by=request.user, at=now())
        except ValidationError as fault:
            messages.error(request, fault.messages[0])
        else:
            messages.success(request, "The rules are saved.")
        return redirect(target.address)
    return _page(request, target, form)


@never_cache
@require_safe
def league_rules_file(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    text = json.dumps(codec.encode(rules_of(request.league)), indent=2, ensure_ascii=False)
    return saved_file(text, f"{league}-rules.json", "application/json")


@never_cache
@require_safe
def rules_start(request: MemberRequest, league: str, season: str = "", division: str = "") -> HttpResponse:
    """Presets, leagues of this site and files. Whatever is chosen is shown on the page of the rules, and not saved."""
    target, _ = _target(request, season, division)
    return render(request, "builder/start.html", {"starts": offered(request.user, request.league), "target": target})


def _target(request: MemberRequest, season: str, division: str) -> tuple[Target, Write]:
    """Whose rules they are, and what writes them; 403 and 404 as everywhere."""
    if not season:
        require(is_secretary(request.user, request.league))
        return league_target(request.league), partial(change_league, league=request.league)
    require(may_arrange(request.user, request.league))
    leagues = Competition.objects.filter(kind="league", season__league=request.league).select_related("season__league")
    competition = get_object_or_404(leagues.order_by("pk"), season__slug=season)
    if not division:
        return season_target(competition), partial(set_season_rules, competition=competition)
    row = division_of(competition, division)
    return division_target(row), partial(set_division_rules, division=row)


def _form(request: MemberRequest, target: Target) -> RulesForm:
    """As the rules stand, as they were typed, or as those stand that somebody wants to start from."""
    do = request.POST.get("do", "save")
    if request.method != "POST" or do == "follow":
        start = rules_from(request.GET.get("start", ""), request.user)
        return RulesForm(rules=target.rules, typed=data_of(start) if start else None)
    if do == "open":
        return _opened(request, target)
    if do == "more":
        return RulesForm(rules=target.rules, typed=request.POST)
    return RulesForm(request.POST, rules=target.rules)


def _opened(request: MemberRequest, target: Target) -> RulesForm:
    """The rules in the file that was chosen; without any, the rules as they stand."""
    try:
        rules = rules_in(request.FILES.get("file"))
    except NoRulesError as error:
        messages.error(request, str(error))
        return RulesForm(rules=target.rules)
    messages.info(request, f"These are the rules of {rules.name}. Nothing is saved yet.")
    return RulesForm(rules=target.rules, typed=data_of(rules))


def _page(request: MemberRequest, target: Target, form: RulesForm) -> HttpResponse:
    shown = form.sound()
    context: dict[str, object] = {"form": form, "preview": preview(shown) if shown else None, "problems": form.problems}
    if wants_part(request):
        return render(request, "builder/_preview.html", context)
    template = "builder/fixed.html" if target.fixed else "builder/rules.html"
    return render(request, template, context | {"target": target}, status=422 if form.errors else 200)
