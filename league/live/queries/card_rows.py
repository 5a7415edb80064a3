"""The card of a live match as it fills: one row for every game, with who plays and where the pegs stand."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from scoring.card.format import Line, LineKind

NOBODY, BLANK = "\N{EN DASH}", "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class CardRow:
    """One game of the card, the `first` or `last` of the `games` on its line. Empty until it is pegged."""

    key: str
    line: int
    title: str
    heading: str
    first: bool
    last: bool
    games: int
    names: tuple[str, ...]
    pegs: tuple[Any, ...]
    winner: int | None


def rows_of(lines: Iterable[Line], views: dict[str, dict[str, Any]]) -> Iterator[CardRow]:
    """Every game of the card, with what its view says; `views` by key, "2-1" for the first game on the third line."""
    for number, (line, title) in enumerate(_titled(tuple(lines))):
        names = _names(number, line, views)
        for game in range(1, line.games + 1):
            view = views.get(f"{number}-{game}")
            yield CardRow(
                key=f"{number}-{game}",
                line=number,
                title=f"{title}, game {game}" if line.games > 1 else title,
                heading=title,
                first=game == 1,
                last=game == line.games,
                games=line.games,
                names=names,
                pegs=tuple(view["scores"]) if view else (BLANK, BLANK),
                winner=view["winner"] if view else None,
            )


def _titled(lines: tuple[Line, ...]) -> Iterator[tuple[Line, str]]:
    """Every line with what people call it: "Singles 3", and what is played where the card has more than one game."""
    several = len({line.discipline for line in lines}) > 1
    counts: Counter[LineKind] = Counter()
    for line in lines:
        counts[line.kind] += 1
        title = f"{line.kind.noun.capitalize()} {counts[line.kind]}"
        yield line, f"{title}, {line.game}" if several else title


def _names(number: int, line: Line, views: dict[str, dict[str, Any]]) -> tuple[str, ...]:
    """Who plays on a line, as its last game that was opened has them."""
    opened = [views[key] for game in range(line.games, 0, -1) if (key := f"{number}-{game}") in views]
    return tuple(", ".join(opened[0]["players"][side]) or NOBODY for side in (0, 1)) if opened else (NOBODY, NOBODY)
