"""A captain protests about a result that stands, and the league answers."""

from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.results.choices import SentFor
from league.results.models import Protest
from league.results.queries.facts import rules_for
from league.results.queries.protests import protester, protests_about, why_no_protest
from league.schedule.actions import lock_fixture, subjects
from league.schedule.models import Fixture


def make_protest(*, fixture: Fixture, side: SentFor, text: str, by: User, at: datetime) -> Protest:
    """Protest for a side; the result stands until the league says otherwise. ValidationError where none is allowed."""
    with write_tx():
        held = lock_fixture(fixture.pk)
        why_not = why_no_protest(held, rules_for(held), side, at)
        if why_not:
            raise ValidationError(why_not)
        made = Protest(fixture=held, side=side, by=by, at=at, text=text.strip())
        made.full_clean()
        made.save()
        words = f"{protester(made)} protested about {held}"
        _record("make_protest", held, words, made.text, by=by, at=at)
    return made


def answer_protests(*, fixture: Fixture, answer: str, by: User, at: datetime) -> int:
    """Answer what has been protested about a match; how many protests that were.

    The result is changed by a decision, an award or a correction of its own. ValidationError if none is open.
    """
    with write_tx():
        held = lock_fixture(fixture.pk)
        waiting = [each for each in protests_about(held) if each.answered_at is None]
        if not waiting:
            raise ValidationError("These protests have been answered already.")
        for each in waiting:
            each.answer, each.answered_by, each.answered_at = answer.strip(), by, at
            each.full_clean()
            each.save()
        sides = " and ".join(str(protester(each)) for each in waiting)
        words = f"The protest of {sides} about {held} was answered"
        _record("answer_protests", held, words, answer.strip(), by=by, at=at)
    return len(waiting)


def _record(verb: str, fixture: Fixture, words: str, reason: str, *, by: User, at: datetime) -> None:
    record(verb=verb, words=words, at=at, by=by, league_id=fixture.league_id, about=subjects(fixture), reason=reason)
