"""Scorer links: letting somebody without an account peg one match, and taking that back."""

import secrets
from datetime import datetime

from league.base.accounts.models import User, digest_of
from league.base.audit.actions import record, write_tx
from league.matchnight.models import ScorerLink
from league.schedule.actions.locking import subjects
from league.schedule.models import Fixture

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that is taken for another
LENGTH = 12  # 59 bits


def make_link(*, fixture: Fixture, name: str, by: User, at: datetime) -> tuple[ScorerLink, str]:
    """The link and its secret, which is not stored."""
    token = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    with write_tx():
        link = ScorerLink(fixture=fixture, name=name.strip(), digest=digest_of(token), by=by, at=at)
        link.full_clean()
        link.save()
        text = f"{by} let {link.name} peg {fixture} by a link"
        record(verb="make_scorer_link", words=text, at=at, by=by, league_id=fixture.league_id, about=subjects(fixture))
    return link, token


def revoke_link(*, link: ScorerLink, by: User, at: datetime) -> ScorerLink:
    with write_tx():
        locked: ScorerLink = ScorerLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
        if locked.revoked_at is None:
            locked.revoked_at = at
            locked.full_clean()
            locked.save(update_fields=["revoked_at"])
            text = f"{by} took back the scorer link of {locked.name} for {link.fixture}"
            record(
                verb="revoke_scorer_link", words=text, at=at, by=by, league_id=link.fixture.league_id,
                about=subjects(link.fixture),
            )  # fmt: skip
    return locked
