"""What people have chosen to be sent, as the page shows on which they choose it."""

from django.conf import settings

from league.base.accounts.models import User
from league.notifications.choices import MANDATORY_KINDS, PERSONAL_KINDS, PUSH_KINDS, Channel, MessageKind
from league.notifications.models import CopyOptIn, OptOut, SmsOptIn
from league.notifications.queries.recipients import LEADERS, opt_outs
from league.notifications.webpush import private_key, public_text
from league.teams.choices import RoleKind
from league.teams.models import League, Role


def mail_choices(user: User, league: League) -> dict[MessageKind, bool]:
    off = set(OptOut.objects.filter(league=league, user=user, channel=Channel.MAIL).values_list("kind", flat=True))
    return {kind: kind in MANDATORY_KINDS or kind.value not in off for kind in PERSONAL_KINDS}


def push_choices(user: User, league: League) -> dict[MessageKind, bool]:
    off = opt_outs(league, Channel.PUSH)
    return {kind: (user.pk, kind.value) not in off for kind in PUSH_KINDS}


def sms_choices(user: User, league: League) -> SmsOptIn:
    """A row that asks for nothing where there is none."""
    row = SmsOptIn.objects.filter(league=league, user=user).first()
    return row or SmsOptIn(user=user, league=league, changes=False)


def is_only_vice(user: User, league: League) -> bool:
    """Whether somebody leads a team as its vice-captain, and none as its captain."""
    roles = Role.objects.filter(league=league, user=user, kind__in=LEADERS, ended_at=None)
    return set(roles.values_list("kind", flat=True)) == {RoleKind.VICE_CAPTAIN}


def has_copies(user: User, league: League) -> bool:
    return bool(CopyOptIn.objects.filter(league=league, user=user).exists())


def site_key() -> str:
    """The public key; "" where the site sends nothing to phones."""
    return public_text(private_key(settings.PUSH_KEY)) if settings.PUSH_KEY else ""
