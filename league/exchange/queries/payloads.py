"""What webhooks are told, as JSON: a result, a night with its tables, a week's fixtures; matches and tables as the API
has them (docs/webhooks.md).
"""

from datetime import date, datetime, timedelta
from typing import Any

from django.urls import reverse

from league.base.ui.formats import night
from league.notifications.choices import WebhookEvent
from league.notifications.queries.letters import absolute
from league.notifications.queries.webhooks import WebhookPayload, payload_of
from league.pages.presenters.match_lists import MatchLine
from league.pages.presenters.night_message import fixtures_message
from league.pages.queries.nights import news_of, nights_between, who_is_where
from league.results.queries.tables import divisions
from league.schedule.models import Fixture
from league.teams.models import League


def result_payload(fixture: Fixture, league: League, at: datetime) -> WebhookPayload:
    """A match whose result stands; `fixture` with its relations and its result."""
    result = fixture.result
    text = f"{fixture.home} {result.score} {fixture.away} ({fixture.occasion})"
    key = f"{fixture.pk}-{result.submission_id}-{result.updated_at.isoformat()}-{result.state_at(at)}"
    return payload_of(
        WebhookEvent.RESULT, league, at, key=key, about=str(fixture), match=_match(fixture, at), text=text
    )


def night_payload(league: League, day: date, at: datetime) -> WebhookPayload | None:
    """All matches of a night and the tables after it; None where nobody has a score."""
    from league.exchange.queries.api_leagues import serialize_table  # slow import

    shown = who_is_where(league, day, at)
    lines = [line for pub in shown.pubs for line in pub.lines]
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
        text=news_of(shown, league, at).message(league, address).results,
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


def _matches(lines: list[MatchLine], at: datetime) -> list[dict[str, Any]]:
    return [_match(each.fixture, at) for each in lines]


def _match(fixture: Fixture, at: datetime) -> dict[str, Any]:
    from league.exchange.presenters.fixtures import serialize_fixture  # slow import

    told: dict[str, Any] = serialize_fixture(fixture, at).model_dump(mode="json")
    return told | {"page": absolute(told["page"])}
