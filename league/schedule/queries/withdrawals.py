"""What follows from a team's leaving the season, and from its coming back."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from django.apps import apps
from django.db.models import Q

from league.base.accounts.models import User
from league.base.audit.queries import entries_about
from league.base.ui.formats import night
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture
from league.schedule.values.matches import division_rules
from scoring.card.league_rules import WithdrawalPolicy
from scoring.card.points import amount
from scoring.words import several


@runtime_checkable
class CupKeeper(Protocol):
    """The AppConfig of an app that keeps cups, which a team may leave with its league, and come back into."""

    def cups_left_with(self, entry: Entry, at: datetime) -> list[str]: ...

    def cups_taken_again_with(self, entry: Entry, at: datetime) -> list[str]: ...

    def leave_cups(self, entry: Entry, *, reason: str, by: User, at: datetime) -> list[str]: ...

    def return_to_cups(self, entry: Entry, *, reason: str, by: User, at: datetime) -> list[str]: ...


def cup_keepers() -> Iterator[CupKeeper]:
    return (app for app in apps.get_app_configs() if isinstance(app, CupKeeper))


def cups_left_with(entry: Entry, at: datetime) -> list[str]:
    """A sentence for each cup that the team is still in."""
    return [words for keeper in cup_keepers() for words in keeper.cups_left_with(entry, at)]


def cups_taken_again_with(entry: Entry, at: datetime) -> list[str]:
    """A sentence for each cup that the team withdrew from."""
    return [words for keeper in cup_keepers() for words in keeper.cups_taken_again_with(entry, at)]


HALF_KEPT = {WithdrawalPolicy.KEEP_FIRST_HALF, WithdrawalPolicy.FIRST_HALF_AND_AWARD}


def consequences(entry: Entry, on: date) -> tuple[str, ...]:
    """A sentence for everything that changes if the team leaves on that day, by the league's policy."""
    mine = Fixture.objects.filter(Q(home=entry) | Q(away=entry), away__isnull=False)
    return tuple(_consequences(entry, on, list(mine.order_by("first_date", "pk"))))


def _consequences(entry: Entry, on: date, fixtures: list[Fixture]) -> Iterator[str]:
    waiting = [each for each in fixtures if each.state in (FixtureState.SCHEDULED, FixtureState.POSTPONED)]
    going = [each for each in waiting if each.date is None or each.date >= on]
    if going:
        yield f"Void: {several(len(going), 'match')} still to be played. Each opponent has a free night."
    else:
        yield "No match is still to be played."
    if len(waiting) > len(going):
        left = several(len(waiting) - len(going), "match")
        yield f"Left open for you to settle: {left} before {night(on)} without a card."
    played = [each for each in fixtures if each.state in (FixtureState.PLAYED, FixtureState.AWARDED)]
    yield from _results(entry, on, played)
    yield from _relegation(entry.division)
    yield (
        "We e-mail everyone in both teams of each void match. Tell the pubs yourself."
        if going
        else ("We e-mail the captain.")
    )
    yield "Its players stay registered with it until you transfer or release them."
    yield "The team can be brought back later, with the same matches."


def _relegation(division: Division) -> Iterator[str]:
    if keeps_size(division):
        down = "the last team goes" if division.relegated == 1 else f"the last {division.relegated} teams go"
        yield (
            f"A team that withdraws takes no relegation place: {down} down all the same, and {division} has one team "
            "fewer next season, unless you choose otherwise below."
        )


def keeps_size(division: Division) -> bool:
    """Whether one relegation place fewer would make up for a team that leaves the division."""
    return division.relegated > 0


def relegated_before(entry: Entry) -> int | None:
    """How many went down from its division before the team left, if one fewer does since."""
    left = entries_about(entry.team).filter(verb="withdraw_team").first()
    fewer = left.after.get("relegated") if left else None
    return fewer + 1 if fewer is not None and fewer == entry.division.relegated else None


def _results(entry: Entry, on: date, played: list[Fixture]) -> Iterator[str]:
    competition = entry.division.competition
    rules = division_rules(entry.division)
    if not played:
        yield "No match has been played, so no result changes."
        return
    second = sum(each.half == 2 for each in played)
    late = competition.season.half_of(on) == 2
    if rules.withdrawal is WithdrawalPolicy.KEEP_PLAYED and late:
        kept = several(len(played), "match")
        yield f"Kept in the table: {kept} already played, as the team leaves in the second half."
    elif rules.withdrawal in HALF_KEPT and late:
        yield f"Kept in the table: {several(len(played) - second, 'match')} of the first half."
        yield f"Struck out of the table: {several(second, 'match')} of the second half."
    else:
        early = rules.withdrawal in {WithdrawalPolicy.KEEP_PLAYED, *HALF_KEPT}
        why = ", as the team leaves in the first half" if early else ""
        yield f"Struck out of the table: {several(len(played), 'match')} already played{why}."
    if rules.withdrawal.awards:
        yield f"Each team that had a match with {entry} is given {amount(rules.withdrawal_award)} instead."
