"""Who a paper is for."""

from django.db import models


class Audience(models.TextChoices):
    """Everybody who may read the league, or its officers: theirs may have names in full on them."""

    PUBLIC = "public", "everybody"
    OFFICERS = "officers", "officers of the league"
