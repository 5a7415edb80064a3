"""A card laid beside its match: what every clause is given."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.card.format import Format, Line, game_title, line_titles
from scoring.card.match import Match
from scoring.card.name_matching import Identity, SquadIndex
from scoring.card.outcome import filled_lines
from scoring.card.sheet import Card, GameScore, LineScore, Side


@dataclass(frozen=True, slots=True)
class FilledLine:
    """One line of the card beside its line of the format; `path` is "lines.4", `title` "Singles 5"."""

    path: str
    title: str
    line: Line
    score: LineScore

    def name(self, k: int) -> str:
        """What people call its game `k` (from 0): "Singles 3", or "Pairs 1, game 2" where the line has several."""
        return game_title(self.title, self.line.games, k + 1)


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
    titled = enumerate(zip(line_titles(match.format.lines), filled_lines(card, match.format), strict=False))
    lines = tuple(FilledLine(f"lines.{i}", title, line, score) for i, (title, (line, score)) in titled)
    places = {
        side: tuple(
            WrittenName(f"{filled.path}.{side}.{j}", filled, squads.find(named, side))
            for filled in lines
            for j, named in enumerate(filled.score.players(side))
        )
        for side in Side
    }
    return CardContext(card, match, squads, lines, places)
