"""What a secretary types: an article, and the sponsor."""

from typing import Any

from django import forms
from django.core.validators import URLValidator

from league.base.ui.forms import PlainForm
from league.teams.choices import ArticleKind, SuggestedPage
from league.teams.forms.looks import PICTURES
from league.teams.models.noticeboard import Article, Sponsor

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
        min_value=1,
        max_value=99,
        required=False,
        label="Position in the list of pages",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

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
    """Who sponsors the league."""

    name = forms.CharField(max_length=60, label="Name of the sponsor")
    link = forms.URLField(
        required=False,
        max_length=200,
        assume_scheme="https",
        label="Web address",
        widget=forms.TextInput(attrs={"inputmode": "url"}),
        validators=[URLValidator(schemes=["https"], message="Give an address that begins with https://.")],
    )
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
        """The form as it is now."""
        initial = {name: getattr(sponsor, name) for name in ("name", "link", "words")} if sponsor else {}
        return cls(data, files, initial=initial)
