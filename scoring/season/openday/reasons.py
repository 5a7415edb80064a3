"""Why somebody stands where he stands in a group or a Swiss event, in words.

Knows how each column reads. Refuses to rank anybody: the rows come in their order.
"""

from collections.abc import Callable, Mapping, Sequence

from scoring.card.points import amount, plain
from scoring.season.swiss.standing import Column, Row

MOST_NAMED = 3


def reasons(rows: Sequence[Row], columns: Sequence[Column], names: Mapping[str, str]) -> dict[str, str]:
    """A sentence for everybody, by player; `names` are what they are called in it."""
    return {row.player: _reason(row, rows, columns, names) for row in rows}


def _reason(row: Row, rows: Sequence[Row], columns: Sequence[Column], names: Mapping[str, str]) -> str:
    level = [each.player for each in rows if each.place == row.place and each is not row]
    if level:
        return f"level with {_listed(level, names)}: place shared"
    below = next((each for each in rows if each.place > row.place), None)
    if below is not None:
        return _ahead(row, below, columns, names)
    above = next((each for each in reversed(rows) if each.place < row.place), None)
    return _behind(row, above, columns, names) if above is not None else "alone"


def _ahead(row: Row, below: Row, columns: Sequence[Column], names: Mapping[str, str]) -> str:
    column = _parting(row, below, columns)
    if column is Column.SCORE:
        return f"{amount(row.score - below.score)} clear of {names[below.player]}"
    return f"above {names[below.player]} {_on(row, below, column)}"


def _behind(row: Row, above: Row, columns: Sequence[Column], names: Mapping[str, str]) -> str:
    column = _parting(row, above, columns)
    if column is Column.SCORE:
        return f"{amount(above.score - row.score)} behind {names[above.player]}"
    return f"below {names[above.player]} {_on(row, above, column)}"


def _parting(row: Row, other: Row, columns: Sequence[Column]) -> Column | None:
    """The first column in which they differ; None where the co-ordinator decided."""
    return next((each for each in columns if getattr(row, each.value) != getattr(other, each.value)), None)


def _on(row: Row, other: Row, column: Column | None) -> str:
    if column is None:
        return "by the co-ordinator's decision"
    words, shown = WORDS[column]
    return f"on {words}, {shown(row)} to {shown(other)}"


def _listed(players: Sequence[str], names: Mapping[str, str]) -> str:
    if len(players) > MOST_NAMED:
        return f"{len(players)} others"
    shown = [names[player] for player in players]
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]


WORDS: Mapping[Column, tuple[str, Callable[[Row], str]]] = {
    Column.BUCHHOLZ: ("the opponents' points", lambda row: plain(row.buchholz)),
    Column.SONNEBORN_BERGER: ("the points of those beaten", lambda row: plain(row.sonneborn_berger)),
    Column.DIFFERENCE: ("difference", lambda row: f"{row.difference:+}" if row.difference else "0"),
    Column.MEETINGS: ("their own meetings", lambda row: plain(row.meetings)),
}
