"""A league's people and places: its pubs, teams and players, who is registered where, and who may do what.

Everything but League is seen only inside the scope of one league (django-scopes): a query outside it raises.
"""

from datetime import date
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.urls import reverse
from django_scopes import ScopedManager

from league.teams.choices import NameStyle, Night, RegisteredHow, RegistrationState, RoleKind


class League(models.Model):
    """One league. `constitution` is its rules as scoring.codec writes them: format, points, tie-breaks, deadlines."""

    name = models.CharField(max_length=80)
    short_name = models.CharField(max_length=30)
    slug = models.SlugField(unique=True)
    preset = models.CharField(max_length=40)
    constitution = models.JSONField()
    night = models.PositiveSmallIntegerField(choices=Night.choices, default=Night.MONDAY)
    public_names = models.CharField(max_length=10, choices=NameStyle.choices, default=NameStyle.INITIAL)
    about = models.TextField(blank=True)
    contact = models.CharField("how to reach the secretary", max_length=200, blank=True)
    public = models.BooleanField("anyone may read it", default=True)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("league-home", args=[self.slug])


class Venue(models.Model):
    """A pub or club; `boards` is how many home matches it can hold on one night."""

    league = models.ForeignKey(League, models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    slug = models.SlugField()
    address = models.CharField(max_length=200, blank=True)
    postcode = models.CharField(max_length=10, blank=True)
    map_link = models.URLField(blank=True)
    boards = models.PositiveSmallIntegerField("home matches on one night", default=1)
    notes = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_venue_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("venue", args=[self.league.slug, self.slug])


class Closure(models.Model):
    """Nights on which a venue cannot be used, first and last included."""

    venue = models.ForeignKey(Venue, models.CASCADE, related_name="closures")
    first = models.DateField()
    last = models.DateField()
    reason = models.CharField(max_length=120, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="venue__league")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(last__gte=models.F("first")), name="teams_closure_in_order")
        ]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class Team(models.Model):
    """A team, the same one through every season, whatever it is called and wherever it plays."""

    league = models.ForeignKey(League, models.CASCADE, related_name="teams")
    name = models.CharField(max_length=60)
    slug = models.SlugField()
    venue = models.ForeignKey(Venue, models.PROTECT, related_name="teams")
    start_time = models.TimeField(default="20:00")
    active = models.BooleanField(default=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "slug"], name="teams_team_slug"),
            models.UniqueConstraint(fields=["league", "name"], name="teams_team_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("team", args=[self.league.slug, self.slug])


class FormerName(models.Model):
    """A name that a team had: its old address leads to the new one."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="former_names")
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    name = models.CharField(max_length=60)
    slug = models.SlugField()
    until = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_former_slug")]

    def __str__(self) -> str:
        return self.name


class Player(models.Model):
    """A person who plays; `user` is set once they sign in. `under_18` hides the name from the public."""

    league = models.ForeignKey(League, models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=90)
    known_as = models.CharField("also known as", max_length=60, blank=True)
    under_18 = models.BooleanField(default=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="players")
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "slug"], name="teams_player_slug")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("player", args=[self.league.slug, self.slug])

    @property
    def initial_name(self) -> str:
        """Initial and surname, as leagues print it: "H Goy"."""
        first, _, last = self.name.partition(" ")
        return f"{first[:1]} {last}" if last else first

    @property
    def public_name(self) -> str:
        """The name that strangers may read, by the league's setting; a minor is initials only."""
        if self.under_18:
            return " ".join(word[:1] for word in self.name.split())
        return self.name if self.league.public_names == NameStyle.FULL else self.initial_name


class Registration(models.Model):
    """A player's time with one team: asked for, approved from `since`, ended by `until` (last day included)."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="registrations")
    team = models.ForeignKey(Team, models.CASCADE, related_name="registrations")
    state = models.CharField(max_length=10, choices=RegistrationState.choices)
    how = models.CharField(max_length=10, choices=RegisteredHow.choices)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    since = models.DateField(null=True, blank=True)
    until = models.DateField(null=True, blank=True)
    note = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(state=RegistrationState.APPROVED, until=None),
                name="teams_one_team_at_a_time",
            ),
            models.CheckConstraint(
                condition=~models.Q(state=RegistrationState.APPROVED) | models.Q(since__isnull=False),
                name="teams_registered_since",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} with {self.team}"

    def covers(self, day: date) -> bool:
        """Whether the player belonged to the team on that day."""
        if self.since is None or self.state not in {RegistrationState.APPROVED, RegistrationState.LEFT}:
            return False
        return self.since <= day and (self.until is None or day <= self.until)


class Transfer(models.Model):
    """A move between two teams: both captains agree, then the secretary approves, in whatever order they come."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="transfers")
    leaves = models.ForeignKey(Team, models.CASCADE, related_name="+")
    joins = models.ForeignKey(Team, models.CASCADE, related_name="+")
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    left_agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    joined_agreed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    accepted = models.BooleanField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="player__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=models.Q(accepted=None), name="teams_one_transfer_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.leaves} to {self.joins}"

    @property
    def both_agree(self) -> bool:
        """Whether both captains have said yes, so that only the secretary is left."""
        return self.left_agreed_by_id is not None and self.joined_agreed_by_id is not None


class Role(models.Model):
    """What a person may do in a league. Ended, not deleted, when taken away."""

    league = models.ForeignKey(League, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=10, choices=RoleKind.choices)
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="roles")
    since = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user", "kind", "team"], condition=models.Q(ended_at=None), name="teams_role_once"
            ),
            models.UniqueConstraint(
                fields=["league", "user", "kind"],
                condition=models.Q(ended_at=None, team=None),
                name="teams_office_once",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=["captain", "vice", "player", "scorer"], team__isnull=False)
                | models.Q(kind__in=["secretary", "results"], team__isnull=True),
                name="teams_role_has_its_team",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_kind_display()}"

    @property
    def does(self) -> str:
        """What the role is, in words, as in "Captain of Crown A"; needs team."""
        return f"{self.get_kind_display()} of {self.team}" if self.team else self.get_kind_display()

    @property
    def as_words(self) -> str:
        """The same within a sentence: "captain of Crown A"."""
        return self.does[:1].lower() + self.does[1:]
