"""The player: every play is tried on deals that may lie hidden, each played out by the plain way.

The plain way is most points now, less what the layout would give the next player. In each deal everybody plays on from
their own tiles and the table alone, so that nobody is taken to see through the tiles.
"""

from dataclasses import dataclass

from scoring.play.board import Landed, land
from scoring.play.computer.belief import Belief, Chance, Hidden, SeatView
from scoring.play.computer.position import Position, worth
from scoring.play.computer.table import GameTable, Ranked
from scoring.play.settlement import Points

SHARE = 3500  # of the threat, in thousandths: what the next player gets counts 3.5 times its mean over the set
_WON = 10**9
_NONE: Ranked = (0, ())


def choose(position: Position, share: int = SHARE) -> tuple[int, int, int] | None:
    """The best play by this, as (tile, layout, points); None if there is none. ``share`` 0 takes the most points."""
    table, seat, layout = position.table, position.turn, position.layout
    hand, score = position.hands[seat], position.scores[table.sides[seat]]
    can = position.can
    if not can:
        return None
    if score + table.most < table.wins:
        score = chip = 0
    else:
        chip = table.chip if not hand & hand - 1 and position.is_last_of_side(seat) else 0
    after = position.scores[table.sides[table.after[seat][0]]]
    if after + table.most < table.wins or not share:
        after = 0
    key = layout, share, score, chip, after
    tiles, ranked = table.plain.get(key, _NONE)
    if can & ~tiles:  # of spinners there are too many layouts to rank tiles that nobody may ever hold there
        tiles, ranked = table.plain[key] = _ranked(table, can | tiles, key)
    for bit, play in ranked:
        if can & bit and position.may_play(play[0], play[2]):
            return play
    return None


def _ranked(table: GameTable, tiles: int, key: tuple[int, int, Points, int, Points]) -> Ranked:
    """The tiles, and every play that they can make here with the bit of its tile, the best first for these scores."""
    layout, share, score, chip, after = key
    lead = layout == table.layouts.empty
    plays = []
    for tile in range(tiles.bit_length()):
        for to, points in table.layouts.steps[layout][1 << tile] if tiles >> tile & 1 else ():
            value = gain(table, score, points + chip, lead=lead) - share * table.threat(to, after) // 1000
            plays.append((value, tile, to, points))
    plays.sort(key=lambda each: -each[0])
    return tiles, tuple((1 << tile, (tile, to, points)) for _, tile, to, points in plays)


def gain(table: GameTable, score: Points, pegs: int, *, lead: bool) -> int:
    """How far pegs move a side, in thousandths; winning is worth more than anything."""
    landing = land(table.rules, score, pegs, lead=lead)
    return _WON // 2 if landing.how is Landed.WON else int(1000 * (landing.score - score))


def play_out(position: Position, share: int = SHARE) -> None:
    """Play a hand to its end, everybody by the plain way."""
    while not position.over:
        best = choose(position, share)
        if best:
            position.play(*best)
        else:
            position.pass_turn()


@dataclass(frozen=True, slots=True)
class Level:
    """How strongly the computer plays: how many ``deals`` are tried, 0 for none: it takes the most points.

    Of ``loose`` turns in a hundred any tile will do.
    """

    name: str
    deals: int
    loose: int = 0


LEVELS = (Level("Beginner", 0, 40), Level("Regular", 0), Level("Team player", 12), Level("Champion", 1000))


@dataclass(slots=True)
class JudgedPlay:
    """A play and its chance to win the game: ``total`` in thousandths over so many ``deals``."""

    tile: int
    to: int
    points: int
    place: int
    total: int = 0
    deals: int = 0


def play_of(table: GameTable, view: SeatView, level: Level, chance: Chance) -> tuple[int, int]:
    """The play of a level, as (tile, layout); the same chance gives the same play. Somebody who must pass has none."""
    plays = view.moment.plays()
    if len(plays) == 1:
        return plays[0]
    if chance.below(100) < level.loose:
        return plays[chance.below(len(plays))]
    if not level.deals:
        best = choose(view.moment, 0)
        if best is None:
            raise ValueError("nothing can be played: draw or knock")
        return best[:2]
    best_play = judge(table, view, chance, level.deals)[0]
    return best_play.tile, best_play.to


def judge(table: GameTable, view: SeatView, chance: Chance, wanted: int) -> list[JudgedPlay]:
    """Every play with its chance to win, best first. All are tried on the same deals, the better half on more."""
    moment = view.moment
    judged = [JudgedPlay(tile, to, moment.points(tile, to), place) for place, (tile, to) in enumerate(moment.plays())]
    done: list[JudgedPlay] = []
    deals = Belief(table, view).deals(chance, wanted)
    rounds = max(1, (len(judged) - 1).bit_length())
    for number in range(rounds):
        part = deals[wanted * number // rounds : wanted * (number + 1) // rounds]
        for play in judged:
            play.total += sum(_try(table, view, play, hidden) for hidden in part)
            play.deals += len(part)
        judged.sort(key=lambda play: (-play.total, play.place))
        if number < rounds - 1:
            half = (len(judged) + 1) // 2
            done[:0] = judged[half:]
            del judged[half:]
    return [*judged, *done]


def _try(table: GameTable, view: SeatView, play: JudgedPlay, hidden: Hidden) -> int:
    """What a play comes to in one deal, in thousandths of a game for the side of the seat."""
    hands, sleeping = hidden
    position = view.moment.copy(hands[:], sleeping[:])
    position.play(play.tile, play.to, play.points)
    play_out(position)
    return worth(position)[table.sides[view.seat]]
