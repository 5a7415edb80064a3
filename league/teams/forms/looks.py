"""Forms of how a league and its teams look: colours from the palette, and a crest."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.validators import URLValidator
from django.forms.boundfield import BoundField

from league.base.ui.forms import PlainForm
from league.base.ui.palette import Colour, Kit
from league.base.ui.tables import with_chip
from league.teams.choices import ArticleKind, SuggestedPage
from league.teams.models import League, Team
from league.teams.models.noticeboard import Article, Sponsor

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
        return cls(data, files, initial={"colour": team.colour, "second_colour": team.second_colour})

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
        """`colour`, `crest`, and the `kits` of the teams by their keys."""
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
    """A title, a text, and for news a photo; a page has its place among the others."""

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
        """The form as the article is now, or as a suggested page begins."""
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
