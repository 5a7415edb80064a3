"""Forms of a league: begin one from a preset, its settings, its officers, and who wants to join."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField

from league.teams.actions.leagues import Office
from league.teams.choices import LeagueNight, NameStyle, RoleKind
from league.teams.models import JoinRequest, League, Officer, Team
from league.teams.models.people import JOINABLE
from league.ui.forms import PlainForm
from scoring.card.presets import BLANK, PRESETS

NIGHTS = [(str(night.value), night.label) for night in LeagueNight]
LEAGUE_FIELDS = ("name", "short_name", "night", "public_names", "honours_in_full", "public", "contact", "about")


class NewLeagueForm(PlainForm):
    """A league's name and whose rules it begins with; everything can be changed afterwards but the address."""

    name = forms.CharField(max_length=80, label="Name of the league")
    short_name = forms.CharField(max_length=30, label="Short name", help_text="As it stands at the top of each page.")
    slug = forms.SlugField(
        required=False,
        label="Web address",
        help_text='"leek" makes /leek/. Made from the short name if left empty.',
        error_messages={"invalid": "Use only letters, figures and hyphens, like leek or north-leek."},
    )
    preset = forms.ChoiceField(
        choices=[*((key, rules.name) for key, rules in PRESETS.items()), (BLANK.key, "None of these: write them next")],
        widget=forms.RadioSelect,
        label="Start with the rules of",
        help_text="All of them can be changed afterwards, under League rules.",
    )
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(max_length=200, required=False, label="How to reach the secretary")
    secretary = forms.BooleanField(
        required=False, initial=True, label="I am its secretary", help_text="If not, you invite them next."
    )


class SettingsForm(PlainForm):
    """What belongs to the league and not to its rules."""

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

    @classmethod
    def of(cls, league: League, data: Any = None) -> "SettingsForm":
        """The form as the league stands now."""
        return cls(data, initial={name: getattr(league, name) for name in LEAGUE_FIELDS})


# --- The officers of a league as the secretary writes them down -------------------------------------------------------
MORE = 2
MOST = 20
PARTS = ("title", "name", "phone", "email", "place")


class OfficersForm(PlainForm):
    """A group of fields for every officer, and empty ones for more; a group without office and name is left out."""

    def __init__(self, *args: Any, officers: Sequence[Officer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.officers = officers
        self.lines = range(1, min(len(officers) + MORE, MOST) + 1)
        for number in self.lines:
            self._add(number, officers[number - 1] if number <= len(officers) else None)

    def _add(self, number: int, officer: Officer | None) -> None:
        now = {part: getattr(officer, part, "") for part in PARTS}
        tel, mail = ({"type": "tel"}, {"type": "email", "inputmode": "email"})
        self.fields |= {
            f"title-{number}": forms.CharField(label="Office", max_length=40, required=False, initial=now["title"]),
            f"name-{number}": forms.CharField(label="Name", max_length=80, required=False, initial=now["name"]),
            f"phone-{number}": forms.CharField(
                label="Phone", max_length=30, required=False, initial=now["phone"], widget=forms.TextInput(tel)
            ),
            f"email-{number}": forms.EmailField(
                label="E-mail address", required=False, initial=now["email"], widget=forms.TextInput(mail)
            ),
            f"place-{number}": forms.IntegerField(
                label="Place in the list", min_value=1, max_value=99, required=False, initial=number,
                widget=forms.TextInput({"inputmode": "numeric"}),
            ),
        }  # fmt: skip

    def groups(self) -> Iterator[tuple[str, tuple[BoundField, ...]]]:
        """The fields of each officer with what the group is called."""
        for number in self.lines:
            title = self.officers[number - 1].title if number <= len(self.officers) else "Another officer"
            yield title, tuple(self[f"{part}-{number}"] for part in PARTS)

    def clean(self) -> dict[str, Any]:
        """`officers`, in the order of their places."""
        values: dict[str, Any] = super().clean() or {}
        if not self.fields.keys() & self.data.keys():
            raise forms.ValidationError("Nothing came with the form. Look at it again.")  # and not: nobody is left
        found = []
        for number in self.lines:
            title, name, phone, email = (" ".join(values.get(f"{part}-{number}", "").split()) for part in PARTS[:4])
            if title and not name and f"name-{number}" not in self.errors:
                self.add_error(f"name-{number}", f"Say who is {title}, or empty both to take the office off the list.")
            if not title and (name or phone or email) and f"title-{number}" not in self.errors:
                self.add_error(f"title-{number}", "Say which office it is, or empty the others.")
            if title:
                found.append((values.get(f"place-{number}") or number, number, Office(title, name, phone, email)))
        return {"officers": tuple(office for _, _, office in sorted(found, key=lambda each: each[:2]))}


# --- What somebody says of themselves who wants to join ---------------------------------------------------------------
class JoinForm(PlainForm):
    """Name, address, number, and what they are in which team; a team's own link does not ask for the team."""

    name = forms.CharField(
        max_length=80, label="Your full name", widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        max_length=254,
        label="Your e-mail address",
        help_text="We send your way in to it, once the secretary has said yes.",
        widget=forms.TextInput(attrs={"type": "email", "inputmode": "email", "autocomplete": "email"}),
    )
    phone = forms.CharField(
        max_length=30,
        required=False,
        label="Your phone number",
        help_text="Officers and captains of the league see it when they are signed in. Nobody else does.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, empty_label="Choose your team", label="Your team"
    )
    kind = forms.TypedChoiceField(
        coerce=RoleKind, choices=JOINABLE, widget=forms.RadioSelect, label="What you are in the team"
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], of: Team | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
        if of is not None:
            del self.fields["team"]
            self.fields["kind"].label = f"What you are in {of}"

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if len(name.split()) < 2:
            raise forms.ValidationError("Give your first name and your surname.")
        return name

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        return values | {"team": self.of} if self.of is not None else values


class ApprovalForm(PlainForm):
    """Which of those who wait are let in: named one by one, so that nobody comes in who was not on the page."""

    request: Any = forms.ModelMultipleChoiceField(queryset=None)

    def __init__(self, *args: Any, waiting: QuerySet[JoinRequest], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["request"].queryset = waiting  # type: ignore[attr-defined]
