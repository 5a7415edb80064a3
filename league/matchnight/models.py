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
from django.db.models import F, Q
from django_scopes import ScopedManager

from league.base.ui.formats import night, nights
from league.matchnight.choices import NightAnswer
from league.schedule.models import Entry, Fixture
from league.teams.models import League, Player, Team

EARLIEST_REMINDER = 21  # days


class AvailabilitySettings(models.Model):
    """A team that asks its players, or once did: the row is what answers of the team take turns at (`locked`).

    Who has not answered is reminded `first_days` before the match and once more `last_days` before; 0 is never. With
    `texts` the last reminder goes as a text to those who asked for that: the league pays for it, so the secretary says.
    """

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
    """A player's own link that was replaced or turned off: only the one of this `version` opens, if any does.

    A link that nobody has replaced has no row, and is version 1. What is in a link is signed and kept nowhere.
    """

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
    """Days on which a player is away, first and last included: the answer to every night that has no other."""

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
    """Another night on which a match might be played, about which a captain asks the players."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="+")
    fixture = models.ForeignKey(Fixture, models.CASCADE, related_name="+")
    night = models.DateField()
    objects: ClassVar[Any] = ScopedManager(league="team__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "fixture", "night"], name="availability_asked_once")]

    def __str__(self) -> str:
        return f"{self.fixture} on {night(self.night)}?"


class ReserveRequest(models.Model):
    """A player of another team whom a captain asked to help out in one match."""

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
    """Somebody in the team that a captain picked for a match, in the captain's order."""

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
    """A match of which something was pegged. `head` is the number of its last event; `last_at` when that came.

    `rules` are the rules of each line of the card, as `scoring.play.rules` writes them and frozen by the first event,
    so that old facts replay under old rules; None for a line that is not pegged. `searched_at` is when the match was
    looked through for puzzles, once it is final.
    """

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
    """Lets whoever has it peg one match without an account, under the name it was made for, until it is revoked.

    The link itself is not kept, only its SHA-256 as 64 hexadecimal digits.
    """

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
    """One tap. `seq` numbers the events of a match from 1 without gaps, `dseq` those of one phone.

    `id` was given by the phone, so that the same tap sent twice is one. `line` (from 0, as on the card) and `game`
    (from 1) say which game. `lease` is the hold on the game's pegs under which it was tapped. `body` is what was said,
    as it came (docs/api.md). `entered_at` is the phone's own clock and not to be trusted.
    """

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
    """A position of a pegged game in which a play is proved best, without who played it.

    `number` counts a league's from 1, in the order of the days on which each is shown first (`shown_on`). `position` is
    as `scoring.play.computer.puzzle_making` writes it, of a game under `rules`. The match is there so that a position
    is shown no longer than its result stands, and is never shown itself.
    """

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
    """What one side put in: `places` are keys of players line by line, or one list of all who play where lots decide.

    `secret` and `places` are shown to nobody but the side itself until the other's row is there; `seal` is at once. A
    row is never changed.
    """

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
    """A match whose draw a captain said is done on paper: what was put in counts for nothing."""

    fixture = models.OneToOneField(Fixture, models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="fixture__league")

    def __str__(self) -> str:
        return f"{self.fixture}: drawn on paper"
