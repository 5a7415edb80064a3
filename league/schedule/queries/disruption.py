"""What disrupts a season under way: the value that its list is rescheduled for; a team's leaving."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from django.apps import apps
from django.db.models import Q

from league.base.accounts.models import User
from league.base.audit.queries import entries_about
from league.base.ui.formats import night
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture, FixtureList
from league.schedule.values.matches import division_rules
from league.teams.models import Venue
from scoring import codec
from scoring.card.league_rules import WithdrawalPolicy
from scoring.card.points import amount
from scoring.words import several


class DisruptionKind(StrEnum):
    """What has happened to a pub, or that the list alone is to be rescheduled."""

    NOTHING = "nothing"
    SHUT = "shut"
    MOVED = "moved"
    BOARDS = "boards"


@dataclass(frozen=True, slots=True)
class Disruption:
    """What a list is rescheduled for. `notice` is how many days from now on nothing changes.

    A pub, `venue`, is SHUT from `first` to `last` (None: for good), its teams have MOVED to the pub `other` from
    `first` on, or it has `boards` from then on. `catch_up` is a weekday on which matches may be played besides.
    """

    what: DisruptionKind = DisruptionKind.NOTHING
    notice: int = 7
    venue: int | None = None
    other: int | None = None
    boards: int | None = None
    first: date | None = None
    last: date | None = None
    catch_up: int | None = None

    def shut_on(self, day: date) -> bool:
        """Whether the pub is shut that day because of it."""
        if self.what is not DisruptionKind.SHUT or self.first is None:
            return False
        return self.first <= day and (self.last is None or day <= self.last)

    def moves(self, venue: int) -> bool:
        """Whether the teams of that pub play at `other` because of it."""
        return self.what is DisruptionKind.MOVED and self.venue == venue and self.other is not None


KEY = "happened"


def disruption_of(row: FixtureList) -> Disruption:
    """What the list was rescheduled for, as its row keeps it beside the task."""
    return codec.bare_as(Disruption, row.task.get(KEY, {}), KEY)


def with_disruption(task: dict[str, Any], disruption: Disruption) -> dict[str, Any]:
    return {**task, KEY: codec.bare(disruption)}


def describe_disruption(disruption: Disruption) -> str:
    """What has happened, as a sentence; one query for a pub's name."""
    if disruption.what is DisruptionKind.NOTHING or disruption.first is None:
        return "The remaining fixtures, redone."
    names = dict(Venue.objects.filter(pk__in=[disruption.venue, disruption.other]).values_list("pk", "name"))
    pub, first = names.get(disruption.venue, "A pub"), night(disruption.first)
    if disruption.what is DisruptionKind.SHUT:
        return f"{pub} is shut from {first}" + (f" to {night(disruption.last)}." if disruption.last else " on.")
    if disruption.what is DisruptionKind.MOVED:
        return f"The teams of {pub} play at {names.get(disruption.other, 'another pub')} from {first} on."
    return f"{pub} has room for {disruption.boards} from {first} on."


# --- what a team's leaving would come to ------------------------------------------------------------------------------
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
