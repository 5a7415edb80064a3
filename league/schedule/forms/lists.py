"""What a secretary types about fixture lists: how long to look, a file, a name, and what to do to one match."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import Any

from django import forms

from league.base.ui.formats import night
from league.base.ui.forms import PlainForm
from league.schedule.models import FixtureList, Season
from league.schedule.values.lists import ListContents, keyed, match_key, read_rows
from scoring.season.schedule.edits import Edit, ExchangeNights, MoveMatch, SwapNights, TurnRound
from scoring.season.schedule.task import Match, NightPlan, SpareNights, Task, derby_pairs
from scoring.words import join_list

SECONDS = (
    (10, "10 seconds: a quick look"),
    (30, "30 seconds"),
    (60, "1 minute: usually enough"),
    (120, "2 minutes: for ten or more divisions"),
)
ANYWHERE = "anywhere"
SPARE = (
    (SpareNights.END.value, "At the end: every division starts on its first night"),
    (SpareNights.CHRISTMAS.value, "Around Christmas and New Year"),
    (SpareNights.SPREAD.value, "Spread over the season, for matches that are postponed"),
    (ANYWHERE, "Anywhere: more requests may be met"),
)
SHOWN_DERBIES = 4
LARGEST_FILE = 1_000_000  # bytes; a season of ten divisions takes sixty thousand


class SolveForm(PlainForm):
    """How long to try for a list, and what to begin from. `seed` is for those who want the same list again."""

    seconds = forms.TypedChoiceField(
        coerce=int, choices=SECONDS, initial=60, widget=forms.RadioSelect, label="How long to try"
    )
    start: Any = forms.ModelChoiceField(
        queryset=None, required=False, label="Start from", empty_label="Nothing: a new list",
        help_text="Its locked matches stay where they are, and the rest is redone.",
    )  # fmt: skip
    spare = forms.ChoiceField(
        choices=SPARE,
        initial=SpareNights.END.value,
        required=False,
        widget=forms.RadioSelect,
        label="Spare nights",
        help_text="A quick round robin always leaves them at the end.",
    )
    full_opening = forms.BooleanField(
        required=False,
        label="Every team plays on the first night",
        help_text="With an odd number of teams, one has a bye.",
    )
    derby = forms.ChoiceField(required=False, label="Derby night")
    firm = forms.BooleanField(
        required=False,
        label="These nights must be kept",
        help_text="Otherwise the draft keeps them where it can, and says where it could not.",
    )
    seed = forms.IntegerField(min_value=0, max_value=9999, required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, lists: Any, task: Task, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer_derbies(task)
        self.fields["start"].queryset = lists  # type: ignore[attr-defined]
        if not lists.exists():
            del self.fields["start"]

    def _offer_derbies(self, task: Task) -> None:
        """The nights of the divisions in which two teams of one pub play, or no such question."""
        pairs, names = derby_pairs(task), {team.id: team for team in task.teams}
        if not pairs:
            del self.fields["derby"]
            return
        inside = {names[one].division for one, _ in pairs}
        nights = sorted({day for division in task.divisions if division.id in inside for day in division.dates})
        field = self.fields["derby"]
        field.choices = [("", "No derby night"), *((day.isoformat(), night(day)) for day in nights)]  # type: ignore[attr-defined]
        shown = join_list([f"{names[one].name} v {names[other].name}" for one, other in pairs[:SHOWN_DERBIES]])
        more = f" and {len(pairs) - SHOWN_DERBIES} more" if len(pairs) > SHOWN_DERBIES else ""
        field.help_text = f"Teams of the same pub meet: {shown}{more}. For other rivals, add a request."

    def clean_seed(self) -> int:
        return self.cleaned_data["seed"] or 0

    def clean(self) -> dict[str, Any]:
        """What `start_list` takes."""
        values: dict[str, Any] = super().clean() or {}
        spare, derby = values.pop("spare", ""), values.pop("derby", "")
        plan = NightPlan(
            spare=SpareNights(spare) if spare not in {"", ANYWHERE} else None,
            full_opening=values.pop("full_opening", False),
            derby=date.fromisoformat(derby) if derby else None,
            firm=values.pop("firm", False),
        )
        return values | {"nights": plan}


class ListFileForm(PlainForm):
    """A list made elsewhere, as a file or typed. Every line that cannot be read is named; nothing is lost by it."""

    file = forms.FileField(
        required=False,
        label="CSV file",
        help_text="With the columns division, date, home and away, by name or as it was saved from here.",
    )
    lines = forms.CharField(
        required=False, label="Or paste the lines", widget=forms.Textarea(attrs={"rows": 6}), strip=False
    )
    name = forms.CharField(required=False, max_length=60, label="Name")

    def __init__(self, *args: Any, task: Task, former: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.task, self.former = task, former
        self.matches: tuple[Match, ...] = ()

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        text = self._text(values)
        if text is None:
            return values
        self.matches, faults = read_rows(text, self.task, self.former)
        if faults:
            # What was in a file is shown again as lines, so that it can be put right here.
            self.data = {**self.data, "lines": text}
            self.add_error("lines", [forms.ValidationError(fault) for fault in faults])
        elif not self.matches:
            self.add_error("lines", "There are no matches in it.")
        return values

    def _text(self, values: dict[str, Any]) -> str | None:
        sent = values.get("file")
        if not sent:
            if not values.get("lines"):
                self.add_error("file", "Choose a file, or type the lines.")
            return values.get("lines") or None
        if sent.size > LARGEST_FILE:
            self.add_error("file", "The file is too large to be a fixture list.")
            return None
        try:
            return str(sent.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            self.add_error("file", "The file is not plain text. In the spreadsheet, save it as “CSV UTF-8”.")
            return None


class ListNameForm(PlainForm):
    name = forms.CharField(required=False, max_length=60, label="Name", help_text="Leave it empty to use its number.")


class PublishForm(PlainForm):
    """`despite` is asked only where the list breaks a rule, `open_season` only where the league is not in the season.

    The league's pages show the season that it is in: the first one opens with its list unless somebody says otherwise.
    """

    despite = forms.BooleanField(required=False, label="Publish even though rules are broken")
    open_season = forms.BooleanField(
        required=False,
        label="Make it the current season",
        help_text="Everyone sees its fixtures and tables. Otherwise only you see them until you make it current.",
    )

    def __init__(self, *args: Any, broken: int, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not broken:
            del self.fields["despite"]
        if season.current:
            del self.fields["open_season"]


class CompareForm(PlainForm):
    """Which lists to hold side by side: two or three of those that have matches."""

    list: Any = forms.ModelMultipleChoiceField(
        queryset=None, to_field_name="number", widget=forms.CheckboxSelectMultiple, label="Lists"
    )

    def __init__(self, *args: Any, lists: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["list"].queryset = lists  # type: ignore[attr-defined]

    def clean_list(self) -> Sequence[FixtureList]:
        chosen: Sequence[FixtureList] = self.cleaned_data["list"]
        if not 2 <= len(chosen) <= 3:
            raise forms.ValidationError("Tick two or three drafts.")
        return chosen


EXCHANGE, MOVE, SWAP, TURN, TURN_BOTH = "exchange", "move", "swap", "turn", "turn-both"


class ManualEditForm(PlainForm):
    """What to do to one match. `version` is that of the list that the person saw."""

    do = forms.ChoiceField(
        choices=(
            (EXCHANGE, "Move to another night, together with the matches that have to move with it"),
            (MOVE, "Move to another night on its own"),
            (SWAP, "Swap nights with another match"),
            (TURN, "Swap home and away"),
            (TURN_BOTH, "Swap home and away, in the return match too"),
        ),
        widget=forms.RadioSelect,
        label="What to do",
        initial=EXCHANGE,
    )
    to = forms.ChoiceField(required=False, label="Night")
    other = forms.ChoiceField(required=False, label="Other match")
    match = forms.CharField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, contents: ListContents, chosen: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.contents, self.chosen = contents, chosen
        division = next((each for each in contents.task.divisions if each.id == chosen.division), None)
        nights = [day for day in (division.dates if division else ()) if day != chosen.date]
        others = [each for each in contents.matches if each.division == chosen.division and each.date != chosen.date]
        self.nights = {day.isoformat(): day for day in nights}
        self.fields["to"].choices = [("", "Choose a night"), *((key, night(day)) for key, day in self.nights.items())]  # type: ignore[attr-defined]
        self.fields["other"].choices = [  # type: ignore[attr-defined]
            ("", "Choose a match"),
            *(
                (night(day), [(match_key(each), contents.named(each)) for each in matches])
                for day, matches in groupby(
                    sorted(others, key=lambda each: (each.date, each)), key=lambda each: each.date
                )
            ),
        ]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("do") in (EXCHANGE, MOVE) and not values.get("to") and "to" not in self.errors:
            self.add_error("to", "Choose the night.")
        if values.get("do") == SWAP and not values.get("other") and "other" not in self.errors:
            self.add_error("other", "Choose the other match.")
        return values

    @property
    def edit(self) -> Edit:
        values = self.cleaned_data
        match values["do"]:
            case "exchange":
                return ExchangeNights(self.chosen, self.nights[values["to"]])
            case "move":
                return MoveMatch(self.chosen, self.nights[values["to"]])
            case "swap":
                other = keyed(self.contents.matches, values["other"])
                assert other is not None  # one of the choices
                return SwapNights(self.chosen, other)
            case done:
                return TurnRound(self.chosen, both=done == TURN_BOTH)
