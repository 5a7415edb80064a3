"""What is typed at the desk of an open day: names out of a hat, a round of scores, who is away and who leaves."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms import BoundField

from league.base.ui.forms import PlainForm
from league.cups.actions.openday import TypedScore
from league.cups.forms.entries import EntryForm
from league.cups.forms.knockout import READ, DrawForm, PairingKind, read_names, read_pairing
from league.cups.presenters.openday import OpenDayMatch, OpenDayRound
from scoring.season.knockout.cups import TieForm
from scoring.season.knockout.facts import NEITHER


class LotsForm(DrawForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, waiting=0, **kwargs)

    def clean(self) -> dict[str, Any]:
        values = super().clean()
        return {"lots": values["lots"]} if "lots" in values else values


class SwissPairingForm(PlainForm):
    absent = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Who sits this round out?",
        help_text="Leave all unticked if everyone is here.",
    )  # fmt: skip

    half_byes = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Who sits it out for half a point?",
        help_text="Only where your event gives half-point byes.",
    )  # fmt: skip
    pairings = forms.CharField(
        required=False, label="Paired elsewhere?", widget=forms.Textarea(attrs={"rows": 6, "autocapitalize": "words"}),
        help_text="Paste the round, a match on each line: Una Gathercole v Sam Goy. Bye and half bye stand behind a"
        " name: Joan Raine bye, Ted Coates half bye. Who is not named sits out. Left empty, the site pairs the round.",
    )  # fmt: skip

    def __init__(
        self, *args: Any, names: Sequence[tuple[str, str]], full_names: Mapping[str, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names, self.full_names = names, full_names
        self.fields["absent"].choices = names  # type: ignore[attr-defined]
        self.fields["half_byes"].choices = names  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        text = values.pop("pairings", "")
        if not text.strip() or self.errors:
            return values
        if values["absent"] or values["half_byes"]:
            self.add_error("pairings", "Tick nobody where the round is pasted: it says who sits out.")
            return values
        return self._as_pasted(text) or values

    def _as_pasted(self, text: str) -> dict[str, Any]:
        lines = [read_pairing(line) for line in text.splitlines() if line.strip()]
        named = "\n".join(name for sides, _ in lines for name in sides)
        keys, problems = read_names(named, self.names, self.full_names, everybody=False)
        for problem in problems:
            self.add_error("pairings", problem)
        if problems:
            return {}
        drawn = iter(keys)
        rows = [(tuple(next(drawn) for _ in sides), kind) for sides, kind in lines]
        byes = [sides[0] for sides, kind in rows if kind is PairingKind.BYE]
        halves = [sides[0] for sides, kind in rows if kind is PairingKind.HALF_BYE]
        if len(byes) > 1:
            self.add_error("pairings", "One of a round has the bye, the others half byes.")
        games = tuple((sides[0], sides[1]) for sides, kind in rows if kind is PairingKind.GAME)
        absent = [key for key, _ in self.names if key not in keys]
        elsewhere = (games, next(iter(byes), None))
        return {"absent": absent, "half_byes": halves, "elsewhere": elsewhere}


class ExchangeForm(PlainForm):
    one = forms.ChoiceField(
        label="Who should play someone else?", error_messages={"required": "Choose who should play someone else."}
    )
    other = forms.ChoiceField(
        label="Swap with",
        help_text="They take each other’s place.",
        error_messages={"required": "Choose who they swap with."},
    )
    reason = forms.CharField(max_length=200, label="Reason", help_text=READ)

    def __init__(self, *args: Any, paired: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        """`paired` has each of the round with whom they meet: ("e4", "H Goy, who meets E Birtles")."""
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].choices = [("", "Choose one"), *paired]  # type: ignore[attr-defined]


class ScoresForm(PlainForm):
    """The scores of a round. An empty row has not been played yet; whoever is in `missing` did not turn up."""

    def __init__(self, *args: Any, shown: OpenDayRound, form: TieForm, groups: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tie_form, self.groups = form, groups
        lines = [line for line in shown.lines if line.open or line.match.facts]
        self.lines = [line for line in lines if not line.by_card]
        self.on_cards = len(lines) - len(self.lines)
        for line in self.lines:
            first, second = line.match.score or ("", "")
            self.fields[f"{line.match.id}-first"] = _score_field(line.first, str(first))
            self.fields[f"{line.match.id}-second"] = _score_field(line.second, str(second))
        self._add_missing([line for line in self.lines if line.open])
        if any(line.match.facts for line in self.lines):
            self.fields["reason"] = forms.CharField(
                max_length=200, required=False, label="Reason for the correction",
                help_text="Only if you change a score that was already entered.",
            )  # fmt: skip

    def _add_missing(self, open_ones: Sequence[OpenDayMatch]) -> None:
        sides = {each.match.first: each.first for each in open_ones}
        sides |= {each.match.second or "": each.second for each in open_ones}
        by_name = sorted(sides.items(), key=lambda side: side[1].casefold())
        self.fields["missing"] = forms.MultipleChoiceField(
            required=False, label="Who did not turn up?", choices=by_name,
            widget=forms.CheckboxSelectMultiple,
            help_text="The match goes to the other side; if neither came, both lose it.",
        )  # fmt: skip

    @property
    def rows(self) -> Iterator[tuple[OpenDayMatch, str, BoundField, BoundField]]:
        for line in self.lines:
            match = line.match
            where = f"Group {match.group}, match {match.number}" if self.groups else f"Table {match.number}"
            yield line, where, self[f"{match.id}-first"], self[f"{match.id}-second"]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        typed = [score for line in self.lines if (score := self._typed(line, values)) is not None]
        if not typed and not self.errors:
            self.add_error(None, "Enter at least one score.")
        return {"typed": tuple(typed), "reason": values.get("reason", "")}

    def _typed(self, line: OpenDayMatch, values: Mapping[str, Any]) -> TypedScore | None:
        match, names = line.match, (f"{line.match.id}-first", f"{line.match.id}-second")
        if any(name in self.errors for name in names):
            return None
        first, second = (values[name] for name in names)
        away = [name for name in (match.first, match.second) if name and name in values.get("missing", ())]
        field, fault = names[0], ""
        if away and (first or second):
            fault = f"{line.first} v {line.second}: somebody is ticked as missing, and there is a score."
        elif away:
            other = match.first if away == [match.second] else match.second or ""
            return TypedScore(match.id, to=NEITHER if len(away) > 1 else other)
        elif first and second:
            score = (int(first), int(second))
            wrong = self.tie_form.fault(1, score, {})
            if not wrong:
                return TypedScore(match.id, *score)
            fault = f"{line.first} {score[0]}\N{EN DASH}{score[1]} {line.second}: {wrong}."
        elif first or second:
            field, missing = (names[1], line.second) if first else (names[0], line.first)
            fault = f"Enter the games won by {missing}."
        elif match.score is not None:
            fault = f"{line.first} v {line.second} has its score. Correct it, or clear it."
        if fault:
            self.add_error(field, fault)
        return None


def _score_field(name: str, initial: str) -> forms.Field:
    return forms.RegexField(
        r"^\d{1,2}$", required=False, label=name, initial=initial, strip=True,
        error_messages={"invalid": f"{name}: type a number."},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": "3", "autocomplete": "off", "maxlength": "2"}),
    )  # fmt: skip


class LevelForm(PlainForm):
    reason = forms.CharField(
        max_length=200,
        label="How was it decided?",
        help_text="By a play-off or by lot.",
        error_messages={"required": "Say how it was decided."},
    )

    def __init__(self, *args: Any, names: Sequence[tuple[str, str]], place: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.places = [f"place-{place + i}" for i in range(len(names))]
        choices = [("", "Choose one"), *names]
        for i, field in enumerate(self.places):
            self.fields[field] = forms.ChoiceField(choices=choices, label=f"Place {place + i}")
        self.order_fields([*self.places, "reason"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        order = tuple(values[field] for field in self.places if values.get(field))
        if len(order) == len(self.places) and len(set(order)) < len(order):
            self.add_error(self.places[-1], "Give each of them a different place.")
        return {"order": order, "reason": values.get("reason", "")}


class LeaveDayForm(PlainForm):
    entrant = forms.ChoiceField(label="Who is withdrawing?", error_messages={"required": "Choose who is withdrawing."})
    reason = forms.CharField(max_length=200, label="Reason")

    def __init__(self, *args: Any, names: Sequence[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["entrant"].choices = [("", "Choose one"), *names]  # type: ignore[attr-defined]


class LateForm(EntryForm):
    def __init__(self, *args: Any, groups: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if groups > 1:
            choices = [(str(number), f"Group {number}") for number in range(1, groups + 1)]
            self.fields["group"] = forms.ChoiceField(choices=choices, label="Group")
        self.fields["reason"] = forms.CharField(max_length=200, label="Reason")

    def clean(self) -> dict[str, Any]:
        group, reason = self.cleaned_data.get("group"), self.cleaned_data.get("reason", "")
        values = super().clean()
        return values if self.errors else values | {"group": int(group or 1), "reason": reason}


class GroupsRulingForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="Everyone can read this.")
