"""Where the draw of a match stands, and what it came to once both sides are in."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.matchnight.models import PaperDraw, PlayingOrder
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring.card.format import Format, line_titles
from scoring.card.sheet import Side
from scoring.season.order_draw import BY_LOT, SEALED, Places, SealedOrder, drawn_places, seed_of


@dataclass(frozen=True, slots=True)
class OrderDraw:
    """`orders` are secret until `done`, but to the side itself."""

    fixture: Fixture
    form: Format
    orders: dict[Side, SealedOrder]
    put_in: dict[Side, datetime]
    paper: bool

    @property
    def done(self) -> bool:
        return not self.paper and len(self.orders) == len(Side)

    @property
    def places(self) -> dict[Side, Places]:
        return drawn_places(self.form, self.orders[Side.HOME], self.orders[Side.AWAY])


def draw_of(fixture: Fixture) -> OrderDraw | None:
    """The draw of a match; None where its rules have none, or it is no match of two teams. Two queries."""
    form = fixture.rules_in_force().format
    if form.order not in SEALED or fixture.away is None or fixture.home.slug or fixture.away.slug:
        return None
    rows = list(PlayingOrder.objects.filter(fixture=fixture))
    sides = {fixture.home_id: Side.HOME, fixture.away_id: Side.AWAY}
    orders = {sides[row.entry_id]: sealed(row, sides[row.entry_id]) for row in rows if row.entry_id in sides}
    put_in = {sides[row.entry_id]: row.at for row in rows if row.entry_id in sides}
    return OrderDraw(fixture, form, orders, put_in, PaperDraw.objects.filter(fixture=fixture).exists())


def sealed(row: PlayingOrder, side: Side) -> SealedOrder:
    return SealedOrder(side, tuple(tuple(str(key) for key in line) for line in row.places), row.secret)


def drawn_for(fixture: Fixture) -> dict[Side, Places] | None:
    draw = draw_of(fixture)
    return draw.places if draw is not None and draw.done else None


def public_names(fixture: Fixture) -> dict[str, str]:
    """By key."""
    rows = PlayingOrder.objects.filter(fixture=fixture).values_list("places", flat=True)
    keys = {key for places in rows for line in places for key in line}
    players = Player.objects.filter(pk__in=keys).select_related("league")
    return {str(each.pk): each.public_name for each in players}


def draw_page(draw: OrderDraw, names: dict[str, str], reader: Side | None) -> dict[str, Any]:
    """`ours`: whether the reader's side has put in; None for a stranger. Once done with lines, proofs and seed."""
    fixture, code = draw.fixture, draw.fixture.code
    called = {Side.HOME: fixture.home.name, Side.AWAY: fixture.away.name if fixture.away else ""}
    page = {
        "paper": draw.paper,
        "done": draw.done,
        "by_lot": draw.form.order in BY_LOT,
        "put_in": [(called[side], at, draw.orders[side].seal(code)) for side in Side if (at := draw.put_in.get(side))],
        "waits_for": [called[side] for side in Side if side not in draw.put_in],
        "ours": None if reader is None else reader in draw.put_in,
    }
    if not draw.done:
        return page
    home, away, places = draw.orders[Side.HOME], draw.orders[Side.AWAY], draw.places
    lines = draw.form.lines
    rows = zip(lines, line_titles(lines), places[Side.HOME], places[Side.AWAY], strict=True)
    return page | {
        "lines": [
            {"label": line.label, "title": title, "home": _who(ours, names), "away": _who(theirs, names)}
            for line, title, ours, theirs in rows
        ],
        "proofs": [
            {"name": called[each.side], "seal": each.seal(code), "text": each.text(code)} for each in (home, away)
        ],
        "seed": seed_of(home, away) if page["by_lot"] else "",
    }


def _who(keys: tuple[str, ...], names: dict[str, str]) -> str:
    return " and ".join(names.get(key, "a player") for key in keys) or "nobody"
