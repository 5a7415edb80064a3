"""Who a program acts for: the token in its `Authorization` header."""

from datetime import date, datetime

from django.conf import settings
from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet
from django.utils.timezone import localdate

from league.base.accounts.models import User, digest_of
from league.base.accounts.permissions import has_second_factor
from league.exchange.models import Token
from league.teams.models import League
from league.teams.permissions import holds_office_anywhere, is_site_admin

BEARER = "bearer "


def token_of(header: str, at: datetime) -> Token | None:
    """The token in an `Authorization` header, or None; an officer's needs a second factor, as their own pages do."""
    if not header.lower().startswith(BEARER):
        return None
    tokens = Token.objects.filter(digest=digest_of(header[len(BEARER) :].strip()), revoked_at=None)
    token = tokens.filter(expires_on__gte=localdate(at), user__is_active=True).select_related("user").first()
    if token is None or not settings.SECOND_FACTOR_FOR_OFFICERS or not holds_office_anywhere(token.user):
        return token
    return token if has_second_factor(token.user) else None


def leagues_for(user: User | None) -> Q:
    """Which leagues somebody may read, as a filter of leagues: `may_read` of many at once."""
    if user is not None and is_site_admin(user):
        return Q()
    if user is None:
        return Q(public=True)
    mine = League.objects.filter(roles__user=user, roles__ended_at=None)
    return Q(public=True) | Q(pk__in=mine.values("pk"))


def tokens_of(user: User, on: date) -> QuerySet[Token]:
    """Those that were not taken back, the newest first, each with `.over`: whether its last day has passed."""
    over = ExpressionWrapper(Q(expires_on__lt=on), BooleanField())
    return Token.objects.filter(user=user, revoked_at=None).annotate(over=over).order_by("-made_at", "-pk")
