"""Which draws are due: who is in each, what it waits for, and how it is told."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.core.exceptions import ValidationError

from league.cups.choices import CupState
from league.cups.models import Cup
from league.cups.presenters.bracket_tree import OPEN
from league.cups.presenters.labels import named_draw
from league.cups.queries.cup_state import entrants_of, qualified_of, snapshot_of
from league.cups.values.facts import draw_rules_of
from league.cups.values.snapshot import CupSnapshot
from scoring.season.knockout.bracket import Bracket, State, Tie
from scoring.season.knockout.cups import Plate, Shape
from scoring.season.knockout.draw import DrawRules, Entrant, Tag, bracket_size
from scoring.season.knockout.facts import Entered
from scoring.season.knockout.plan import Part, Role


@dataclass(frozen=True, slots=True)
class DueDraw:
    """A draw that can be held: `entrants` by their keys, or the id of a tie for its winner while it is open.

    `waiting` are the ties of the round before that are still open: a draw before them is an early one.
    """

    part: Part
    round: int
    entrants: tuple[Entrant, ...]
    rules: DrawRules
    had_bye: frozenset[str] = frozenset()
    waiting: tuple[Tie, ...] = ()

    @property
    def purpose(self) -> str:
        """What the seed is used for: "main 1"."""
        return f"{self.part.value} {self.round}"

    @property
    def key(self) -> str:
        """Its part of an address."""
        return f"{self.part.value}-{self.round}"

    @property
    def name(self) -> str:
        """What is drawn: "the whole bracket", "the plate", "Semi-finals"."""
        return named_draw(self.part, self.round, bracket_size(len(self.entrants)) // 2, whole=self.whole)

    @property
    def whole(self) -> bool:
        """Whether it makes the whole bracket, and not only a round."""
        return self.rules.fixed


def draws_due(cup: Cup, at: datetime, snapshot: CupSnapshot | None = None) -> tuple[DueDraw, ...]:
    """The draws that can be held now, the main part first."""
    snapshot = snapshot or snapshot_of(cup, at)
    if snapshot.bracket is None:
        return _first(cup, snapshot)
    return tuple(_LaterDraws(cup, snapshot, snapshot.bracket).due())


def _first(cup: Cup, snapshot: CupSnapshot) -> tuple[DueDraw, ...]:
    """The draw with which the knockout begins; where groups come first it is due when they are over."""
    if snapshot.rules.shape is Shape.GROUPS:
        try:
            entrants = qualified_of(snapshot)
        except ValidationError:
            return ()
    elif snapshot.rules.shape in {Shape.KNOCKOUT, Shape.DOUBLE} and cup.state == CupState.OPEN:
        entrants = entrants_of(cup)
    else:
        return ()
    return (DueDraw(Part.MAIN, 1, entrants, rules_for(cup, snapshot)),)


def rules_for(cup: Cup, snapshot: CupSnapshot) -> DrawRules:
    """The rules of a draw; of a cup that is drawn round by round it is no whole bracket."""
    rules = replace(draw_rules_of(cup), fixed=not snapshot.rules.redraw)
    return replace(rules, apart=(Tag.GROUP, *rules.apart)) if snapshot.rules.shape is Shape.GROUPS else rules


def _drawn_entrants(snapshot: CupSnapshot) -> Iterator[Entrant]:
    """Everybody who was ever drawn, or came in late, as they stood in the draw."""
    if snapshot.draw is not None:
        yield from snapshot.draw.entrants
    yield from (each.fact.entrant for each in snapshot.of_bracket if isinstance(each.fact, Entered))


class _LaterDraws:
    """Draws after the first one."""

    def __init__(self, cup: Cup, snapshot: CupSnapshot, bracket: Bracket) -> None:
        self.snapshot, self.bracket = snapshot, bracket
        self.rules = rules_for(cup, snapshot)
        self.tags = {each.id: each for each in _drawn_entrants(snapshot)}
        self.gone = snapshot.gone

    def due(self) -> Iterator[DueDraw]:
        redraw, plate = self.snapshot.rules.redraw, self.snapshot.rules.plate is Plate.DRAWN
        if redraw:
            yield from self._next_round(Part.MAIN)
        if plate and not self._ties(Part.PLATE):
            first = [tie for tie in self._ties(Part.MAIN) if tie.plan.round == 1]
            yield from self._round(Part.PLATE, 1, first, Role.LOSER)
        elif plate and redraw:
            yield from self._next_round(Part.PLATE)

    def _ties(self, part: Part) -> list[Tie]:
        return [tie for tie in self.bracket.ties if tie.plan.part is part]

    def _next_round(self, part: Part) -> Iterator[DueDraw]:
        last = max(tie.plan.round for tie in self._ties(part))
        before = [tie for tie in self._ties(part) if tie.plan.round == last]
        yield from self._round(part, last + 1, before, Role.WINNER)

    def _round(self, part: Part, number: int, before: list[Tie], role: Role) -> Iterator[DueDraw]:
        waiting = tuple(tie for tie in before if tie.state in OPEN)
        through = [tie.winner if role is Role.WINNER else tie.loser for tie in before if tie not in waiting]
        names = [name for name in through if isinstance(name, str) and name not in self.gone]
        going = [replace(self.tags[name], group="") for name in names] + [Entrant(tie.id) for tie in waiting]
        if len(going) > 1:
            spared = {tie.winner for tie in self._ties(part) if tie.state is State.BYE}
            had_bye = frozenset(each.id for each in going if each.id in spared)
            yield DueDraw(part, number, tuple(going), self.rules, had_bye, waiting)
