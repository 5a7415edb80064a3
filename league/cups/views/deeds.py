"""What the co-ordinator does about one tie: each deed is a page with its form, and writes one fact down."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.accounts.models import User
from league.cups.actions.facts import write_fact
from league.cups.forms.facts import FactForm
from league.cups.models import Cup
from league.cups.queries import account_of, names_of, side_name, tie_name
from league.cups.queries.record import dispute
from league.cups.views.cups import FORM_METHODS, run_cup
from league.teams.middleware import MemberRequest
from league.ui.responses import form_action, render_form


@never_cache
@require_http_methods(FORM_METHODS)
def deed(request: MemberRequest, league: str, season: str, cup: str, tie: str, *, kind: type[FactForm]) -> HttpResponse:
    """The deed that a form stands for."""
    found = run_cup(request, season, cup)
    context = _about(found, tie)
    form = kind(request.POST or None, tie=tie, sides=context["sides"], scores=context["tie"].scores)
    if form_action(request, form, _write, cup=found, form=form):
        messages.success(request, "It is written down.")
        return redirect("cup-tie", request.league.slug, season, cup, tie)
    return render_form(request, "cups/deed.html", form, **context)


def _write(*, cup: Cup, form: FactForm, by: User, at: datetime, **_typed: Any) -> None:
    write_fact(cup=cup, fact=form.fact, by=by, at=at)


def _about(cup: Cup, tie: str) -> dict[str, Any]:
    """The tie with the sides that are known, for its page; Http404 for no such tie."""
    bracket = account_of(cup, now()).bracket
    found = next((each for each in bracket.ties if each.id == tie), None) if bracket else None
    if bracket is None or found is None:
        raise Http404(f"No tie {tie} in {cup}.")
    names = names_of(cup)
    sides = [(seat, side_name(seat, names)) for seat in (found.first, found.second) if isinstance(seat, str)]
    disputes = [dispute(bracket, each, names) for each in found.conflicts]
    return {"cup": cup, "tie": found, "sides": sides, "name": tie_name(bracket, found), "disputes": disputes}
