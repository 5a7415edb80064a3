"""Tokens with which programs act for a person, and what was answered to their writes."""

from django.conf import settings
from django.db import models

from league.exchange.choices import TokenScope


class Token(models.Model):
    """A key that a person gave to a program. Of the key itself only the SHA-256 is kept.

    It stops after the day `expires_on`, and at once when it is taken back. `used_on` is the last day of its use.
    """

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
    """What a write under an `Idempotency-Key` was answered, so that the same write again gets the same answer.

    `digest` is that of the request. Only what was done is kept: a write that was refused changed nothing.
    """

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
