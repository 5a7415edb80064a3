"""The pages on which rules are written. They store nothing until somebody saves what can be played."""

import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.accounts.permissions import confirm_first
from league.builder.forms import RulesForm, data_of
from league.builder.queries.preview import preview
from league.builder.queries.start import NoRulesError, offered, rules_from, rules_in
from league.builder.queries.targets import Target, league_target
from league.teams.actions import change_league
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require
from league.teams.queries import rules_of
from league.ui.answer import wants_part
from scoring import codec

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
@confirm_first
def league_rules(request: MemberRequest, league: str) -> HttpResponse:
    """The rules of a league, which its competitions follow until their first result."""
    require(is_secretary(request.user, request.league))
    target = league_target(request.league)
    form = _form(request, target)
    if request.POST.get("do") == "save" and form.is_valid():
        change_league(league=request.league, by=request.user, at=now(), constitution=form.written())
        messages.success(request, "The rules are saved.")
        return redirect("league-rules", league)
    return _page(request, target, form)


@never_cache
@require_safe
def league_rules_file(request: MemberRequest, league: str) -> HttpResponse:
    """The rules as a file from which another league can start."""
    require(is_secretary(request.user, request.league))
    text = json.dumps(codec.encode(rules_of(request.league)), indent=2, ensure_ascii=False)
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{league}-rules.json"'
    return answer


def _form(request: MemberRequest, target: Target) -> RulesForm:
    """As the rules stand, as they were typed, or as those stand that somebody wants to start from."""
    do = request.POST.get("do", "save")
    if request.method == "POST" and do in {"save", "preview"}:
        return RulesForm(request.POST, rules=target.rules)
    if do == "open":
        return _opened(request, target)
    start = rules_from(request.GET.get("start", ""), request.user)
    typed = request.POST if request.method == "POST" else data_of(start) if start else None
    return RulesForm(rules=target.rules, typed=typed)


def _opened(request: MemberRequest, target: Target) -> RulesForm:
    """The rules in the file that was chosen; without any, what was typed stays."""
    try:
        found = rules_in(request.FILES.get("file"))
    except NoRulesError as error:
        messages.error(request, str(error))
        return RulesForm(rules=target.rules, typed=request.POST)
    messages.info(request, f"These are the rules of {found.name}. Nothing is saved yet.")
    return RulesForm(rules=target.rules, typed=data_of(found))


def _page(request: MemberRequest, target: Target, form: RulesForm) -> HttpResponse:
    shown = form.sound()
    context: dict[str, object] = {"form": form, "preview": preview(shown) if shown else None, "problems": form.problems}
    if wants_part(request):
        return render(request, "builder/_preview.html", context)
    context |= {"target": target, "starts": offered(request.user, request.league)}
    return render(request, "builder/rules.html", context, status=422 if form.errors else 200)
