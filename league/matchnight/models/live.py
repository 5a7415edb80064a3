"""What was tapped at the tables, in the order in which it arrived, who was let in to tap, and the puzzles found in it.

An event is a fact: appended, never changed and never judged here. What a game came to, who holds its pegs and which
events count is a fold of them (`scoring.play.merge`), and nothing of it is stored.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.schedule.models import Fixture
from league.teams.models import League


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
