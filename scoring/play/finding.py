"""What is wrong: a `Finding` in what somebody wrote down is noted, an event that cannot have happened is raised."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from scoring.words import join_list


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


def each_once(findings: Iterable[Finding]) -> list[tuple[Finding, str]]:
    """Each problem once, however often it occurs in a game, with the hands it is in: "hand 2", "hands 1, 2 and 4"."""
    places: dict[tuple[str, ...], tuple[Finding, dict[int, None]]] = {}
    for finding in findings:
        key = (finding.severity, finding.code, finding.message, finding.claimed, finding.right)
        _, hands = places.setdefault(key, (finding, {}))
        if finding.where.hand:
            hands[finding.where.hand] = None
    return [
        (finding, f"hand{'s' if len(hands) > 1 else ''} {join_list(map(str, hands))}" if hands else "")
        for finding, hands in places.values()
    ]
