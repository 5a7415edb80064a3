"""What a team's leaving would come to, in words, before anybody decides it."""

from collections.abc import Iterator
from datetime import date

from django.db.models import Q

from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture
from league.schedule.queries.matches import division_rules
from league.ui.words import night
from scoring.card.constitution import WithdrawalPolicy
from scoring.card.points import amount

HALF_KEPT = {WithdrawalPolicy.KEEP_FIRST_HALF, WithdrawalPolicy.FIRST_HALF_AND_AWARD}


def consequences(entry: Entry, on: date) -> tuple[str, ...]:
    """A sentence for everything that changes if the team leaves on that day, by the league's policy."""
    mine = Fixture.objects.filter(Q(home=entry) | Q(away=entry), away__isnull=False)
    return tuple(_consequences(entry, on, list(mine.order_by("first_date", "pk"))))


def _consequences(entry: Entry, on: date, fixtures: list[Fixture]) -> Iterator[str]:
    waiting = [each for each in fixtures if each.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)]
    going = [each for each in waiting if each.date is None or each.date >= on]
    if going:
        yield f"Void: {_matches(len(going))} still to be played. Each opponent has a free night."
    else:
        yield "No match is still to be played."
    if len(waiting) > len(going):
        left = _matches(len(waiting) - len(going))
        yield f"Left open for you to settle: {left} before {night(on)} without a card."
    played = [each for each in fixtures if each.state in (FixtureState.PLAYED, FixtureState.AWARDED)]
    yield from _results(entry, on, played)
    yield "The team can be brought back later, with the same matches."


def _results(entry: Entry, on: date, played: list[Fixture]) -> Iterator[str]:
    competition = entry.division.competition
    rules = division_rules(entry.division)
    if not played:
        yield "No match has been played, so no result changes."
        return
    second = sum(each.half == 2 for each in played)
    late = competition.season.half_of(on) == 2
    if rules.withdrawal is WithdrawalPolicy.KEEP_PLAYED and late:
        yield f"Kept in the table: {_matches(len(played))} already played, as the team leaves in the second half."
    elif rules.withdrawal in HALF_KEPT and late:
        yield f"Kept in the table: {_matches(len(played) - second)} of the first half."
        yield f"Struck out of the table: {_matches(second)} of the second half."
    else:
        early = rules.withdrawal in {WithdrawalPolicy.KEEP_PLAYED, *HALF_KEPT}
        why = ", as the team leaves in the first half" if early else ""
        yield f"Struck out of the table: {_matches(len(played))} already played{why}."
    if rules.withdrawal.awards:
        yield f"Each team that had a match with {entry} is given {amount(rules.withdrawal_award)} instead."


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"
