"""A list becomes the season's matches, worked out plainly or published from a draft, and is taken back.

Never once something has been played or a card has come in: from then on the list is changed match by match.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime
from hashlib import sha256
from itertools import count

from django.core.exceptions import ValidationError
from django.db.models import F, ProtectedError, Q
from django.db.models.deletion import Collector
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import night
from league.schedule.actions import seasons
from league.schedule.actions.lists import lock_list
from league.schedule.actions.locking import bump_version, lock_competition, lock_fixtures, record_season_action
from league.schedule.choices import FixtureState, ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move, MoveRequest
from league.schedule.queries.lists import edition, job_of
from league.schedule.queries.publication import FixturePlan, PlannedMatch, Publication, plan_fixtures, publication_of
from league.schedule.values.lists import contents_of
from league.teams.models import Team

# Easy to read out and to copy from paper: no vowels, so no words, and nothing that looks like something else.
LETTERS = "BCDFGHJKMNPQRTVWXY346789"
CODE_LENGTH = 6


def generate_fixtures(
    *, competition: Competition, first: date, by: User, at: datetime, without: Collection[date] = (), draw: int = 0
) -> FixturePlan:
    """Put the matches of `plan_fixtures` with the same arguments in the list, in place of those that are there.

    Never once a card has come in: from then on the list is changed match by match.
    """
    with write_tx():
        lock_competition(competition)
        lock_fixtures(Q(division__competition=competition))
        # Read now: with every match locked, no first result can freeze it any more.
        locked = Competition.objects.select_related("season__league").get(pk=competition.pk)
        plan = plan_fixtures(locked, first=first, without=without, draw=draw)
        if plan.problems:
            raise ValidationError(list(plan.problems))
        replaced = unpublish(locked)
        FixtureList.objects.filter(competition=locked, state=ListState.PUBLISHED).update(state=ListState.REPLACED)
        Fixture.objects.bulk_create(_fixtures(locked, plan))
        bump_version(locked)
        text = f"{plan.played} matches added to the fixtures of season {locked.season}, from {night(first)}."
        after = {"matches": plan.played, "first night": str(plan.nights[0]), "last night": str(plan.nights[-1])}
        teams = {match.home.team for match in plan.matches}
        before = {"matches": replaced} if replaced else None
        record_season_action(locked, "generate_fixtures", text, by, at, about=tuple(teams), before=before, after=after)
    return plan


def unpublish(competition: Competition) -> int:
    """Delete the season's matches as they stand; how many there were. Raises as `refuse_once_begun`."""
    refuse_once_begun(competition)
    old = Fixture.objects.filter(division__competition=competition)
    matches: int = old.exclude(away=None).count()
    old.delete()
    return matches


def refuse_once_begun(competition: Competition) -> None:
    """From the first match that is played, or card that comes in, the list is changed match by match.

    What the apps above keep about a match is asked of the database: whatever protects the match from going.
    """
    old = Fixture.objects.filter(division__competition=competition)
    if competition.frozen_at or old.filter(Q(in_play=True) | Q(state__in=["played", "awarded"])).exists():
        raise ValidationError("Matches of this season have been played, so change one match at a time.")
    try:
        Collector(using=old.db).collect(old)
    except ProtectedError as error:
        raise ValidationError("A result has come in, so change one match at a time.") from error


def _fixtures(competition: Competition, plan: FixturePlan) -> list[Fixture]:
    season = competition.season
    names = [
        f"{season.league.slug}/{season.slug}/{match.division.slug}/{match.week}/{match.home.pk}"
        for match in plan.matches
    ]
    return [_fixture(competition, match, code) for match, code in zip(plan.matches, new_codes(names), strict=True)]


def _fixture(competition: Competition, match: PlannedMatch, code: str) -> Fixture:
    return Fixture(
        league=competition.season.league,
        division=match.division,
        week=match.week,
        half=match.half,
        home=match.home,
        away=match.away,
        date=match.date,
        first_date=match.date,
        start_time=match.home.team.start_time,
        venue=match.home.team.venue,
        state=FixtureState.SCHEDULED,
        code=code,
    )


def new_codes(names: Iterable[str]) -> Iterator[str]:
    """A code that no match of any league has, for each name."""
    with scopes_disabled():  # codes are one set for all leagues
        taken = set(Fixture.objects.values_list("code", flat=True))
    return codes(names, taken)


def codes(names: Iterable[str], taken: Collection[str]) -> Iterator[str]:
    """A short code for each name: the same name gives the same code, unless it is taken."""
    used = set(taken)
    for name in names:
        code = next(code for code in codes_for(name) if code not in used)
        used.add(code)
        yield code


def codes_for(name: str) -> Iterator[str]:
    """The codes that a name may have, the first one first."""
    for attempt in count():
        number = int.from_bytes(sha256(f"{name}#{attempt}".encode()).digest())
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(LETTERS))
            letters.append(LETTERS[letter])
        yield "".join(letters)


# --- a list made the season's matches ---------------------------------------------------------------------------------
# Weeks are given in two steps, so that two matches of a pair never have one week between them.
ASIDE = 1000
PUBLISHED_FIELDS = (
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
        lock_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        # Read now: with every match locked, no first result can freeze it any more.
        locked = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        _refuse_unready(row)
        refuse_once_begun(locked)
        publication = publication_of(contents_of(row))
        if publication.problems:
            raise ValidationError(list(publication.problems))
        if publication.violations and not despite:
            raise ValidationError({"despite": "Tick this to publish fixtures that break rules."})
        kept, new, gone = _put_in_place(locked, publication.placed)
        bump_version(locked)
        FixtureList.objects.filter(competition=locked, state=ListState.PUBLISHED).update(state=ListState.REPLACED)
        row.state, row.published_at, row.published_by, row.version = ListState.PUBLISHED, at, by, row.version + 1
        row.full_clean()
        row.save()
        text = f"{row} published for season {locked.season}, version {edition(row)}: {publication.played} matches."
        after = {"matches": publication.played, "kept": kept, "new": new, "gone": gone}
        record_season_action(locked, "publish_list", text, by, at, about=_teams(publication.placed), after=after)
    if open_season and not locked.season.current:
        seasons.open_season(season=locked.season, by=by, at=at)
    return publication


def unpublish_list(*, fixture_list: FixtureList, by: User, at: datetime) -> int:
    """Take the season's matches out again, and let the list be a proposal once more; how many there were."""
    with write_tx():
        lock_competition(fixture_list.competition)
        lock_fixtures(Q(division__competition=fixture_list.competition_id))
        locked = Competition.objects.select_related("season__league").get(pk=fixture_list.competition_id)
        row = lock_list(fixture_list)
        if row.state != ListState.PUBLISHED:
            raise ValidationError("This draft is not the published one.")
        teams = tuple(Team.objects.filter(entries__division__competition=locked))
        matches = unpublish(locked)
        bump_version(locked)
        row.state, row.version = ListState.TAKEN_BACK, row.version + 1
        row.full_clean()
        row.save()
        text = f"{row} for season {locked.season} unpublished: {matches} matches are out of the fixtures."
        record_season_action(locked, "take_back_list", text, by, at, about=teams, before={"matches": matches})
    return matches


def _refuse_unready(row: FixtureList) -> None:
    if row.state == ListState.PUBLISHED:
        raise ValidationError("This draft is published already.")
    if row.how == ListMadeBy.RESCHEDULE:
        raise ValidationError("These are mid-season changes. Review them and apply them from their own page.")
    if (job := job_of(row)) and not job.finished:
        raise ValidationError("This draft is still being made. Stop that first.")


def _teams(placed: Iterable[PlannedMatch]) -> tuple[Team, ...]:
    return tuple({each.home.team_id: each.home.team for each in placed}.values())


# --- rows ---------------------------------------------------------------------------------------------------------
def _put_in_place(competition: Competition, placed: Iterable[PlannedMatch]) -> tuple[int, int, int]:
    """Write the matches; how many kept their row, are new, and went."""
    fixtures_by_pair: dict[tuple[int, int | None], list[Fixture]] = {}
    for fixture in Fixture.objects.filter(division__competition=competition).order_by("first_date", "pk"):
        fixtures_by_pair.setdefault((fixture.home_id, fixture.away_id), []).append(fixture)
    kept, new = [], []
    for match in sorted(placed, key=lambda each: (each.date, each.home.pk)):
        rows = fixtures_by_pair.get((match.home.pk, match.away.pk if match.away else None))
        if rows:
            kept.append((rows.pop(0), match))
        else:
            new.append(match)
    gone = [fixture.pk for rows in fixtures_by_pair.values() for fixture in rows]
    Fixture.objects.filter(pk__in=gone).delete()
    _move_rows(kept)
    names = [_code_name(competition, match) for match in new]
    rows_new = [
        Fixture(league=competition.season.league, home=match.home, away=match.away, code=code, **_values(match))
        for match, code in zip(new, new_codes(names), strict=True)
    ]
    Fixture.objects.bulk_create(rows_new)
    return len(kept), len(new), len(gone)


def _move_rows(kept: Iterable[tuple[Fixture, PlannedMatch]]) -> None:
    changed = list(_changed(kept))
    keys = [fixture.pk for fixture in changed]
    Move.objects.filter(fixture__in=keys).delete()
    MoveRequest.objects.filter(fixture__in=keys).delete()
    Fixture.objects.filter(pk__in=keys).update(week=F("week") + ASIDE)
    Fixture.objects.bulk_update(changed, PUBLISHED_FIELDS, batch_size=50)


def _changed(kept: Iterable[tuple[Fixture, PlannedMatch]]) -> Iterator[Fixture]:
    for fixture, match in kept:
        values = _values(match)
        if any(getattr(fixture, name) != value for name, value in values.items()):
            for name, value in values.items():
                setattr(fixture, name, value)
            fixture.version += 1
            yield fixture


def _values(match: PlannedMatch) -> dict[str, object]:
    return {
        "division_id": match.division.pk,
        "week": match.week,
        "half": match.half,
        "date": match.date,
        "first_date": match.date,
        "start_time": match.home.team.start_time,
        "venue_id": match.home.team.venue_id,
        "state": FixtureState.SCHEDULED,
        "play_by": None,
        "voided_with_id": None,
    }


def _code_name(competition: Competition, match: PlannedMatch) -> str:
    """What a match's code is made from: its home side and its week, so that the same list gives the same codes."""
    season = competition.season
    return f"{season.league.slug}/{season.slug}/{match.division.slug}/{match.week}/{match.home.pk}"
