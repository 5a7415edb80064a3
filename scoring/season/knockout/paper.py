"""A knockout that was drawn elsewhere, and perhaps played: its ties as they stand on paper, into a draw and facts.

The ties of a round are drawn as they are written, with their byes. Whoever appears later than others, or comes through
a round that does not name it, had a bye there that nobody wrote down. A tie that does not fit is at fault and left out,
so that the rest is a bracket all the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest
from math import ceil

from scoring.card.points import Half
from scoring.season.knockout.cups import Cup, Part, Score, TieForm, tie_id
from scoring.season.knockout.draw import Draw, DrawRules, Entrant, Lots, Pairing, make_draw
from scoring.season.knockout.facts import Drawn, Fact, Scored, WalkedOver

WALKOVER = "Walkover"


@dataclass(frozen=True, slots=True)
class PaperTie:
    """A tie of a round (from 1), or a bye without `away`. `given`: to the winner, without play."""

    round: int
    home: str
    away: str = ""
    score: Score | None = None
    winner: str = ""
    given: bool = False

    @property
    def sides(self) -> tuple[str, ...]:
        return (self.home, self.away) if self.away else (self.home,)

    @property
    def through(self) -> str:
        """Who goes on; empty while that is open."""
        if self.winner or not self.away:
            return self.winner or self.home
        first, second = self.score or (0, 0)
        return self.home if first > second else self.away if second > first else ""


@dataclass(frozen=True)
class PaperCup:
    """What the ties come to: the rules that all their scores keep, the first draw, and what followed.

    `rounds` are those that came in, in their order; `byes` are those that nobody wrote, as (round, name), and `faults`
    sentences by the place of a tie among those given.
    """

    cup: Cup
    draw: Draw | None
    facts: tuple[Fact, ...]
    rounds: tuple[int, ...]
    byes: tuple[tuple[int, str], ...]
    faults: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Round:
    """The sound ties of a round, its number on paper, and those who had a bye in it that nobody wrote."""

    number: int
    ties: tuple[PaperTie, ...]
    byes: tuple[str, ...]

    @property
    def names(self) -> set[str]:
        return {name for tie in self.ties for name in tie.sides} | {*self.byes}


def on_paper(name: str, ties: Sequence[PaperTie], rounds: Mapping[int, str], usual: TieForm) -> PaperCup:
    """The cup of these ties. `rounds` are the names of rounds, for faults, `usual` the form if no score tells."""
    faults: dict[int, str] = {}
    while True:
        sound = {at: tie for at, tie in enumerate(ties) if at not in faults}
        more = dict(_at_fault(sound, rounds)) or dict(_incomplete(sound, rounds))
        if not more:
            break
        faults |= more
    played = _rounds(sound.values())
    form = _form([tie.score for tie in sound.values() if tie.score and any(tie.score) and not tie.given], usual)
    whole = _is_whole_bracket(played)
    draws = [_draw(each, whole=whole) for each in (played[:1] if whole else played)]
    byes = tuple((each.number, name) for each in played for name in each.byes)
    numbers = tuple(each.number for each in played)
    cup = Cup(name, forms=(form,), redraw=not whole)
    return PaperCup(cup, draws[0] if draws else None, tuple(_facts(played, draws, form)), numbers, byes, faults)


def _at_fault(ties: Mapping[int, PaperTie], rounds: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Ties of somebody who is in their round twice, or did not come through an earlier one."""
    last: dict[str, PaperTie] = {}
    for at, tie in sorted(ties.items(), key=lambda item: (item[1].round, item[0])):
        why = next((why for name in tie.sides if (why := _not_through(name, tie, last.get(name), rounds))), "")
        if why:
            yield at, why
        else:
            last |= dict.fromkeys(tie.sides, tie)


def _not_through(name: str, tie: PaperTie, before: PaperTie | None, rounds: Mapping[int, str]) -> str:
    if before is None or (before.round < tie.round and before.through == name):
        return ""
    where = rounds[before.round]
    if before.round == tie.round:
        return f"{name} is in {where} twice."
    lost = f"{name} lost to {before.through} in {where}."
    return lost if before.through else f"Nobody has won {name}’s tie of {where}."


def _incomplete(ties: Mapping[int, PaperTie], rounds: Mapping[int, str]) -> Iterator[tuple[int, str]]:
    """Ties of a round that others of the round before should be in, and are not; of a whole bracket they may wait."""
    played = _rounds(ties.values())
    if _is_whole_bracket(played):
        return
    if played and len(played[0].names) < 2:
        yield from ((at, f"{rounds[tie.round]} has one name only.") for at, tie in ties.items())
    for before, this in pairwise(played):
        waiting = [tie for tie in before.ties if tie.through not in this.names]
        if waiting:
            who = ", ".join(tie.through or " or ".join(tie.sides) for tie in waiting)
            why = f"{who} of {rounds[before.number]} should be in {rounds[this.number]} too, or have a bye."
            yield from ((at, why) for at, tie in ties.items() if tie.round >= this.number)
            return


def _rounds(ties: Iterable[PaperTie]) -> list[_Round]:
    by_round: dict[int, list[PaperTie]] = {}
    for tie in ties:
        by_round.setdefault(tie.round, []).append(tie)
    rounds: list[_Round] = []
    later: dict[str, None] = {}
    for number in sorted(by_round, reverse=True):
        named = dict.fromkeys(name for tie in by_round[number] for name in tie.sides)
        rounds.insert(0, _Round(number, tuple(by_round[number]), tuple(name for name in later if name not in named)))
        later = {**named, **later}
    return rounds


def _is_whole_bracket(rounds: Sequence[_Round]) -> bool:
    """Whether neighbouring ties of the first round lead to the same tie in every later one, as if drawn at once."""
    if len(rounds) < 2 or len(rounds[0].ties).bit_count() != 1 or any(each.byes for each in rounds):
        return False
    places = {name: at for at, tie in enumerate(rounds[0].ties) for name in tie.sides}
    return all(
        bool(tie.away) and (places[tie.home] >> before) ^ (places[tie.away] >> before) == 1
        for before, each in enumerate(rounds[1:])
        for tie in each.ties
    )


def _form(scores: Sequence[Score], usual: TieForm) -> TieForm:
    """How the ties were played: first to so many games where all winners have as many, else all of so many."""
    won, played = {max(score) for score in scores}, {sum(score) for score in scores}
    if not scores or (usual.games and all(usual.games in map(sum, usual.as_ended(score)) for score in scores)):
        return usual
    firsts = len(played) > 1 or usual.best_of
    halves = any(isinstance(games, Half) for score in scores for games in score)
    if len(won) == 1 and firsts and not halves and all(first != second for first, second in scores):
        return TieForm(best_of=2 * int(won.pop()) - 1)
    most = ceil(max(played))
    with_decider = TieForm(games=most - 1) if most - 1 in played else None
    if with_decider and all(sum(score) < most or len(with_decider.as_ended(score)) > 1 for score in scores):
        return with_decider
    return TieForm(games=most)


def _draw(of: _Round, *, whole: bool) -> Draw:
    ties = [Pairing(tie.home, tie.away or None) for tie in of.ties]
    lots = Lots.on_paper([*ties, *(Pairing(name, None) for name in of.byes)])
    return make_draw([Entrant(name) for name in lots.names], DrawRules(fixed=whole), lots)


def _facts(rounds: Sequence[_Round], draws: Sequence[Draw], form: TieForm) -> Iterator[Fact]:
    """What was written after the first draw: the results of each round, and the draw of the next."""
    places: dict[str, int] = {}
    for number, (tie_round, draw) in enumerate(zip_longest(rounds, draws), start=1):
        if number > 1 and draw is not None:
            yield Drawn(Part.MAIN, number, draw)
        for at, tie in enumerate(tie_round.ties):
            place = at if draw is not None else places[tie.home] // 2
            turned = draw is None and places[tie.home] % 2 == 1
            places |= dict.fromkeys(tie.sides, place)
            yield from _result(tie, tie_id(Part.MAIN, number, place + 1), form, turned=turned)


def _result(tie: PaperTie, ident: str, form: TieForm, *, turned: bool) -> Iterator[Fact]:
    score = tie.score or (0, 0)
    if tie.away and tie.winner and (tie.given or not any(score)):
        yield WalkedOver(ident, tie.winner, WALKOVER)
    elif tie.away and any(score):
        legs = list(form.as_ended(score))
        if score[0] == score[1] and tie.winner:
            legs.append((1, 0) if tie.winner == tie.home else (0, 1))
        for leg, (first, second) in enumerate(legs, start=1):
            yield Scored(ident, *((second, first) if turned else (first, second)), leg)
