"""Forms of a league: begin one from a preset, its settings, its officers, and who wants to join."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.conf import settings
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.forms import PlainForm
from league.teams.actions.leagues import Office
from league.teams.choices import LeagueNight, NameStyle, RoleKind
from league.teams.forms import ask_about_one_name, clean_person_name
from league.teams.models import JoinRequest, League, Officer, Team
from league.teams.models.people import JOINABLE
from scoring.card.presets import BLANK, PRESETS

NIGHTS = [(str(night.value), night.label) for night in LeagueNight]
PLAIN_PRESETS = ("one-a-game", "two-and-half")  # named for how they score and not for a league
LEAGUE_FIELDS = (
    *("name", "short_name", "night", "public_names", "honours_in_full", "public", "contact", "about"),
    *("cards_by_code", "results_by_mail"),
)


def template_choices() -> Iterator[tuple[str, SafeString]]:
    """The presets by what they come to on a card, and last the one in which every rule is still to be written."""
    for key, rules in PRESETS.items():
        games = f"{rules.format.total_games} games, {rules.scheme.name.lower()}"
        place = "" if key in PLAIN_PRESETS else f" (as {rules.name})"
        yield key, format_html("{}{}<small>{}</small>", games, place, rules.format.name)
    yield BLANK.key, format_html("{}<small>{}</small>", "Something else", "Start with one game and write every rule")


class NewLeagueForm(PlainForm):
    """A league's name and the template of its rules; everything can be changed afterwards but the address."""

    name = forms.CharField(max_length=80, label="League name")
    short_name = forms.CharField(max_length=30, label="Short name", help_text="Shown at the top of each page.")
    slug = forms.SlugField(
        required=False,
        label="Web address",
        help_text="For example leek, for pages at /leek/. Leave empty to use the short name.",
        error_messages={"invalid": "Use only letters, numbers and hyphens, e.g. leek or north-leek."},
    )
    preset = forms.ChoiceField(
        choices=template_choices,
        widget=forms.RadioSelect,
        label="Rules template",
        help_text="You can change every rule later, under League rules.",
    )
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(
        max_length=200, required=False, label="Secretary’s contact details", help_text="Everyone can see this."
    )
    secretary = forms.BooleanField(
        required=False, initial=True, label="I am the secretary", help_text="If not, invite the secretary next."
    )


class SettingsForm(PlainForm):
    name = forms.CharField(max_length=80, label="League name")
    short_name = forms.CharField(max_length=30, label="Short name")
    night = forms.TypedChoiceField(choices=NIGHTS, coerce=int, label="Match night")
    contact = forms.CharField(
        max_length=200, required=False, label="Secretary’s contact details", help_text="Everyone can see this."
    )
    about = forms.CharField(required=False, widget=forms.Textarea(attrs={"rows": 4}), label="About the league")
    public = forms.BooleanField(required=False, label="Anyone can see the league’s pages")
    cards_by_code = forms.BooleanField(
        required=False,
        label="Results by the code on the printed card",
        help_text="Anyone with the paper card can send its result without an account. A captain or you confirm it.",
    )
    results_by_mail = forms.BooleanField(required=False, label="Results by e-mail or text")
    public_names = forms.ChoiceField(
        choices=NameStyle.choices, widget=forms.RadioSelect, label="Players’ names in public"
    )
    honours_in_full = forms.BooleanField(
        required=False,
        label="Full names on the honours board",
        help_text="For new entries only. No one under 18 is named in full.",
    )

    @classmethod
    def of(cls, league: League, data: Any = None) -> "SettingsForm":
        """The settings as they are; results come by e-mail where the site has an address for them."""
        form = cls(data, initial={name: getattr(league, name) for name in LEAGUE_FIELDS})
        form.fields["results_by_mail"].help_text = (
            f"Captains send results to {settings.MAIL_IN_ADDRESS} from the address that they sign in with."
            if settings.MAIL_IN_ADDRESS
            else "This site has no mailbox for results yet. Ask the site administrator to set one up."
        )
        return form


# --- The officers of a league as the secretary writes them down -------------------------------------------------------
SPARE_ROWS = 2
MOST_OFFICERS = 20
PARTS = ("title", "name", "phone", "email", "place")


class OfficersForm(PlainForm):
    """A group of fields for every officer, and empty ones for more; a group without office and name is left out."""

    def __init__(self, *args: Any, officers: Sequence[Officer], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.officers = officers
        self.lines = range(1, min(len(officers) + SPARE_ROWS, MOST_OFFICERS) + 1)
        for number in self.lines:
            self._add(number, officers[number - 1] if number <= len(officers) else None)

    def _add(self, number: int, officer: Officer | None) -> None:
        now = {part: getattr(officer, part, "") for part in PARTS}
        tel, mail = ({"type": "tel"}, {"type": "email", "inputmode": "email"})
        self.fields |= {
            f"title-{number}": forms.CharField(label="Title", max_length=40, required=False, initial=now["title"]),
            f"name-{number}": forms.CharField(label="Name", max_length=80, required=False, initial=now["name"]),
            f"phone-{number}": forms.CharField(
                label="Phone", max_length=30, required=False, initial=now["phone"], widget=forms.TextInput(tel)
            ),
            f"email-{number}": forms.EmailField(
                label="E-mail address", required=False, initial=now["email"], widget=forms.TextInput(mail)
            ),
            f"place-{number}": forms.IntegerField(
                label="Position in the list", min_value=1, max_value=99, required=False, initial=number,
                widget=forms.TextInput({"inputmode": "numeric"}),
            ),
        }  # fmt: skip

    def groups(self) -> Iterator[tuple[str, tuple[BoundField, ...], bool]]:
        """The fields of each officer with what the group is called, and whether something in it is wrong."""
        for number in self.lines:
            row = self.officers[number - 1] if number <= len(self.officers) else None
            fields = tuple(self[f"{part}-{number}"] for part in PARTS)
            yield f"{row.title}: {row.name}" if row else "Another officer", fields, any(f.errors for f in fields)

    def clean(self) -> dict[str, Any]:
        """`officers`, in the order of their places."""
        values: dict[str, Any] = super().clean() or {}
        if not self.fields.keys() & self.data.keys():
            raise forms.ValidationError("The form was empty. Check it and send it again.")  # and not: nobody is left
        offices = []
        for number in self.lines:
            title, name, phone, email = (" ".join(values.get(f"{part}-{number}", "").split()) for part in PARTS[:4])
            if title and not name and f"name-{number}" not in self.errors:
                self.add_error(f"name-{number}", f"Enter who is {title}, or clear both to remove the title.")
            if not title and (name or phone or email) and f"title-{number}" not in self.errors:
                self.add_error(f"title-{number}", "Enter the title, or clear the other fields.")
            if title:
                offices.append((values.get(f"place-{number}") or number, number, Office(title, name, phone, email)))
        if self.officers and not offices and not self.errors:
            raise forms.ValidationError("Nobody would be left. Keep at least one officer.")
        return {"officers": tuple(office for _, _, office in sorted(offices, key=lambda each: each[:2]))}


# --- What somebody says of themselves who wants to join ---------------------------------------------------------------
class JoinForm(PlainForm):
    """Name, address, number, and what they are in which team; a team's own link does not ask for the team."""

    name = forms.CharField(
        max_length=80, label="Your full name", widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        max_length=254,
        label="Your e-mail address",
        help_text="We will e-mail you a link to sign in when the secretary approves you.",
        widget=forms.TextInput(attrs={"type": "email", "inputmode": "email", "autocomplete": "email"}),
    )
    phone = forms.CharField(
        max_length=30, required=False, label="Your phone number",
        help_text="Only officers and captains of the league can see it, when signed in.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )  # fmt: skip
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, empty_label="Choose your team", label="Your team"
    )
    kind = forms.TypedChoiceField(
        coerce=RoleKind, choices=JOINABLE, widget=forms.RadioSelect, label="Your role in the team"
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], of: Team | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
        if of is not None:
            del self.fields["team"]
            self.fields["kind"].label = f"Your role in {of}"
        ask_about_one_name(self)

    def clean_name(self) -> str:
        return clean_person_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values.pop("one_name", None)
        return values | {"team": self.of} if self.of is not None else values


class ApprovalForm(PlainForm):
    """Which of those who wait are let in: named one by one, so that nobody comes in who was not on the page."""

    request: Any = forms.ModelMultipleChoiceField(queryset=None)

    def __init__(self, *args: Any, waiting: QuerySet[JoinRequest], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["request"].queryset = waiting  # type: ignore[attr-defined]
