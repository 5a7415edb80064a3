"""What a side that fielded an ineligible player forfeits.

Knows what is left of a match when games are forfeited. Refuses to know the league's rule (`points.Forfeits`) and who is
ineligible.
"""

from collections.abc import Collection
from dataclasses import replace

from scoring.card.format import Format
from scoring.card.outcome import Kind, Tally
from scoring.card.points import Forfeit, Scheme
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side
from scoring.card.tally import tally, walkover


def forfeited(
    card: Card, form: Format, scheme: Scheme, *, side: Side, players: Collection[str], what: Forfeit
) -> Tally:
    """What the match comes to when `side` forfeits for `players`, each by id or, without one, by the name written."""
    if what is Forfeit.MATCH:
        return walkover(side.other, form, scheme)
    if what is Forfeit.NOTHING:
        return tally(card, form, scheme)
    lines = tuple(_forfeit(line, side) if _named(line.players(side), players) else line for line in card.lines)
    return replace(tally(replace(card, lines=lines, quick=None), form, scheme), kind=Kind.AWARDED)


def _named(team: tuple[Named, ...], players: Collection[str]) -> bool:
    return any((each.id or each.name) in players for each in team)


def _forfeit(line: LineScore, side: Side) -> LineScore:
    return replace(line, games=(GameScore(side.other),) * len(line.games))
