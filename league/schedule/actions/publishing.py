"""A list becomes the season's matches, and is taken back: while nothing has been played and no card has come in."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db.models import F, Q

from league.accounts.models import User
from league.audit.actions import write_tx
from league.schedule.actions import seasons
from league.schedule.actions.divisions import hold_competition, record_set_up
from league.schedule.actions.hold import bump_version, lock_fixtures
from league.schedule.actions.list_rows import lock_list
from league.schedule.actions.lists import new_codes, refuse_once_begun, take_back
from league.schedule.choices import FixtureState, ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move, MoveRequest
from league.schedule.queries.lists import edition, job_of, opened
from league.schedule.queries.publishing import Placed, Publication, publication_of
from league.teams.models import Team

# Weeks are given in two steps, so that two matches of a pair never have one week between them.
ASIDE = 1000
PUT = (
    *("division", "week", "half", "date", "first_date", "start_time", "venue"),
    *("state", "play_by", "voided_with", "version"),
)


def publish_list(
    *, fixture_list: FixtureList, by: User, at: datetime, despite: bool = False, open_season: bool = False
) -> Publication:
    """Make a list the season's matches, in place of those that are there; `despite` what it breaks.

    With `open_season` it becomes the season that the league is in: a transaction of its own, which holds the league.

    A match of the same two teams at the same pub stays the same match, with its code, its calendar entry and its card,
    on its new night. Postponements and requests go: they were about the old nights.
    """
    with write_tx():
        hold_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        # Read now: with every match held, no first result can freeze it any more.
        held = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        _refuse_unready(row)
        refuse_once_begun(held)
        publication = publication_of(opened(row))
        if publication.problems:
            raise ValidationError(list(publication.problems))
        if publication.violations and not despite:
            raise ValidationError({"despite": "Tick this to publish a list that breaks rules."})
        kept, new, gone = _put_in_place(held, publication.placed)
        bump_version(held)
        FixtureList.objects.filter(competition=held, state=ListState.PUBLISHED).update(state=ListState.REPLACED)
        row.state, row.published_at, row.published_by, row.version = ListState.PUBLISHED, at, by, row.version + 1
        row.full_clean()
        row.save()
        words = f"{row} published for season {held.season}, version {edition(row)}: {publication.played} matches."
        after = {"matches": publication.played, "kept": kept, "new": new, "gone": gone}
        record_set_up(held, "publish_list", words, by, at, about=_teams(publication.placed), after=after)
    if open_season and not held.season.current:
        seasons.open_season(season=held.season, by=by, at=at)
    return publication


def take_back_list(*, fixture_list: FixtureList, by: User, at: datetime) -> int:
    """Take the season's matches out again, and let the list be a proposal once more; how many there were."""
    with write_tx():
        hold_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        held = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        if row.state != ListState.PUBLISHED:
            raise ValidationError("This list is not the one that is published.")
        teams = tuple(Team.objects.filter(entries__division__competition=held))
        matches = take_back(held)
        bump_version(held)
        row.state, row.version = ListState.TAKEN_BACK, row.version + 1
        row.full_clean()
        row.save()
        words = f"{row} for season {held.season} taken back: {matches} matches are out of the list."
        record_set_up(held, "take_back_list", words, by, at, about=teams, before={"matches": matches})
    return matches


def _refuse_unready(row: FixtureList) -> None:
    if row.state == ListState.PUBLISHED:
        raise ValidationError("This list is published already.")
    if row.how == ListMadeBy.REPAIR:
        raise ValidationError("This list mends a season under way. Put it in place from the page of what it changes.")
    if (job := job_of(row)) and not job.finished:
        raise ValidationError("This list is being worked out. Stop that first.")


def _teams(placed: Iterable[Placed]) -> tuple[Team, ...]:
    return tuple({each.home.team_id: each.home.team for each in placed}.values())


# --- rows ---------------------------------------------------------------------------------------------------------
def _put_in_place(competition: Competition, placed: Iterable[Placed]) -> tuple[int, int, int]:
    """Write the matches; how many kept their row, are new, and went."""
    there: dict[tuple[int, int | None], list[Fixture]] = {}
    for fixture in Fixture.objects.filter(division__competition=competition).order_by("first_date", "pk"):
        there.setdefault((fixture.home_id, fixture.away_id), []).append(fixture)
    kept, new = [], []
    for each in sorted(placed, key=lambda each: (each.date, each.home.pk)):
        rows = there.get((each.home.pk, each.away.pk if each.away else None))
        if rows:
            kept.append((rows.pop(0), each))
        else:
            new.append(each)
    gone = [fixture.pk for rows in there.values() for fixture in rows]
    Fixture.objects.filter(pk__in=gone).delete()
    _move_rows(kept)
    names = [_code_name(competition, each) for each in new]
    rows_new = [
        Fixture(league=competition.season.league, home=each.home, away=each.away, code=code, **_values(each))
        for each, code in zip(new, new_codes(names), strict=True)
    ]
    Fixture.objects.bulk_create(rows_new)
    return len(kept), len(new), len(gone)


def _move_rows(kept: Iterable[tuple[Fixture, Placed]]) -> None:
    changed = list(_changed(kept))
    keys = [fixture.pk for fixture in changed]
    Move.objects.filter(fixture__in=keys).delete()
    MoveRequest.objects.filter(fixture__in=keys).delete()
    Fixture.objects.filter(pk__in=keys).update(week=F("week") + ASIDE)
    Fixture.objects.bulk_update(changed, PUT, batch_size=50)


def _changed(kept: Iterable[tuple[Fixture, Placed]]) -> Iterator[Fixture]:
    for fixture, each in kept:
        values = _values(each)
        if any(getattr(fixture, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(fixture, name, value)
            fixture.version += 1
            yield fixture


def _values(each: Placed) -> dict[str, object]:
    return {
        "division_id": each.division.pk,
        "week": each.week,
        "half": each.half,
        "date": each.date,
        "first_date": each.date,
        "start_time": each.home.team.start_time,
        "venue_id": each.home.team.venue_id,
        "state": FixtureState.SCHEDULED,
        "play_by": None,
        "voided_with_id": None,
    }


def _code_name(competition: Competition, each: Placed) -> str:
    """What a match's code is made from: its home side and its week, so that the same list gives the same codes."""
    season = competition.season
    return f"{season.league.slug}/{season.slug}/{each.division.slug}/{each.week}/{each.home.pk}"
