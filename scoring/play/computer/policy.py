"""The plain way to play: most points now, less what the layout would give the next player."""

from scoring.play.board import Landed, land
from scoring.play.computer.position import Position
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
