"""The matches of groups and of Swiss rounds: who meets whom, and what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.season.knockout.cups import Score, TieForm
from scoring.season.knockout.facts import GROUPS, NEITHER, SWISS
from scoring.season.schedule.circle import round_robin
from scoring.season.swiss.standing import SwissGame


class DayMatchState(StrEnum):
    TO_PLAY = "to-play"
    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"


@dataclass(slots=True)
class DayMatchRecord:
    """One match with its account; `second` None is a bye. `group` is 0 in a Swiss event, all else counts from 1."""

    group: int
    round: int
    number: int
    first: str
    second: str | None
    score: Score | None = None
    given: str = ""
    facts: list[int] = field(default_factory=list)

    @property
    def id(self) -> str:
        return match_id(self.group, self.round, self.number)

    @property
    def met(self) -> tuple[str, str | None] | None:
        """The two that played it or had it awarded; None while neither is so."""
        return (self.first, self.second) if self.score is not None or self.given else None

    @property
    def scores(self) -> dict[int, Score]:
        """The score by leg, of which there is one: as a tie of a knockout has them."""
        return {} if self.score is None else {1: self.score}


@dataclass(frozen=True, slots=True)
class DayMatch:
    """One match as it stands. `facts` are the numbers of those about it.

    A walkover has no score of its own, and no winner where both lost.
    """

    id: str
    group: int
    round: int
    number: int
    first: str
    second: str | None
    state: DayMatchState
    score: Score | None
    winner: str | None
    facts: tuple[int, ...]


def match_id(group: int, number_of_round: int, number: int) -> str:
    return f"{GROUPS}-{group}-{number_of_round}-{number}" if group else f"{SWISS}-{number_of_round}-{number}"


def meetings(group: int, names: Sequence[str], legs: int) -> Iterator[DayMatchRecord]:
    """Everybody of a group against everybody, `legs` times; in each round whoever sits out comes last."""
    for number_of_round, pairs in enumerate(round_robin(names, legs), start=1):
        ordered = sorted(pairs, key=lambda pair: pair[1] is None)
        for number, (first, second) in enumerate(ordered, start=1):
            yield DayMatchRecord(group, number_of_round, number, first, second)


def fill_in(
    group: int, records: Sequence[DayMatchRecord], names: Sequence[str], late: str, legs: int
) -> list[DayMatchRecord]:
    """What is new when somebody comes into a group late: in place of its byes, or rounds after those it has.

    `names` are the others; nothing that was planned changes.
    """
    spare = [each for each in records if each.second is None]
    if spare:
        return [
            DayMatchRecord(
                group, each.round, each.number, *((each.first, late) if each.round % 2 else (late, each.first))
            )
            for each in spare
        ]
    last = max(each.round for each in records)
    return [
        DayMatchRecord(group, last + leg * len(names) + i + 1, 1, *((name, late) if (leg + i) % 2 else (late, name)))
        for leg in range(legs)
        for i, name in enumerate(names)
    ]


def outcome(meeting: DayMatchRecord, gone: Mapping[str, int]) -> tuple[DayMatchState, str | None]:
    """How it was decided and who won; `gone` says by the number of a fact when somebody left.

    Of two of whom one has left the other wins; if both have, whoever stayed longer.
    """
    if meeting.second is None:
        return DayMatchState.BYE, meeting.first
    if meeting.given:
        return DayMatchState.WALKOVER, None if meeting.given == NEITHER else meeting.given
    if meeting.score is not None:
        first, second = meeting.score
        return DayMatchState.PLAYED, meeting.first if first > second else meeting.second if second > first else None
    if not gone.keys() & {meeting.first, meeting.second}:
        return DayMatchState.TO_PLAY, None
    first_left, second_left = gone.get(meeting.first), gone.get(meeting.second)
    if first_left is None or (second_left is not None and first_left > second_left):
        return DayMatchState.WALKOVER, meeting.first
    return DayMatchState.WALKOVER, meeting.second


def game_of(match: DayMatch, form: TieForm) -> SwissGame | None:
    """What a match counts for; None if it is open.

    A walkover counts as if every game that could be won had been; a match that both lost as no game won by either.
    """
    if match.state is DayMatchState.BYE:
        return SwissGame(match.first, None)
    if match.state is DayMatchState.TO_PLAY or match.second is None:
        return None
    if match.score is not None:
        return SwissGame(match.first, match.second, *match.score)
    if match.winner is None:
        return SwissGame(match.first, match.second, both_lose=True)
    most = form.best_of // 2 + 1 if form.best_of else form.games
    return SwissGame(match.first, match.second, *((most, 0) if match.winner == match.first else (0, most)))
