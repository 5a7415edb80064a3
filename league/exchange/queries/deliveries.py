"""Which webhooks are told what: of an entry of the audit log, of an hour that has come; and what is to be sent now."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, time, timedelta
from hashlib import sha256

from django.db import DatabaseError
from django.db.models import Q, QuerySet
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry
from league.base.jobs.workers import is_dead
from league.exchange.choices import DeliveryState, WebhookEvent
from league.exchange.models.webhooks import Webhook, WebhookDelivery
from league.exchange.queries.payloads import WebhookPayload, night_payload, result_payload, week_payload
from league.notifications.models.notifications import silent_since
from league.notifications.queries.channels import days_when
from league.notifications.queries.due_leagues import leagues_with_results_standing
from league.notifications.queries.letters import keys_of
from league.pages.queries.match_lists import league_matches
from league.results.choices import FINAL_STATES, ResultState
from league.schedule.models import Fixture
from league.teams.models import League

log = logging.getLogger(__name__)
# Actions after which a result may stand that did not before, or stand otherwise.
SETTLING_VERBS = frozenset(
    {"submit_card", "agree_card", "decide_result", "correct_result", "award_match", "restore"}
)  # fmt: skip
AFTER_A_NIGHT, BEFORE_A_WEEK, SUNDAY = time(10), time(10), 6
MAX_ENTRY_AGE = timedelta(hours=24)
DAY = timedelta(days=1)
SHOWN = 50


def deliveries_about(entries: Sequence[Entry], at: datetime) -> dict[int, list[WebhookDelivery]]:
    """By the key of an entry, what webhooks are told of it; in no league's scope. What is a day old is no news."""
    news = [each for each in entries if each.verb in SETTLING_VERBS and each.at >= at - MAX_ENTRY_AGE]
    if not news:
        return {}
    with scopes_disabled():
        found = _listening(Webhook.objects.filter(league_id__in={each.league_id for each in news}), WebhookEvent.RESULT)
    hooks: dict[int | None, list[Webhook]] = {}
    for each in found:
        hooks.setdefault(each.league_id, []).append(each)
    return {each.pk: _about(each, hooks[each.league_id], at) for each in news if each.league_id in hooks}


def _about(entry: Entry, hooks: list[Webhook], at: datetime) -> list[WebhookDelivery]:
    """One that cannot be told is logged and left: the next are not held up by it."""
    league = hooks[0].league
    try:
        with scope(league=league):
            found = league_matches(league).filter(pk__in=keys_of(entry, "fixture"))
            return [
                row for each in found if _stands(each, at) for row in _rows(hooks, result_payload(each, league, at), at)
            ]
    except DatabaseError:
        raise
    except Exception:
        log.exception("No webhook could be told of entry %s", entry.pk)
        return []


def _stands(fixture: Fixture, at: datetime) -> bool:
    result = getattr(fixture, "result", None)
    return result is not None and result.state_at(at) in FINAL_STATES


def leagues_with_deliveries(after: datetime, until: datetime) -> set[int]:
    """The keys of the leagues of which `deliveries_due` may have something."""
    with scopes_disabled():
        hooks = Webhook.objects.filter(off_at=None)
        if not (days_when(AFTER_A_NIGHT, after, until) or days_when(BEFORE_A_WEEK, after, until)):
            hooks = hooks.filter(league__in=leagues_with_results_standing(after, until))
        return set(hooks.values_list("league", flat=True))


def deliveries_due(league: League, after: datetime, until: datetime) -> Iterator[WebhookDelivery]:
    """What is told because of the hour, in the scope of the league: cards that nobody questioned, nights, weeks."""
    hooks = list(Webhook.objects.filter(league=league, off_at=None).select_related("league"))
    if not hooks:
        return
    stood = league_matches(league).filter(
        result__state=ResultState.PROVISIONAL, result__confirm_by__gt=after, result__confirm_by__lte=until
    )
    for fixture in stood.order_by("result__confirm_by", "pk"):
        yield from _rows(_of(hooks, WebhookEvent.RESULT), result_payload(fixture, league, until), until)
    yield from _by_day(AFTER_A_NIGHT, WebhookEvent.NIGHT, hooks, after, until)
    yield from _by_day(BEFORE_A_WEEK, WebhookEvent.FIXTURES, hooks, after, until)


def _by_day(
    hour: time, event: WebhookEvent, hooks: list[Webhook], after: datetime, until: datetime
) -> Iterator[WebhookDelivery]:
    """What is told at an hour of the day: of the night before, and on Sundays of the week to come."""
    wanted = _of(hooks, event)
    for day in days_when(hour, after, until) if wanted else ():
        payload: WebhookPayload | None = None
        if event == WebhookEvent.NIGHT:
            payload = night_payload(wanted[0].league, day - DAY, until)
        elif day.weekday() == SUNDAY:
            payload = week_payload(wanted[0].league, day + DAY, until)
        if payload:
            yield from _rows(wanted, payload, until)


def _listening(hooks: QuerySet[Webhook], event: WebhookEvent) -> list[Webhook]:
    return _of(hooks.filter(off_at=None).select_related("league").order_by("pk"), event)


def _of(hooks: Iterable[Webhook], event: WebhookEvent) -> list[Webhook]:
    return [each for each in hooks if event in each.events]


def _rows(hooks: Iterable[Webhook], payload: WebhookPayload, at: datetime) -> Iterator[WebhookDelivery]:
    return (delivery_of(each, payload, at) for each in hooks)


def delivery_of(hook: Webhook, payload: WebhookPayload, at: datetime) -> WebhookDelivery:
    """A payload for one webhook, not kept yet. One event for it has one id, however often it is written."""
    about = f"{hook.pk}:{payload.event}:{payload.key}"
    return WebhookDelivery(
        webhook=hook,
        message_id=f"msg_{sha256(about.encode()).hexdigest()[:32]}",
        event=payload.event,
        about=payload.about,
        body=payload.body,
        made_at=at,
        not_before=at,
    )


# --- to be sent, and what became of it --------------------------------------------------------------------------------
def deliveries_waiting(at: datetime, most: int) -> list[WebhookDelivery]:
    """What is to be sent now, the oldest first; among it what somebody was sending who has died. In no league's scope.

    Nothing for a webhook that is switched off, or that somebody of the demonstration made.
    """
    rows = WebhookDelivery.objects.filter(webhook__off_at=None, webhook__by__demo=False).select_related("webhook")
    waiting = Q(state=DeliveryState.WAITING, not_before__lte=at)
    found = rows.filter(waiting | Q(state=DeliveryState.SENDING)).order_by("not_before", "pk")[: 2 * most]
    return [each for each in found if each.state == DeliveryState.WAITING or _is_abandoned(each, at)][:most]


def _is_abandoned(delivery: WebhookDelivery, at: datetime) -> bool:
    silent = delivery.claimed_at is None or delivery.claimed_at < silent_since(at)
    return silent or is_dead(delivery.claimed_by)


def unchanged_delivery(delivery: WebhookDelivery) -> Q:
    """What the row looks like as long as nobody has taken it up since it was read."""
    return Q(pk=delivery.pk, state=delivery.state, attempts=delivery.attempts, claimed_at=delivery.claimed_at)


def latest_deliveries(hook: Webhook) -> QuerySet[WebhookDelivery]:
    """The last fifty, the newest first, without their bodies."""
    return hook.deliveries.defer("body").order_by("-made_at", "-pk")[:SHOWN]


def webhooks_of(league: League) -> QuerySet[Webhook]:
    return Webhook.objects.filter(league=league).select_related("league", "by").order_by("pk")
