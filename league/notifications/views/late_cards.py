"""Late cards and what the league's rule takes off for them: the secretary decides about each."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.notifications.actions import deduct_points, waive_penalty
from league.notifications.queries.late_cards import late_cards_with_reminders
from league.schedule.models import Fixture
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require


@never_cache
@require_safe
def late_cards(request: MemberRequest, league: str) -> HttpResponse:
    """What is proposed, the oldest first."""
    require(is_secretary(request.user, request.league))
    return render(request, "notifications/late_cards.html", {"late": late_cards_with_reminders(request.league, now())})


@require_POST
def penalty(request: MemberRequest, league: str, fixture: int, entry: int) -> HttpResponse:
    """Take off what is proposed."""
    return _decide(request, deduct_points, fixture, entry, "Points deducted. The table says why.")


@require_POST
def lenience(request: MemberRequest, league: str, fixture: int, entry: int) -> HttpResponse:
    """Take nothing off."""
    return _decide(request, waive_penalty, fixture, entry, "No points deducted.")


def _decide(
    request: MemberRequest, decide: Callable[..., object], fixture: int, entry: int, words: str
) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    rows = get_object_or_404(Fixture, pk=fixture)
    try:
        decide(league=request.league, fixture_id=rows.pk, entry_id=entry, by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, words)
    return redirect("late-cards", request.league.slug)
