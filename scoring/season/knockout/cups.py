"""How a cup is played, as data: which ties it has, and under which rules a leg of one of them is played.

    shape               who goes on                                        ties
    KNOCKOUT            the winner of each tie                             n - 1
    DOUBLE              whoever has not lost twice                         2n - 2, or 2n - 1
    GROUPS              the best of each group, then as KNOCKOUT           scoring.season.openday.day
    ROUND_ROBIN         everybody meets everybody                          scoring.season.openday.day
    SWISS               everybody plays every round                        scoring.season.swiss

A leg has a card of its own, made from the cup's form of the tie and the league's rules, which say what is pegged and to
which hole:

    the tie                         its card
    teams, all of so many games     the league's own
    teams, best of so many games    one line of the league's largest game, usually pairs
    a player, a pair, or more       one line of as many a side, as the league plays it
    a decider                       one line, best of the decider's games
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from fractions import Fraction
from typing import TypeAlias

from scoring.card.format import Format, Line, Settle
from scoring.card.league_rules import LeagueRules, Registration
from scoring.card.points import Games, Scheme, Walkover
from scoring.season.knockout.draw import Draw, bracket_size, seed_places

Score = tuple[Games, Games]


class Shape(StrEnum):
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    GROUPS = "groups"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"


class Plate(StrEnum):
    """A second cup for those who lose a first-round tie; DRAWN means that its rounds are drawn on their own."""

    NONE = "none"
    FIXED = "fixed"
    DRAWN = "drawn"


class TieVerdict(StrEnum):
    """What the scores of a tie say. LEVEL: everything is played and a decider, or a replay, is wanted."""

    WAITING = "waiting"
    FIRST = "first"
    SECOND = "second"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class TieForm:
    """How one tie is decided: `best_of` games (odd), or all of `games` games; exactly one of the two is not 0.

    With `legs` 2 it is played home and away and the games of both are added up. A tie that ends level goes to a decider
    of best of `decider` games, written down as one more leg; 0 means that it is replayed instead.
    """

    best_of: int = 0
    games: int = 0
    legs: int = 1
    decider: int = 1

    def __post_init__(self) -> None:
        if (self.best_of > 0) == (self.games > 0):
            raise ValueError("a tie is best of some games, or all of some games")
        if self.legs not in {1, 2} or self.best_of % 2 == 0 < self.best_of or self.decider % 2 == 0 < self.decider:
            raise ValueError("a tie has one leg or two, and is best of an odd number of games")

    def fault(self, leg: int, score: Score, scores: Mapping[int, Score]) -> str:
        """Why a score of a leg (from 1) cannot be, with the other legs' scores as known; "" if it can."""
        if min(score) < 0:
            return "games cannot be fewer than none"
        earlier = {number: each for number, each in scores.items() if number < leg}
        if leg > 1 and (leg > self.legs + 1 or len(earlier) < leg - 1):
            return f"there is no leg {leg} to be played"
        if leg > self.legs:
            if self._games_verdict(earlier) is not TieVerdict.LEVEL or not self.decider:
                return "no decider is wanted"
            return _best_of(self.decider, score)
        if self.best_of:
            return _best_of(self.best_of, score)
        return "" if 0 < sum(score) <= self.games else f"there are {self.games} games"

    def as_ended(self, score: Score) -> tuple[Score, ...]:
        """The legs of a score in which the decider is counted: 11 to 10 of twenty games is 10 all, and then 1 to 0."""
        level = self.games // 2
        more = score[0] - level, score[1] - level
        counted = self.legs == 1 and sum(score) > self.games == 2 * level > 0 and self.decider > 0 <= min(more)
        return ((level, level), more) if counted and not _best_of(self.decider, more) else (score,)

    def verdict(self, scores: Mapping[int, Score]) -> TieVerdict:
        """What the scores by leg (from 1) come to."""
        decider = scores.get(self.legs + 1)
        if decider is not None:
            return TieVerdict.FIRST if decider[0] > decider[1] else TieVerdict.SECOND
        return self._games_verdict(scores)

    def _games_verdict(self, scores: Mapping[int, Score]) -> TieVerdict:
        if any(leg not in scores for leg in range(1, self.legs + 1)):
            return TieVerdict.WAITING
        ahead = sum(scores[leg][0] - scores[leg][1] for leg in range(1, self.legs + 1))
        return TieVerdict.FIRST if ahead > 0 else TieVerdict.SECOND if ahead < 0 else TieVerdict.LEVEL


def _best_of(best_of: int, score: Score) -> str:
    if max(score) == best_of // 2 + 1 > min(score):
        return ""
    return f"best of {best_of}: the winner has {best_of // 2 + 1} and the other fewer"


@dataclass(frozen=True, slots=True)
class Cup:
    """The rules of one cup.

    `forms` are the forms of the ties counted back from the final: the last is the final's, the one before it the
    semi-finals', and the first is every earlier round's. `redraw`: each round is drawn on its own, otherwise one draw
    makes the whole bracket. `neutral` is how many rounds, the final included, are played on neutral ground. `third`:
    the losers of the semi-finals play for third place.
    """

    name: str
    shape: Shape = Shape.KNOCKOUT
    forms: tuple[TieForm, ...] = (TieForm(best_of=3),)
    redraw: bool = False
    plate: Plate = Plate.NONE
    third: bool = False
    neutral: int = 0

    def __post_init__(self) -> None:
        if self.shape is Shape.DOUBLE and (self.redraw or self.plate is not Plate.NONE or self.third):
            raise ValueError("a double knockout has one draw, no plate and no tie for third place")

    def form(self, left: int) -> TieForm:
        """The form of a tie after which `left` more rounds are to be played (the final: 0)."""
        return self.forms[max(0, len(self.forms) - 1 - left)]


SINGLES = Cup("Singles", forms=(TieForm(best_of=3), TieForm(best_of=5)))
TEAM_KNOCKOUT = Cup("Team knockout", forms=(TieForm(games=16, decider=3),), redraw=True, plate=Plate.DRAWN, neutral=2)
HOME_AND_AWAY = Cup("Home and away", forms=(TieForm(games=9, legs=2), TieForm(games=9)), neutral=1)
OPEN_DAY = Cup("Open", shape=Shape.DOUBLE, forms=(TieForm(best_of=1), TieForm(best_of=3)))


# --- the card of a leg ------------------------------------------------------------------------------------------------
MOST_AT_A_TABLE = 2  # a side: a larger combination sits down in pairs
LABELS = {1: "S1", 2: "P1"}  # as on a league's card
COUNTED = {1: "one", 3: "three", 5: "five", 7: "seven", 9: "nine"}


def rules_for_leg(
    form: TieForm, league: LeagueRules, *, players: int = 0, decider: bool = False, starts: tuple[int, int] = (0, 0)
) -> LeagueRules:
    """The rules of one leg of a tie. `players` is how many an entrant has by name, 0 for a team with its squad.

    Who is entered by name plays, and nobody signs on the night. A leg is worth its games and no points. `starts` are
    the holes on which the home and the away side begin each game, for a handicap.
    """
    if decider or form.best_of:
        rules = _one_line(league, players, form.decider if decider else form.best_of, Settle.BEST_OF)
    elif players:
        rules = _one_line(league, players, form.games, Settle.ALL)
    else:
        rules = replace(league, scheme=_games_only(None))
    if not any(starts):
        return rules
    lines = []
    for line in rules.format.lines:
        home, away = (max(0, min(start, (line.target or 0) - 1)) for start in starts)  # nobody begins at the end
        lines.append(replace(line, starts=(home, away)) if line.target else line)
    return replace(rules, format=replace(rules.format, lines=tuple(lines)))


def best_of_words(form: TieForm) -> str:
    """The form of a tie in words: "best of three", "nine games, home and away"."""
    if form.best_of:
        text = "one game" if form.best_of == 1 else f"best of {COUNTED.get(form.best_of, form.best_of)}"
    else:
        text = "one game" if form.games == 1 else f"{COUNTED.get(form.games, form.games)} games"
    return f"{text}, home and away" if form.legs == 2 else text


def _one_line(league: LeagueRules, players: int, games: int, settle: Settle) -> LeagueRules:
    seats = min(players, MOST_AT_A_TABLE) or max(line.players for line in _pegged(league.format.lines))
    like = min(_pegged(league.format.lines), key=lambda line: abs(line.players - seats))
    house = like.house if like.players == seats else replace(like.house, tiles=None)
    settle = settle if games > 1 else Settle.ALL
    line = replace(like, house=house, label=LABELS.get(seats, "T1"), players=seats, games=games, settle=settle)
    noun = line.kind.noun.capitalize()
    named = f"{noun}, best of {games}" if line.settle is Settle.BEST_OF else noun
    form = Format(named, (line,), side=seats, minimum=seats, pegs=league.format.pegs)
    to_win = line.to_win if line.settle is Settle.BEST_OF else None
    registration = Registration(squad_minimum=None, on_the_night=False) if players else league.registration
    return replace(league, format=form, scheme=_games_only(to_win), registration=registration)


def _games_only(to_win: int | None) -> Scheme:
    return Scheme("Games won", per_game=Fraction(1), walkover=Walkover(games_for=to_win))


def _pegged(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines of fives and threes; all of them, if the league plays none."""
    return tuple(line for line in lines if line.pegged) or lines


# --- which ties a cup has ---------------------------------------------------------------------------------------------
# id          part                    the tie
# main-2-1    MAIN                    the first tie of the second round
# losers-3-1  LOSERS                  double knockout: those who have lost once
# final-1-1   FINAL                   double knockout: the unbeaten one against the best of those who lost once
# final-2-1   FINAL                   the same again, if the unbeaten one has lost: then both have lost once
# plate-1-2   PLATE                   those who lost in the first round
# third-1-1   THIRD                   the losers of the semi-finals
# late-1-1    LATE                    a late entrant against somebody for a place in the draw


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
