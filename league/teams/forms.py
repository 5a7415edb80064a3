"""What people type about a league, its people and places. Forms parse; whether it may be done is for the actions."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.core.validators import URLValidator
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.forms import DayField, PhoneField, PlainForm, TimeOfDayField
from league.base.ui.palette import Colour, Kit, with_chip
from league.teams.actions.leagues import Office
from league.teams.choices import ArticleKind, LeagueNight, NameStyle, RoleKind, SuggestedPage
from league.teams.models import JOINABLE, Article, JoinRequest, League, Officer, Player, Sponsor, Team, Venue
from league.teams.queries.people import OFFICES
from league.teams.queries.squads import Nominations
from league.teams.values import SimilarPlayer
from scoring.card.presets import BLANK, PRESETS
from scoring.names import has_letters

NEW = "new"


class DetailsForm(PlainForm):
    name = forms.CharField(max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    phone = PhoneField(label="Phone", help_text="Only officers and captains of your league can see it, when signed in.")


class InvitationForm(PlainForm):
    name = forms.CharField(max_length=80)
    email = forms.EmailField(
        max_length=254, label="E-mail address", widget=forms.TextInput(attrs={"type": "email", "inputmode": "email"})
    )
    kind = forms.ChoiceField(label="Role", choices=RoleKind.choices, widget=forms.RadioSelect)
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, required=False, empty_label="No team", label="Team",
        help_text="For captains, vice-captains, players and scorers.",
    )  # fmt: skip

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if values.get("kind") in OFFICES:
            values["team"] = None
        elif values.get("kind") and "team" in values and values["team"] is None:
            self.add_error("team", "Choose the team.")
        return values


def ask_about_one_name(form: PlainForm) -> None:
    """Ask once more where `name` is one word: surnames are forgotten."""
    name = " ".join(str(form.data.get("name", "")).split())
    if has_letters(name) and " " not in name:
        text = "Enter a first name and a surname, or tick that this is the whole name."
        box = forms.BooleanField(label=f"{name} is the whole name", help_text=text, error_messages={"required": text})
        form.ask("one_name", box)


def clean_person_name(name: str) -> str:
    if not has_letters(name):
        raise forms.ValidationError("Enter a name with letters in it.")
    return " ".join(name.split())


class RegistrationForm(PlainForm):
    """`near` names are asked about; `over` is what is against one more player, and `dated` asks the day."""

    name = forms.CharField(max_length=80, label="Full name", help_text="As on the match card: no nicknames.")
    known_as = forms.CharField(max_length=60, required=False, label="Also known as")
    under_18 = forms.BooleanField(
        required=False, label="Under 18", help_text="The public then sees initials only, and no player page."
    )
    guardian_agreed_on = DayField(
        required=False, label="A parent or guardian agreed on", help_text="Only if they are under 18."
    )

    since = DayField(
        required=False, label="Registered from",
        help_text="The first day of the season, if they have played since then: no card before that day may name them.",
    )  # fmt: skip
    anyway = forms.BooleanField(error_messages={"required": "Tick the box to register them all the same."})

    def __init__(
        self, *args: Any, near: Sequence[SimilarPlayer] = (), over: str = "", dated: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.near = {str(each.player.pk): each for each in near}
        if not dated:
            del self.fields["since"]
        if over:
            self.fields["anyway"].label = f"Register them all the same. {over}"
        else:
            del self.fields["anyway"]
        if near:
            choices = [(key, str(each)) for key, each in self.near.items()]
            choices.append((NEW, "None of these: new to the league"))
            label = "Is it one of these players?"
            self.ask("who", forms.ChoiceField(choices=choices, widget=forms.RadioSelect, label=label))
        ask_about_one_name(self)

    def clean_name(self) -> str:
        return clean_person_name(self.cleaned_data["name"])

    @property
    def chosen(self) -> SimilarPlayer | None:
        """None for somebody new."""
        return self.near.get(self.cleaned_data.get("who", NEW))


class LeaveTeamForm(PlainForm):
    until = DayField(label="Last day with the team")
    reason = forms.CharField(max_length=200, required=False, label="Reason")


class NominationForm(PlainForm):
    players = forms.TypedMultipleChoiceField(
        coerce=int, widget=forms.CheckboxSelectMultiple, label="Nominated players",
        error_messages={"required": "Tick the players the team nominates."},
    )  # fmt: skip
    reason = forms.CharField(max_length=200, label="Reason", help_text="The captains can see this.")

    def __init__(self, *args: Any, nominations: Nominations | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        squad, made = (nominations.squad, nominations.made) if nominations else ((), ())
        self.initial["players"] = [each.player_id for each in made]
        self.fields["players"].choices = [(each.player_id, each.player.name) for each in squad]  # type: ignore[attr-defined]
        if nominations is None or nominations.open:
            del self.fields["reason"]


class RefusalForm(PlainForm):
    reason = forms.CharField(max_length=200, label="Reason", help_text="The captain can see this.")


class SinceForm(PlainForm):
    """`near` are people of nearly the same name."""

    since = DayField(label="Registered from", error_messages={"required": "Enter the date they are registered from."})

    def __init__(self, *args: Any, near: Sequence[Player] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.near = near
        if near:
            names = " nor ".join(str(each) for each in near)
            self.fields["another"] = forms.BooleanField(
                label=f"I have checked: this is not {names}",
                error_messages={"required": "Tick that this is someone else, or merge the two players first."},
            )

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values.pop("another", None)
        return values


class TransferForm(PlainForm):
    on = DayField(label="First day with the new team")
    reason = forms.CharField(
        max_length=200, required=False, label="Reason", help_text="Needed if the captains do not agree."
    )


class TeamForm(PlainForm):
    name = forms.CharField(max_length=60)
    venue: "forms.ModelChoiceField[Venue]" = forms.ModelChoiceField(
        queryset=None, label="Home venue", empty_label="Choose a venue"
    )
    start_time = TimeOfDayField(label="Home matches start at")
    with_matches = forms.BooleanField(
        required=False, initial=True, help_text="If the venue or the start changes. We e-mail both sides of each match."
    )
    active = forms.BooleanField(required=False, label="Still plays in the league")

    def __init__(self, *args: Any, venues: QuerySet[Venue], matches: str = "", left: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "name" in self.initial:
            self.fields["name"].help_text = "You can rename the team: old links still work."
        if left:
            self.fields["active"].help_text = f"It has {left}: withdraw it from the season before you untick this."
        if matches:
            self.fields["with_matches"].label = f"Move its {matches} too"
        else:
            del self.fields["with_matches"]
        self.fields["venue"].queryset = venues  # type: ignore[attr-defined]


class VenueForm(PlainForm):
    name = forms.CharField(max_length=80)
    address = forms.CharField(max_length=200, required=False, label="Address")
    postcode = forms.CharField(max_length=10, required=False, label="Postcode")
    map_link = forms.URLField(
        max_length=200, required=False, assume_scheme="https", label="Link to a map", widget=forms.TextInput
    )
    boards = forms.IntegerField(
        min_value=1, max_value=20, label="Home matches on one night",
        help_text="How many matches it has boards and tables for.",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": "Enter how many home matches fit on one night."},
    )  # fmt: skip
    notes = forms.CharField(max_length=200, required=False, label="Notes for visitors")


class ClosureForm(PlainForm):
    first = DayField(label="First night closed")
    last = DayField(label="Last night closed", required=False, help_text="Leave empty for one night.")
    reason = forms.CharField(max_length=120, required=False, label="Reason")

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        values["last"] = values.get("last") or values.get("first")
        if isinstance(values["last"], date) and values.get("first") and values["last"] < values["first"]:
            self.add_error("last", "The last night must be on or after the first.")
        return values


# --- the league -------------------------------------------------------------------------------------------------------
NIGHTS = [(str(night.value), night.label) for night in LeagueNight]
PLAIN_PRESETS = ("one-a-game", "two-and-half")  # named for how they score and not for a league
LEAGUE_FIELDS = (
    *("name", "short_name", "night", "public_names", "honours_in_full", "public", "contact", "about"),
    *("cards_by_code", "results_by_mail"),
)


def template_choices() -> Iterator[tuple[str, SafeString]]:
    """With what they come to on a card; last the blank one."""
    for key, rules in PRESETS.items():
        games = f"{rules.format.total_games} games, {rules.scheme.name.lower()}"
        place = "" if key in PLAIN_PRESETS else f" (as {rules.name})"
        yield key, format_html("{}{}<small>{}</small>", games, place, rules.format.name)
    yield BLANK.key, format_html("{}<small>{}</small>", "Something else", "Start with one game and write every rule")


class NewLeagueForm(PlainForm):
    name = forms.CharField(max_length=80, label="League name", error_messages={"required": "Enter the league’s name."})
    short_name = forms.CharField(
        max_length=30, label="Short name", help_text="Shown at the top of each page.",
        error_messages={"required": "Enter a short name."},
    )  # fmt: skip
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
        error_messages={"required": "Choose a rules template."},
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
        for number in self.lines:
            row = self.officers[number - 1] if number <= len(self.officers) else None
            fields = tuple(self[f"{part}-{number}"] for part in PARTS)
            yield f"{row.title}: {row.name}" if row else "Another officer", fields, any(f.errors for f in fields)

    def clean(self) -> dict[str, Any]:
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
    """A team's own link does not ask for the team."""

    name = forms.CharField(
        max_length=80, label="Your full name", widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        max_length=254,
        label="Your e-mail address",
        help_text="We will e-mail you a link to sign in when the secretary approves you.",
        widget=forms.TextInput(attrs={"type": "email", "inputmode": "email", "autocomplete": "email"}),
    )
    phone = PhoneField(
        label="Your phone number", help_text="Only officers and captains of the league can see it, when signed in."
    )
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, empty_label="Choose your team", label="Your team"
    )
    kind = forms.TypedChoiceField(
        coerce=RoleKind,
        choices=JOINABLE,
        widget=forms.RadioSelect,
        label="Your role in the team",
        error_messages={"required": "Choose your role."},
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
    """Named one by one, so that nobody comes in who was not on the page."""

    request: Any = forms.ModelMultipleChoiceField(queryset=None)

    def __init__(self, *args: Any, waiting: QuerySet[JoinRequest], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["request"].queryset = waiting  # type: ignore[attr-defined]


# --- colours, crests, news and the sponsor ----------------------------------------------------------------------------
PICTURES = "image/jpeg,image/png,image/webp"
NONE = "No colour"


def _swatches(none: str) -> list[tuple[str, str]]:
    return [("", none), *((each.value, with_chip(Kit(each), each.label)) for each in Colour)]


def crest_field(whose: str) -> forms.FileField:
    return forms.FileField(
        required=False,
        label="Crest",
        widget=forms.FileInput(attrs={"accept": PICTURES}),
        help_text=f"A JPEG, PNG or WebP picture, 10 MB at most. Without one {whose} initials are shown.",
    )


class TeamLookForm(PlainForm):
    colour = forms.ChoiceField(
        required=False,
        choices=_swatches(NONE),
        widget=forms.RadioSelect(attrs={"class": "choices--kit"}),
        label="First colour",
    )
    second_colour = forms.ChoiceField(
        required=False, choices=_swatches("No second colour"),
        widget=forms.RadioSelect(attrs={"class": "choices--kit"}), label="Second colour",
        help_text="On the crib board the away side plays in it when both teams have the same first colour.",
    )  # fmt: skip
    crest = crest_field("the team’s")

    @classmethod
    def of(cls, team: Team, data: Any = None, files: Any = None) -> "TeamLookForm":
        return cls(data, files, section="look", initial={"colour": team.colour, "second_colour": team.second_colour})

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        first, second = values.get("colour"), values.get("second_colour")
        if second and second == first:
            self.add_error("second_colour", "Choose another second colour: it is the same as the first.")
        if second and not first:
            self.add_error("colour", "Choose the first colour too.")
        return values


class LeagueLookForm(PlainForm):
    colour = forms.ChoiceField(
        required=False, choices=_swatches("Site green"), widget=forms.RadioSelect(attrs={"class": "choices--kit"}),
        label="Colour of the league", help_text="For the line under the name at the top of each page, and for buttons.",
    )  # fmt: skip
    crest = crest_field("the league’s")

    def __init__(self, *args: Any, teams: Sequence[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = teams
        choices = [("", "None"), *Colour.choices]
        for team in teams:
            for part, label, now in (("first", "first", team.colour), ("second", "second", team.second_colour)):
                self.fields[f"{part}-{team.pk}"] = forms.ChoiceField(
                    choices=choices, required=False, initial=now, label=f"{team.name}, {label} colour"
                )

    @classmethod
    def of(cls, league: League, teams: Sequence[Team], data: Any = None, files: Any = None) -> "LeagueLookForm":
        return cls(data, files, teams=teams, initial={"colour": league.colour})

    def lines(self) -> Iterator[tuple[Team, tuple[BoundField, BoundField]]]:
        for team in self.teams:
            yield team, (self[f"first-{team.pk}"], self[f"second-{team.pk}"])

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        kits = {
            team.pk: Kit(values.get(f"first-{team.pk}", ""), values.get(f"second-{team.pk}", "")) for team in self.teams
        }
        for key, kit in kits.items():
            if kit.second and kit.second == kit.first:
                self.add_error(f"second-{key}", "Choose two different colours, or no second one.")
            if kit.second and not kit.first:
                self.add_error(f"first-{key}", "Choose the first colour too.")
        return {"colour": values.get("colour", ""), "crest": values.get("crest"), "kits": kits}


# --- news, pages and the sponsor --------------------------------------------------------------------------------------
HOW = (
    "Leave an empty line between paragraphs. Begin a line with - for a list and with ## for a heading. "
    "Put ** on both sides of words to make them bold. Web addresses become links."
)


class ArticleForm(PlainForm):
    title = forms.CharField(max_length=80, label="Title")
    text = forms.CharField(max_length=20_000, label="Text", help_text=HOW, widget=forms.Textarea(attrs={"rows": 12}))
    photo = forms.FileField(
        required=False,
        label="Photo",
        widget=forms.FileInput(attrs={"accept": PICTURES}),
        help_text="A JPEG, PNG or WebP picture, 10 MB at most. Ask the people in it first.",
    )
    photo_words = forms.CharField(
        max_length=160,
        required=False,
        label="What the photo shows",
        help_text="For people who cannot see it: \u201cThe Crown A team with the cup\u201d.",
    )
    without_photo = forms.BooleanField(required=False, label="Delete the photo")
    place = forms.IntegerField(
        min_value=1, max_value=99, required=False, label="Position in the list of pages",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )  # fmt: skip

    def __init__(self, *args: Any, kind: str, article: Article | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if kind == ArticleKind.NEWS:
            del self.fields["place"]
        if article is None or article.photo_id is None:
            del self.fields["without_photo"]

    @classmethod
    def of(
        cls, kind: str, data: Any, files: Any, article: Article | None = None, suggested: SuggestedPage | None = None
    ) -> "ArticleForm":
        if article is not None:
            initial = {name: getattr(article, name) for name in ("title", "text", "photo_words", "place")}
        else:
            initial = {"title": suggested.title, "text": suggested.text} if suggested else {}
        return cls(data, files, kind=kind, article=article, initial=initial)


class SponsorForm(PlainForm):
    name = forms.CharField(max_length=60, label="Name of the sponsor")
    link = forms.URLField(
        required=False, max_length=200, assume_scheme="https", label="Web address",
        widget=forms.TextInput(attrs={"inputmode": "url"}),
        validators=[URLValidator(schemes=["https"], message="Give an address that begins with https://.")],
    )  # fmt: skip
    words = forms.CharField(
        max_length=160,
        required=False,
        label="One sentence about them",
        help_text="\u201cButchers in Market Place since 1924.\u201d",
    )
    logo = forms.FileField(
        required=False,
        label="Logo",
        widget=forms.FileInput(attrs={"accept": PICTURES}),
        help_text="A JPEG, PNG or WebP picture, 10 MB at most. It is shown 60 pixels high.",
    )

    @classmethod
    def of(cls, sponsor: Sponsor | None, data: Any, files: Any) -> "SponsorForm":
        initial = {name: getattr(sponsor, name) for name in ("name", "link", "words")} if sponsor else {}
        return cls(data, files, initial=initial)
