"""Answer the other side's card, as a program does that has read the match some while ago."""

from datetime import datetime

from league.accounts.models import User
from league.audit.actions import write_tx
from league.fixtures.actions import lock_fixture
from league.results.actions import StaleError, answer_card
from league.results.models import Answer, Submission


def answer_seen(*, submission: Submission, agreed: bool, seen: int, by: User, at: datetime, reason: str = "") -> Answer:
    """`answer_card`, unless the match is no longer at the version that was seen: then StaleError."""
    with write_tx():
        held = lock_fixture(submission.fixture_id)
        if held.version != seen:
            raise StaleError(seen=seen, now=held.version)
        return answer_card(submission=submission, agreed=agreed, by=by, at=at, reason=reason)
