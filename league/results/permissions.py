"""Who may send, confirm, dispute and decide a card, as predicates over a person and a fixture (with both its teams)."""

from league.base.accounts.models import User
from league.results.choices import OTHER, SentFor
from league.results.models import Submission
from league.schedule.models import Fixture
from league.schedule.permissions import acts_for_entry
from league.teams.permissions import Anybody, is_officer


def sides_of(user: Anybody, fixture: Fixture) -> tuple[SentFor, ...]:
    """The sides of this match that a person acts for: usually one or none."""
    sides = ((SentFor.HOME, fixture.home), (SentFor.AWAY, fixture.away))
    return tuple(side for side, entry in sides if acts_for_entry(user, entry))


def acts_for(user: Anybody, fixture: Fixture) -> SentFor | None:
    """In whose name a person sends a card of this match: their side, or the league; None for everybody else."""
    sides = sides_of(user, fixture)
    if sides:
        return sides[0]
    return SentFor.LEAGUE if is_officer(user, fixture.league) else None


def may_enter(user: Anybody, fixture: Fixture) -> bool:
    return acts_for(user, fixture) is not None


def may_see_card(user: User, submission: Submission, *, sealed: bool) -> bool:
    """One card that was sent: a sealed one is shown only to the side that sent it and to the officers."""
    if sealed and not is_officer(user, submission.fixture.league):
        return submission.sent_for in sides_of(user, submission.fixture)
    return may_enter(user, submission.fixture)


def may_answer(user: User, submission: Submission) -> bool:
    """A captain of the other side than the card's, never its sender; one by the code is sent on, not answered."""
    if submission.by_code:
        return False
    other = OTHER.get(SentFor(submission.sent_for))
    return other in sides_of(user, submission.fixture) and user.pk != submission.by_id


def may_decide(user: User, fixture: Fixture) -> bool:
    return is_officer(user, fixture.league)
