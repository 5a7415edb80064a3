"""Which webhooks are told what, of an entry of the audit log and of an hour that has come: a result, a night with its
tables, a week's fixtures, as JSON; matches and tables as the API has them (docs/webhooks.md).
"""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.base.ui.formats import night
from league.notifications.choices import WebhookEvent
from league.notifications.models import Message, Webhook
from league.notifications.queries.letter import absolute, days_when, keys_of
from league.notifications.queries.letters.by_the_clock import leagues_with_results_standing
from league.notifications.queries.webhooks import WebhookPayload, delivery_of, payload_of
from league.pages.queries.match_lists import MatchLine, league_matches
from league.pages.queries.nights import fixtures_message, news_of, nights_between, who_is_where
from league.results.choices import FINAL_STATES, ResultState
from league.results.queries.tables import divisions
from league.schedule.models import Fixture
from league.teams.models import League

# Actions after which a result may stand that did not before, or stand otherwise.
SETTLING_VERBS = frozenset(
    {"submit_card", "agree_card", "decide_result", "correct_result", "award_match", "restore"}
)  # fmt: skip
AT_TEN, SUNDAY = time(10), 6
DAY = timedelta(days=1)


def deliveries_about(entry: Entry, league: League, at: datetime) -> list[Message]:
    hooks = _listening(league) if entry.verb in SETTLING_VERBS else []
    fixtures = league_matches(league).filter(pk__in=keys_of(entry, "fixture")) if hooks else ()
    stands = (each for each in fixtures if hasattr(each, "result") and each.result.state_at(at) in FINAL_STATES)
    return _deliveries(hooks, (result_payload(each, league, at) for each in stands), at)


def leagues_with_deliveries(after: datetime, until: datetime) -> set[int]:
    with scopes_disabled():
        hooks = Webhook.objects.filter(off_at=None)
        if not days_when(AT_TEN, after, until):
            hooks = hooks.filter(league__in=leagues_with_results_standing(after, until))
        return set(hooks.values_list("league", flat=True))


def deliveries_due(league: League, after: datetime, until: datetime) -> list[Message]:
    """What is told because of the hour, in the scope of the league: cards that nobody questioned, nights, weeks."""
    hooks = _listening(league)
    chosen = {event for hook in hooks for event in hook.events}
    return _deliveries(hooks, filter(None, _payloads_due(league, chosen, after, until)), until)


def _payloads_due(
    league: League, chosen: set[str], after: datetime, until: datetime
) -> Iterator[WebhookPayload | None]:
    if WebhookEvent.RESULT in chosen:
        stood = league_matches(league).filter(
            result__state=ResultState.PROVISIONAL, result__confirm_by__gt=after, result__confirm_by__lte=until
        )
        for fixture in stood.order_by("result__confirm_by", "pk"):
            yield result_payload(fixture, league, until)
    for day in days_when(AT_TEN, after, until):
        if WebhookEvent.NIGHT in chosen:
            yield night_payload(league, day - DAY, until)
        if WebhookEvent.FIXTURES in chosen and day.weekday() == SUNDAY:
            yield week_payload(league, day + DAY, until)


def _listening(league: League) -> list[Webhook]:
    return list(Webhook.objects.filter(league=league, off_at=None).select_related("by").order_by("pk"))


def _deliveries(hooks: list[Webhook], payloads: Iterable[WebhookPayload], at: datetime) -> list[Message]:
    return [delivery_of(hook, payload, at) for payload in payloads for hook in hooks if payload.event in hook.events]


# --- what is told -----------------------------------------------------------------------------------------------------
def result_payload(fixture: Fixture, league: League, at: datetime) -> WebhookPayload:
    result = fixture.result
    text = f"{fixture.home} {result.score} {fixture.away} ({fixture.occasion})"
    key = f"{fixture.pk}-{result.submission_id}-{result.updated_at.isoformat()}-{result.state_at(at)}"
    return payload_of(
        WebhookEvent.RESULT, league, at, key=key, about=str(fixture), match=_match(fixture, at), text=text
    )


def night_payload(league: League, day: date, at: datetime) -> WebhookPayload | None:
    """All matches of a night and the tables after it; None where nobody has a score."""
    from league.exchange.queries.api_answers import serialize_table  # slow import

    shown = who_is_where(league, day, at)
    lines = list(shown.lines)
    if not any(line.score for line in lines):
        return None
    address = absolute(reverse("fixtures-night", args=[league.slug, day]))
    tables = divisions() if shown.season and shown.season.current else ()
    return payload_of(
        WebhookEvent.NIGHT, league, at,
        key=day.isoformat(),
        about=f"Night of {night(day)}",
        date=day.isoformat(),
        page=address,
        matches=_matches(lines, at),
        tables=[
            serialize_table(league, each.competition.season.slug, each.slug, at).model_dump(mode="json")
            for each in tables
        ],
        text=news_of(shown, league, at).message(league, address)[0],
    )  # fmt: skip


def week_payload(league: League, monday: date, at: datetime) -> WebhookPayload | None:
    """The matches from a Monday to the Sunday after it; None where there are none."""
    nights = nights_between(league, monday, monday + timedelta(days=7), at)
    if not nights:
        return None
    return payload_of(
        WebhookEvent.FIXTURES, league, at,
        key=monday.isoformat(),
        about=f"Week of {night(monday)}",
        first=monday.isoformat(),
        last=(monday + timedelta(days=6)).isoformat(),
        matches=_matches([line for _, lines in nights for line in lines], at),
        text=fixtures_message(nights),
    )  # fmt: skip


def _matches(lines: Iterable[MatchLine], at: datetime) -> list[dict[str, Any]]:
    return [_match(each.fixture, at) for each in lines]


def _match(fixture: Fixture, at: datetime) -> dict[str, Any]:
    from league.exchange.queries.api_answers import serialize_fixture  # slow import

    payload: dict[str, Any] = serialize_fixture(fixture, at).model_dump(mode="json")
    return payload | {"page": absolute(payload["page"])}
