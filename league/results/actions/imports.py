"""Scores that come in many at once and are taken back as they came, each filed as the league's decision.
A score that names nobody depends on the rules and not on the squads, so few queries are enough.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, record_all, write_tx
from league.results.actions.decisions import Award, audit_record_of
from league.results.actions.settlement import ResultVerdict, columns_of, decreed
from league.results.actions.submissions import NotAcceptedError, SentCard, append_submissions
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Adjustment, Answer, Draft, Photo, Result, Submission
from league.results.queries.facts import match_without_names
from league.schedule.actions import locking
from league.schedule.actions.imports import FixtureRow, import_fixtures, plain_values, thaw_competition, undo_fixtures
from league.schedule.models import Competition, Fixture
from league.schedule.values.matches import rules_for, rules_of_competition
from league.teams.actions.undo_log import MAX_REASONS, RowChange
from scoring import codec
from scoring.card.check import check
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Problem
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import Card, Ending


# --- Bare scores that the league decides, many at once ----------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ScoreRuling:
    """The score of a match, why it is that, and when it was played if the match has no date.
    A Tally has the points of its own time, where the rules of today would give others.
    """

    fixture_id: int
    score: Card | Award | Tally
    reason: str
    played_on: date


def decide_scores(
    *, competition: Competition, rulings: Sequence[ScoreRuling], by: User, at: datetime
) -> list[Submission]:
    """File scores of one competition as the league's decisions, in the caller's transaction.
    NotAcceptedError for a bye and for a match that has a result by now. ValueError for a card that names players.
    """
    fixtures = _lock_fixtures([each.fixture_id for each in rulings])
    common = rules_of_competition(competition, competition.season.league)
    own = {each.pk: rules_for(each) for each in fixtures.values() if each.rules or each.division.rules}
    rules = dict.fromkeys(fixtures, common) | own
    sent = [_decision(fixtures[each.fixture_id], each, by, at) for each in rulings]
    problems = [_problems(fixtures[each.fixture_id], each.score, rules[each.fixture_id]) for each in rulings]
    filed = append_submissions(list(zip(sent, problems, strict=True)))
    # The league has spoken last, so nothing else that was sent is looked at.
    verdicts = [ResultVerdict(each, ResultState.DECIDED, at, at) for each in filed]
    columns = [columns_of(each, rules[each.submission.fixture_id]) for each in verdicts]
    results = [Result(fixture=each.fixture, **values) for each, values in zip(filed, columns, strict=True)]
    _store(results, {each.fixture_id: each.played_on for each in rulings})
    Draft.objects.filter(fixture__in=fixtures, by=by).delete()
    locking.freeze_competition(competition, at=at)
    locking.bump_version(competition)
    entries = [
        audit_record_of(VERBS[Source(row.source)], row, its, before=None, after=result)
        for row, its, result in zip(filed, problems, results, strict=True)
    ]
    record_all(entries, at=at, by=by, league_id=competition.season.league_id)
    return filed


VERBS = {Source.IMPORTED: "decide_result", Source.AWARD: "award_match"}


def _decision(fixture: Fixture, ruling: ScoreRuling, by: User, at: datetime) -> SentCard:
    score = ruling.score
    if isinstance(score, Card):
        played = score.ending in {Ending.PLAYED, Ending.UNFINISHED}
    else:
        played = isinstance(score, Tally) and score.kind is Kind.PLAYED
    source, value = (Source.IMPORTED if played else Source.AWARD), score.tally if isinstance(score, Award) else score
    body = codec.encode(value)
    return SentCard(fixture, SentFor.LEAGUE, source, body, uuid4(), fixture.version, by, at, reason=ruling.reason)


def _lock_fixtures(keys: Sequence[int]) -> dict[int, Fixture]:
    fixtures = {each.pk: each for each in locking.lock_fixtures(Q(pk__in=keys))}
    if bye := next((each for each in fixtures.values() if each.away_id is None), None):
        raise NotAcceptedError(f"{bye}: there is nothing to decide.")
    fixture_key = Result.objects.filter(fixture__in=fixtures).order_by("pk").values_list("fixture", flat=True).first()
    if fixture_key is not None:
        raise NotAcceptedError(f"A result of {fixtures[fixture_key]} has come in since you looked. Look again.")
    return fixtures


def _problems(fixture: Fixture, score: Card | Award | Tally, rules: LeagueRules) -> tuple[Problem, ...]:
    if isinstance(score, Award | Tally):
        return ()
    if score.lines or score.signings:
        raise ValueError("a card that names players is decided by itself")
    return check(score, match_without_names(fixture, rules=rules))


def _store(results: Sequence[Result], played_on: Mapping[int, date]) -> None:
    for each in results:
        each.clean_fields(exclude=["fixture", "submission"])
    Result.objects.bulk_create(results)
    locking.mark_all_awarded([each.fixture for each in results if decreed(each)])
    days: defaultdict[date | None, list[Fixture]] = defaultdict(list)
    for each in results:
        if not decreed(each):
            days[None if each.fixture.date else played_on[each.fixture_id]].append(each.fixture)
    for day, fixtures in days.items():
        locking.mark_all_played(fixtures, on=day)


KIND = "submission"


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A match that may not be in the list yet, what it came to if that is known, and its row in the file."""

    match: FixtureRow
    result: Card | Tally | None
    number: int


def import_results(
    *, competition: Competition, rows: Iterable[ResultRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Put the matches that are missing in the list, and file every score. Raises what `decide_scores` raises."""
    pending = list(rows)
    with write_tx():
        # Matches before their season, as who sends a card does: two that wait for each other would not get anywhere.
        locked = locking.lock_fixtures(Q(pk__in=[row.match.fixture.pk for row in pending if row.match.fixture]))
        changed = [row.match for row in pending if _changes(row.match)]
        marks: tuple[RowChange, ...] = ()
        if changed:
            marks = import_fixtures(competition=competition, rows=changed, source=source, by=by, at=at)
        new = iter([mark.key for mark in marks if mark.kind == "fixture" and mark.before is None])
        keyed = [(row, row.match.fixture.pk if row.match.fixture else next(new)) for row in pending]
        rulings = [
            ScoreRuling(key, row.result, f"Imported: {source}, row {row.number}", row.match.date or localdate(at))
            for row, key in keyed
            if row.result is not None
        ]
        filed = decide_scores(competition=competition, rulings=rulings, by=by, at=at) if rulings else []
        text = f"{len(filed)} results of season {competition.season}: {source}"
        league_id = competition.season.league_id
        record(verb="bring_in_results", words=text, at=at, by=by, league_id=league_id, about=(competition.season,))
        moved = tuple(_as_they_are(marks))
        dated = _dated(each for each in locked if each.pk not in {mark.key for mark in moved if mark.kind == "fixture"})
        return (*moved, *dated, *(RowChange(KIND, each.pk) for each in filed))


def _changes(match: FixtureRow) -> bool:
    fixture = match.fixture
    if fixture is None or match.postponed:
        return True
    # Whoever gave a match without a date one says when it was played; nobody moved it.
    return fixture.date is not None and match.date is not None and match.date != fixture.date


def _as_they_are(marks: Iterable[RowChange]) -> Iterator[RowChange]:
    """The marks with what stands in the matches now: that a score came with one is no reason to keep it."""
    pending = list(marks)
    rows = Fixture.objects.in_bulk([mark.key for mark in pending if mark.kind == "fixture"])
    for mark in pending:
        if mark.kind != "fixture":
            yield mark
        elif mark.before is None:
            yield RowChange(mark.kind, mark.key)
        else:
            yield RowChange(mark.kind, mark.key, mark.before, plain_values(rows[mark.key], mark.before))


def _dated(before: Iterable[Fixture]) -> Iterator[RowChange]:
    undated = {each.pk: each for each in before if each.date is None}
    for now in Fixture.objects.filter(pk__in=undated, date__isnull=False).order_by("pk"):
        was = undated[now.pk]
        yield RowChange(
            "fixture", now.pk, {"date": None, "state": was.state}, {"date": now.date.isoformat(), "state": now.state}
        )


def undo_results(*, competition: Competition, marks: Sequence[RowChange], source: str, by: User, at: datetime) -> None:
    """Take every score out again, and the matches that came with them. ValidationError with what was built on them."""
    with write_tx():
        keys = [mark.key for mark in marks if mark.kind == KIND]
        filed = list(Submission.objects.filter(pk__in=keys).order_by("fixture", "pk"))
        fixtures = locking.lock_fixtures(Q(pk__in=[each.fixture_id for each in filed]))
        _refuse_built_upon(competition, filed, fixtures, len(keys))
        Result.objects.filter(fixture__in=fixtures).delete()
        Submission.objects.filter(pk__in=keys).delete()
        others = [mark for mark in marks if mark.kind != KIND]
        marked = {mark.key for mark in others if mark.kind == "fixture"}
        locking.mark_all_unplayed(each for each in fixtures if each.pk not in marked)
        if filed and not Submission.objects.filter(fixture__division__competition=competition).exists():
            thaw_competition(competition)
        locking.bump_version(competition)
        undo_fixtures(competition=competition, marks=others, source=source, by=by, at=at)


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
        raise ValidationError(reasons[:MAX_REASONS])


def _hung_on(filed: Sequence[Submission], fixtures: Sequence[Fixture]) -> Iterator[str]:
    names = {each.pk: each for each in fixtures}
    at = min((each.received_at for each in filed), default=None)
    if at is None:
        return
    for model, what in ((Photo, "a photograph of its card"), (Adjustment, "points given or taken for it")):
        later = model.objects.filter(fixture__in=fixtures, at__gte=at).order_by("fixture")
        for key in later.values_list("fixture", flat=True).distinct():
            yield f"{names[key]} has {what} since."
