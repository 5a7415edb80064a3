"""What happened: one entry for each action, never changed, never deleted.

The lowest app but one: it knows who and when, and takes what was acted upon as (kind, key) pairs, so that it need not
know teams or fixtures.
"""

from django.conf import settings
from django.db import models


class Entry(models.Model):
    league_id = models.BigIntegerField(null=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    verb = models.CharField(max_length=40)
    words = models.CharField(max_length=300)
    reason = models.TextField(blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "entries"
        # With the key behind, for the newest of a league: PostgreSQL looks for it from the site's newest otherwise.
        indexes = [models.Index(fields=["league_id", "id"], name="audit_of_league")]

    def __str__(self) -> str:
        return self.words


class Seal(models.Model):
    """The link of one entry in its league's chain (see `values`); `salt` is "" once somebody was erased."""

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="seal")
    league_id = models.BigIntegerField(null=True)
    number = models.PositiveBigIntegerField()
    salt = models.CharField(max_length=32, blank=True)
    digest = models.CharField(max_length=64)
    head = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["league_id", "number"], name="audit_one_chain_each")]

    def __str__(self) -> str:
        return f"Seal {self.number}"


class Subject(models.Model):
    """One thing that an entry is about: ("fixture", 12), ("team", 3), ("player", 40), ("season", 2)."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="subjects", db_index=False)  # the constraint has one
    kind = models.CharField(max_length=20)
    key = models.BigIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["entry", "kind", "key"], name="audit_subject_once")]
        indexes = [models.Index(fields=["kind", "key", "-entry"], name="audit_subject_about")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class SentForm(models.Model):
    """`key` digests sender, address and page key, `values` what was sent; `answer` is null until answered."""

    key = models.CharField(max_length=64, primary_key=True)
    values = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)
    answer = models.TextField(null=True)

    def __str__(self) -> str:
        return self.key
