"""Locking fixtures and seasons for an action, saving what becomes of them, and the audit entry of it.

An action on one match locks the fixture before anything else; one on a whole season locks the season first.
"""

from collections.abc import Iterable, Sequence
from datetime import date as day
from datetime import datetime
from typing import Any

from django.db.models import Case, DateField, F, Model, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Fixture, Season
from league.teams.models import League


def lock_fixture(fixture_id: int) -> Fixture:
    """The fixture with all that belongs to it, locked until the transaction ends. Take it before any other lock."""
    return _lockable().get(pk=fixture_id)


OWN = ("date", "state", "in_play", "rules")


def lock_known_fixture(fixture: Fixture) -> None:
    """The same for a match whose teams and division were read a moment ago: of its own row `OWN` is read again."""
    fixture.refresh_from_db(fields=OWN, from_queryset=Fixture.objects.select_for_update(of=("self",)))


def lock_fixtures(which: Q) -> list[Fixture]:
    """Several fixtures, locked in the order of their keys, so that two such actions take turns."""
    return list(_lockable().filter(which).order_by("pk"))


def _lockable() -> QuerySet[Fixture]:
    whole: QuerySet[Fixture] = Fixture.objects.select_for_update(of=("self",))
    return whole.select_related("league", "division__competition__season", "home__team", "away__team", "venue")


def lock_competition(competition: Competition) -> Competition:
    """The competition as it is now, with its season locked: two actions on a whole season take turns.

    The season comes before any match, and no action on a single match takes it, so that nobody waits in a ring.
    """
    Season.objects.select_for_update(of=("self",)).get(pk=competition.season_id)
    return Competition.objects.select_related("season__league").get(pk=competition.pk)


# What a fixture has had since it was published, unless its two sides change; the database saw to it then.
SETTLED = frozenset({"league", "division", "home", "away", "venue", "voided_with", "code"})
SIDES = frozenset({"division", "home", "away", "week"})


def change_fixture(fixture: Fixture, **values: Any) -> Fixture:
    """Give a fixture, which the caller has locked, other values and its next version."""
    for name, value in values.items():
        setattr(fixture, name, value)
    fixture.version += 1
    fixture.full_clean(exclude=SETTLED - values.keys() if SIDES.isdisjoint(values) else None)
    fixture.save()
    return fixture


def subjects(fixture: Fixture) -> tuple[Model, ...]:
    """The rows that an audit entry about a fixture is about: the match, its teams and its season.

    Of the season no more than its key, which is all that an entry keeps.
    """
    teams = [fixture.home.team] + ([fixture.away.team] if fixture.away else [])
    return (fixture, *teams, Season(pk=fixture.division.competition.season_id))


def record_season_action(
    competition: Competition, verb: str, words: str, by: User | None, at: datetime, *, about: Sequence[Model] = (),
    **more: Any,
) -> None:  # fmt: skip
    """The audit entry of an action on a season: about the season, and about the teams it concerns."""
    season = competition.season
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=(season, *about), **more)


def record_match_action(fixture: Fixture, verb: str, words: str, **act: Any) -> None:
    """The audit entry of an action on one match: about the match, its teams and its season."""
    record(verb=verb, words=words, league_id=fixture.league_id, about=subjects(fixture), **act)


def mark_in_play(fixture: Fixture) -> Fixture:
    """Say that a match is being played now. The caller has locked the fixture (`lock_fixture`).

    Its version stays: a card that a captain has begun is not out of date because somebody pegs.
    """
    fixture.in_play = True
    fixture.save(update_fields=["in_play"])
    return fixture


def mark_played(fixture: Fixture, *, on: day | None = None) -> Fixture:
    """Say that a card has been played, on `on` if it had no date. The caller has locked the fixture."""
    return change_fixture(fixture, state=FixtureState.PLAYED, in_play=False, date=fixture.date or on)


def mark_awarded(fixture: Fixture) -> Fixture:
    """Say that the league has decreed the outcome. The caller has locked the fixture."""
    return change_fixture(fixture, state=FixtureState.AWARDED, in_play=False)


def mark_unplayed(fixture: Fixture) -> Fixture:
    """Say that a match is to be played after all, what was decided having been taken back. The caller has locked it."""
    return change_fixture(
        fixture, state=FixtureState.SCHEDULED if fixture.date else FixtureState.POSTPONED, in_play=False
    )


def mark_all_played(fixtures: Iterable[Fixture], *, on: day | None = None) -> None:
    """`mark_played` for many matches, which the caller has locked (`lock_fixtures`), in one query, as the next two."""
    _change_all(fixtures, state=FixtureState.PLAYED, date=Coalesce("date", Value(on, DateField())))


def mark_all_awarded(fixtures: Iterable[Fixture]) -> None:
    _change_all(fixtures, state=FixtureState.AWARDED)


def mark_all_unplayed(fixtures: Iterable[Fixture]) -> None:
    undated = When(date=None, then=Value(FixtureState.POSTPONED))
    _change_all(fixtures, state=Case(undated, default=Value(FixtureState.SCHEDULED)))


def _change_all(fixtures: Iterable[Fixture], **values: Any) -> None:
    """Give matches other values and their next versions; what the caller has of them is out of date then."""
    rows = Fixture.objects.filter(pk__in=[each.pk for each in fixtures])
    rows.update(**values, in_play=False, version=F("version") + 1)


def bump_version(competition: Competition) -> None:
    """Say that something has changed which may change a table: what was kept for the old version is no longer shown.

    Of a play-off that is the table of the division too whose places it decides.
    """
    changed = {competition.pk}
    if competition.play_off_of_id is not None:
        changed |= set(Competition.objects.filter(divisions=competition.play_off_of_id).values_list("pk", flat=True))
    Competition.objects.filter(pk__in=changed).update(results_version=F("results_version") + 1)


def freeze_competition(competition: Competition, *, at: datetime) -> None:
    """Keep the rules as they are at the first result, the league's or the season's own: nothing changes them later."""
    if competition.frozen_at is None:
        rules = League.objects.values_list("rules", flat=True).get(seasons__competitions=competition)
        unfrozen = Competition.objects.filter(pk=competition.pk, frozen_at=None)
        unfrozen.filter(own_rules=False).update(rules=rules)
        unfrozen.update(frozen_at=at)
