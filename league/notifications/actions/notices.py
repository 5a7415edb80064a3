"""A notice to a whole team or to all captains: kept, and sent through the same outbox as everything else."""

from datetime import datetime
from uuid import UUID

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.notifications.actions.outbox import store_new
from league.notifications.choices import Audience
from league.notifications.models import Notice
from league.notifications.queries.channels import messages_from
from league.notifications.queries.notices import letters_of, recipients_of
from league.teams.models import League, Team
from league.ui.words import one_line


def give_notice(
    *, league: League, team: Team | None, subject: str, words: str, key: UUID, by: User, at: datetime
) -> Notice:
    """Write a notice to everybody of a team, or with None to all captains. The same key again is the same notice.

    ValidationError if it would reach nobody.
    """
    with write_tx():
        known = Notice.objects.filter(key=key, by=by).first()
        if known is not None:
            return known
        reached = len(recipients_of(league, team).people)
        if not reached:
            raise ValidationError("Nobody there has a sign-in, so nobody would get it.")
        notice = Notice(
            league=league, audience=Audience.TEAM if team else Audience.CAPTAINS, team=team,
            subject=one_line(subject), words=words.strip(), by=by, at=at, reached=reached, key=key,
        )  # fmt: skip
        notice.full_clean()
        notice.save()
        store_new(messages_from(letters_of(notice), league, at))
        said = f"Notice to {notice.whom[:1].lower()}{notice.whom[1:]}: {notice.subject}"
        about = (team,) if team else ()
        record(verb="give_notice", words=said, at=at, by=by, league_id=league.pk, about=about)
    return notice
