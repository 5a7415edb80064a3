"""What is written to people and programs, how far the audit log has been read for it, and who wants what and where."""

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django_scopes import ScopedManager

from league.cups.models import Cup
from league.notifications.choices import (
    SUBJECT_SHOWN_KINDS,
    Audience,
    Channel,
    LeadingSide,
    MessageKind,
    MessageState,
    WebhookEvent,
)
from league.notifications.sms import mask_number
from league.schedule.models import Fixture
from league.teams.models import League, Player, Team

# --- webhooks ---------------------------------------------------------------------------------------------------------
LONGEST_URL = 500


class Webhook(models.Model):
    """`old_secret` signs too until `old_until`; `worked_at` is the last success, `off_reason` why it is off."""

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    url = models.CharField(max_length=LONGEST_URL)
    events = models.JSONField(default=list)
    secret = models.CharField(max_length=80)
    old_secret = models.CharField(max_length=80, blank=True)
    old_until = models.DateTimeField(null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_reason = models.CharField(max_length=200, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        db_table = "exchange_webhook"
        constraints = [models.UniqueConstraint(fields=["league", "url"], name="webhooks_address_once")]

    def __str__(self) -> str:
        return self.url

    def get_absolute_url(self) -> str:
        return reverse("webhook", args=[self.league.slug, self.pk])

    @property
    def event_labels(self) -> list[str]:
        return [WebhookEvent(each).label for each in self.events]

    def secrets_at(self, at: datetime) -> tuple[str, ...]:
        old = self.old_until is not None and at < self.old_until
        return (self.secret, self.old_secret) if old else (self.secret,)


# --- messages, and who wants which ------------------------------------------------------------------------------------
LONGEST_ENDPOINT = 800
LEASE = timedelta(minutes=5)  # for which somebody may be sending a message before they are taken for dead
RETRY_DELAYS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 240, 720, 1440))


class OutboxCursor(models.Model):
    """Entries up to `floor`, and times up to `clock`, are done; up to `next_clock` leagues to `last_league` are."""

    floor = models.BigIntegerField(default=0)
    clock = models.DateTimeField()
    next_clock = models.DateTimeField(null=True)
    last_league = models.BigIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return f"up to {self.floor}, {self.clock}"

    @property
    def position(self) -> tuple[datetime, datetime | None, int]:
        return self.clock, self.next_clock, self.last_league


class ProcessedEntry(models.Model):
    entry_id = models.BigIntegerField(unique=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return str(self.entry_id)


class Notice(models.Model):
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    audience = models.CharField(max_length=10, choices=Audience.choices)
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="+")
    subject = models.CharField(max_length=100)
    words = models.TextField(max_length=4000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    reached = models.PositiveIntegerField(default=0)
    key = models.UUIDField(unique=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(audience=Audience.TEAM, team__isnull=False) | Q(audience=Audience.CAPTAINS, team=None),
                name="post_notice_to_whom",
            )
        ]

    def __str__(self) -> str:
        return self.subject

    @property
    def whom(self) -> str:
        return f"All of {self.team}" if self.team else "All captains and vice-captains"


class Phone(models.Model):
    """Without a `user` it follows things anonymously; a browser may be both. `worked_at` is its last success."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT)
    public = models.CharField(max_length=100)
    auth = models.CharField(max_length=30)
    words = models.CharField(max_length=60)
    made_at = models.DateTimeField()
    worked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["endpoint"], condition=Q(user__isnull=False), name="post_phone_of_person"),
            models.UniqueConstraint(fields=["endpoint"], condition=Q(user=None), name="post_phone_of_follower"),
        ]

    def __str__(self) -> str:
        return self.words


class Message(models.Model):
    """`key` makes it unique and its Message-ID stable. Sent between `not_before` and `until`; `claimed_by` a process,
    `doubtful` if it may have gone twice.

    Without a league it is about a sign-in, goes first and is deleted when done. Without `to` it is for a follower, and
    `stop` ends it; one `topic` replaces another on a phone.
    """

    league = models.ForeignKey(League, models.CASCADE, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=120, unique=True)
    kind = models.CharField(max_length=12, choices=MessageKind.choices)
    channel = models.CharField(max_length=4, choices=Channel.choices, default=Channel.MAIL)
    to = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    address = models.CharField(max_length=254, blank=True)
    phone = models.ForeignKey(Phone, models.SET_NULL, null=True, blank=True, related_name="+")
    webhook = models.ForeignKey(Webhook, models.CASCADE, null=True, blank=True, related_name="deliveries")
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    link = models.CharField(max_length=300, blank=True)
    stop = models.CharField(max_length=300, blank=True, default="", db_default="")
    in_reply_to = models.CharField(max_length=250, blank=True, default="", db_default="")
    topic = models.CharField(max_length=32, blank=True, default="", db_default="")
    reply_to = models.EmailField(blank=True)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    html = models.TextField(blank=True)
    calendar = models.TextField(blank=True)
    made_at = models.DateTimeField()
    not_before = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    state = models.CharField(max_length=10, choices=MessageState.choices, default=MessageState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_by = models.CharField(max_length=160, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    doubtful = models.BooleanField("may have gone twice", default=False)
    error = models.CharField(max_length=300, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        indexes = [
            models.Index(fields=["not_before"], condition=Q(state__in=["waiting", "sending"]), name="post_message_due"),
            models.Index(fields=["league", "-made_at"], name="post_message_of_league"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state=MessageState.SENT) | Q(sent_at__isnull=False), name="post_message_sent_when"
            ),
            models.CheckConstraint(condition=Q(phone=None) | Q(channel=Channel.PUSH), name="post_message_to_phone"),
            models.CheckConstraint(
                condition=Q(to__isnull=False)
                | ~Q(stop="")
                | Q(kind=MessageKind.ACCOUNT)
                | Q(webhook__isnull=False, channel=Channel.HOOK),
                name="post_message_can_be_stopped",
            ),
            models.CheckConstraint(
                condition=Q(league=None, kind=MessageKind.ACCOUNT)
                | Q(league__isnull=False) & ~Q(kind=MessageKind.ACCOUNT),
                name="post_message_of_a_league",
            ),
        ]

    def __str__(self) -> str:
        return self.subject

    def get_absolute_url(self) -> str:
        return reverse("message", args=[self.league.slug, self.pk]) if self.league else ""

    @property
    def shown_subject(self) -> str:
        """Of private matters only the kind."""
        return self.subject if self.kind in SUBJECT_SHOWN_KINDS else self.get_kind_display()

    @property
    def shown_address(self) -> str:
        """Of a telephone number only the end."""
        return mask_number(self.address) if self.channel == Channel.TEXT else self.address

    @property
    def can_go_again(self) -> bool:
        unsubscribed = self.channel == Channel.PUSH and self.phone_id is None
        return self.state == MessageState.FAILED and not unsubscribed

    @property
    def tried_out(self) -> bool:
        return self.attempts > len(RETRY_DELAYS)


class OptOut(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=MessageKind.choices)
    channel = models.CharField(max_length=4, choices=Channel.choices, default=Channel.MAIL)
    since = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "league", "kind", "channel"], name="post_unwanted_once")]

    def __str__(self) -> str:
        return f"{self.user}: no {self.kind}"


class SmsOptIn(models.Model):
    """When a match is off on its day (`changes`), or when a player has not answered (`questions`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    changes = models.BooleanField("off or moved on the day", default=True, db_default=True)
    questions = models.BooleanField("who can play", default=False, db_default=False)
    since = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        verbose_name_plural = "requests for texts"
        constraints = [models.UniqueConstraint(fields=["user", "league"], name="post_text_wish_once")]

    def __str__(self) -> str:
        return f"{self.user}: texts"


class CopyOptIn(models.Model):
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    since = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "league"], name="post_copy_once")]

    def __str__(self) -> str:
        return f"{self.user}: the captain’s e-mails"


# --- followers --------------------------------------------------------------------------------------------------------
class Follow(models.Model):
    """Without team, player and cup, the league."""

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
