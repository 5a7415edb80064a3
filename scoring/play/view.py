"""What one player can know of the tiles they cannot see: who cannot hold what, and the exact chance of the rest.

Knows the player's own tiles, everything on the table, and what each knock proves. Refuses to guess from how people
play: every deal that fits the facts is as likely as any other. Games in which tiles are drawn are refused, since a tile
drawn unseen makes an earlier knock prove less.

Chances are exact. Unseen tiles that the same holders may have are alike, so the ways to deal them are counted class by
class and not one by one: a million deals take no longer than ten.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import TypeAlias

from scoring.play.events import Knock, Play
from scoring.play.hand import Hand
from scoring.play.layout import Layout
from scoring.play.parameters import DrawRule, LeadTile
from scoring.play.tiles import Tile, domino_set

ASLEEP = -1  # the boneyard, as a holder of tiles beside the seats

Dealt: TypeAlias = dict[int, tuple[Tile, ...]]  # the unseen tiles by holder
Places: TypeAlias = tuple[int, ...]  # places in a list of holders
Classes: TypeAlias = tuple[tuple[Places, int], ...]  # how many tiles may be with just these holders


class ViewError(ValueError):
    """No view can be worked out: tiles are drawn in this game, or the facts fit no deal at all."""


@dataclass(frozen=True, slots=True)
class TileProof:
    """What a knock proves: at turn ``ply``, ``seat`` held none of ``tiles``, all those off the table that fitted.

    ``pips`` were open; none were if it was the lead that was passed on.
    """

    ply: int
    seat: int
    pips: tuple[int, ...]
    tiles: tuple[Tile, ...]


def proofs(hand: Hand) -> tuple[TileProof, ...]:
    """What every knock of a hand proves, in order. A revoke proves nothing."""
    rules = hand.rules
    layout = Layout(rules.spinner)
    found: list[TileProof] = []
    for ply, turn in enumerate(hand.history, start=1):
        if isinstance(turn, Play):
            layout = layout.play(turn.tile, turn.host)
        elif isinstance(turn, Knock) and not turn.revoke:
            hidden = (tile for tile in domino_set(rules.set_max) if tile not in layout.tiles)
            if layout.joined:
                lacked = tuple(filter(layout.fits, hidden))
            elif rules.lead_tile is LeadTile.SCORING_OR_DOUBLE:
                lacked = tuple(tile for tile in hidden if tile.is_double or rules.points(tile.pips))
            else:
                lacked = ()
            found.append(TileProof(ply, turn.seat, tuple(sorted(layout.open_pips)), lacked))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class View:
    """The tiles that a player cannot see, and who may hold them. Made by `view_of`."""

    seat: int
    unseen: tuple[Tile, ...]
    holders: tuple[int, ...]  # the other seats, and ASLEEP
    room: tuple[int, ...]  # how many of the unseen tiles each holder has
    ruled_out: tuple[frozenset[Tile], ...]  # what each holder cannot have

    def deals(self) -> int:
        """In how many ways the unseen tiles can lie."""
        return _ways(self._classes(self.unseen), self.room)

    def chance(self, tile: Tile, holder: int) -> Fraction:
        """The chance that this holder has this unseen tile, exactly."""
        place = self.holders.index(holder)
        if place not in self._places(tile):
            return Fraction(0)
        others = tuple(other for other in self.unseen if other != tile)
        return Fraction(_ways(self._classes(others), _less(self.room, place)), self.deals())

    def chances(self) -> dict[Tile, dict[int, Fraction]]:
        """The chance of each holder for each unseen tile."""
        return {tile: {holder: self.chance(tile, holder) for holder in self.holders} for tile in self.unseen}

    def all_deals(self) -> Iterator[Dealt]:
        """Every way the unseen tiles can lie."""
        yield from self._deal(self.unseen, self.room, dict.fromkeys(self.holders, ()))

    def some_deal(self, chance: Random) -> Dealt:
        """One way the unseen tiles can lie, every way being as likely as any other."""
        dealt: Dealt = dict.fromkeys(self.holders, ())
        room, rest = self.room, self.unseen
        while rest:
            tile, rest = rest[0], rest[1:]
            classes = self._classes(rest)
            pick = chance.randrange(_ways(self._classes((tile, *rest)), room))
            for place in self._places(tile):
                ways = _ways(classes, _less(room, place))
                if pick < ways:
                    dealt[self.holders[place]] += (tile,)
                    room = _less(room, place)
                    break
                pick -= ways
        return dealt

    def _deal(self, rest: tuple[Tile, ...], room: tuple[int, ...], dealt: Dealt) -> Iterator[Dealt]:
        if not rest:
            yield dealt
            return
        tile, rest = rest[0], rest[1:]
        classes = self._classes(rest)
        for place in self._places(tile):
            if _ways(classes, _less(room, place)):
                holder = self.holders[place]
                yield from self._deal(rest, _less(room, place), dealt | {holder: (*dealt[holder], tile)})

    def _places(self, tile: Tile) -> Places:
        return tuple(place for place, lacked in enumerate(self.ruled_out) if tile not in lacked)

    def _classes(self, tiles: tuple[Tile, ...]) -> Classes:
        return tuple(sorted(Counter(map(self._places, tiles)).items()))


def view_of(hand: Hand, seat: int) -> View:
    """What ``seat`` can know at this moment of a hand; their own tiles must be known, the others' are not looked at.

    Raises `ViewError` where tiles are drawn, where their tiles are not known, or where the knocks fit no deal.
    """
    if hand.rules.draw is not DrawRule.NONE:
        raise ViewError("what a knock proves is not worked out for games in which tiles are drawn")
    if not hand.is_known(seat):
        raise ViewError(f"the tiles of seat {seat} are not known")
    seen = {*hand.layout.tiles, *hand.held[seat]}
    unseen = tuple(tile for tile in domino_set(hand.rules.set_max) if tile not in seen)
    others = tuple(other for other in range(hand.players) if other != seat)
    lacked: dict[int, frozenset[Tile]] = {other: frozenset() for other in (*others, ASLEEP)}
    for proof in proofs(hand):
        if proof.seat != seat:
            lacked[proof.seat] |= frozenset(proof.tiles)
    room = (*(hand.left[other] for other in others), hand.sleeping)
    view = View(seat, unseen, (*others, ASLEEP), room, tuple(lacked[holder] for holder in (*others, ASLEEP)))
    if not view.deals():
        raise ViewError("no deal fits what has been played and knocked")
    return view


def _less(room: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*room[:place], room[place] - 1, *room[place + 1 :])


@lru_cache(maxsize=1 << 16)
def _ways(classes: Classes, room: tuple[int, ...]) -> int:
    """In how many ways tiles of these classes fill the room of the holders exactly; 0 if they cannot."""
    if min(room) < 0:
        return 0
    if not classes:
        return 0 if any(room) else 1
    (places, count), rest = classes[0], classes[1:]
    return sum(ways * _ways(rest, left) for ways, left in _split(places, count, room))


def _split(places: Places, count: int, room: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each way to give ``count`` like tiles to these holders: in how many ways, and the room that leaves."""
    if not places:
        if count == 0:
            yield 1, room
        return
    place, others = places[0], places[1:]
    for given in range(min(count, room[place]) + 1):
        left = (*room[:place], room[place] - given, *room[place + 1 :])
        for ways, after in _split(others, count - given, left):
            yield comb(count, given) * ways, after
