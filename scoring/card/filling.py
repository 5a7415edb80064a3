"""A card with its blanks filled in from another account of the same match.

Knows what is blank: a line with nobody on it, a game that nobody won, pegs and hands that nobody wrote. Refuses to
change anything that was written, and to know which account is right (`differences` shows where they disagree).
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side

PLAYED = frozenset({Ending.PLAYED, Ending.UNFINISHED})


def fill(card: Card, other: Card) -> Card:
    """The card with what it does not say of the games taken from the other; as it is where it says there were none."""
    if card.quick is not None or card.ending not in PLAYED:
        return card
    pairs = zip_longest(card.lines, other.lines, fillvalue=LineScore())
    filled = replace(card, lines=tuple(_line(ours, theirs) for ours, theirs in pairs))
    signed = {(each.side, each.name) for each in card.signings}
    named = {(side, one.name) for line in filled.lines for side, one in _unknown(line)}
    new = tuple(each for each in other.signings if (each.side, each.name) in named - signed)
    return replace(filled, signings=(*card.signings, *new))


def overwrite(card: Card, other: Card) -> Card:
    """The card with whatever the other says of the games in place of what it said itself."""
    if card.quick is not None or card.ending not in PLAYED:
        card = replace(card, quick=None, ending=Ending.PLAYED)
    filled = fill(Card(lines=other.lines, signings=other.signings), card)
    return replace(card, lines=filled.lines, signings=filled.signings)


def _line(ours: LineScore, theirs: LineScore) -> LineScore:
    games = zip_longest(ours.games, theirs.games, fillvalue=GameScore(None))
    return LineScore(ours.home or theirs.home, ours.away or theirs.away, tuple(_game(*pair) for pair in games))


def _game(ours: GameScore, theirs: GameScore) -> GameScore:
    blank = ours.winner is None and ours.how is How.PLAYED
    if not blank and (ours.winner, ours.how) != (theirs.winner, theirs.how):
        return ours
    figures = {name: getattr(ours, name) for name in ("home_pegs", "away_pegs", "hands")}
    return replace(theirs, **{name: value for name, value in figures.items() if value is not None})


def _unknown(line: LineScore) -> Iterator[tuple[Side, Named]]:
    """Who is on the line by a name alone."""
    return ((side, each) for side in Side for each in line.players(side) if each.id is None)
