"""Scores of matches long played that come in by a spreadsheet, many at once; and taken back as they came.

Each score is filed as the league's decision, with where it came from as the reason, like one typed in by an officer.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.timezone import localdate

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.results.actions.decisions import Award
from league.results.actions.scores import Ruling, decide_scores
from league.results.models import Adjustment, Answer, Photo, Result, Submission
from league.schedule.actions import bump_version, lock_fixtures, mark_all_unplayed
from league.schedule.actions.imports import FixtureRow, bring_in_fixtures, take_back_fixtures, thaw_competition
from league.schedule.models import Competition, Fixture
from league.teams.actions.marks import MANY, Mark
from scoring.card.sheet import Card

KIND = "submission"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match, which may not be in the list yet, what it came to, and the number of its row in the file."""

    match: FixtureRow
    result: Card | Award
    number: int


def bring_in_results(
    *, competition: Competition, rows: Iterable[ResultRow], source: str, by: User, at: datetime
) -> tuple[Mark, ...]:
    """Put the matches that are missing in the list, and file every score. Raises what `decide_scores` raises."""
    given = list(rows)
    with write_tx():
        # Matches before their season, as who sends a card does: two that wait for each other would not get anywhere.
        there = lock_fixtures(Q(pk__in=[row.match.fixture.pk for row in given if row.match.fixture]))
        missing = [row.match for row in given if row.match.fixture is None]
        marks: tuple[Mark, ...] = ()
        if missing:
            marks = bring_in_fixtures(competition=competition, rows=missing, source=source, by=by, at=at)
        # A match that came with its score has been changed by it, which is no reason to keep it.
        marks = tuple(Mark(mark.kind, mark.key) if mark.kind == "fixture" else mark for mark in marks)
        new = iter([mark.key for mark in marks if mark.kind == "fixture"])
        rulings = [_ruling(row, row.match.fixture.pk if row.match.fixture else next(new), source, at) for row in given]
        filed = decide_scores(competition=competition, rulings=rulings, by=by, at=at)
        words = f"{len(filed)} results of season {competition.season}: {source}"
        league_id = competition.season.league_id
        record(verb="bring_in_results", words=words, at=at, by=by, league_id=league_id, about=(competition.season,))
    return (*marks, *_dated(there), *(Mark(KIND, each.pk) for each in filed))


def _ruling(row: ResultRow, fixture_id: int, source: str, at: datetime) -> Ruling:
    reason = f"Brought in: {source}, row {row.number}"
    return Ruling(fixture_id, row.result, reason, row.match.date or localdate(at))


def _dated(before: Iterable[Fixture]) -> Iterator[Mark]:
    """Marks of the matches that were put off without a date, and have got one with their score."""
    undated = {each.pk: each for each in before if each.date is None}
    for now in Fixture.objects.filter(pk__in=undated, date__isnull=False).order_by("pk"):
        was = undated[now.pk]
        yield Mark(
            "fixture", now.pk, {"date": None, "state": was.state}, {"date": now.date.isoformat(), "state": now.state}
        )


def take_back_results(*, competition: Competition, marks: Sequence[Mark], source: str, by: User, at: datetime) -> None:
    """Take every score out again, and the matches that came with them. ValidationError with what was built on them."""
    with write_tx():
        keys = [mark.key for mark in marks if mark.kind == KIND]
        filed = list(Submission.objects.filter(pk__in=keys).order_by("fixture", "pk"))
        fixtures = lock_fixtures(Q(pk__in=[each.fixture_id for each in filed]))
        _refuse_built_upon(competition, filed, fixtures, len(keys))
        Result.objects.filter(fixture__in=fixtures).delete()
        Submission.objects.filter(pk__in=keys).delete()
        others = [mark for mark in marks if mark.kind != KIND]
        marked = {mark.key for mark in others if mark.kind == "fixture"}
        mark_all_unplayed(each for each in fixtures if each.pk not in marked)
        if not Submission.objects.filter(fixture__division__competition=competition).exists():
            thaw_competition(competition)
        bump_version(competition)
        take_back_fixtures(competition=competition, marks=others, source=source, by=by, at=at)


def _refuse_built_upon(
    competition: Competition, filed: Sequence[Submission], fixtures: Sequence[Fixture], number: int
) -> None:
    """ValidationError with everything that rests on these scores, and would hang in the air without them."""
    reasons = [] if len(filed) == number else ["A result that came with it is no longer there."]
    since = Submission.objects.filter(fixture__in=fixtures).exclude(pk__in=[each.pk for each in filed])
    answered = Answer.objects.filter(submission__in=filed).values_list("submission__fixture", flat=True)
    touched = {*since.values_list("fixture", flat=True), *answered}
    reasons += [f"{each} has been corrected or answered since." for each in fixtures if each.pk in touched]
    reasons += _hung_on(filed, fixtures)
    if competition.season.closed_at:
        reasons.append(f"Season {competition.season} has been closed, and its tables are final. Open it again first.")
    played_off = Competition.objects.filter(play_off_of__fixtures__in=fixtures).order_by("pk").distinct()
    reasons += [f"{each} goes by the table that these results make." for each in played_off]
    if reasons:
        raise ValidationError(reasons[:MANY])


def _hung_on(filed: Sequence[Submission], fixtures: Sequence[Fixture]) -> Iterator[str]:
    """What was added to the matches after their scores came in: photographs of cards, and points given or taken."""
    names = {each.pk: each for each in fixtures}
    at = min((each.received_at for each in filed), default=None)
    if at is None:
        return
    for model, what in ((Photo, "a photograph of its card"), (Adjustment, "points given or taken for it")):
        later = model.objects.filter(fixture__in=fixtures, at__gte=at).order_by("fixture")
        for key in later.values_list("fixture", flat=True).distinct():
            yield f"{names[key]} has {what} since."
