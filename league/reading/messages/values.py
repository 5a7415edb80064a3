"""What the reader of messages is told of a league's evening, and what it answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time

from scoring.card.sheet import Side


@dataclass(frozen=True, slots=True)
class NightMatch:
    """A match that messages may be about. `total` is what both scores add up to, where the rules fix it."""

    key: int
    home: str
    away: str
    day: date
    total: int | None = None
    open: bool = True  # whether its result may still be sent
    start: time = time(19)


@dataclass(frozen=True, slots=True)
class Sender:
    """Somebody by a name or a phone number that messages come under, with the teams that they act for."""

    name: str
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NightContext:
    """What is known of one evening. `names` has other names that a team goes by, and teams without a match as well."""

    matches: tuple[NightMatch, ...]
    senders: tuple[Sender, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SentMessage:
    place: int
    text: str
    sender: str = ""
    day: date | None = None
    hour: time | None = None
    written: str = ""  # the day and the hour as they stand in the text

    @property
    def night(self) -> date | None:
        """The evening that it belongs to: what is sent in the small hours belongs to the day before."""
        small = self.day and self.hour and self.hour < time(5)
        return date.fromordinal(self.day.toordinal() - 1) if self.day and small else self.day


@dataclass(frozen=True, slots=True)
class TextSpan:
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Evidence:
    message: SentMessage
    spans: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class ScoreOption:
    match: NightMatch
    home: int
    away: int

    @property
    def teams(self) -> dict[Side, str]:
        return {Side.HOME: self.match.home, Side.AWAY: self.match.away}


@dataclass(frozen=True, slots=True)
class MessageLine:
    """A line of a match: the names of both sides, who won, and its games or pegs as home and away."""

    number: int | None
    names: Mapping[Side, tuple[str, ...]]
    winner: Side
    score: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class ScoreProposal:
    """A score that leaves no doubt, with the lines of the card of which a message says who won."""

    match: NightMatch
    home: int
    away: int
    evidence: tuple[Evidence, ...]
    lines: tuple[MessageLine, ...] = ()


@dataclass(frozen=True, slots=True)
class MessageQuestion:
    """What somebody has to say: `matches` are those that it may be about, `options` the scores that were read."""

    whys: tuple[str, ...]
    evidence: tuple[Evidence, ...]
    matches: tuple[NightMatch, ...]
    options: tuple[ScoreOption, ...] = ()


@dataclass(frozen=True, slots=True)
class SetAside:
    message: SentMessage
    why: str


@dataclass(frozen=True, slots=True)
class EveningResults:
    proposals: tuple[ScoreProposal, ...]
    questions: tuple[MessageQuestion, ...]
    set_aside: tuple[SetAside, ...]
