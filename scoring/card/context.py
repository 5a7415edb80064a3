"""A card laid beside its match: what every clause is given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.card.format import Format, Line
from scoring.card.match import Match
from scoring.card.name_matching import Identity, SquadIndex
from scoring.card.outcome import filled_lines
from scoring.card.sheet import Card, GameScore, LineScore, Side


@dataclass(frozen=True, slots=True)
class FilledLine:
    """One line of the card beside its line of the format; `path` is "lines.4"."""

    path: str
    line: Line
    score: LineScore

    def name(self, k: int) -> str:
        """What people call its game `k` (from 0): "S3", or "T1 game 2" where the line has several."""
        return self.line.label if self.line.games == 1 else f"{self.line.label} game {k + 1}"


@dataclass(frozen=True, slots=True)
class WrittenName:
    """One name written on a line: where ("lines.4.home.0"), and who it is."""

    path: str
    filled: FilledLine
    identity: Identity


@dataclass(frozen=True, slots=True)
class CardContext:
    """The card, its match, and the two laid side by side. `places` are each side's names in card order."""

    card: Card
    match: Match
    squads: SquadIndex
    lines: tuple[FilledLine, ...]
    places: Mapping[Side, tuple[WrittenName, ...]]

    @property
    def form(self) -> Format:
        return self.match.format

    def team(self, side: Side) -> str:
        return self.match.squad(side).name

    def games(self) -> Iterator[tuple[FilledLine, int, GameScore]]:
        """Every game on the card with its line and its number from 0."""
        for filled in self.lines:
            for k, game in enumerate(filled.score.games):
                yield filled, k, game


def context_of(card: Card, match: Match) -> CardContext:
    """The card laid beside the match's format, as far as both go."""
    squads = SquadIndex(match, card)
    pairs = enumerate(filled_lines(card, match.format))
    lines = tuple(FilledLine(f"lines.{i}", line, score) for i, (line, score) in pairs)
    places = {
        side: tuple(
            WrittenName(f"{filled.path}.{side}.{j}", filled, squads.find(named, side))
            for filled in lines
            for j, named in enumerate(filled.score.players(side))
        )
        for side in Side
    }
    return CardContext(card, match, squads, lines, places)
