"""Who can play on which night: teams that ask, what players answered, when they are away, and whom the captain picked.

An answer is about a night, not about a match: if the match moves, nobody has answered for its new night. Answers are
appended and never changed, the last one counts. All of it is the team's own business; the league's officers, who read
the history, have no part in it, so answers stand here and not in the audit log
(docs/decisions/0033-availability-belongs-to-the-team.md).
"""

from typing import Any, ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q, TextChoices
from django_scopes import ScopedManager

from league.base.ui.formats import night, nights
from league.schedule.models import Entry, Fixture
from league.teams.models import League, Player, Team


class NightAnswer(TextChoices):
    YES = "yes", "Yes"
    IF_NEEDED = "if-needed", "If needed"
    NO = "no", "No"


EARLIEST_REMINDER = 21  # days


class AvailabilitySettings(models.Model):
    """The row is also the lock for the team's answers. Reminders go `first_days` and `last_days` before; 0 is never."""

    team = models.OneToOneField(Team, models.CASCADE, related_name="+")
    enabled = models.BooleanField("asks its players", default=False)
    first_days = models.PositiveSmallIntegerField(default=5, validators=[MaxValueValidator(EARLIEST_REMINDER)])
    last_days = models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(EARLIEST_REMINDER)])
    texts = models.BooleanField("texts its players", default=False, db_default=False)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        verbose_name_plural = "availability settings"

    def __str__(self) -> str:
        return f"{self.team}: {'asks' if self.enabled else 'does not ask'} who can play"


class PlayerLink(models.Model):
    """Only the link of this `version` opens; without a row that is 1."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    version = models.PositiveIntegerField(default=1)
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "player"], name="availability_one_link")]

    def __str__(self) -> str:
        return f"Link of {self.player} for {self.team}, version {self.version}"


class PlayerAnswer(models.Model):
    """What a player said of a night, with the `key` of the button that was pressed; `by` a captain, or by the link."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    night = models.DateField()
    answer = models.CharField(max_length=10, choices=NightAnswer.choices)
    key = models.UUIDField(unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        indexes = [models.Index(fields=["team", "night"], name="availability_of_night")]

    def __str__(self) -> str:
        return f"{self.player}, {night(self.night)}: {self.get_answer_display()}"


class Absence(models.Model):
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    first = models.DateField()
    last = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="player__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "first", "last"], name="availability_absence_once"),
            models.CheckConstraint(condition=Q(last__gte=F("first")), name="availability_absence_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.player} away {nights(self.first, self.last)}"


class AskedNight(models.Model):
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    night = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "fixture", "night"], name="availability_asked_once")]

    def __str__(self) -> str:
        return f"{self.fixture} on {night(self.night)}?"


class ReserveRequest(models.Model):
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "team", "player"], name="availability_reserve_once")]

    def __str__(self) -> str:
        return f"{self.player} to help {self.team} out"


class PickedPlayer(models.Model):
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "team", "player"], name="availability_picked_once")]

    def __str__(self) -> str:
        return f"{self.player} for {self.team}"


class LiveMatch(models.Model):
    """`head` is the number of its last event; `rules` by line, frozen by the first event, None for one not pegged."""

    fixture = models.OneToOneField(Fixture, models.PROTECT, related_name="live")
    rules = models.JSONField()
    head = models.PositiveIntegerField(default=0)
    opened_at = models.DateTimeField()
    last_at = models.DateTimeField()
    searched_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        indexes = [models.Index(fields=["last_at"], name="live_by_last")]

    def __str__(self) -> str:
        return f"{self.fixture}, live"


class ScorerLink(models.Model):
    """Only the SHA-256 of the link is kept, as 64 hexadecimal digits."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="scorer_links")
    name = models.CharField(max_length=60)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"{self.name} for {self.fixture}"


class LiveEvent(models.Model):
    """`seq` counts in a match, `dseq` in a phone; `lease` is the hold it was tapped under, `entered_at` untrusted."""

    id = models.UUIDField(primary_key=True, editable=False)
    match = models.ForeignKey(LiveMatch, models.PROTECT, related_name="events", db_index=False)  # constraints have one
    seq = models.PositiveIntegerField()
    device = models.UUIDField()
    dseq = models.PositiveIntegerField()
    line = models.PositiveSmallIntegerField()
    game = models.PositiveSmallIntegerField()
    lease = models.UUIDField(null=True, blank=True)
    kind = models.CharField(max_length=20)
    body = models.JSONField()
    entered_at = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    link = models.ForeignKey(ScorerLink, models.PROTECT, null=True, blank=True, related_name="+")
    objects: ClassVar[Any] = ScopedManager(league="match__fixture__league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="live_event_in_order"),
            models.UniqueConstraint(fields=["match", "device", "dseq"], name="live_event_of_phone"),
            models.CheckConstraint(
                condition=models.Q(by__isnull=False) | models.Q(link__isnull=False), name="live_event_has_author"
            ),
        ]
        ordering = ["match", "seq"]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class LeaguePuzzle(models.Model):
    """`number` counts the league's in order of `shown_on`; the match tells whether its result still stands."""

    league = models.ForeignKey(League, models.CASCADE, related_name="puzzles", db_index=False)  # constraints have one
    match = models.ForeignKey(LiveMatch, models.CASCADE, related_name="puzzles")
    number = models.PositiveIntegerField()
    shown_on = models.DateField()
    position = models.JSONField()
    rules = models.JSONField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="live_puzzle_number"),
            models.UniqueConstraint(fields=["league", "shown_on"], name="live_puzzle_a_day"),
        ]

    def __str__(self) -> str:
        return f"Puzzle {self.number}"


class PlayingOrder(models.Model):
    """`places` and `secret` are hidden until both sides are in; `seal` is shown at once. Never changed."""

    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    places = models.JSONField()
    secret = models.CharField(max_length=64)
    seal = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["fixture", "entry"], name="lineups_order_once")]

    def __str__(self) -> str:
        return f"Order of {self.entry} for {self.fixture}"


class PaperDraw(models.Model):
    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"{self.fixture}: drawn on paper"
