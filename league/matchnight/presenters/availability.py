"""What a night comes to: each player's word on it, how many that makes, and the messages that a captain sends on.

Pure: rows come in, nothing is asked for.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from league.base.ui.formats import clock, night
from league.matchnight.choices import NightAnswer
from league.matchnight.models.availability import Absence, PlayerAnswer
from league.schedule.models import Fixture
from league.teams.models import Player, Team
from scoring.words import join_list

ORDER = (NightAnswer.YES, NightAnswer.IF_NEEDED, None, NightAnswer.NO)


@dataclass(frozen=True, slots=True)
class NightWord:
    """A player's word on a night: the last answer, or no because they are `away`; None while nothing is known."""

    player: Player
    answer: NightAnswer | None = None
    away: bool = False
    at: datetime | None = None
    by_captain: bool = False

    @property
    def text(self) -> str:
        if self.away:
            return "Away"
        return self.answer.label if self.answer else "No answer yet"


@dataclass(frozen=True, slots=True)
class NightCounts:
    """How many of a team can play on a night."""

    yes: int = 0
    if_needed: int = 0
    no: int = 0
    unanswered: int = 0

    def __str__(self) -> str:
        """As "5 can play, 1 if needed, 2 have not answered"."""
        if self.unanswered and not (self.yes or self.if_needed or self.no):
            return "Nobody has answered yet"
        parts = [f"{self.yes} can play"]
        if self.if_needed:
            parts.append(f"{self.if_needed} if needed")
        if self.no:
            parts.append(f"{self.no} cannot")
        if self.unanswered:
            parts.append(f"{self.unanswered} {'has' if self.unanswered == 1 else 'have'} not answered")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class TeamNights:
    """Everything that some players said of some nights: the last answer to each, and when they are away."""

    answers: Mapping[tuple[int, date], PlayerAnswer]
    absences: Mapping[int, Sequence[Absence]]

    def of(self, player: Player, night: date) -> NightWord:
        row = self.answers.get((player.pk, night))
        if row is not None:
            answer = NightAnswer(row.answer)
            return NightWord(player, answer, at=row.at, by_captain=row.by_id is not None)
        if any(each.first <= night <= each.last for each in self.absences.get(player.pk, ())):
            return NightWord(player, NightAnswer.NO, away=True)
        return NightWord(player)

    def counts(self, players: Iterable[Player], night: date) -> NightCounts:
        answers = [self.of(player, night).answer for player in players]
        return NightCounts(
            answers.count(NightAnswer.YES),
            answers.count(NightAnswer.IF_NEEDED),
            answers.count(NightAnswer.NO),
            answers.count(None),
        )


def in_order(nights: Iterable[NightWord]) -> list[NightWord]:
    """Who can, who can if needed, who has not said, who cannot; each by name."""
    return sorted(nights, key=lambda each: (ORDER.index(each.answer), each.player.name, each.player.pk))


def suits(counts: NightCounts) -> str:
    """What a night is said to suit, beside a date that is offered: "5 of your 8 players can play"."""
    everybody = counts.yes + counts.if_needed + counts.no + counts.unanswered
    phrases = [f"{counts.yes + counts.if_needed} of your {everybody} players can play"] if counts.yes else []
    if counts.no:
        phrases.append(f"{counts.no} cannot" if phrases else f"{counts.no} of your {everybody} players cannot")
    return join_list(phrases)


# --- what a captain sends on ------------------------------------------------------------------------------------------
OWN = "Use your own link only; it works all season."


def group_message(team: Team, links: Iterable[tuple[Player, str]]) -> str:
    """All links of a team, for its group."""
    lines = [f"{player}: {address}" for player, address in links]
    return "\n".join([f"{team}: can you play? {OWN}", *lines]) if lines else ""


def chase_message(fixture: Fixture, links: Iterable[tuple[Player, str]]) -> str:
    """The links of those who have not answered for a match; "" if everybody has."""
    lines = [f"{player}: {address}" for player, address in links]
    if not lines or fixture.date is None:
        return ""
    match = f"{fixture}, {night(fixture.date)}, {clock(fixture.start_time)}"
    return "\n".join([f"Can you play? {match}. {OWN}", *lines])
