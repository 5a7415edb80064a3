"""Long tables of whole numbers in few: stretches over which an answer is worked out in the same straight way.

The answer at a place is ``a + b * place + c * base``: the place itself, the base from which one came, the same number
all along, or one that rises or falls with the place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.play.settlement import Points

Line: TypeAlias = tuple[Points, Points, Points]
Stretch: TypeAlias = list[int | float | str]


class UntabledError(ValueError):
    """What the engine answers follows no line that a table could say: the tables need a new form for these rules."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was answered once: in a word, and as a number. ``base`` is where one came from."""

    word: str
    base: Points
    answer: Points

    def on(self, line: Line, place: Points) -> bool:
        a, b, c = line
        return self.answer == a + b * place + c * self.base


def runs(samples: Mapping[Points, Sequence[Sample]]) -> list[Stretch]:
    """The fewest stretches ``[from, word, a, b, c]``, lowest place first, that give every sample of every place.

    Raises `UntabledError` for a place whose samples no one word and line can give.
    """
    stretches: list[Stretch] = []
    lines: list[Line] = []
    word: str = ""
    start: Points = 0
    for place in sorted(samples):
        at = samples[place]
        still = [line for line in lines if _fits(line, word, place, at)]
        if not still:
            if lines:
                stretches.append(_stretch(start, word, lines[0]))
            word, start = at[0].word, place
            still = [line for line in _candidates(place, at[0]) if _fits(line, word, place, at)]
            if not still:
                raise UntabledError(f"at {place} there are {at[:3]}")
        lines = still
    return [*stretches, _stretch(start, word, lines[0])]


def _stretch(start: Points, word: str, line: Line) -> Stretch:
    """Half places are plain JSON numbers too."""
    first, *numbers = (int(each) if each == int(each) else float(each) for each in (start, *line))
    return [first, word, *numbers]


def _fits(line: Line, word: str, place: Points, at: Sequence[Sample]) -> bool:
    return all(sample.word == word and sample.on(line, place) for sample in at)


def _candidates(place: Points, sample: Sample) -> tuple[Line, ...]:
    """The lines through one sample, the plainest first."""
    here = sample.answer
    return (0, 1, 0), (0, 0, 1), (here, 0, 0), (here - place, 1, 0), (here + place, -1, 0)
