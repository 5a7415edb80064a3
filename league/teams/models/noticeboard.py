"""What a league writes about itself: articles, which are its news and its own pages, and its sponsor."""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import URLValidator
from django.db import models
from django.urls import reverse
from django_scopes import ScopedManager

from league.teams.choices import ArticleKind
from league.teams.models.places import League, Picture


class Article(models.Model):
    """A piece of news, or a page about the league; a draft until it is published.

    `office` is what the author was when they wrote it, which is how the public sees who did. Pages stand in the order
    of `place`, news with the latest first.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="articles")
    kind = models.CharField(max_length=4, choices=ArticleKind.choices)
    slug = models.SlugField(max_length=60)
    title = models.CharField(max_length=80)
    text = models.TextField(max_length=20_000)
    photo = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    photo_words = models.CharField("what the photo shows", max_length=160, blank=True)
    place = models.PositiveSmallIntegerField(default=1)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    office = models.CharField(max_length=40)
    changed_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "kind", "slug"], name="noticeboard_article_slug")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return self.address_of("item")

    def address_of(self, page: str) -> str:
        """Where one of its pages is: "details", "publication"; needs league."""
        return reverse(f"{self.kind}-{page}", args=[self.league.slug, self.slug])


class Sponsor(models.Model):
    """Who pays for the trophies: a name, a sentence, and where to read more."""

    league = models.OneToOneField(League, models.CASCADE, related_name="sponsor")
    name = models.CharField(max_length=60)
    link = models.URLField("web address", blank=True, validators=[URLValidator(schemes=["https"])])
    words = models.CharField("one sentence about them", max_length=160, blank=True)
    logo = models.ForeignKey(Picture, models.SET_NULL, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return self.name
