"""Who plays on which line of a card, where neither captain may know the other's order: sealed orders, and lots.

Each side's order is sealed with a secret and its seal published; once both are in, orders and secrets are, and anybody
can make the seals and the lots again.

The seal, for anybody who wants to redo it: write the code of the match, a stroke, "home" or "away", a stroke, the keys
("12,7 31,5": players of a line with commas, lines with blanks), a stroke and the secret, and take the SHA-256 of that
text in UTF-8 as 64 hexadecimal digits. The seed of the lots is the SHA-256 of the home secret, a stroke and the away
secret; lots are drawn with it as cups draw theirs (scoring.season.knockout.draw), for each side and kind of line.
"""

from dataclasses import dataclass
from hashlib import sha256

from scoring.card.format import Format, Order
from scoring.card.sheet import Card, LineScore, Named, Side
from scoring.season.knockout.draw import by_lot

Places = tuple[tuple[str, ...], ...]
WRITTEN = frozenset({Order.BLIND})
BY_LOT = frozenset({Order.OPPONENT, Order.LOT})
SEALED = WRITTEN | BY_LOT


@dataclass(frozen=True, slots=True)
class SealedOrder:
    """What one side put in: `places` are its players line by line, or one group of all who play where lots decide."""

    side: Side
    places: Places
    secret: str

    def seal(self, match: str) -> str:
        """What is published before the other side has put in its own; 64 hexadecimal digits."""
        return sha256(self.text(match).encode()).hexdigest()

    def text(self, match: str) -> str:
        """What the seal is the SHA-256 of."""
        places = " ".join(",".join(line) for line in self.places)  # "12,7 31,5"
        return f"{match}/{self.side}/{places}/{self.secret}"


def seed_of(home: SealedOrder, away: SealedOrder) -> str:
    """What the lots are drawn with: neither side can know it before both secrets are there."""
    return sha256(f"{home.secret}/{away.secret}".encode()).hexdigest()


def drawn_places(form: Format, home: SealedOrder, away: SealedOrder) -> dict[Side, Places]:
    """Who plays on each line, by side: as the captains wrote it, or as the lots fall where the league draws them."""
    if form.order in WRITTEN:
        return {each.side: each.places for each in (home, away)}
    seed = seed_of(home, away)
    return {each.side: _by_lot(form, each, seed) for each in (home, away)}


def _by_lot(form: Format, order: SealedOrder, seed: str) -> Places:
    """For each kind of line the players in the order of its lots, as many to a line as it has; nobody twice for a kind.

    A line for which nobody is left is empty.
    """
    people = [key for line in order.places for key in line]
    places: list[tuple[str, ...]] = [()] * len(form.lines)
    for kind in form.kinds:
        drawn = by_lot(people, seed, f"{order.side} {kind.noun} {kind.discipline}")
        for turn, number in enumerate(n for n, line in enumerate(form.lines) if line.kind == kind):
            places[number] = drawn[turn * kind.players : (turn + 1) * kind.players]
    return tuple(places)


def card_of_places(places: dict[Side, Places], names: dict[str, str]) -> Card:
    """A card that has nothing but who plays on its lines; `names` by key."""
    sides = zip(places[Side.HOME], places[Side.AWAY], strict=True)
    return Card(lines=tuple(LineScore(_named(home, names), _named(away, names)) for home, away in sides))


def _named(keys: tuple[str, ...], names: dict[str, str]) -> tuple[Named, ...]:
    return tuple(Named(key, names[key]) for key in keys if key in names)
