"""What a player may say of a night."""

from django.db.models import TextChoices


class NightAnswer(TextChoices):
    YES = "yes", "Yes"
    IF_NEEDED = "if-needed", "If needed"
    NO = "no", "No"
