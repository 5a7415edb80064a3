"""A person's own tokens."""

from datetime import date

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from league.accounts.models import User
from league.api.models import Token


def tokens_of(user: User, on: date) -> QuerySet[Token]:
    """Those that were not taken back, the newest first, each with `.over`: whether its last day has passed."""
    over = ExpressionWrapper(Q(expires_on__lt=on), BooleanField())
    return Token.objects.filter(user=user, revoked_at=None).annotate(over=over).order_by("-made_at", "-pk")
