"""What was read off a photographed card, as values that pages show: each number and tick, and how sure it is.

A path is "lines.3.games.0.winner" (home, away, claimed-home, claimed-away, void or "" for nothing),
"lines.3.games.0.home_pegs", or "lines.3.home.0", the number of a player on the printed list.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.card.match import Match
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side

Players: TypeAlias = Mapping[Side, Sequence[str]]  # the keys of those who are printed, in the order of their numbers


@dataclass(frozen=True, slots=True)
class BoxReading:
    """One number or tick: its value, "" for nothing; whether that is sure, and the boxes that it stands in."""

    value: str
    sure: bool
    boxes: tuple[str, ...] = ()


class CardReading(dict[str, BoxReading]):
    def ask(self, path: str) -> None:
        self[path] = replace(self[path], sure=False)

    @property
    def unsure(self) -> tuple[str, ...]:
        return tuple(path for path, reading in self.items() if not reading.sure)


def read_card(readings: Mapping[str, BoxReading], match: Match, players: Players) -> Card:
    """The card with what is sure on it, and nothing where people are to be asked."""

    def value(path: str) -> str:
        reading = readings.get(path)
        return reading.value if reading is not None and reading.sure else ""

    names = {player.id: player.name for side in Side for player in match.squad(side).players}
    lines = []
    for number, line in enumerate(match.format.lines):
        home, away = (
            tuple(
                Named(key, names.get(key, ""))
                for place in range(line.players)
                if (written := value(f"lines.{number}.{side}.{place}"))
                for key in (players[side][int(written) - 1],)
            )
            for side in Side
        )
        games = tuple(_game(f"lines.{number}.games.{game}", value, line.target) for game in range(line.games))
        lines.append(LineScore(home, away, games))
    return Card(lines=tuple(lines))


def _game(path: str, value: Callable[[str], str], target: int | None) -> GameScore:
    """One game; whoever won stood on the target, whether or not that was written."""
    won = value(f"{path}.winner")
    if won == "void":
        return GameScore(None, how=How.VOID)
    claimed, _, side = won.rpartition("-")
    if claimed:
        return GameScore(Side(side), how=How.CLAIMED)
    pegs = {each: int(figure) if (figure := value(f"{path}.{each}_pegs")) else None for each in Side}
    if side and pegs[Side(side)] is None and pegs[Side(side).other] is not None:
        pegs[Side(side)] = target
    return GameScore(Side(side) if side else None, pegs[Side.HOME], pegs[Side.AWAY])
