"""A draft is published as the season's matches, and taken back.

Never once something has been played or a card has come in: from then on the list is changed match by match.
"""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from itertools import count

from django.core.exceptions import ValidationError
from django.db.models import F, ProtectedError, Q
from django.db.models.deletion import Collector
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.schedule.actions import seasons
from league.schedule.actions.lists import lock_list, mark_published, save_list
from league.schedule.actions.locking import bump_version, lock_competition, lock_fixtures, record_season_action
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import Competition, Fixture, FixtureList, Move, MoveRequest
from league.schedule.queries.lists import edition, job_of
from league.schedule.queries.publication import Publication, publication_of
from league.schedule.values.lists import contents_of
from league.teams.models import Team

# Easy to read out and to copy from paper: no vowels, so no words, and nothing that looks like something else.
LETTERS = "BCDFGHJKMNPQRTVWXY346789"
CODE_LENGTH = 6


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
    *("division_id", "week", "half", "date", "first_date", "start_time", "venue_id"),
    *("state", "play_by", "voided_with_id"),
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
        mark_published(row, by=by, at=at)
        text = f"{row} published for season {locked.season}, version {edition(row)}: {publication.played} matches."
        after = {"matches": publication.played, "kept": kept, "new": new, "gone": gone}
        teams = tuple({each.home.team_id: each.home.team for each in publication.placed}.values())
        record_season_action(locked, "publish_list", text, by, at, about=teams, after=after)
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
        row.state = ListState.TAKEN_BACK
        save_list(row)
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


# --- rows ---------------------------------------------------------------------------------------------------------
def _put_in_place(competition: Competition, placed: Iterable[Fixture]) -> tuple[int, int, int]:
    """Write the matches; how many kept their row, are new, and went."""
    fixtures_by_pair: dict[tuple[int, int | None], list[Fixture]] = {}
    for fixture in Fixture.objects.filter(division__competition=competition).order_by("first_date", "pk"):
        fixtures_by_pair.setdefault((fixture.home_id, fixture.away_id), []).append(fixture)
    kept, new = [], []
    for match in sorted(placed, key=lambda each: (each.date, each.home_id)):
        rows = fixtures_by_pair.get((match.home_id, match.away_id))
        if rows:
            kept.append((rows.pop(0), match))
        else:
            new.append(match)
    gone = [fixture.pk for rows in fixtures_by_pair.values() for fixture in rows]
    Fixture.objects.filter(pk__in=gone).delete()
    _move_rows(kept)
    # A code is made from the home side and the week, so that the same list gives the same codes.
    of = f"{competition.season.league.slug}/{competition.season.slug}"
    codes_of_new = new_codes(f"{of}/{match.division.slug}/{match.week}/{match.home_id}" for match in new)
    for match, code in zip(new, codes_of_new, strict=True):
        match.code = code
    Fixture.objects.bulk_create(new)
    return len(kept), len(new), len(gone)


def _move_rows(kept: Iterable[tuple[Fixture, Fixture]]) -> None:
    """Give rows what the matches that they are now have otherwise."""
    changed = []
    for fixture, match in kept:
        values = {name: getattr(match, name) for name in PUBLISHED_FIELDS}
        if any(getattr(fixture, name) != value for name, value in values.items()):
            for name, value in (values | {"version": fixture.version + 1}).items():
                setattr(fixture, name, value)
            changed.append(fixture)
    keys = [fixture.pk for fixture in changed]
    Move.objects.filter(fixture__in=keys).delete()
    MoveRequest.objects.filter(fixture__in=keys).delete()
    Fixture.objects.filter(pk__in=keys).update(week=F("week") + ASIDE)
    Fixture.objects.bulk_update(changed, (*PUBLISHED_FIELDS, "version"), batch_size=50)
