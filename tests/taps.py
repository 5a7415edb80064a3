"""What phones might send of a game, possible or not: thousands of games by chance, as events on the wire.

Seeded by whoever asks, so that the same seed is the same games. Half of a game is what a table does; the rest is slips,
second thoughts and nonsense, which whoever tells the game must leave out in the same way.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.play.hand import Hand, start_hand
from scoring.play.rules import Rules
from scoring.play.tiles import domino_set

Plain = dict[str, Any]
LIKELY = (0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 6, 8, 8, 5, 7, 9)
RARE = (10, 13, 25, 61, 200, -1)


class Taps:
    """Events with numbers for ids. `sent` are those made so far."""

    def __init__(self, rng: Random, rules: Rules, players: int, *, tiles: bool = True) -> None:
        self.rng, self.rules, self.players, self.tiles = rng, rules, players, tiles
        self.sides = rules.side_count(players)
        self.sent: list[Plain] = []
        self.made = 0

    def event(self, kind: str, **fields: Any) -> Plain:
        self.made += 1
        return {"kind": kind, "id": f"e{self.made}", **fields}

    def send(self, kind: str, **fields: Any) -> None:
        self.sent.append(self.event(kind, **fields))

    def side(self) -> int:
        return self.rng.randrange(self.sides) if self.rng.random() < 0.99 else self.rng.choice((-1, self.sides, 7))

    def seat(self) -> int:
        return self.rng.randrange(self.players) if self.rng.random() < 0.99 else self.rng.choice((-1, self.players))

    def pips(self) -> list[int] | None:
        if self.rng.random() < 0.3:
            return None
        number = self.players if self.rng.random() < 0.97 else self.players + 1
        return [self.rng.choice((0, 0, 3, 8, 12, 12, 27, 60, 168)) for _ in range(number)]

    def ref(self) -> str:
        """Mostly something that was sent lately."""
        if not self.sent or self.rng.random() < 0.05:
            return "nothing"
        return str(self.rng.choice(self.sent[-6:] if self.rng.random() < 0.8 else self.sent)["id"])

    def pegged(self) -> Plain:
        pegs = self.rng.choice(LIKELY if self.rng.random() < 0.97 else RARE)
        lead = {"lead": True} if self.rng.random() < 0.15 else {}
        return self.event("pegged", side=self.side(), pegs=pegs, **lead)

    def fact(self) -> Plain:  # noqa: PLR0911 - one case for each kind of fact
        """Any one thing that might be said to have happened."""
        rng = self.rng
        kind = rng.choices(FACTS, FACT_WEIGHTS)[0]
        match kind:
            case "pegged":
                return self.pegged()
            case "hand_started":
                return self.event(kind, **({"leader": self.seat()} if rng.random() < 0.6 else {}))
            case "hand_ended":
                out = self.side() if rng.random() < 0.7 else None
                return self.event(kind, out=out, pips=self.pips())
            case "knocked":
                return self.event(kind, seat=self.seat(), revoke=rng.random() < 0.1)
            case "drew":
                return self.event(kind, seat=self.seat(), tile=rng.choice((None, "52")))
            case "total_called":
                total = rng.choice((*range(21), 22, 30, 168, 169, -3))
                return self.event(kind, side=self.side(), total=total, chip=rng.random() < 0.1, lead=rng.random() < 0.1)
            case "tile_played" if self.tiles:
                claimed = rng.choice((None, 0, 3, 8, -1))
                return self.event(kind, seat=self.seat(), tile=rng.choice(TILES), at=None, claimed=claimed)
            case "muggins_called":
                return self.event(kind, side=self.side())
            case "revoke_shown":
                return self.event(kind, side=self.side(), opponent=rng.choice((None, None, 0, 1)))
        return self.event("pegged_back", side=self.side(), pegs=rng.choice((1, 2, 5, 8, 90, -2)), reason="agreed")

    def second_thought(self) -> None:
        chance = self.rng.random()
        if chance < 0.5:
            self.send("undone", ref=self.ref())
        elif chance < 0.65:
            after = "" if self.rng.random() < 0.1 else self.ref()
            self.send("inserted", after=after, event=self.fact(), reason="forgotten")
        else:
            self.send("corrected", ref=self.ref(), event=self.fact(), reason="misheard")

    def nonsense(self) -> None:
        """No event at all, or one with something amiss."""
        wrong: tuple[Plain, ...] = (
            {"kind": "pegged", "id": "x", "side": None, "pegs": 1},
            {"kind": "pegged", "id": "x", "side": 0, "pegs": "8"},
            {"kind": "pegged", "id": "x", "side": 0, "pegs": 2.5},
            {"kind": "pegged", "id": "x", "side": 0, "pegs": 8, "lead": 1},
            {"kind": "pegged", "id": "x", "side": 0, "pegs": 8, "loud": True},
            {"kind": "danced", "id": "x", "side": 0},
            {"kind": "toString", "id": "x"},
            {"kind": "tile_played", "id": "x", "seat": 0, "tile": "99a"},
            {"kind": "hand_started", "id": "x", "deal": "65"},
            {"kind": "hand_ended", "id": "x", "pips": [1, True]},
            {
                "kind": "corrected",
                "id": "x",
                "ref": "e1",
                "reason": "",
                "event": {"kind": "undone", "id": "y", "ref": "e1"},
            },
        )
        self.sent.append(self.rng.choice(wrong))


FACTS = (
    *("pegged", "hand_started", "hand_ended", "knocked", "drew", "total_called", "tile_played", "muggins_called"),
    *("revoke_shown", "pegged_back"),
)
FACT_WEIGHTS = (70, 4, 7, 3, 0.5, 3, 0.5, 0.5, 2, 3)
TILES = ("65", "56", "5-6", "[3|3]", "00", "66", "a9", "64", "41", "32")


def pegged_game(rng: Random, rules: Rules, players: int, *, tiles: bool) -> list[Plain]:
    """A game told in pegs, and some more after it should be over; ``tiles`` says whether stray tiles are told too."""
    taps = Taps(rng, rules, players, tiles=tiles)
    for _ in range(rng.randrange(20, 20 + rules.target)):
        chance = rng.random()
        if chance < 0.09:
            taps.second_thought()
        elif chance < 0.10:
            taps.nonsense()
        elif chance < 0.11 and taps.sent:
            taps.sent.append(rng.choice(taps.sent))  # the same again
        else:
            taps.sent.append(taps.fact())
    return taps.sent


def tiled_game(rng: Random, rules: Rules, players: int, *, hands: int) -> list[Plain]:
    """A game told in tiles, by random legal hands; sometimes with the deal, with claims, and with a slip or two."""
    taps = Taps(rng, rules, players)
    leader = rng.randrange(players)
    for _ in range(hands):
        hand = _dealt(rng, rules, players, leader)
        _start(taps, hand)
        for turn in _turns(rng, hand):
            taps.sent.append(taps.event(**turn))
            _slip(taps)
        if rng.random() < 0.3:
            taps.send("hand_ended", out=None, pips=taps.pips())
        leader = (leader + 1) % players
    return taps.sent


def _dealt(rng: Random, rules: Rules, players: int, leader: int) -> Hand:
    each = rules.tiles_each(players)
    bag = rng.sample(domino_set(rules.set_max), each * players)
    return start_hand(rules, tuple(tuple(bag[seat * each : (seat + 1) * each]) for seat in range(players)), leader)


def _start(taps: Taps, hand: Hand) -> None:
    """The deal as it is told: of all seats, of some, of none; or the hand begins with its first tile."""
    rng, seats = taps.rng, range(taps.players)
    shown = rng.choice(("all", "some", "none", "nothing"))
    if shown == "nothing":
        return
    known = [shown == "all" or (shown == "some" and rng.random() < 0.5) for _ in seats]
    deal = [[str(tile) for tile in hand.held[seat]] if known[seat] else None for seat in seats]
    if rng.random() < 0.02:
        deal = [["65"], *deal[1:]] if rng.random() < 0.5 else [["65", "56"], *deal[1:]]
    taps.send("hand_started", leader=hand.turn, **({} if shown == "none" else {"deal": deal}))


def _turns(rng: Random, hand: Hand) -> Iterator[Plain]:
    while not hand.is_over:
        legal = hand.legal()
        if not legal:
            yield {"kind": "knocked", "seat": hand.turn}
            hand = hand.knock()
            continue
        chosen = rng.choice(legal)
        seat, end = hand.turn, chosen.end
        hand = hand.play(chosen.tile, end)
        play = hand.last_play
        assert play is not None
        claimed = rng.choice((None, None, play.points + play.chip)) if rng.random() < 0.97 else rng.choice((0, 2, 8))
        names = (str(chosen.tile), str(chosen.tile)[::-1], f"[{str(chosen.tile)[0]}|{str(chosen.tile)[1]}]")
        at = {} if end is None else {"at": str(end.host)}
        yield {"kind": "tile_played", "seat": seat, "tile": rng.choice(names), **at, "claimed": claimed}


def _slip(taps: Taps) -> None:
    """Something wrong, most often put right at once."""
    chance = taps.rng.random()
    if chance < 0.03:
        taps.sent.append(taps.fact())
        if taps.rng.random() < 0.8:
            taps.send("undone", ref=taps.sent[-1]["id"])
    elif chance < 0.05:
        seat = taps.rng.randrange(taps.players)
        taps.send("tile_played", seat=seat, tile=str(taps.rng.choice(domino_set(taps.rules.set_max))))
        taps.send("undone", ref=taps.sent[-1]["id"])
    elif chance < 0.06 and taps.sent[-1]["kind"] == "tile_played":
        right = taps.sent[-1]
        taps.send("corrected", ref=right["id"], event={**right, "id": "c", "claimed": 0}, reason="not claimed")
    elif chance < 0.065:
        taps.second_thought()
