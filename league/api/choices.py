"""The words that the rows of this app may hold."""

from django.db.models import IntegerChoices, TextChoices


class TokenScope(TextChoices):
    """What a token lets a program do in its owner's name. Whoever may write may read."""

    READ = "read", "See what you can see"
    WRITE = "write", "Also send, confirm and dispute cards of your own team"


class TokenLifetime(IntegerChoices):
    """For how many days a token is good."""

    MONTH = 30, "30 days"
    QUARTER = 90, "90 days"
    YEAR = 365, "A year"
