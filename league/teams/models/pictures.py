"""Pictures of a league's own: crests, logos and photographs for its pages, small and made again by us."""

from typing import Any, ClassVar

from django.db import models
from django.urls import reverse
from django_scopes import ScopedManager

from league.teams.models.places import League
from league.ui.uploads import check_picture


class Picture(models.Model):
    """One picture, never changed: a new one is a new row with an address of its own.

    Its bytes are in the row, because there are a few dozen small ones, and they come and go with what shows them.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="pictures")
    kind = models.CharField(max_length=12, choices=[("image/png", "PNG"), ("image/jpeg", "JPEG")])
    data = models.BinaryField(validators=[check_picture])
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.width} x {self.height}"

    def get_absolute_url(self) -> str:
        return reverse("picture", args=[self.league.slug, self.pk])
