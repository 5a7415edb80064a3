"""Links to a calendar: made so that nobody can guess them, and taken back."""

import secrets
from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.accounts.permissions import digest_of
from league.audit.actions import record, write_tx
from league.documents.choices import CalendarOf
from league.documents.models import CalendarLink
from league.fixtures.models import Division
from league.teams.models import League, Team, Venue

BYTES = 24  # 192 bits
MOST = 20  # links that somebody has at once in a league


def make_calendar_link(
    *, league: League, kind: CalendarOf, by: User, at: datetime, of: Team | Venue | Division | None = None
) -> tuple[CalendarLink, str]:
    """A link for `by` to a calendar, `of` a team, a venue or a division; and its secret, which is told this once.

    ValidationError where somebody has as many links as there may be.
    """
    token = secrets.token_urlsafe(BYTES)
    with write_tx():
        if CalendarLink.objects.filter(league=league, user=by, revoked_at=None).count() >= MOST:
            raise ValidationError(f"You have {MOST} calendar links. Take back one that you do not use.")
        link = CalendarLink(league=league, user=by, kind=kind, digest=digest_of(token), at=at)
        if of is not None:
            setattr(link, kind.value, of)
        link.full_clean()
        link.save()
        words = f"{by} made a calendar link: {link}"
        record(verb="make_calendar_link", words=words, at=at, by=by, league_id=league.pk)
    return link, token


def revoke_calendar_link(*, link: CalendarLink, by: User, at: datetime) -> CalendarLink:
    """Take a link back, so that it shows nothing from now on; again changes nothing."""
    with write_tx():
        held: CalendarLink = CalendarLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
        if held.revoked_at is None:
            held.revoked_at = at
            held.full_clean()
            held.save(update_fields=["revoked_at"])
            words = f"{by} took back a calendar link of {held.user}: {held}"
            record(verb="revoke_calendar_link", words=words, at=at, by=by, league_id=held.league_id)
    return held
