"""Scores of matches long played that come in by a spreadsheet, many at once; and taken back as they came.

Each score is filed as the league's decision, with where it came from as the reason, like one typed in by an officer.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.fixtures.actions import bump_version, lock_fixture, mark_unplayed
from league.fixtures.actions.imports import FixtureRow, bring_in_fixtures, take_back_fixtures, thaw_competition
from league.fixtures.models import Competition, Fixture
from league.results.actions.decisions import Award, award_match, decide_result
from league.results.models import Answer, Result, Submission
from league.teams.actions.marks import Mark
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
    """Put the matches that are missing in the list, and file every score. Raises what deciding a match raises."""
    given = list(rows)
    with write_tx():
        missing = [row.match for row in given if row.match.fixture is None]
        marks: tuple[Mark, ...] = ()
        if missing:
            marks = bring_in_fixtures(competition=competition, rows=missing, source=source, by=by, at=at)
        # A match that came with its score has been changed by it, which is no reason to keep it.
        marks = tuple(Mark(mark.kind, mark.key) if mark.kind == "fixture" else mark for mark in marks)
        new = iter([mark.key for mark in marks if mark.kind == "fixture"])
        filed = []
        for row in given:
            fixture = Fixture.objects.get(pk=row.match.fixture.pk if row.match.fixture else next(new))
            filed.append(_file(fixture, row, source=source, by=by, at=at))
        words = f"{len(filed)} results of season {competition.season}: {source}"
        league_id = competition.season.league_id
        record(verb="bring_in_results", words=words, at=at, by=by, league_id=league_id, about=(competition.season,))
    return (*marks, *(Mark(KIND, each.pk) for each in filed))


def take_back_results(*, competition: Competition, marks: Sequence[Mark], source: str, by: User, at: datetime) -> None:
    """Take every score out again, and the matches that came with them. ValidationError with what was built on them."""
    with write_tx():
        keys = [mark.key for mark in marks if mark.kind == KIND]
        filed = list(Submission.objects.filter(pk__in=keys).order_by("fixture", "pk"))
        fixtures = [lock_fixture(each.fixture_id) for each in filed]
        _refuse_built_upon(filed, fixtures, len(keys))
        for fixture in fixtures:
            Result.objects.filter(fixture=fixture).delete()
        Submission.objects.filter(pk__in=keys).delete()
        for fixture in fixtures:
            mark_unplayed(fixture)
        if not Submission.objects.filter(fixture__division__competition=competition).exists():
            thaw_competition(competition)
        bump_version(competition)
        others = [mark for mark in marks if mark.kind != KIND]
        take_back_fixtures(competition=competition, marks=others, source=source, by=by, at=at)


def _refuse_built_upon(filed: Sequence[Submission], fixtures: Sequence[Fixture], number: int) -> None:
    reasons = [] if len(filed) == number else ["A result that came with it is no longer there."]
    since = Submission.objects.filter(fixture__in=fixtures).exclude(pk__in=[each.pk for each in filed])
    answered = Answer.objects.filter(submission__in=filed).values_list("submission__fixture", flat=True)
    touched = {*since.values_list("fixture", flat=True), *answered}
    reasons += [f"{each} has been corrected or answered since." for each in fixtures if each.pk in touched]
    if reasons:
        raise ValidationError(reasons)


def _file(fixture: Fixture, row: ResultRow, *, source: str, by: User, at: datetime) -> Submission:
    reason = f"Brought in: {source}, row {row.number}"
    key, seen = uuid4(), fixture.version
    if isinstance(row.result, Award):
        return award_match(fixture=fixture, award=row.result, key=key, seen=seen, reason=reason, by=by, at=at)
    return decide_result(fixture=fixture, card=row.result, key=key, seen=seen, reason=reason, by=by, at=at)
