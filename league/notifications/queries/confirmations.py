"""What the hour brings for cards that are in: the other card that is missing, and a result that nobody questioned.

Nothing is done at that moment (docs/decisions/0006-a-deadline-is-a-fact.md): it is told that the moment has come.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils.timezone import localtime

from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter, moment
from league.notifications.queries.news.cards import card_address, facts_about, receipts_of, score_of, sides_of
from league.notifications.queries.people import both_sides, leaders
from league.notifications.queries.quiet_hours import after_quiet_hours
from league.results.choices import ResultState
from league.results.models import Result
from league.results.queries import results_of, rules_for
from league.schedule.choices import CompetitionKind
from league.schedule.models import Fixture
from league.schedule.queries import card_due
from league.teams.models import League

SECOND = timedelta(hours=12)


def results_standing(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Both sides, once a card has stood for as long as the rules give the other side to question it."""
    found = results_of(league).filter(state=ResultState.PROVISIONAL, confirm_by__gt=after, confirm_by__lte=until)
    for result in found.order_by("confirm_by", "pk"):
        fixture, (ours, _) = result.fixture, sides_of(result.fixture, result.submission)
        words = (
            f"Nobody questioned the card of {ours} in time, so it stands.",
            *_flag(result),
            _where_to_object(fixture),
        )
        for person in both_sides(fixture):
            yield Letter(
                MessageKind.RESULT,
                person,
                f"stood-{result.submission_id}",
                f"{score_of(fixture, result)}: the result stands",
                words,
                (*facts_about(fixture, result), ("Receipt", receipts_of(fixture))),
                (("See the match", fixture.get_absolute_url()),),
            )


def cards_missing(league: League, after: datetime, until: datetime) -> Iterator[Letter]:
    """Where both sides must send a card: the one that has not, half a day before it is late; at eight after a night."""
    sealed = results_of(league).filter(state=ResultState.SEALED, fixture__division__competition__season__current=True)
    for result in sealed.order_by("pk"):
        fixture = result.fixture
        due = card_due(fixture, rules_for(fixture))
        if due is not None and after < after_quiet_hours(due - SECOND) <= until < due:
            yield from _missing(result, fixture, due)


def _missing(result: Result, fixture: Fixture, due: datetime) -> Iterator[Letter]:
    sent, missing = sides_of(fixture, result.submission)
    late = moment(localtime(due))
    for person in leaders(missing):
        yield Letter(
            MessageKind.CARD_DUE,
            person,
            f"due-{fixture.pk}-{fixture.date}",
            f"{fixture}: your card is due by {late}",
            (f"{sent} have sent their card. It stays closed until yours is in.",),
            (("Match", f"{fixture}, {fixture.occasion}"), ("Due by", late)),
            (("Send your card", card_address(fixture)),),
            until=due,
        )


def _flag(result: Result) -> tuple[str, ...]:
    return ("Something on the card is still for the league to look at.",) if result.flagged else ()


def _where_to_object(fixture: Fixture) -> str:
    """Captains cannot change it any more; the secretary can, until the tables are final. Cups go on."""
    competition = fixture.division.competition
    if competition.season.closed_at and competition.kind == CompetitionKind.LEAGUE:
        return f"Season {competition.season} is closed and its tables are final."
    return "If it is wrong, tell the secretary, who can still put it right: an answer to this mail goes there."
