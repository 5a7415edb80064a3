"""A pasted text as it was read: a row for each match or question, with its messages and its form."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.base.ui.formats import clock
from league.reading.messages.values import EveningResults, Evidence, NightMatch, ScoreOption, SentMessage
from league.results.actions.messages import ReceivedMessage
from league.results.choices import SentFor
from league.results.forms.messages import LEAVE_OUT, OTHER, MessageScoreForm
from league.results.models import IncomingMessage
from league.results.presenters.messages import ShownMessage, option_of, shown_message
from league.results.queries.messages import MessageNight
from league.results.queries.to_do import has_begun
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from scoring.card.check import takes_score_alone

MOST_ROWS = 100  # questions of one page; those after them come when the messages are pasted again
MOST_TO_CHOOSE = 2  # matches of which the scores stand side by side; of more the match is chosen first
EVERY_LINE = "A card of this league has every line. The score is kept with the match until the captain fills it in."


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One match, or one question, on the page: the messages, why it is asked, and its form."""

    key: str
    fixtures: tuple[Fixture, ...]
    evidence: tuple[Evidence, ...]
    whys: tuple[str, ...]
    form: MessageScoreForm
    notes: tuple[str, ...]

    @property
    def sure(self) -> bool:
        return not self.whys

    @property
    def has_options(self) -> bool:
        """Whether a score of its messages can be chosen."""
        return self.sure or len(self.form.fields["answer"].choices) > len((OTHER, LEAVE_OUT))  # type: ignore[attr-defined]

    @property
    def fixture(self) -> Fixture | None:
        return self.fixtures[0] if len(self.fixtures) == 1 else None

    @property
    def shown(self) -> list[ShownMessage]:
        return [shown_message(evidence) for evidence in self.evidence]


@dataclass(frozen=True, slots=True)
class PastedMessages:
    """A pasted text as it was read, for an officer or for a captain's own side (`own`); `kept` are messages that were
    sent before, as (match, digest); `likely` are its scores, as (match, home, away), if whoever pastes it wrote it;
    `arrived` is the mail or text that this is, where it is one that waited.
    """

    text: str
    night: MessageNight
    evening: EveningResults
    own: SentFor | None
    kept: Collection[tuple[int, str]]
    at: datetime
    likely: Collection[tuple[int, int, int]] = ()
    arrived: IncomingMessage | None = None

    def rows(self, data: Any = None) -> list[MessageRow]:
        rows: list[MessageRow] = []
        for proposal in self.evening.proposals:
            option = ScoreOption(proposal.match, proposal.home, proposal.away)
            rows.append(self._row(f"m{proposal.match.key}", (proposal.match,), proposal.evidence, (option,), data=data))
        for question in self.evening.questions[:MOST_ROWS]:
            matches = tuple(match for match in question.matches or self.night.context.matches if match.open)
            if matches:
                key = f"m{matches[0].key}" if len(matches) == 1 else f"t{question.evidence[0].message.place}"
                key = key if all(row.key != key for row in rows) else f"{key}x{len(rows)}"
                rows.append(self._row(key, matches, question.evidence, question.options, data=data, whys=question.whys))
        return rows

    def _row(
        self, key: str, matches: tuple[NightMatch, ...], evidence: tuple[Evidence, ...],
        options: tuple[ScoreOption, ...], *, data: Any, whys: tuple[str, ...] = (),
    ) -> MessageRow:  # fmt: skip
        fixtures = tuple(self.night.fixtures[match.key] for match in matches)
        initial: dict[str, Any] = {
            "seen": fixtures[0].version, "send": True, "answer": self._likely(options), "side": SentFor.LEAGUE,
        }  # fmt: skip
        if not whys:
            initial |= {"home": options[0].home, "away": options[0].away, "send": not self._is_early(fixtures[0])}
        if len(fixtures) == 1:
            initial["side"] = self._side(evidence, fixtures[0])
        shown = options if len(fixtures) <= MOST_TO_CHOOSE else ()
        form = MessageScoreForm(
            data, prefix=key, fixtures=fixtures, sure=not whys, own=self.own, initial=initial,
            options=[option_of(option, self.night.fixtures[option.match.key]) for option in shown],
        )  # fmt: skip
        return MessageRow(key, fixtures, evidence, whys, form, self._notes(fixtures, evidence))

    def _side(self, evidence: tuple[Evidence, ...], fixture: Fixture) -> SentFor:
        """The side of whoever wrote last of those who are of one side; else it is for the league to enter."""
        sides = [side for each in evidence if (side := self.night.side_of(each.message, fixture))]
        return sides[-1] if sides else SentFor.LEAGUE

    def _notes(self, fixtures: tuple[Fixture, ...], evidence: tuple[Evidence, ...]) -> tuple[str, ...]:
        if len(fixtures) != 1:
            return ()
        sent = any((fixtures[0].pk, self.received(each.message).digest) in self.kept for each in evidence)
        notes = ["This message has been sent before."] if sent else []
        if self._is_early(fixtures[0]):
            notes.append(f"This match starts at {clock(fixtures[0].start_time)}. Send it only if it has been played.")
        return tuple(notes if takes_score_alone(rules_for(fixtures[0])) else [*notes, EVERY_LINE])

    def _likely(self, options: tuple[ScoreOption, ...]) -> str:
        likely = (option for option in options if (option.match.key, option.home, option.away) in self.likely)
        return next((option_of(each, self.night.fixtures[each.match.key])[0] for each in likely), LEAVE_OUT)

    def _is_early(self, fixture: Fixture) -> bool:
        return fixture.date is not None and not has_begun(fixture, self.at)

    def message_for(self, row: MessageRow, side: SentFor, fixture: Fixture) -> ReceivedMessage:
        """The message that is kept: the last of that side, or the last."""
        own = [each.message for each in row.evidence if self.night.side_of(each.message, fixture) == side]
        return self.received((own or [each.message for each in row.evidence])[-1])

    def sides_that_agree(self, row: MessageRow, side: SentFor, score: tuple[int, int]) -> tuple[SentFor, ...]:
        """The other side, where its captain wrote the same: for an officer that is a card of each."""
        initial = row.form.initial
        if self.own or side == SentFor.LEAGUE or not row.fixture or score != (initial.get("home"), initial.get("away")):
            return ()
        sides = {self.night.side_of(each.message, row.fixture) for each in row.evidence}
        return tuple(other for other in (SentFor.HOME, SentFor.AWAY) if other in sides and other != side)

    def received(self, message: SentMessage) -> ReceivedMessage:
        author = self.night.author_of(message)
        return ReceivedMessage(message.sender, message.written, message.text, author, self.arrived)
