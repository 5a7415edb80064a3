"""Messages as a page shows them: each with the words marked that a score rests on."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from league.base.ui.formats import night, score_text
from league.reading.messages.values import Evidence, ScoreOption, SentMessage, SetAside, TextSpan
from league.schedule.models import Fixture


@dataclass(frozen=True, slots=True)
class MarkedText:
    text: str
    marked: bool


@dataclass(frozen=True, slots=True)
class ShownMessage:
    sender: str
    written: str
    parts: tuple[MarkedText, ...]


def shown_message(evidence: Evidence) -> ShownMessage:
    message = evidence.message
    return ShownMessage(message.sender, message.written, tuple(_parts(message.text, evidence.spans)))


def _parts(text: str, spans: Iterable[TextSpan]) -> Iterable[MarkedText]:
    marked = [any(span.start <= place < span.end for span in spans) for place in range(len(text))]
    for is_marked, places in groupby(range(len(text)), key=marked.__getitem__):
        yield MarkedText("".join(text[place] for place in places), is_marked)


def option_of(option: ScoreOption, fixture: Fixture) -> tuple[str, str]:
    """A score to choose: its value, and the two sides with their games."""
    score = score_text(f"{option.home}-{option.away}")
    day = f", {night(fixture.date)}" if fixture.date else ""
    return f"{fixture.pk}:{option.home}:{option.away}", f"{fixture.home} {score} {fixture.away}{day}"


MOST_SHOWN = 50  # messages of one reason


def grouped_asides(asides: Iterable[SetAside]) -> list[tuple[str, list[SentMessage], int]]:
    """What was set aside, by the reason: the first messages, and how many more there are."""
    by_reason: dict[str, list[SentMessage]] = {}
    for aside in asides:
        by_reason.setdefault(aside.why, []).append(aside.message)
    return [(why, found[:MOST_SHOWN], max(0, len(found) - MOST_SHOWN)) for why, found in by_reason.items()]
