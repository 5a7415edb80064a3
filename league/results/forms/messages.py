"""Messages that were pasted, and what is to become of each match that they are about."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django import forms

from league.base.ui.formats import clock, night, score_text
from league.base.ui.forms import PlainForm
from league.reading.messages.card_lines import fill_card
from league.reading.messages.values import EveningResults, Evidence, NightMatch, ScoreOption, SentMessage, SetAside
from league.results.actions.messages import ReceivedMessage
from league.results.choices import SentFor
from league.results.forms.sheet import games_field
from league.results.models import IncomingMessage
from league.results.queries.facts import match_for
from league.results.queries.messages import MessageNight
from league.results.queries.to_do import has_begun
from league.schedule.models import Fixture
from scoring.card.check import takes_score_alone
from scoring.card.sheet import Card

MOST_TEXT = 200_000
OTHER, LEAVE_OUT = "other", "none"


class PasteForm(PlainForm):
    text = forms.CharField(
        label="Messages",
        max_length=MOST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="A WhatsApp chat as you exported or copied it, single texts, e-mails, or a line for each result.",
        error_messages={
            "required": "Paste at least one message.",
            "max_length": "That is too long. Paste the messages of the last week only.",
        },
    )


class MessageScoreForm(PlainForm):
    """The score of a match that messages are about, one of `fixtures`; `options` are (home, away, words).
    A captain files for their own side, `own`; an officer says whose it is. An unanswered one stays to be answered.
    """

    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(
        self, data: Any = None, *, prefix: str, fixtures: Sequence[Fixture], options: Sequence[tuple[str, str]],
        sure: bool, own: SentFor | None, initial: dict[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(data, prefix=prefix, initial=initial)
        self.fixtures, self.sure, self.own = {str(each.pk): each for each in fixtures}, sure, own
        if sure:
            self.fields["send"] = forms.BooleanField(required=False, label="Send this result")
        else:
            choices = [*options, (OTHER, "The score that I type below"), (LEAVE_OUT, "Leave it out")]
            answer = forms.ChoiceField(
                label="Which is right?", choices=choices, widget=forms.RadioSelect, required=False
            )
            answer.is_question = True  # type: ignore[attr-defined]  # which may wait, and is not optional
            self.fields["answer"] = answer
        if len(fixtures) > 1:
            matches = [("", "Choose a match"), *((str(each.pk), str(each)) for each in fixtures)]
            self.fields["match"] = forms.ChoiceField(label="Which match?", choices=matches, required=False)
        home, away = self._names(fixtures)
        for side, name in (("home", home), ("away", away)):
            invalid = {"invalid": f"Enter the games of {name} as a number, e.g. 5"}
            self.fields[side] = games_field(label=f"{name}: games won", required=False, error_messages=invalid)
        if own is None:
            sides = [(SentFor.HOME, home), (SentFor.AWAY, away), (SentFor.LEAGUE, "the league")]
            self.fields["side"] = forms.ChoiceField(
                label="Send it as the card of", choices=sides, error_messages={"required": "Choose whose card it is."}
            )

    def _names(self, fixtures: Sequence[Fixture]) -> tuple[str, str]:
        if len(fixtures) == 1 and fixtures[0].away is not None:
            return fixtures[0].home.name, fixtures[0].away.name
        return "the home side", "the away side"

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        answer = (OTHER if values.get("send") else LEAVE_OUT) if self.sure else values.get("answer", "")
        if not self.sure and values.get("home") is not None and values.get("away") is not None:
            if answer not in (OTHER, LEAVE_OUT, ""):
                self.add_error(
                    "answer", "You chose a score and typed another. Choose the one that you typed, or clear it."
                )
            answer = OTHER
        values |= {"result": None, "unanswered": not answer}
        if answer == OTHER:
            self._take_typed(values)
        elif answer and answer != LEAVE_OUT:
            key, home, away = answer.split(":")
            values["result"] = (self.fixtures[key], int(home), int(away))
        return values

    def _take_typed(self, values: dict[str, Any]) -> None:
        key = values.get("match") if "match" in self.fields else next(iter(self.fixtures), None)
        if not key:
            self.add_error("match" if "match" in self.fields else None, "Choose the match.")
        for side in ("home", "away"):
            if values.get(side) is None and side not in self.errors:
                self.add_error(side, f"{self.fields[side].label}: enter a number.")
        if key and not self.errors:
            values["result"] = (self.fixtures[key], values["home"], values["away"])


# --- a pasted text, row by row ----------------------------------------------------------------------------------------
def _parts(evidence: Evidence) -> list[dict[str, Any]]:
    text = evidence.message.text
    marked = [any(span.start <= place < span.end for span in evidence.spans) for place in range(len(text))]
    return [
        {"text": "".join(text[place] for place in places), "marked": is_marked}
        for is_marked, places in groupby(range(len(text)), key=marked.__getitem__)
    ]


def option_of(option: ScoreOption, fixture: Fixture) -> tuple[str, str]:
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


MOST_ROWS = 100  # questions of one page; those after them come when the messages are pasted again
MOST_TO_CHOOSE = 2  # matches of which the scores stand side by side; of more the match is chosen first
EVERY_LINE = "A card of this league has every line. The score is kept with the match until the captain fills it in."


DISPUTED = "This match is disputed: its captains’ cards differ. To settle it, leave this out and review the dispute."


@dataclass(frozen=True, slots=True)
class MessageRow:
    key: str
    fixtures: tuple[Fixture, ...]
    evidence: tuple[Evidence, ...]
    whys: tuple[str, ...]
    form: MessageScoreForm
    notes: tuple[str, ...]
    card: Card | None = None  # the lines of which a message says who won, and what of them did not fit
    misfits: tuple[str, ...] = ()

    @property
    def lines_filled(self) -> int:
        return sum(bool(line.games) for line in self.card.lines) if self.card else 0

    @property
    def sure(self) -> bool:
        return not self.whys

    @property
    def has_options(self) -> bool:
        return self.sure or len(self.form.fields["answer"].choices) > len((OTHER, LEAVE_OUT))  # type: ignore[attr-defined]

    @property
    def fixture(self) -> Fixture | None:
        return self.fixtures[0] if len(self.fixtures) == 1 else None

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The messages, in parts: the words that a score rests on are `marked`."""
        return [
            {"sender": each.message.sender, "written": each.message.written, "parts": _parts(each)}
            for each in self.evidence
        ]


@dataclass(frozen=True, slots=True)
class PastedMessages:
    """A pasted text as it was read, for an officer or for a captain's own side (`own`).
    `kept` are messages sent before, as (match, digest); `likely` the scores in it, as (match, home, away), if whoever
    pastes it wrote it; `arrived` is the mail or text that it is, where it is one that waited.
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
            row = self._row(f"m{proposal.match.key}", (proposal.match,), proposal.evidence, (option,), data=data)
            if proposal.lines and row.sure:
                match = match_for(self.night.fixtures[proposal.match.key])
                card, misfits = fill_card(proposal.lines, match, (proposal.home, proposal.away))
                row = replace(row, card=card, misfits=misfits)
            rows.append(row)
        for question in self.evening.questions[:MOST_ROWS]:
            matches = tuple(match for match in question.matches or self.night.context.matches if match.open)
            if matches:
                key = f"m{matches[0].key}" if len(matches) == 1 else f"t{question.evidence[0].message.place}"
                key = key if all(row.key != key for row in rows) else f"{key}x{len(rows)}"
                rows.append(self._row(key, matches, question.evidence, question.options, data=data, whys=question.whys))
        # What was sent before is on the page no more; a button that fills a card in sends no row.
        sent = data is not None and "fill" not in data
        return [row for row in rows if not sent or f"{row.key}-seen" in data]

    def _row(
        self, key: str, matches: tuple[NightMatch, ...], evidence: tuple[Evidence, ...],
        options: tuple[ScoreOption, ...], *, data: Any, whys: tuple[str, ...] = (),
    ) -> MessageRow:  # fmt: skip
        fixtures = tuple(self.night.fixtures[match.key] for match in matches)
        if len(matches) == 1 and matches[0].key in self.night.disputed:
            whys = (DISPUTED, *whys)
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
        return tuple(notes if takes_score_alone(fixtures[0].rules_in_force()) else [*notes, EVERY_LINE])

    def _likely(self, options: tuple[ScoreOption, ...]) -> str:
        likely = (option for option in options if (option.match.key, option.home, option.away) in self.likely)
        return next((option_of(each, self.night.fixtures[each.match.key])[0] for each in likely), "")

    def _is_early(self, fixture: Fixture) -> bool:
        return fixture.date is not None and not has_begun(fixture, self.at)

    def message_for(self, row: MessageRow, side: SentFor, fixture: Fixture) -> ReceivedMessage:
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
