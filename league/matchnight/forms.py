"""What players and captains press and type about who can play."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, NoReturn
from uuid import UUID

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm
from league.matchnight.actions.events import PhoneEvent
from league.matchnight.models import EARLIEST_REMINDER, AvailabilitySettings, NightAnswer
from league.matchnight.queries.event_log import TrackView
from league.matchnight.queries.nights import MatchSheet
from scoring.card.format import Format, line_titles
from scoring.card.match import Squad
from scoring.season.order_draw import BY_LOT, Places


class AnswerForm(forms.Form):
    night = forms.DateField()
    answer = forms.ChoiceField(choices=NightAnswer.choices)
    key = forms.UUIDField()


class CaptainAnswerForm(forms.Form):
    player = forms.IntegerField(min_value=1)
    answer = forms.ChoiceField(choices=NightAnswer.choices)
    key = forms.UUIDField()


class AbsenceForm(PlainForm):
    first = DayField(label="First day away")
    last = DayField(label="Last day away")


class AvailabilitySettingsForm(PlainForm):
    enabled = forms.BooleanField(required=False, label="Ask the players who can play")
    first_days = forms.IntegerField(
        min_value=0, max_value=EARLIEST_REMINDER, label="First reminder (days before)",
        help_text="Goes only to players who have not answered. 0 is never.",
    )  # fmt: skip
    last_days = forms.IntegerField(
        min_value=0, max_value=EARLIEST_REMINDER, label="Last reminder (days before)", help_text="0 is never."
    )
    texts = forms.BooleanField(
        required=False, label="Send the last reminder as a text too",
        help_text="One text a match to each player who asked for texts and has not answered. The league pays for it.",
    )  # fmt: skip

    def __init__(self, *args: Any, settings: AvailabilitySettings, texts: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not texts:
            del self.fields["texts"]
        self.initial = {name: getattr(settings, name) for name in self.fields}


class PickForm(PlainForm):
    players = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        label="Pick the team",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "The squad has changed. Look at who is there now, and pick again."},
    )

    def __init__(self, *args: Any, sheet: MatchSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["players"].choices = [(line.player.pk, line.player.name) for line in sheet.lines]  # type: ignore[attr-defined]
        self.initial["players"] = [player.pk for player in sheet.picked]


class ReserveForm(PlainForm):
    player = forms.TypedChoiceField(coerce=int, label="Player of another team")

    def __init__(self, *args: Any, helpers: Iterable[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = [("", "Choose a player"), *helpers]  # type: ignore[attr-defined]


class NightsForm(PlainForm):
    nights = forms.TypedMultipleChoiceField(
        coerce=date.fromisoformat,
        required=False,
        label="Nights to ask about",
        help_text="Tick up to four. Your players find them on their own pages.",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": "%(value)s does not fit any more. Choose another night."},
    )

    def __init__(
        self, *args: Any, nights: Iterable[date], asked: Iterable[date], advice: Mapping[date, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        wanted = list(asked)
        words = {each: ": ".join(filter(None, (night(each), advice.get(each)))) for each in {*nights, *wanted}}
        self.fields["nights"].choices = [(each.isoformat(), words[each]) for each in sorted(words)]  # type: ignore[attr-defined]
        self.initial["nights"] = [each.isoformat() for each in wanted]


class LinkForm(forms.Form):
    name = forms.CharField(
        label="Who will score?",
        max_length=60,
        help_text="Everyone who watches sees this name while they score.",
        error_messages={"required": "Enter the name of who will score."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class TrackForm(forms.Form):
    lease = forms.ChoiceField(
        label="Which is right?", widget=forms.RadioSelect, error_messages={"required": "Choose the one that is right."}
    )
    reason = forms.CharField(
        label="Reason",
        max_length=300,
        help_text="Both captains and the secretary can read it.",
        error_messages={"required": "Give a reason. Both captains and the secretary can read it."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Any = None, *, tracks: Sequence[TrackView]) -> None:
        super().__init__(data)
        open_tracks = [track for track in tracks if track.lease and not track.rested]
        self.fields["lease"].choices = [(track.lease, _words(track)) for track in open_tracks]  # type: ignore[attr-defined]


def _words(track: TrackView) -> str:
    what = "shown now" if track.counts else "saved separately"
    return f"{track.name}: {track.scores[0]}\N{EN DASH}{track.scores[1]} ({what})"


# --- batches of events from a phone -----------------------------------------------------------------------------------
MAX_EVENTS = 1000
MAX_BYTES = 1_000_000
MAX_BODY_LENGTH = 8_000
MAX_DEPTH = 16
MAX_SMALL = 32_767  # of a line or a game, which are small numbers in the log
MAX_SEQ = 2_147_483_647


class EventBatchError(ValueError):
    """The request is not of this form; the message is a sentence that says what is wrong."""


def parse_event_batch(body: bytes) -> tuple[UUID, int, tuple[PhoneEvent, ...]]:
    try:
        data = json.loads(body, parse_constant=_reject_number, parse_float=_number)
    except ValueError as error:
        raise EventBatchError(f"This is not JSON: {error}.") from error
    except RecursionError as error:
        raise EventBatchError("There are too many lists and objects in one another.") from error
    if not isinstance(data, dict):
        raise EventBatchError("The request must be a JSON object.")
    events = _field(data, "events", list, "a list", default=[])
    if len(events) > MAX_EVENTS:
        raise EventBatchError(f"There are {len(events)} events: {MAX_EVENTS} at once is the most.")
    parsed = tuple(_parse_event(each, number) for number, each in enumerate(events))
    return _uuid(data, "device"), _integer(data, "after", 0, MAX_SEQ, default=0), parsed


def _parse_event(data: Any, number: int) -> PhoneEvent:
    where = f"events[{number}]."
    if not isinstance(data, dict):
        raise EventBatchError(f"events[{number}] must be an object.")
    kind = _field(data, "kind", str, "text", where)
    if not 1 <= len(kind) <= 20 or not kind.isprintable():
        raise EventBatchError(f"{where}kind must have 1 to 20 letters.")
    body = _field(data, "body", dict, "an object", where, default={})
    layer, depth = [body], 0
    while layer and depth <= MAX_DEPTH:
        inner = [each for each in layer if isinstance(each, dict | list)]
        layer = [each for holder in inner for each in (holder.values() if isinstance(holder, dict) else holder)]
        depth += bool(inner)
    if depth > MAX_DEPTH:
        raise EventBatchError(f"{where}body has too many lists and objects in one another.")
    if len(json.dumps(body)) > MAX_BODY_LENGTH:
        raise EventBatchError(f"{where}body is longer than {MAX_BODY_LENGTH} characters.")
    return PhoneEvent(
        id=_uuid(data, "id", where), dseq=_integer(data, "dseq", 1, MAX_SEQ, where),
        line=_integer(data, "line", 0, MAX_SMALL, where), game=_integer(data, "game", 0, MAX_SMALL, where),
        lease=None if data.get("lease") is None else _uuid(data, "lease", where), kind=kind, body=_storable(body),
        at=_timestamp(data.get("at")),
    )  # fmt: skip


def _field(data: dict[str, Any], name: str, kind: type, noun: str, where: str = "", *, default: Any = None) -> Any:
    value = data.get(name, default)
    if not isinstance(value, kind):
        raise EventBatchError(f"{where}{name} must be {noun}.")
    return value


def _integer(data: dict[str, Any], name: str, least: int, most: int, where: str = "", *, default: Any = None) -> int:
    value = data.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise EventBatchError(f"{where}{name} must be a whole number from {least} to {most}.")
    return value


def _uuid(data: dict[str, Any], name: str, where: str = "") -> UUID:
    """A UUID as it is usually written: the same event must not be able to have its id written in two ways."""
    value = data.get(name)
    try:
        uuid = UUID(value)
    except (ValueError, TypeError, AttributeError):
        uuid = None
    if uuid is None or str(uuid) != value:
        raise EventBatchError(f"{where}{name} must be a UUID, as in 123e4567-e89b-42d3-a456-426614174000.")
    return uuid


def _timestamp(value: Any) -> datetime | None:
    """The phone's own clock, as far as it makes sense: it is kept and never trusted."""
    try:
        moment = datetime.fromisoformat(value)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return None


def _storable(value: Any) -> Any:
    """Without NUL characters and lone surrogates, which no database text can have."""
    if isinstance(value, dict):
        return {_storable(name): _storable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, str):
        whole = value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return whole.replace("\0", "\ufffd")
    return value


def _number(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _reject_number(text)


def _reject_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is no number")


class OrderForm(PlainForm):
    def __init__(self, *args: Any, form: Format, squad: Squad, ticked: tuple[str, ...] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.form, self.by_lot = form, form.order in BY_LOT
        people = [(player.id, player.name) for player in squad.players]
        if self.by_lot:
            self._add_ticks(people, ticked)
        else:
            self._add_lines(people)
        self.fields["word"] = forms.CharField(
            required=False,
            max_length=20,
            label="A word of your own",
            help_text="It goes into the seal, so nobody can have known it beforehand.",
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
        )

    def _add_ticks(self, people: list[tuple[str, str]], ticked: tuple[str, ...]) -> None:
        self.fields["players"] = forms.MultipleChoiceField(
            choices=people, label="Who plays tonight?", initial=[key for key in ticked if key in dict(people)],
            widget=forms.CheckboxSelectMultiple, help_text=f"Tick up to {self.form.side}.",
        )  # fmt: skip

    def _add_lines(self, people: list[tuple[str, str]]) -> None:
        for number, (line, title) in enumerate(zip(self.form.lines, line_titles(self.form.lines), strict=True)):
            for place in range(line.players):
                which = f", player {place + 1}" if line.players > 1 else ""
                self.fields[f"line-{number}-{place}"] = forms.ChoiceField(
                    choices=[("", "Choose a player"), *people], label=f"{title}{which}"
                )

    def clean(self) -> dict[str, Any]:
        """No more players than a side has, and nobody twice at one kind of game."""
        cleaned: dict[str, Any] = super().clean() or {}
        if self.by_lot:
            if len(cleaned.get("players", ())) > self.form.side:
                self.add_error("players", f"Tick at most {self.form.side} players.")
            return cleaned
        for kind in self.form.kinds:
            keys: set[str] = set()
            for name in self._places_of(kind):
                key = cleaned.get(name)
                if key in keys:
                    self.add_error(name, f"Nobody plays twice at {kind.noun}. Choose another player.")
                keys.add(key or name)
        return cleaned

    def _places_of(self, kind: object) -> list[str]:
        lines = [(number, line) for number, line in enumerate(self.form.lines) if line.kind == kind]
        return [f"line-{number}-{place}" for number, line in lines for place in range(line.players)]

    @property
    def places(self) -> Places:
        if self.by_lot:
            return (tuple(self.cleaned_data["players"]),)
        return tuple(
            tuple(self.cleaned_data[f"line-{number}-{place}"] for place in range(line.players))
            for number, line in enumerate(self.form.lines)
        )
