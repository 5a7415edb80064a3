"""Which ties a cup has, and where the two sides of each come from.

id          part                    the tie
main-2-1    MAIN                    the first tie of the second round
losers-3-1  LOSERS                  double knockout: those who have lost once
final-1-1   FINAL                   double knockout: the unbeaten one against the best of those who lost once
final-2-1   FINAL                   the same again, if the unbeaten one has lost: then both have lost once
plate-1-2   PLATE                   those who lost in the first round
third-1-1   THIRD                   the losers of the semi-finals
late-1-1    LATE                    a late entrant against somebody for a place in the draw
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import TypeAlias

from scoring.season.knockout.cups import Cup, Plate, Shape, TieForm
from scoring.season.knockout.draw import Draw, bracket_size, seed_places


class Part(StrEnum):
    MAIN = "main"
    LOSERS = "losers"
    FINAL = "final"
    PLATE = "plate"
    THIRD = "third"
    LATE = "late"


class Vacant(Enum):
    """BYE: nobody comes here. OPEN: somebody will, and it is not known who."""

    BYE = "bye"
    OPEN = "open"


class Role(StrEnum):
    WINNER = "winner"
    LOSER = "loser"


@dataclass(frozen=True, slots=True)
class Feeder:
    """A place that the winner, or the loser, of a tie takes."""

    tie: str
    role: Role = Role.WINNER


Seat: TypeAlias = str | Vacant
Source: TypeAlias = Seat | Feeder


@dataclass(frozen=True, slots=True)
class Plan:
    """One tie before anything happened; `round` and `number` count from 1. `again` of the second final."""

    part: Part
    round: int
    number: int
    first: Source
    second: Source
    form: TieForm
    neutral: bool = False
    again: bool = False

    @property
    def id(self) -> str:
        return tie_id(self.part, self.round, self.number)


def tie_id(part: Part, number_of_round: int, number: int) -> str:
    return f"{part.value}-{number_of_round}-{number}"


def plans(cup: Cup, draw: Draw) -> tuple[Plan, ...]:
    """Every tie that a cup's first draw makes, each after those that lead to it; of a redrawn cup the first round."""
    if cup.shape not in {Shape.KNOCKOUT, Shape.DOUBLE}:
        raise ValueError(f"a cup of the shape {cup.shape} has no bracket")
    places: list[Source] = []
    for pairing in draw.pairings:
        places += [pairing.home, Vacant.BYE if pairing.away is None else pairing.away]
    double = cup.shape is Shape.DOUBLE
    main = list(knocked_out(cup, Part.MAIN, places, after=1 if double else 0, only_first=cup.redraw))
    last = main[-1].round
    if double:
        return (*main, *_second_chance(cup, main, last))
    more: list[Plan] = []
    if cup.third and last > 1:
        lost = [Feeder(each.id, Role.LOSER) for each in main if each.round == last - 1]
        more.append(Plan(Part.THIRD, 1, 1, lost[0], lost[1], cup.form(1), neutral=cup.neutral > 0))
    if cup.plate is Plate.FIXED:
        more += knocked_out(cup, Part.PLATE, plate_places(main))
    return (*main, *more)


def knocked_out(
    cup: Cup, part: Part, places: Sequence[Source], *, first: int = 1, after: int = 0, only_first: bool = False
) -> Iterator[Plan]:
    """A bracket from its places, a power of two: round `first`, then the winners of neighbouring ties, and so on.

    `after` is how many rounds follow the last one here.
    """
    number_of_round = first
    while len(places) > 1:
        left = len(places).bit_length() - 2 + after
        made = [
            Plan(part, number_of_round, i // 2 + 1, places[i], places[i + 1], cup.form(left), left < cup.neutral)
            for i in range(0, len(places), 2)
        ]
        yield from made
        if only_first:
            return
        places = [Feeder(each.id) for each in made]
        number_of_round += 1


def plate_places(main: Sequence[Plan]) -> list[Source]:
    """The losers of the ties of the first round in their order, with byes at the places where the best would stand."""
    lost: list[Source] = [
        Feeder(each.id, Role.LOSER) for each in main if each.round == 1 and Vacant.BYE not in {each.first, each.second}
    ]
    if len(lost) < 2:
        return []
    ties = bracket_size(len(lost)) // 2
    spared = set(seed_places(ties)[: 2 * ties - len(lost)])
    rest = iter(lost)
    return [place for i in range(ties) for place in (next(rest), Vacant.BYE if i in spared else next(rest))]


def _second_chance(cup: Cup, main: Sequence[Plan], last: int) -> Iterator[Plan]:
    """The losers' side of a double knockout, and the finals.

    Its odd rounds are among the winners of the one before; in its even rounds they meet those who have just lost in the
    main part, taken from the other end so that those who met lately are far apart.
    """
    fallen = [[Feeder(each.id, Role.LOSER) for each in main if each.round == number] for number in range(1, last + 1)]
    alive: list[Feeder] = fallen[0]
    number_of_round = 0
    for number, dropped in enumerate(fallen[1:], start=2):
        for opponents in (None, dropped if number % 2 else dropped[::-1]):
            number_of_round += 1
            sides = (alive, opponents) if opponents else (alive[::2], alive[1::2])
            made = [
                Plan(Part.LOSERS, number_of_round, i, one, other, cup.form(last - number + 1))
                for i, (one, other) in enumerate(zip(*sides, strict=True), start=1)
            ]
            yield from made
            alive = [Feeder(each.id) for each in made]
    final = Plan(Part.FINAL, 1, 1, Feeder(main[-1].id), alive[0], cup.form(0), cup.neutral > 0)
    yield final
    again = (Feeder(final.id, Role.LOSER), Feeder(final.id))
    yield Plan(Part.FINAL, 2, 1, *again, cup.form(0), cup.neutral > 0, again=True)
