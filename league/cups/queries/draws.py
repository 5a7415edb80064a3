"""Draws that are due, and those that were held, as everybody may read and check them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from league.cups.models import Cup, CupState
from league.cups.presenters.bracket_tree import OPEN
from league.cups.presenters.labels import drawn_name, named_draw, tie_name
from league.cups.presenters.openday import OpenDayPage
from league.cups.queries.cup_state import entrants_of, snapshot_of
from league.cups.values import CupSnapshot, LoggedFact, draw_rules_of
from league.schedule.choices import FixtureState
from scoring.season.knockout.bracket import Bracket, State, Tie
from scoring.season.knockout.cups import Part, Plate, Role, Shape
from scoring.season.knockout.draw import (
    Byes,
    Draw,
    DrawError,
    DrawRules,
    Entrant,
    Lots,
    Tag,
    bracket_size,
    lot,
    make_draw,
    verify,
)
from scoring.season.knockout.facts import Dealt, Entered
from scoring.season.openday import day as group_draw


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
        return f"{self.part.value}-{self.round}"

    @property
    def name(self) -> str:
        """What is drawn: "the whole bracket", "the plate", "Semi-finals"."""
        return named_draw(self.part, self.round, bracket_size(len(self.entrants)) // 2, whole=self.rules.fixed)


def draws_due(cup: Cup, at: datetime, snapshot: CupSnapshot | None = None) -> tuple[DueDraw, ...]:
    snapshot = snapshot or snapshot_of(cup, at)
    if snapshot.bracket is None:
        return _first(cup, snapshot)
    return tuple(_LaterDraws(cup, snapshot, snapshot.bracket).due())


def redraw_of(cup: Cup, snapshot: CupSnapshot) -> tuple[DueDraw, ...]:
    """The first draw once more, while nothing has been written of its ties and none is being played."""
    if cup.state != CupState.DRAWN or snapshot.draw is None or snapshot.of_bracket:
        return ()
    begun = [row for rows in snapshot.ties.values() for row in rows if not row.fixture.open or row.fixture.in_play]
    return () if any(row.fixture.state != FixtureState.VOID for row in begun) else _first(cup, snapshot, again=True)


def may_be_dropped(cup: Cup, at: datetime) -> bool:
    return cup.state == CupState.OPEN or bool(redraw_of(cup, snapshot_of(cup, at)))


def _first(cup: Cup, snapshot: CupSnapshot, *, again: bool = False) -> tuple[DueDraw, ...]:
    """The draw with which the knockout begins; where groups come first it is due when they are over."""
    qualified = snapshot.day.qualified if snapshot.rules.shape is Shape.GROUPS else None
    if qualified is not None and not qualified.level:
        entrants = qualified.entrants
    elif snapshot.rules.shape in {Shape.KNOCKOUT, Shape.DOUBLE} and (again or cup.state == CupState.OPEN):
        entrants = entrants_of(cup)
    else:
        return ()
    return (DueDraw(Part.MAIN, 1, entrants, rules_for(cup, snapshot)),)


def rules_for(cup: Cup, snapshot: CupSnapshot) -> DrawRules:
    """The rules of a draw; of a cup that is drawn round by round it is no whole bracket."""
    rules = replace(draw_rules_of(cup), fixed=not snapshot.rules.redraw)
    return replace(rules, apart=(Tag.GROUP, *rules.apart)) if snapshot.rules.shape is Shape.GROUPS else rules


class _LaterDraws:
    def __init__(self, cup: Cup, snapshot: CupSnapshot, bracket: Bracket) -> None:
        self.snapshot, self.bracket = snapshot, bracket
        self.rules = rules_for(cup, snapshot)
        late = [each.fact.entrant for each in snapshot.of_bracket if isinstance(each.fact, Entered)]
        self.tags = {each.id: each for each in (*(snapshot.draw.entrants if snapshot.draw else ()), *late)}
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


# --- draws that were held ---------------------------------------------------------------------------------------------
CLASHES = {
    "seeds": "both are seeded",
    Tag.VENUE.value: "both are from the same pub",
    Tag.TEAM.value: "both are from the same team",
    Tag.DIVISION.value: "both play in the same division",
    Tag.REGION.value: "both are from the same region",
    Tag.GROUP.value: "both come from the same group",
}


Ticket = tuple[str, str, str]  # a name, the text that it was sorted by, and the SHA-256 of that


def draw_pages(snapshot: CupSnapshot, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """The draws that were held, the latest first: `ties` are (first drawn, other) by name, `byes` (name, reason).
    `true`: made again from what is published it comes out the same.
    """
    return [_draw_page(each, names, snapshot.bracket) for each in reversed(snapshot.draws)]


def tickets(drawn: Draw | Dealt, name_of: Callable[[str], str]) -> tuple[Ticket, ...]:
    """What a seed made of each name, in the order drawn; nothing for names from a hat."""
    seed, purpose = drawn.lots.seed, drawn.lots.purpose
    return tuple(
        (name_of(key), f"{seed}/{purpose}/{key}", lot(seed, purpose, key)) for key in (drawn.order if seed else ())
    )


def late_places(snapshot: CupSnapshot, names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Where somebody may come in late, as (value, words): opposite a bye, or against somebody not yet played."""
    bracket = snapshot.bracket
    if bracket is None:
        return []
    first = [tie for tie in bracket.ties if tie.plan.part is Part.MAIN and tie.plan.round == 1]
    byes = [tie for tie in first if tie.state is State.BYE]
    places = [(f"{tie.id}/", f"Plays {names.get(str(tie.winner), '')}, who has a bye") for tie in byes]
    for tie in first:
        if tie.state is State.TO_PLAY:
            where = tie_name(bracket, tie)
            sides = (str(tie.first), str(tie.second))
            places += [(f"{tie.id}/{key}", f"Plays {names.get(key, key)} for a place in {where}") for key in sides]
    return places


def _draw_page(entry: LoggedFact, names: Mapping[str, str], bracket: Bracket | None) -> dict[str, Any]:
    fact, draw = entry.fact, entry.fact.draw

    def called(key: str) -> str:
        return drawn_name(key, names, bracket)

    return {
        "entry": entry,
        "key": f"{fact.part.value}-{fact.round}",
        "name": named_draw(fact.part, fact.round, len(draw.pairings), whole=draw.rules.fixed),
        "seed": draw.lots.seed,
        "purpose": draw.lots.purpose,
        "order": [called(key) for key in draw.order],
        "true": verify(draw),
        "tickets": tickets(draw, called),
        **_as_drawn(draw, called),
    }


def _as_drawn(draw: Draw, called: Callable[[str], str]) -> dict[str, Any]:
    together = draw.rules.together
    why = CLASHES | ({together.value: "they are from different regions"} if together is not None else {})
    return {
        "ties": [(called(each.home), called(each.away)) for each in draw.pairings if each.away is not None],
        "byes": [(called(each.home), _why_bye(draw, each.home)) for each in draw.pairings if each.away is None],
        "clashes": [
            f"{called(each.home)} and {called(each.away)}: {' and '.join(why.get(tag, tag) for tag in each.tags)}."
            for each in draw.clashes
        ],
    }


def draw_preview(due: DueDraw, lots: Lots, hat: Iterable[tuple[str, str]]) -> dict[str, Any] | None:
    """What names as they were drawn come to, which `text` stands for; None of a seed and where nothing can be drawn."""
    if lots.seed:
        return None
    try:
        draw = make_draw(due.entrants, due.rules, lots, due.had_bye)
    except DrawError:
        return None
    text = " ".join(f"{each.home}-{each.away or ''}" for each in draw.pairings)
    return {"text": text} | _as_drawn(draw, dict(hat).__getitem__)


def _why_bye(draw: Draw, key: str) -> str:
    """Why an entrant has a bye; "" for one of the last out of the hat, which needs no reason."""
    entrant = next(each for each in draw.entrants if each.id == key)
    if draw.rules.byes is Byes.SEEDS and entrant.seed is not None:
        return f"seeded {entrant.seed}"
    if draw.rules.byes is Byes.DIVISION and entrant.division:
        return "plays in a higher division"
    byes = sum(each.away is None for each in draw.pairings)
    return "" if key in draw.order[-byes:] else "left over where the others do not clash"


# --- how groups, or the order of a Swiss event, were drawn ------------------------------------------------------------
def group_draw_page(shown: OpenDayPage) -> dict[str, Any] | None:
    """None before anything was drawn. `true`: dealt again from what is published it comes out the same."""
    dealt, names = shown.day.dealt, shown.names
    if dealt is None:
        return None
    return {
        "seed": dealt.lots.seed,
        "purpose": dealt.lots.purpose,
        "true": group_draw.verify(dealt),
        "order": [names[key] for key in dealt.order],
        "groups": [[names[key] for key in group] for group in dealt.groups],
        "tickets": tickets(dealt, names.__getitem__),
        "clashes": [
            f"{names[one]} and {names[other]} in group {group}: {' and '.join(CLASHES[tag.value] for tag in tags)}."
            for group, one, other, tags in (() if shown.day.swiss else group_draw.together(dealt))
        ],
    }
