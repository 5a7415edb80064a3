"""Who follows what, without an account: a phone knows no name, and an address is kept for one e-mail a week.

Nothing here is in the history of the league: that somebody follows a team is nobody else's business
(docs/decisions/0040-followers-have-no-account.md).
"""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django_scopes import ScopedManager

from league.cups.models import Cup
from league.notifications.choices import LeadingSide
from league.notifications.models.notifications import Phone
from league.schedule.models import Fixture
from league.teams.models import League, Player, Team


class Follow(models.Model):
    """What one phone follows, and which events of it: a team, a player, a cup, or with none of these the league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    phone = models.ForeignKey(Phone, models.CASCADE, related_name="follows")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="+")
    cup = models.ForeignKey(Cup, models.CASCADE, null=True, blank=True, related_name="+")
    tonight = models.BooleanField(default=True)
    started = models.BooleanField(default=True)
    lead = models.BooleanField(default=True)
    result = models.BooleanField(default=True)
    since = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["phone", "team"], name="following_team_once"),
            models.UniqueConstraint(fields=["phone", "player"], name="following_player_once"),
            models.UniqueConstraint(fields=["phone", "cup"], name="following_cup_once"),
            models.UniqueConstraint(
                fields=["phone", "league"], condition=Q(team=None, player=None, cup=None), name="following_league_once"
            ),
            models.CheckConstraint(
                condition=Q(team=None, player=None) | Q(team=None, cup=None) | Q(player=None, cup=None),
                name="following_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(tonight=True) | Q(started=True) | Q(lead=True) | Q(result=True), name="following_something"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """What is followed, as the public reads it; needs team, player.league and cup.division.competition."""
        if self.player is not None:
            return self.player.public_name
        return str(self.team or self.cup or self.league)


class LiveLead(models.Model):
    """The side that was last seen in front in a live match, and how often that has changed."""

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="+")
    side = models.CharField(max_length=4, choices=LeadingSide.choices, blank=True)
    changes = models.PositiveSmallIntegerField(default=0)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"{self.fixture}: {self.side or 'level'}"


class WeeklySubscriber(models.Model):
    """An address for the weekly e-mail of a league: nothing but one link goes there before it is confirmed."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    email = models.EmailField()
    asked_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "email"], name="following_weekly_once")]

    def __str__(self) -> str:
        return f"A weekly e-mail of {self.league}"
