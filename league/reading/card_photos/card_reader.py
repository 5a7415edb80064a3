"""What a photographed card says: each number and tick with how sure it is, by ink and by the rules of the card.

The rules know much of what can be written: a player's number is on the list, nobody is past the winning hole and the
winner stands on it, the games add up. A value that ink and rules do not make sure is asked of people.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from league.reading.card_photos.layout import CardLayout
from league.reading.card_photos.straighten import AROUND
from league.reading.card_photos.values import BoxReading, CardReading, Players, read_card
from scoring.card.check import check
from scoring.card.format import Line
from scoring.card.match import Match
from scoring.card.sheet import Card, Side
from scoring.play.finding import Severity

Picture: TypeAlias = npt.NDArray[np.float32]

# A small convolutional network that reads a box with its outline; tests/makers/digits.py trains it on handwriting.
MODEL = Path(__file__).with_name("digits.onnx")
BLANK, OTHER = 10, 11  # after the ten digits
CLASSES = 12
SIDE = 32  # pixels of the square that a box is brought to


def probabilities(boxes: list[Picture]) -> npt.NDArray[np.float32]:
    """For each box, cut out as darkness from 0 to 1, how likely it is each digit, blank or something else."""
    if not boxes:
        return np.zeros((0, CLASSES), np.float32)
    network = _network()
    network.setInput(np.stack([squared(box) for box in boxes])[:, None])
    return np.asarray(network.forward(), np.float32)


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def squared(box: Picture) -> Picture:
    return np.asarray(cv2.resize(box, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


SURE = 0.9
LIKELIEST = 4  # of each box, that are put together to numbers
BLACKED_OUT = 0.62  # of a box that is dark if somebody took back a tick
AGREED = 1e-3  # how likely ticks and pegs of a game are at least together, if they say the same
RARE = 0.02  # how much less often a game is claimed or void than played
POSSIBLE = 0.004  # how likely a sum is at least to be what was written, if ticks come to it
TAKEN = 0.05  # how much less likely somebody is on two lines of a kind who may be on one
HARDLY = 0.99  # how much less often something else than digits stands where they belong than in boxes to tick
NOT_TICKED = 0.05  # how much less likely somebody played whose name is not ticked where others are
MOST_UNTICKED = 1 / 3  # of those who played, where people tick names at all
Values = dict[int | None, float]


def read(
    ink: Mapping[str, Picture], layout: CardLayout, match: Match, players: Players, other: Card | None = None
) -> CardReading:
    """Read all boxes. `players` are the keys of those who are printed; what the `other` captain has is likelier."""
    reader = _Reader(ink, layout, match, players, other)
    for number, line in enumerate(match.format.lines):
        for side in Side:
            for place in range(line.players):
                reader.read_player(number, side, place)
    games = [
        (f"lines.{number}.games.{game}", line)
        for number, line in enumerate(match.format.lines)
        for game in range(line.games)
    ]
    reader.weigh_games(games)
    for path, line in games:
        reader.read_game(path, line)
    reader.compare_players()
    reader.doubt_who_is_not_ticked()
    reader.add_up()
    reader.doubt_what_rules_refuse()
    return reader.readings


class _Reader:
    """One card on its way: `ink` of all boxes, and how `likely` each digit is in each box for one."""

    def __init__(
        self, ink: Mapping[str, Picture], layout: CardLayout, match: Match, players: Players, other: Card | None
    ) -> None:
        self.ink, self.match, self.players, self.other = ink, match, players, other
        self.likely = dict(zip(ink, probabilities(list(ink.values())), strict=True))
        self.paths: dict[str, tuple[str, ...]] = {}  # of the digits of each number
        for box in layout.boxes:
            if box.digit:
                number = box.path.rpartition(".")[0]
                self.paths[number] = (*self.paths.get(number, ()), box.path)
        self.ticked: dict[Side, dict[int, float]] = {side: {} for side in Side}
        for box in layout.squad_boxes:
            _, side, place = box.path.split(".")
            self.ticked[Side(side)][int(place) + 1] = self._ticked(box.path)
        self.numbered: dict[str, tuple[Values, float]] = {}  # of players, what may be written and how much of all it is
        self.ways: dict[str, dict[str, float]] = {}  # of games, how likely each way is that they can have gone
        self.readings = CardReading()
        self.backed: set[str] = set()  # games whose winner pegs and tick agree about

    def _ticked(self, path: str) -> float:
        return float(np.clip(1 - self.likely[path][BLANK], 0.001, 0.999))

    def read_player(self, number: int, side: Side, place: int) -> None:
        """The number of a player: one on the list, the likelier if the name is ticked."""
        path = f"lines.{number}.{side}.{place}"
        written = numbers(self.likely, self.paths[path])
        listed = len(self.players[side])
        ticks = self.ticked[side]
        used = sum(likely > 0.9 for likely in ticks.values()) >= 2
        weights: Values = {}
        for value, likely in written.items():
            if value is None or 1 <= value <= listed:
                unticked = used and value is not None and ticks.get(value, 1.0) < 0.1
                weights[value] = likely * (NOT_TICKED if unticked else 1.0)
        other = self._other_number(number, side, place)
        if other is not None and other in weights:
            weights[other] *= 3
        self.numbered[path] = weights, sum(written.values())
        self._settle(path, *self.numbered[path], self.paths[path])

    def _other_number(self, number: int, side: Side, place: int) -> int | None:
        if self.other is None or number >= len(self.other.lines):
            return None
        keys = [named.id for named in self.other.lines[number].players(side)]
        key = keys[place] if place < len(keys) else None
        return list(self.players[side]).index(key) + 1 if key in self.players[side] and key is not None else None

    def _written(self, path: str) -> tuple[dict[str, float], dict[Side, Values]]:
        ticks = {each: self._ticked(f"{path}.{each}") for each in ("winner.home", "winner.away", "claimed", "void")}
        pegged = f"{path}.{Side.HOME}_pegs" in self.paths
        return ticks, {side: numbers(self.likely, self.paths[f"{path}.{side}_pegs"]) for side in Side if pegged}

    def weigh_games(self, games: Iterable[tuple[str, Line]]) -> None:
        """How likely each way of a game is: likelier where the games come to the sums that are written."""
        self.ways = {path: dict(_ways(*self._written(path), line)) for path, line in games}
        written = [numbers(self.likely, self.paths[f"quick.{side}"]) for side in Side]
        sums = [
            {won: each.get(won, 0) + each.get(None, 0) + POSSIBLE for won in range(len(self.ways) + 1)}
            for each in written
        ]
        weighed = {}
        for path, ways in self.ways.items():
            others = _sums(each for other, each in self.ways.items() if other != path)
            fits = {
                step: sum(
                    chance * sums[0][home + step[0]] * sums[1][away + step[1]]
                    for (home, away), chance in others.items()
                )
                for step in map(_step, ways)
            }
            fitting = {way: likely * fits[_step(way)] for way, likely in ways.items()}
            scale = sum(ways.values()) / max(sum(fitting.values()), 1e-30)
            weighed[path] = {way: likely * scale for way, likely in fitting.items()}
        self.ways = weighed

    def read_game(self, path: str, line: Line) -> None:
        (ticks, pegs), ways = self._written(path), self.ways[path]
        tick_paths = tuple(f"{path}.{each}" for each in ticks)
        whole = sum(ways.values())
        best = max(ways, key=lambda way: ways[way])
        smudged = any(_smudged(self.ink[each]) for each in tick_paths)
        sure = whole > AGREED and ways[best] / whole >= SURE and not smudged
        sure = sure and best in {"home", "away", ""}  # what is claimed or void is rare enough to be asked
        self.readings[f"{path}.winner"] = BoxReading(best, sure, tick_paths)
        if pegs and best in {"home", "away"} and line.target:
            standing = max(pegs[Side(best)], key=lambda value: pegs[Side(best)][value])
            if standing == line.target and ticks[f"winner.{best}"] > 0.9:
                self.backed.add(path)
        for side, written in pegs.items():
            possible = {value: likely for value, likely in written.items() if _fits(value, side, best, line)}
            self._settle(f"{path}.{side}_pegs", possible, sum(written.values()), self.paths[f"{path}.{side}_pegs"])

    def _settle(self, path: str, weights: Values, whole: float, boxes: tuple[str, ...]) -> None:
        """Take the likeliest value; sure if it is so among those that can be, and those are most of what was read."""
        possible = sum(weights.values())
        best = max(weights, key=lambda value: weights[value], default=None)
        odd = 1 - whole  # something else than a number is written
        sure = possible > 0.02 and odd < 0.5 and weights.get(best, 0) / (possible + odd * 0.5) >= SURE
        sure = sure and possible / max(whole, 1e-9) > 0.05
        self.readings[path] = BoxReading("" if best is None else str(best), sure, boxes)

    def compare_players(self) -> None:
        """Who is on one line for sure is hardly on another of its kind; if somebody seems to be, both are asked."""
        form = self.match.format
        for side, kind in product(Side, form.kinds):
            lines = [(number, line) for number, line in enumerate(form.lines) if line.kind == kind]
            paths = [f"lines.{number}.{side}.{place}" for number, line in lines for place in range(line.players)]
            if min((limit.most for limit in form.limits if limit.covers(kind)), default=2) == 1:
                self._prefer_others(paths)
            counts = Counter(self.readings[path].value for path in paths if self.readings[path].sure)
            for path in paths:
                if self.readings[path].value and counts[self.readings[path].value] > 1:
                    self.readings.ask(path)

    def doubt_who_is_not_ticked(self) -> None:
        """Ask for the numbers of those whose names are hardly ticked, where those of nearly all others are."""
        for side in Side:
            paths = [path for path in self.numbered if f".{side}." in path and self.readings[path].value]
            numbers_read = {int(self.readings[path].value) for path in paths}
            unticked = {number for number in numbers_read if self.ticked[side].get(number, 1.0) < 0.5}
            if len(unticked) <= MOST_UNTICKED * len(numbers_read):
                for path in paths:
                    if int(self.readings[path].value) in unticked:
                        self.readings.ask(path)

    def _prefer_others(self, paths: Sequence[str]) -> None:
        """Take each number to be the less likely, the likelier it is that it stands on another of these lines."""
        shares: dict[str, Values] = {}
        for path in paths:
            weights = self.numbered[path][0]
            whole = sum(weights.values()) or 1.0
            shares[path] = {value: likely / whole for value, likely in weights.items()}
        for path in paths:
            weights, whole = self.numbered[path]
            fewer = {
                value: likely * prod(max(TAKEN, 1 - shares[other].get(value, 0)) for other in paths if other != path)
                if value is not None
                else likely
                for value, likely in weights.items()
            }
            self._settle(path, fewer, whole, self.paths[path])

    def add_up(self) -> None:
        """Hold the games against their sums: where these differ, ask for what ticks and pegs do not both say."""
        winners = {path: reading for path, reading in self.readings.items() if path.endswith(".winner")}
        differ = False
        for side in Side:
            path = f"quick.{side}"
            won = sum(reading.value in {side, f"claimed-{side}"} for reading in winners.values())
            written = numbers(self.likely, self.paths[path])
            if written.get(won, 0) > POSSIBLE:  # two ways to the same sum
                self.readings[path] = BoxReading(str(won), sure=True, boxes=self.paths[path])
                continue
            self._settle(path, written, sum(written.values()), self.paths[path])
            differ |= self.readings[path].sure and self.readings[path].value != ""
            self.readings.ask(path)
        if differ:
            for path in winners:
                if path.removesuffix(".winner") not in self.backed:
                    self.readings.ask(path)

    def doubt_what_rules_refuse(self) -> None:
        """Ask for what the rules of the card refuse, but not for the one player of a pair whose other is asked for."""
        for problem in check(read_card(self.readings, self.match, self.players), self.match):
            unsure = any(path.startswith(f"{problem.path}.") for path in self.readings.unsure)
            if problem.severity is Severity.REFUSE and not unsure:
                for path in (problem.path, f"{problem.path}.winner", f"{problem.path}.0"):
                    if path in self.readings and (self.readings[path].value or path.endswith(".winner")):
                        self.readings.ask(path)


def numbers(likely: Mapping[str, npt.NDArray[np.float32]], paths: Sequence[str]) -> Values:
    """The numbers that may stand in some boxes, None for nothing; what is missing to 1 is no number at all."""
    boxes = [likely[path] / (1 - HARDLY * likely[path][OTHER]) for path in paths]
    best = [np.argsort(-box[:OTHER])[:LIKELIEST] for box in boxes]
    values: Values = {}
    for chosen in product(*best):
        figures = "".join("-" if digit == BLANK else str(digit) for digit in chosen).strip("-")
        if "-" in figures:
            continue
        chance = prod(float(box[digit]) for box, digit in zip(boxes, chosen, strict=True))
        value = int(figures) if figures else None
        values[value] = values.get(value, 0.0) + chance
    return values


def _smudged(ink: Picture) -> bool:
    """Whether a box is blacked out, as people do who ticked the wrong one."""
    inner = ink[AROUND:-AROUND, AROUND:-AROUND]
    return float((inner > 0.4).mean()) > BLACKED_OUT


def _ways(ticks: Mapping[str, float], pegs: Mapping[Side, Values], line: Line) -> Iterator[tuple[str, float]]:
    for way, marked in (
        ("home", {"winner.home"}),
        ("away", {"winner.away"}),
        ("", set()),
        ("claimed-home", {"winner.home", "claimed"}),
        ("claimed-away", {"winner.away", "claimed"}),
        ("void", {"void"}),
    ):
        chance = prod(likely if name in marked else 1 - likely for name, likely in ticks.items())
        chance *= RARE if marked & {"claimed", "void"} else 1
        for side, written in pegs.items():
            fitting = sum(likely for value, likely in written.items() if _fits(value, side, way, line))
            chance *= fitting + 0.05 * max(0.0, 1 - sum(written.values()))
        yield way, chance


def _step(way: str) -> tuple[int, int]:
    won = way.removeprefix("claimed-")
    return int(won == "home"), int(won == "away")


def _sums(games: Iterable[Mapping[str, float]]) -> dict[tuple[int, int], float]:
    sums = {(0, 0): 1.0}
    for ways in games:
        longer: dict[tuple[int, int], float] = {}
        for (home, away), chance in sums.items():
            for way, likely in ways.items():
                pair = home + _step(way)[0], away + _step(way)[1]
                longer[pair] = longer.get(pair, 0.0) + chance * likely
        whole = max(sum(longer.values()), 1e-30)
        sums = {pair: chance / whole for pair, chance in longer.items() if chance > 1e-9 * whole}
    return sums


def _fits(value: int | None, side: Side, way: str, line: Line) -> bool:
    if way in {"", "home", "away"} and line.target:
        if value is None:
            return True
        if not way:
            return value < line.target
        return value == line.target if side == way else value < line.target
    return value is None or not line.target
