"""What comes in many at once and is taken back as it came: scores, each filed as the league's decision; old seasons.
A score that names nobody depends on the rules and not on the squads, so few queries are enough.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.text import slugify
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record, record_all, write_tx
from league.reading.tabular import written
from league.results.actions.cards import NotAcceptedError, SentCard, append_submissions
from league.results.actions.decisions import Award, audit_record_of
from league.results.actions.settlement import ResultVerdict, columns_of, decreed
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Adjustment, Answer, Draft, PastFigures, Photo, Result, Submission
from league.results.queries.facts import match_without_names
from league.results.queries.tables import TABLE_ALONE, Standing, Standings, as_json
from league.schedule.actions import locking
from league.schedule.actions.divisions import add_division, make_entry
from league.schedule.actions.imports import FixtureRow, import_fixtures, plain_values, thaw_competition, undo_fixtures
from league.schedule.actions.seasons import start_season
from league.schedule.models import Competition, Division, Entry, FinalTable, Fixture, Season
from league.schedule.queries.seasons import league_competition
from league.teams.actions.imports import TeamRow, add_named_players, add_named_teams, undo_places_and_people
from league.teams.actions.undo_log import MAX_REASONS, RowChange, change_row, row_created
from league.teams.models import League, Player, Team
from scoring import codec
from scoring.card.check import check
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Problem
from scoring.card.outcome import Kind, Tally
from scoring.card.points import Games
from scoring.card.sheet import Card, Ending
from scoring.names import fold
from scoring.season.table import Row


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
    common = competition.rules_in_force(competition.season.league)
    own = {each.pk: each.rules_in_force() for each in fixtures.values() if each.rules or each.division.rules}
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


# --- seasons of which only tables are left ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PastLine:
    """A team's line of a final table. `season` is one that is there, or starts and ends as its name says."""

    season: str
    starts: date
    ends: date
    division: str
    team: Team | TeamRow
    place: int
    shared: bool
    played: int
    won: int
    drawn: int
    lost: int
    games_for: Games
    games_against: Games
    points: Fraction
    adjusted: Fraction


def import_final_tables(
    *, league: League, rows: Iterable[PastLine], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write the tables of past seasons, each closed as it is made; teams that come with them play no more."""
    lines = list(rows)
    with write_tx():
        new = (replace(line.team, active=False) for line in lines if isinstance(line.team, TeamRow))
        teams, made = add_named_teams(league=league, rows=new, source=source, by=by, at=at)
        by_name = {row.name: team for row, team in teams.items()}
        marks = list(made)
        for name in dict.fromkeys(line.season for line in lines):
            of_season = [line for line in lines if line.season == name]
            season, mark = past_season(league, name, of_season[0].starts, of_season[0].ends, by=by, at=at)
            marks += mark
            for division in dict.fromkeys(line.division for line in of_season):
                table = [line for line in of_season if line.division == division]
                marks += _final_table(season, division, table, by_name, by=by, at=at)
        after = {"tables": sum(mark.kind == "finaltable" for mark in marks)}
        record(verb="bring_in_tables", words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after)
    return tuple(marks)


def undo_past_seasons(**undo: Any) -> None:
    undo_places_and_people(**undo, above=(Season, Competition, Division, Entry, FinalTable, PastFigures))


def past_season(
    league: League, name: str, starts: date, ends: date, *, by: User, at: datetime
) -> tuple[Season, list[RowChange]]:
    season = Season.objects.filter(league=league, slug=slugify(name)).first()
    if season is not None:
        return season, []
    season = start_season(
        league=league, name=name, starts=starts, halfway=starts + (ends - starts) / 2, ends=ends, by=by, at=at
    )
    season.closed_at = at
    season.save(update_fields=["closed_at"])
    return season, [row_created(season), row_created(league_competition(season))]


def _final_table(
    season: Season, name: str, lines: Sequence[PastLine], added: dict[str, Team], *, by: User, at: datetime
) -> list[RowChange]:
    competition = league_competition(season)
    division = add_division(competition=competition, name=name, by=by, at=at)
    marks, standings = [row_created(division)], []
    for line in lines:
        team = line.team if isinstance(line.team, Team) else added[line.team.name]
        entry = make_entry(division=division, team=team)
        marks.append(row_created(entry))
        row = Row(
            place=line.place, shared=line.shared, team=str(entry.pk), played=line.played, won=line.won,
            drawn=line.drawn, lost=line.lost, games_for=line.games_for, games_against=line.games_against,
            pegs_for=None, pegs_against=None, adjusted=line.adjusted, points=line.points, form=(), away_wins=0,
            deductions=max(-line.adjusted, Fraction(0)), reason=TABLE_ALONE,
        )  # fmt: skip
        standings.append(Standing(row, entry.name, team.slug))
    table = as_json(Standings(tuple(standings), (), competition.rules_in_force()))
    final = FinalTable(division=division, table=table, results_version=competition.results_version, by=by, at=at)
    final.full_clean()
    final.save()
    return [*marks, row_created(final)]


# --- players’ figures of seasons without cards ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PastFiguresRow:
    """Some of a player's figures of a season, as (what, number); those of one game are added to the others.
    A player who is not in the league yet is a name.
    """

    season: str
    starts: date
    ends: date
    player: Player | str
    team: Team | TeamRow | None
    figures: tuple[tuple[str, Fraction], ...]


def import_past_figures(
    *, league: League, rows: Iterable[PastFiguresRow], source: str, by: User, at: datetime
) -> tuple[RowChange, ...]:
    """Write players' figures of past seasons; whoever comes with them is registered with no team."""
    lines = list(rows)
    with write_tx():
        new_teams = (row.team for row in lines if isinstance(row.team, TeamRow))
        teams, made = add_named_teams(league=league, rows=new_teams, source=source, by=by, at=at)
        names = [row.player for row in lines if isinstance(row.player, str)]
        players, came = add_named_players(league=league, names=names)
        marks = [*made, *came]
        for name in dict.fromkeys(row.season for row in lines):
            of_season = [row for row in lines if row.season == name]
            season, mark = past_season(league, name, of_season[0].starts, of_season[0].ends, by=by, at=at)
            marks += mark
            by_player: dict[Player, list[PastFiguresRow]] = {}
            for row in of_season:
                player = players[fold(row.player)] if isinstance(row.player, str) else row.player
                by_player.setdefault(player, []).append(row)
            for player, theirs in by_player.items():
                of_teams = [teams[row.team] if isinstance(row.team, TeamRow) else row.team for row in theirs]
                team = next((team for team in of_teams if team is not None), None)
                written_row = _write_figures(season, player, team, theirs)
                marks += [written_row] if written_row else []
        after = {"players": len({mark.key for mark in marks if mark.kind == "pastfigures"})}
        record(verb="import_past_figures", words=f"Imported: {source}", at=at, by=by, league_id=league.pk, after=after)
    return tuple(marks)


def _write_figures(
    season: Season, player: Player, team: Team | None, rows: Iterable[PastFiguresRow]
) -> RowChange | None:
    total: dict[str, Fraction] = {}
    for what, number in (figure for row in rows for figure in row.figures):
        total[what] = total.get(what, Fraction(0)) + number
    figures = [[what, written(number)] for what, number in total.items()]
    row = PastFigures.objects.filter(season=season, player=player).first()
    if row is not None:
        others = [[what, number] for what, number in row.figures if what not in total]
        return change_row(row, {"figures": [*others, *figures]})
    row = PastFigures(season=season, player=player, team=team, figures=figures)
    row.full_clean()
    row.save()
    return row_created(row)
