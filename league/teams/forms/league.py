"""Beginning a league from a preset, and the settings in which it differs from it."""

from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any

from django import forms

from league.teams.choices import NameStyle, Night
from league.teams.forms import PlainForm
from league.teams.models import League
from league.teams.queries import rules_of
from scoring.card.constitution import Confirm, Constitution, Rule
from scoring.card.points import plain
from scoring.card.presets import PRESETS
from scoring.card.soundness import complaints

NIGHTS = [(str(night.value), night.label) for night in Night]
CONFIRM = [
    (Confirm.OTHER_CONFIRMS.value, "One captain sends the card, the other confirms it"),
    (Confirm.BOTH_ENTER.value, "Both captains send a card; equal cards count at once"),
]
LEAGUE_FIELDS = ("name", "short_name", "night", "public_names", "honours_in_full", "public", "contact", "about")
POINTS = ("win", "draw", "loss", "per_game")
GROUPS = (
    ("The league", ("name", "short_name", "night", "contact", "about", "public", "public_names", "honours_in_full")),
    ("Cards and results", ("confirm", "quick_allowed", "submit_within", "confirm_within", "used")),
    ("Players", ("squad_minimum", "squad", "deadline", "on_the_night", "transfers_need_both_captains")),
    ("Points", POINTS),
    ("In the league's own words", ("rules",)),
)


class PointsField(forms.CharField):
    """Points as an exact number: "2", "1/2", "0.5" or a half sign."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=8, widget=forms.TextInput(attrs={"inputmode": "decimal"}), **kwargs)

    def clean(self, value: Any) -> Fraction:
        text = super().clean(value).replace("½", ".5").replace(",", ".")
        try:
            points = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise forms.ValidationError("Give a number of points, such as 2 or 1/2.") from None
        if not 0 <= points <= 100:
            raise forms.ValidationError("Give a number from 0 to 100.")
        return points


class YearDayField(forms.CharField):
    """A day of the calendar without a year, as (month, day): "31 Oct"."""

    def clean(self, value: Any) -> tuple[int, int] | None:
        text = super().clean(value)
        if not text:
            return None
        for form in ("%d %b %Y", "%d %B %Y"):
            try:
                day = datetime.strptime(f"{text} 2023", form)  # noqa: DTZ007  # a day of the calendar has no zone
            except ValueError:
                continue
            return day.month, day.day
        raise forms.ValidationError('Give a day such as "31 Oct".')


def count_field(label: str, *, least: int = 1, most: int = 99, **kwargs: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric"})
    return forms.IntegerField(min_value=least, max_value=most, label=label, widget=widget, **kwargs)


class NewLeagueForm(PlainForm):
    """A league's name and whose rules it begins with; everything can be changed afterwards but the address."""

    name = forms.CharField(max_length=80, label="Name of the league")
    short_name = forms.CharField(max_length=30, label="Short name", help_text="As it stands at the top of each page.")
    slug = forms.SlugField(
        required=False,
        label="Address",
        help_text='"leek" for /leek/. Made from the short name if left empty.',
    )
    preset = forms.ChoiceField(
        choices=[(key, rules.name) for key, rules in PRESETS.items()],
        widget=forms.RadioSelect,
        label="Start with the rules of",
    )
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(max_length=200, required=False, label="How to reach the secretary")
    secretary = forms.BooleanField(
        required=False, initial=True, label="I am its secretary", help_text="If not, you invite them next."
    )


class SettingsForm(PlainForm):
    """What a league changes for itself. The rest of its rules stays as the preset has it."""

    name = forms.CharField(max_length=80, label="Name of the league")
    short_name = forms.CharField(max_length=30, label="Short name")
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(
        max_length=200, required=False, label="How to reach the secretary", help_text="Everybody can read this."
    )
    about = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 4}), label="About the league")
    public = forms.BooleanField(required=False, label="Anyone may read the league's pages")
    public_names = forms.ChoiceField(
        choices=NameStyle.choices, widget=forms.RadioSelect, label="How the public sees players' names"
    )
    honours_in_full = forms.BooleanField(
        required=False,
        label="Full names on the honours board",
        help_text="For the lines that are written from now on. Nobody under 18 is named in full.",
    )
    confirm = forms.ChoiceField(choices=CONFIRM, widget=forms.RadioSelect, label="How a card becomes a result")
    quick_allowed = forms.BooleanField(required=False, label="Captains may send the score alone, without the games")
    submit_within = count_field("Hours from the start of the match until a card is late", most=999)
    confirm_within = count_field("Hours until an unconfirmed card stands", most=999)
    squad_minimum = count_field("Fewest players a team registers", required=False)
    squad = count_field("Most players a team registers", required=False)
    used = count_field("Most players a side uses in one match", required=False)
    deadline = YearDayField(max_length=20, required=False, label="Last day to register", help_text='As "31 Oct".')
    on_the_night = forms.BooleanField(required=False, label="New players may sign on the card on the night")
    transfers_need_both_captains = forms.BooleanField(required=False, label="Both captains must agree to a transfer")
    win = PointsField(label="Points for winning the match")
    draw = PointsField(label="Points for a drawn match")
    loss = PointsField(label="Points for losing the match")
    per_game = PointsField(label="Points for each game won")
    rules = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 12}),
        label="The league's rules in its own words",
        help_text="One rule to a line: its number, a full stop, the rule.",
    )

    def __init__(self, *args: Any, now: Constitution, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.now = now

    @classmethod
    def of(cls, league: League, data: Any = None) -> "SettingsForm":
        """The form as the league stands now."""
        rules = rules_of(league)
        registration = rules.registration
        now = {name: getattr(league, name) for name in LEAGUE_FIELDS}
        now |= {name: getattr(rules, name) for name in ("quick_allowed", "submit_within", "confirm_within")}
        now |= {name: plain(getattr(rules.scheme, name)) for name in POINTS}
        now |= {
            "confirm": rules.confirm.value,
            "squad_minimum": registration.squad_minimum,
            "squad": rules.format.squad,
            "used": rules.format.used,
            "deadline": f"{date(2023, *registration.deadline):%-d %b}" if registration.deadline else "",
            "on_the_night": registration.on_the_night,
            "transfers_need_both_captains": registration.transfers_need_both_captains,
            "rules": "\n".join(f"{rule.number}. {rule.text}" for rule in rules.rules),
        }
        return cls(data, now=rules, initial=now)

    def clean_rules(self) -> tuple[tuple[str, str], ...]:
        """(number, text) of each rule; every line needs its number, and each number is used once."""
        pairs = []
        for line in filter(None, (line.strip() for line in self.cleaned_data["rules"].splitlines())):
            number, dot, text = line.partition(". ")
            if not dot or not text.strip() or len(number) > 10:
                raise forms.ValidationError(f'Begin with the rule\'s number and a full stop: "{line[:40]}".')
            pairs.append((number.strip(), text.strip()))
        if len({number for number, _ in pairs}) < len(pairs):
            raise forms.ValidationError("Two rules have the same number.")
        return tuple(pairs)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        fewest, most = values.get("squad_minimum"), values.get("squad")
        if fewest and most and fewest > most:
            self.add_error("squad", "The most is less than the fewest.")
        if not self.errors:
            for complaint in complaints(self.changed()):
                field = complaint.path.rpartition(".")[2]
                self.add_error(field if field in self.fields else None, complaint.message)
        return values

    @property
    def groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields under headings, in the form's order."""
        return [(title, [self[name] for name in names]) for title, names in GROUPS]

    @property
    def particulars(self) -> dict[str, Any]:
        """What belongs to the league and not to its rules."""
        return {name: self.cleaned_data[name] for name in LEAGUE_FIELDS}

    def changed(self) -> Constitution:
        """The rules with what this form says; the problems that a numbered rule covers stay with its number."""
        values, rules = self.cleaned_data, self.now
        points = {name: values[name] for name in POINTS}
        same = all(getattr(rules.scheme, name) == value for name, value in points.items())
        scheme = rules.scheme if same else replace(rules.scheme, name="The league's own points", **points)
        registration = replace(
            rules.registration,
            squad_minimum=values["squad_minimum"],
            deadline=values["deadline"],
            on_the_night=values["on_the_night"],
            transfers_need_both_captains=values["transfers_need_both_captains"],
        )
        codes = {rule.number: rule.codes for rule in rules.rules}
        return replace(
            rules,
            format=replace(rules.format, squad=values["squad"], used=values["used"]),
            scheme=scheme,
            registration=registration,
            confirm=Confirm(values["confirm"]),
            quick_allowed=values["quick_allowed"],
            submit_within=values["submit_within"],
            confirm_within=values["confirm_within"],
            rules=tuple(Rule(number, text, codes.get(number, ())) for number, text in values["rules"]),
        )
