"""Tokens of programs, what somebody is importing from the upload to the undoing, and who was erased."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django_scopes import ScopedManager

from league.exchange.choices import ImportKind, ImportState, TokenScope
from league.schedule.models import Season
from league.teams.models import League, Player


class Token(models.Model):
    """A key that a person gave to a program, kept as its SHA-256; `used_on` is the last day of its use."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=60)
    scope = models.CharField(max_length=10, choices=TokenScope.choices, default=TokenScope.READ)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    expires_on = models.DateField()
    used_on = models.DateField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "name"], condition=models.Q(revoked_at=None), name="api_token_name_once"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def writes(self) -> bool:
        return self.scope == TokenScope.WRITE


class Reply(models.Model):
    """The answer to a write under an `Idempotency-Key` that was not refused; `digest` is that of the request."""

    token = models.ForeignKey(Token, models.CASCADE, related_name="replies")
    key = models.CharField(max_length=100)
    digest = models.CharField(max_length=64)
    body = models.JSONField(default=dict)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "replies"
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="api_reply_once")]

    def __str__(self) -> str:
        return self.key


# --- imports ----------------------------------------------------------------------------------------------------------
class ImportBundle(models.Model):
    """Files from which drafts of several kinds are made; `kind` is set where all of it was brought as one kind.

    `address` is that of a published spreadsheet, `job` the key of the work that reads long files.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=ImportKind.choices, blank=True)
    name = models.CharField(max_length=120)
    address = models.CharField(max_length=300, blank=True)
    job = models.CharField(max_length=80, blank=True)
    error = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return self.name if "." in self.name else f"{self.name[:1].upper()}{self.name[1:]}"


class BundleSheet(models.Model):
    """One sheet, table or text of a bundle.

    `lines` are [number, [cells]], `readings` as `sheet_readings.keep_readings` has them, None until it was read.
    `taken` names those that are meant, None where nobody has said. `answers` are to what the file alone cannot tell.
    """

    bundle = models.ForeignKey(ImportBundle, models.CASCADE, related_name="sheets")
    place = models.PositiveSmallIntegerField()
    file = models.CharField(max_length=120)
    name = models.CharField(max_length=120, blank=True)
    lines = models.JSONField(default=list)
    text = models.TextField(blank=True)
    season = models.ForeignKey(Season, models.SET_NULL, null=True, blank=True, related_name="+")
    answers = models.JSONField(default=dict, blank=True)
    taken = models.JSONField(null=True, blank=True)
    readings = models.JSONField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="bundle__league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["bundle", "place"], name="exchange_sheet_once")]

    def __str__(self) -> str:
        return f"{self.file}, {self.name}" if self.name else self.file


class ImportDraft(models.Model):
    """One spreadsheet from the upload to the undoing.

    `rows` are [number in the file, [cells]] under `heading`, emptied once they have been imported: `marks` are then
    what that made and changed, and `counts` how many rows had which outcome. `matching` has the column of each of our
    values, `answers` which of our rows is meant by a name ({"team": {"crwon a": "12"}}). `division` is that of rows
    which name none. `reading` has what the sheets of a `bundle` were taken for, and where each row stands.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10, choices=ImportKind.choices)
    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.OPEN)
    name = models.CharField(max_length=120)
    season = models.ForeignKey(Season, models.CASCADE, null=True, blank=True, related_name="+")
    division = models.CharField(max_length=40, blank=True)
    heading = models.JSONField(default=list)
    rows = models.JSONField(default=list, blank=True)
    matching = models.JSONField(default=dict, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    marks = models.JSONField(default=list, blank=True)
    counts = models.JSONField(default=dict, blank=True)
    bundle = models.ForeignKey(ImportBundle, models.SET_NULL, null=True, blank=True, related_name="drafts")
    reading = models.JSONField(default=dict, blank=True)
    job = models.CharField(max_length=80, blank=True)
    error = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    done_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    done_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    undone_at = models.DateTimeField(null=True, blank=True)
    objects: ClassVar[Any] = ScopedManager(league="league")

    def __str__(self) -> str:
        return f"{self.get_kind_display()} from {self.name}"


# --- erasure ----------------------------------------------------------------------------------------------------------
class Erasure(models.Model):
    """One person erased from a league: irreversible. `player` or `user` is what is left under the pseudonym."""

    league = models.ForeignKey(League, models.CASCADE, related_name="erasures")
    alias = models.CharField("pseudonym", max_length=20)
    player = models.ForeignKey(Player, models.PROTECT, null=True, related_name="erasures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    objects: ClassVar[Any] = ScopedManager(league="league")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league", "alias"], name="privacy_alias_once")]

    def __str__(self) -> str:
        return self.alias
