"""What the co-ordinator types for a draw, and about a tie or somebody in it; each FactForm gives the fact it is for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from secrets import randbelow
from typing import Any, ClassVar

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import DayField, PlainForm, TimeOfDayField
from league.cups.models import FinalsNight, Round
from league.teams.models import Venue
from scoring.names import fold, letters
from scoring.season.knockout import facts
from scoring.season.knockout.draw import Lots, Pairing

# --- the draw ---------------------------------------------------------------------------------------------------------
ROOM, SEED, SITE = "room", "seed", "site"
LONGEST = 200
VERSUS = re.compile(r"\s+(?:v|vs)\.?\s+(?!bye\b)", re.IGNORECASE)
BYE = re.compile(r"(.+?)\s*(?:[-,:(]|\bv|\bhas an?\b)?\s*\bbye\b\s*\)?", re.IGNORECASE)


HALF_BYE = re.compile(
    r"(.+?)\s*[-,:(]?\s*(?:\bhalf(?:[- ]?point)?\s+bye\b|½[- ]?(?:point )?\s*bye\b|\bbye\s*(?:½|0\.5))\s*\)?",
    re.IGNORECASE,
)
BETWEEN = re.compile(r"\s+(?:v|vs)\.?\s+|\s+[-\N{EN DASH}\N{EM DASH}]\s+|\t+", re.IGNORECASE)
TABLE_NUMBER = re.compile(r"^\s*\d{1,3}[.):]\s+")


class PairingKind(Enum):
    GAME, BYE, HALF_BYE = range(3)


def read_pairing(line: str) -> tuple[tuple[str, ...], PairingKind]:
    """The names of a line of a round that was paired elsewhere, and what they are there for."""
    plain = TABLE_NUMBER.sub("", line).strip()
    if match := HALF_BYE.fullmatch(plain):
        return (match[1],), PairingKind.HALF_BYE
    if match := BYE.fullmatch(plain):
        return (match[1],), PairingKind.BYE
    sides = tuple(each.strip() for each in BETWEEN.split(plain, maxsplit=1))
    return sides, PairingKind.GAME if len(sides) > 1 else PairingKind.BYE


class DrawForm(PlainForm):
    """What `hold_draw` takes. Names may be typed by the numbers that the page gives them, or by their first letters."""

    how = forms.ChoiceField(
        label="How is it drawn?",
        choices=(
            (ROOM, "In the room: enter the names in the order drawn"),
            (SEED, "From a published number"),
            (SITE, "Draw for me"),
        ),
        widget=forms.RadioSelect,
    )
    names = forms.CharField(
        required=False,
        label="Names in the order drawn",
        help_text="One per line, or just their numbers from the list: 7 3 12. Or the ties as they stand on paper, from"
        " the top: Crown v Bell on a line, and Legion bye. You see the ties before anything is drawn.",
        widget=forms.Textarea(attrs={"rows": 8, "autocapitalize": "words"}),
    )
    seed = forms.CharField(
        max_length=LONGEST,
        required=False,
        label="Published number",
        help_text="For example the lottery numbers of a date you announced: 4 11 23 30 41 52.",
    )

    looked_at = forms.CharField(required=False, max_length=10_000, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, hat: Sequence[tuple[str, str]], purpose: str, waiting: int, again: bool = False,
        full_names: Mapping[str, str] | None = None, **kwargs: Any,
    ) -> None:  # fmt: skip
        """`hat` has the id and the name of everybody in the order of their numbers; `full_names` are read too."""
        super().__init__(*args, **kwargs)
        self.hat, self.purpose, self.full_names = hat, purpose, full_names or {}
        if waiting:
            ties = "1 tie is" if waiting == 1 else f"{waiting} ties are"
            self.fields["early"] = forms.BooleanField(label=f"Draw now, although {ties} not played yet")
        if again:
            self.fields["again"] = forms.BooleanField(label="Draw again: the draw that was made no longer counts")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        early = {"early": values.get("early", False), "again": values.get("again", False)}
        if values["how"] == SITE:
            return {"lots": Lots(seed=f"{randbelow(10**12):012}", purpose=self.purpose), **early}
        if values["how"] == SEED:
            seed = " ".join(values["seed"].split())
            if not seed:
                self.add_error("seed", "Enter the published number.")
            return {"lots": Lots(seed=seed, purpose=self.purpose), **early}
        return {"lots": self._as_drawn(values["names"]), **early}

    def to_look_at(self, drawn: str) -> bool:
        """Whether what the names come to has not been looked at yet; once the page has shown it, it has."""
        if self.data.get("looked_at") == drawn:
            return False
        self.data = dict(self.data.items()) | {"looked_at": drawn}
        return True

    def _as_drawn(self, text: str) -> Lots:
        ties = [VERSUS.split(line.strip(), maxsplit=1) for line in text.splitlines() if line.strip()]
        ties = [[match[1]] if len(tie) == 1 and (match := BYE.fullmatch(tie[0])) else tie for tie in ties]
        on_paper = any(len(tie) > 1 for tie in ties)
        names = "\n".join(name for tie in ties for name in tie) if on_paper else text
        idents, problems = read_names(names, self.hat, self.full_names)
        for problem in problems:
            self.add_error("names", problem)
        if problems or not on_paper:
            return Lots(names=idents)
        drawn = iter(idents)
        return Lots.on_paper(Pairing(next(drawn), next(drawn) if len(tie) > 1 else None) for tie in ties)


def read_names(
    text: str, hat: Sequence[tuple[str, str]], full_names: Mapping[str, str] | None = None, *, everybody: bool = True
) -> tuple[tuple[str, ...], list[str]]:
    """The ids in the order typed, and what is wrong with it. `full_names` are other names of the hat’s, by id."""
    words = text.replace(",", " ").split()
    if words and all(word.rstrip(".").isdigit() for word in words):
        lines = [word.rstrip(".") for word in words]
    else:
        lines = [line.strip() for line in text.splitlines() if line.strip()]
    by_number = {str(number): ident for number, (ident, _) in enumerate(hat, start=1)}
    names = dict(hat)
    full_names = {ident: name for ident, name in (full_names or {}).items() if ident in names}
    idents: list[str] = []
    problems: list[str] = []
    for line in lines:
        ident, problem = (by_number[line], "") if line in by_number else _meant(line, names, full_names)
        if not problem and ident in idents:
            problem = f"{names[ident]} is listed twice."
        if problem:
            problems.append(problem)
        else:
            idents.append(ident)
    missing = [name for ident, name in hat if ident not in idents]
    if missing and everybody and not problems:
        problems.append(f"Still in the hat: {', '.join(missing)}.")
    return tuple(idents), problems


def _meant(line: str, names: Mapping[str, str], full_names: Mapping[str, str]) -> tuple[str, str]:
    """Who is meant by a line: the whole name, in short or in full, or the one name that begins so."""
    written = line.lstrip("0123456789.) ") or line
    pairs = [*names.items(), *full_names.items()]
    exact = [ident for ident, name in pairs if _plain(fold(name)) == _plain(fold(written))]
    begins = _plain(letters(written))
    near = list(dict.fromkeys(exact or [ident for ident, name in pairs if _plain(letters(name)).startswith(begins)]))
    if len(near) == 1:
        return near[0], ""
    if near:
        return "", f"“{line}” may be {' or '.join(names[ident] for ident in near)}."
    return "", f"“{line}” is not in the hat."


def _plain(name: str) -> str:
    """Without the word between the names of a pair, which people leave out."""
    return name.replace(" and ", " ")


# --- facts about a tie, or about somebody in it -----------------------------------------------------------------------
READ = "Everyone can read this in the history."


class FactForm(PlainForm):
    """A form about one tie with its two sides, (key, name) each, sent to its `address`; `fact` once it is right.
    `words` say what follows; `asks` is the question about a side, `scored` whether the games of both are typed.
    """

    address: ClassVar[str]
    title: ClassVar[str]
    button: ClassVar[str]
    words: ClassVar[tuple[str, ...]]
    asks: ClassVar[str] = ""
    scored: ClassVar[bool] = False
    reasoned: ClassVar[bool] = True

    def __init__(
        self, *args: Any, tie: str, sides: Sequence[tuple[str, str]], scores: Mapping[int, Any], **kwargs: Any
    ) -> None:
        super().__init__(*args, section=self.address, **kwargs)
        self.tie, self.sides, self.scores = tie, sides, scores
        for name, (_, side) in zip(("first", "second"), sides if self.scored else (), strict=False):
            self.fields[name] = forms.IntegerField(min_value=0, max_value=99, label=f"Games won by {side}")
        if self.asks:
            self.fields["side"] = forms.ChoiceField(label=self.asks, choices=sides, widget=forms.RadioSelect)
        if self.reasoned:
            self.fields["reason"] = forms.CharField(max_length=200, label="Reason", help_text=READ)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if len(self.sides) < 2:
            raise forms.ValidationError("The two sides of this tie are not known yet.")
        return values

    @property
    def fact(self) -> Any:
        raise NotImplementedError


class TieScoreForm(FactForm):
    address = "score-tie"
    title, button, scored, reasoned = "Enter the score", "Save the score", True, False
    words = ("Use this for a tie without a match card. Otherwise the score comes from the card.",)

    @property
    def fact(self) -> Any:
        leg = max(self.scores, default=0) + 1
        return facts.Scored(self.tie, self.cleaned_data["first"], self.cleaned_data["second"], leg)


class CorrectionForm(FactForm):
    address = "correct-tie"
    title, button, scored = "Correct the score", "Save the correction", True
    words = (
        "The old score stays in the history, with your reason.",
        "If the wrong side has already played its next tie, you will be asked to make a ruling.",
    )
    leg = forms.TypedChoiceField(coerce=int, label="Which match", error_messages={"required": "Choose which match."})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["leg"].choices = [(leg, f"Match {leg}") for leg in sorted(self.scores)]  # type: ignore[attr-defined]
        if len(self.scores) < 2:
            del self.fields["leg"]

    @property
    def fact(self) -> Any:
        values = self.cleaned_data
        leg = values.get("leg") or min(self.scores, default=1)
        return facts.ScoreCorrected(self.tie, values["first"], values["second"], values["reason"], leg)


class WalkoverForm(FactForm):
    address = "walk-over-tie"
    title, button, asks = "Award a walkover", "Award the walkover", "Who goes through?"
    words = ("The tie is decided without play.", "It goes into the history with your reason.")

    @property
    def fact(self) -> Any:
        return facts.WalkedOver(self.tie, self.cleaned_data["side"], self.cleaned_data["reason"])


class DisqualificationForm(FactForm):
    address = "disqualify-in-tie"
    title, button, asks = "Disqualify a side", "Disqualify", "Who is disqualified?"
    words = (
        "The other side wins this tie, although it was played.",
        "Their opponents win the ties still to be played.",
    )

    @property
    def fact(self) -> Any:
        return facts.Disqualified(self.cleaned_data["side"], self.cleaned_data["reason"], self.tie)


class ReplayForm(FactForm):
    address = "replay-tie"
    title, button = "Order a replay", "Order the replay"
    words = ("The result of this tie becomes void; it stays in the history.", "The replay needs a date.")

    @property
    def fact(self) -> Any:
        return facts.Replayed(self.tie, self.cleaned_data["reason"])


class TieRulingForm(FactForm):
    address = "rule-on-tie"
    title, button = "Make a ruling", "Save the ruling"
    words = (
        "An earlier result was corrected, so the wrong side played this tie.",
        "Nothing changes until you make a ruling.",
    )
    ruling = forms.ChoiceField(
        label="Your ruling", widget=forms.RadioSelect,
        choices=[(facts.Ruling.STANDS.value, "The result stands"), (facts.Ruling.REPLAY.value, "The tie is replayed")],
    )  # fmt: skip

    @property
    def fact(self) -> Any:
        return facts.Resolved(self.tie, facts.Ruling(self.cleaned_data["ruling"]), self.cleaned_data["reason"])


class WithdrawalForm(PlainForm):
    how = forms.ChoiceField(
        label="Why are they out?",
        choices=(("left", "They withdraw"), ("out", "They are disqualified")),
        widget=forms.RadioSelect,
        error_messages={"required": "Choose why they are out."},
    )
    reason = forms.CharField(max_length=200, label="Reason", help_text=READ)


# --- the days of rounds, and finals nights ----------------------------------------------------------------------------
Rounds = Iterable[tuple[str, int, str]]


class RoundsForm(PlainForm):
    """For each round the last day to play it, or, of a knockout, the finals night that it is played on."""

    def __init__(
        self, *args: Any, rounds: Rounds, days: Mapping[tuple[str, int], Round], nights: Iterable[FinalsNight],
        **rest: Any,
    ) -> None:  # fmt: skip
        super().__init__(*args, **rest)
        self.rounds = [(str(part), number, name) for part, number, name in rounds]
        self.nights = {str(each.pk): each for each in nights}
        named = [(key, f"{each}, {night(each.date)}") for key, each in self.nights.items()]
        choices = [("", "No, the two sides arrange it"), *named]
        for part, number, name in self.rounds:
            row = days.get((part, number))
            self.fields[f"{part}-{number}-by"] = DayField(
                required=False, label=f"{name}: play by", initial=row.play_by if row else None
            )
            if self.nights and part != facts.GROUPS:
                self.fields[f"{part}-{number}-night"] = forms.ChoiceField(
                    required=False, label=f"{name}: on a finals night", choices=choices,
                    initial=str(row.night_id) if row and row.night_id else "",
                )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        typed = super().clean() or {}
        return {
            "days": {
                (part, number): (
                    typed.get(f"{part}-{number}-by"),
                    self.nights.get(typed.get(f"{part}-{number}-night") or ""),
                )
                for part, number, _ in self.rounds
            }
        }


class FinalsNightForm(PlainForm):
    name = forms.CharField(max_length=60, initial="Finals night", label="Name")
    date = DayField(label="Date")
    start_time = TimeOfDayField(label="First ties start at")
    venue: Any = forms.ModelChoiceField(queryset=None, empty_label=None, label="Venue")
    tables = forms.IntegerField(min_value=1, max_value=40, initial=4, label="Tables")
    minutes = forms.IntegerField(
        min_value=5, max_value=240, initial=40, label="Minutes for each tie", help_text="Allow for a close one."
    )
    notes = forms.CharField(
        required=False, max_length=1000, label="Notes for everyone", help_text="Such as: pie and peas at nine.",
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip

    def __init__(self, *args: Any, night: FinalsNight | None = None, **rest: Any) -> None:
        super().__init__(*args, **rest)
        self.fields["venue"].queryset = Venue.objects.order_by("name", "pk")  # type: ignore[attr-defined]
        if night is not None:
            self.initial = {name: getattr(night, name) for name in self.fields if name != "venue"}
            self.initial["venue"] = night.venue_id


class FinalsPlaceForm(PlainForm):
    turn = forms.IntegerField(min_value=1, max_value=60, label="Turn", help_text="1 is the first of the evening.")
    table = forms.IntegerField(min_value=1, max_value=40, label="Table")
