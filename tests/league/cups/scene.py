"""A cup with matches and results at hand: what the tests of facts stand on."""

from datetime import datetime, timedelta
from fractions import Fraction
from uuid import uuid4

from league.base.accounts.models import User
from league.cups.models import Cup, Entrant, Tie
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Result, Submission
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import Side
from tests.factories import SIGNED, make_fixture

LATER = SIGNED + timedelta(days=30)


def names_drawn(cup: Cup) -> tuple[str, ...]:
    """The entrants' keys in the order of the list, as a hat that gives them in that order."""
    return tuple(each.key for each in Entrant.objects.filter(cup=cup, withdrawn_at=None).order_by("pk"))


def match_of(cup: Cup, tie: str) -> Tie:
    """The match that was made for a tie."""
    row: Tie = Tie.objects.select_related("fixture").filter(cup=cup, tie=tie).order_by("-attempt", "-leg").first()
    return row


def put_match(cup: Cup, tie: str, home: Entrant, away: Entrant, week: int = 1, **extra) -> Tie:
    """A match for a tie, made by hand."""
    fixture = make_fixture(home.entry, away.entry, week=week)
    return Tie.objects.create(cup=cup, tie=tie, fixture=fixture, **extra)


def give_result(
    fixture: Fixture, home: int, away: int, *, by: User, at: datetime = LATER, kind: Kind = Kind.PLAYED,
    reason: str = "", state: ResultState = ResultState.CONFIRMED,
) -> Result:  # fmt: skip
    """What a match came to, as results keep it; once more for the same match changes it."""
    winner = Side.HOME if home > away else Side.AWAY if away > home else None
    tally = Tally(kind, home, away, None, None, None, None, Fraction(home), Fraction(away), winner)
    made = 1 + Submission.objects.filter(fixture=fixture).count()
    submission = Submission.objects.create(
        fixture=fixture, sent_for=SentFor.LEAGUE if reason else SentFor.HOME,
        source=Source.CORRECTION if reason else Source.WEB, by=by, key=uuid4(), body_hash="0" * 64,
        receipt=uuid4().hex[:12], fixture_version=made, made_version=made, received_at=at, reason=reason,
    )  # fmt: skip
    values = {
        "submission": submission, "state": state, "kind": kind, "tally": codec.encode(tally), "home_games": home,
        "away_games": away, "counts": True, "settled_at": at if state != ResultState.PROVISIONAL else None,
        "confirm_by": at, "updated_at": at,
    }  # fmt: skip
    result, _ = Result.objects.update_or_create(fixture=fixture, defaults=values)
    return result
