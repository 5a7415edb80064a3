"""Who a paper is for, and what a calendar link shows."""

from django.db import models


class PaperAudience(models.TextChoices):
    """Everybody who may read the league, or its officers: theirs may have names in full on them. What has the accounts
    in it is for the secretary. OWN is for whoever asked for it.
    """

    PUBLIC = "public", "everybody"
    OFFICERS = "officers", "officers of the league"
    SECRETARY = "secretary", "the secretary"
    OWN = "own", "whoever asked for it"


class CalendarOf(models.TextChoices):
    MINE = "mine", "My matches"
    LEAGUE = "league", "Every match of the league"
    TEAM = "team", "A team"
    VENUE = "venue", "A venue"
    DIVISION = "division", "A division or cup"
