"""The draw as a page: where it stands, who plays whom, and what anybody needs to make it again. Asks for nothing."""

from dataclasses import dataclass
from datetime import datetime

from league.matchnight.values.lineups import OrderDraw
from scoring.card.sheet import Side
from scoring.season.order_draw import BY_LOT, seed_of


@dataclass(frozen=True, slots=True)
class OrderProof:
    """What one side put in, to be checked: the seal that was shown at once, and the text that it is the SHA-256 of."""

    name: str
    seal: str
    text: str


@dataclass(frozen=True, slots=True)
class OrderLine:
    """One line of the card with who plays on it."""

    label: str
    home: str
    away: str


@dataclass(frozen=True, slots=True)
class OrderDrawPage:
    """`waits_for` are the sides that have not put in; `ours` says whether the reader's side has (a stranger: None)."""

    paper: bool
    done: bool
    by_lot: bool
    put_in: tuple[tuple[str, datetime, str], ...]
    waits_for: tuple[str, ...]
    ours: bool | None
    lines: tuple[OrderLine, ...] = ()
    proofs: tuple[OrderProof, ...] = ()
    seed: str = ""


def draw_page(draw: OrderDraw, names: dict[str, str], reader: Side | None) -> OrderDrawPage:
    """The page for a reader; nothing that a side put in is on it before both have, but for its seal."""
    fixture = draw.fixture
    called = {Side.HOME: fixture.home.name, Side.AWAY: fixture.away.name if fixture.away else ""}
    seals = {side: order.seal(fixture.code) for side, order in draw.orders.items()}
    page = OrderDrawPage(
        draw.paper,
        draw.done,
        draw.form.order in BY_LOT,
        tuple((called[side], draw.put_in[side], seals[side]) for side in Side if side in draw.put_in),
        tuple(called[side] for side in Side if side not in draw.put_in),
        None if reader is None else reader in draw.put_in,
    )
    return _with_proof(page, draw, names, called) if draw.done else page


def _with_proof(page: OrderDrawPage, draw: OrderDraw, names: dict[str, str], called: dict[Side, str]) -> OrderDrawPage:
    places, code = draw.places, draw.fixture.code
    home, away = draw.orders[Side.HOME], draw.orders[Side.AWAY]
    rows = zip(draw.form.lines, places[Side.HOME], places[Side.AWAY], strict=True)
    return OrderDrawPage(
        page.paper,
        page.done,
        page.by_lot,
        page.put_in,
        page.waits_for,
        page.ours,
        tuple(OrderLine(line.label, _who(ours, names), _who(theirs, names)) for line, ours, theirs in rows),
        tuple(OrderProof(called[each.side], each.seal(code), each.text(code)) for each in (home, away)),
        seed_of(home, away) if page.by_lot else "",
    )


def _who(keys: tuple[str, ...], names: dict[str, str]) -> str:
    return " and ".join(names.get(key, "a player") for key in keys) or "nobody"
