"""What is wrong: a `Finding` in what somebody wrote down is noted, an event that cannot have happened is raised.

Knows how to say what was claimed, what is right, which rule says so and where it stands. Refuses to know how a finding
is discovered, shown, or overruled.
"""

from dataclasses import dataclass
from enum import StrEnum


class IllegalEvent(ValueError):  # noqa: N818 - it is the event that is illegal
    """An event the rules do not allow: by which rule (``code``), when (``ply``), and what was written (``token``).

    ``ply`` counts the turns of the hand from 1, or the events of a game; None where nothing is being counted.
    """

    def __init__(self, code: str, message: str, *, token: str = "", ply: int | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.token = token
        self.ply = ply


class Severity(StrEnum):
    """How much a finding weighs.

    REFUSE: proved impossible or against the rules of play. SECRETARY: possible, but for the secretary to decide.
    WARNING: legal and possible, only unlikely or untidy.
    """

    REFUSE = "refuse"
    SECRETARY = "secretary"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Where:
    """A place in a text (line and column) and in play (game, hand, ply), each counted from 1; None is unknown."""

    line: int | None = None
    column: int | None = None
    game: int | None = None
    hand: int | None = None
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem with its reason: `code` for programs, `message` for people, `rule` for those who argue."""

    severity: Severity
    code: str
    message: str
    rule: str = ""
    claimed: str = ""
    right: str = ""
    where: Where = Where()
