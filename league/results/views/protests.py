"""A captain's protest about a result that stands, and the league's answer to it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.results.actions.protests import answer_protests, make_protest
from league.results.forms import ProtestAnswerForm, ProtestForm
from league.results.permissions import may_decide, sides_of
from league.results.queries import rules_for
from league.results.queries.protests import last_day_to_protest, protester, protests_about, why_no_protest
from league.results.views.entrance import for_match, to, who
from league.schedule.models import Fixture
from league.ui.responses import form_action, render_form

METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(METHODS)
@for_match(lambda user, fixture: bool(sides_of(user, fixture)))
def protest(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Protest about a result that stands; or read why the rules allow none now."""
    side, rules = sides_of(who(request), fixture)[0], rules_for(fixture)
    form = ProtestForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, make_protest, fixture=fixture, side=side):
        messages.success(request, "Your protest has gone to the secretary. The result stands until it is answered.")
        return to(fixture, "match-protest")
    context: dict[str, Any] = _told(fixture) | {
        "why_not": why_no_protest(fixture, rules, side, now()),
        "last_day": last_day_to_protest(fixture, rules),
        "acts_for": side,
    }
    return render_form(request, "results/protest.html", form, **context)


@never_cache
@require_http_methods(METHODS)
@for_match(may_decide)
def answer(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Answer the protests about a match."""
    form = ProtestAnswerForm(request.POST if request.method == "POST" else None)
    if form_action(request, form, answer_protests, fixture=fixture):
        messages.success(request, "The captains can read your answer.")
        return to(fixture, "match-protest-answer")
    return render_form(request, "results/protest_answer.html", form, **_told(fixture))


def _told(fixture: Fixture) -> dict[str, Any]:
    found = protests_about(fixture)
    return {
        "fixture": fixture,
        "protests": [(protester(each), each) for each in found],
        "open": any(each.answered_at is None for each in found),
    }
