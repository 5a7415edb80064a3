"""From rows to a task, and back to the day on which a match is played."""

from datetime import date, timedelta

import pytest

from league.schedule.models import Blackout, Division, PresetMatch, Wish
from league.schedule.queries.lists import rows_of, task_of
from league.schedule.values.calendar import real_date
from league.teams.choices import LeagueNight
from league.teams.models import Closure
from scoring.season.schedule.task import Mode, Quota, SecondHalf, WishKind
from tests.factories import make_division, make_entry, make_team

FIRST = date(2026, 9, 7)


@pytest.fixture
def competition(small):
    return small.division.competition


def _dates(task, number=0):
    return task.divisions[number].dates


def test_dates_are_the_nights_of_the_season_without_its_blackouts(small, competition):
    Blackout.objects.create(season=small.season, first=date(2026, 12, 21), last=date(2027, 1, 1), kind="holiday")
    Blackout.objects.create(season=small.season, first=date(2026, 10, 7), last=date(2026, 10, 8), reason="County final")

    task = task_of(competition)

    weekly = [FIRST + timedelta(weeks=week) for week in range(34)]
    assert list(_dates(task)) == [
        day for day in weekly if day <= small.season.ends and day not in {date(2026, 12, 21), date(2026, 12, 28)}
    ]
    assert [(off.week, off.reason) for off in task.blackouts] == [
        (date(2026, 10, 5), "County final"),
        (date(2026, 12, 21), "Holiday"),
        (date(2026, 12, 28), "Holiday"),
    ]


def test_settings_of_a_division_are_those_of_the_task(small, competition):
    Division.objects.filter(pk=small.division.pk).update(
        legs=3, night=LeagueNight.TUESDAY, second_half="mirrored", min_gap_days=21, pref_gap_days=70, max_run=2
    )

    division = task_of(competition).divisions[0]

    assert division.id == f"D{small.division.pk}"
    assert division.dates[0] == date(2026, 9, 1)
    assert (division.legs, division.second_half, division.mode) == (3, SecondHalf.MIRRORED, Mode.ROUNDS)
    assert (division.min_gap_days, division.pref_gap_days, division.max_run) == (21, 70, 2)


def test_pubs_are_closed_on_the_dates_of_their_closures(small, competition):
    venue = small.entries[0].team.venue
    venue.boards = 2
    venue.save()
    Closure.objects.create(venue=venue, first=date(2026, 9, 14), last=date(2026, 9, 21))

    found = next(each for each in task_of(competition).venues if each.id == f"V{venue.pk}")

    assert (found.boards, found.closed) == (2, {date(2026, 9, 14), date(2026, 9, 21)})


def test_wishes_presets_and_prices_are_carried_over(small, competition):
    crown, bell, *_ = small.entries
    hard = Wish.objects.create(competition=competition, kind="no_home", entry=crown, dates=["2026-09-08"], hard=True)
    soft = Wish.objects.create(competition=competition, kind="meet_by", entry=crown, other=bell, by=date(2026, 10, 7))
    preset = PresetMatch.objects.create(competition=competition, home=crown, away=bell, date=FIRST)
    competition.weights = {"breaks": 3, "no such price": 1}

    task = task_of(competition)

    one, two = task.wishes
    assert (one.id, one.kind, one.hard, one.weight) == (f"R{hard.pk}", WishKind.NO_HOME, True, 0)
    assert (one.team, one.dates) == (f"T{crown.pk}", {FIRST})
    assert (two.id, two.teams, two.by, two.weight) == (
        f"R{soft.pk}",
        (f"T{crown.pk}", f"T{bell.pk}"),
        date(2026, 10, 7),
        5,
    )
    assert [(fixed.id, fixed.match.home, fixed.match.date) for fixed in task.fixed] == [
        (f"F{preset.pk}", f"T{crown.pk}", FIRST)
    ]
    assert (task.weights.breaks, task.weights.run3) == (3, 4)


def test_a_team_that_withdrew_leaves_the_task_with_its_wishes(small, competition):
    crown, bell, *_ = small.entries
    Wish.objects.create(competition=competition, kind="not_both_home", entry=bell, other=crown)
    PresetMatch.objects.create(competition=competition, home=crown, away=bell, date=FIRST)
    crown.withdrawn_on = FIRST
    crown.save()

    task = task_of(competition)

    assert f"T{crown.pk}" not in {team.id for team in task.teams}
    assert len(task.teams) == 3
    assert (task.wishes, task.fixed) == ((), ())


def test_a_team_that_joins_late_meets_the_others_less_often(small, competition):
    late = small.entries[3]
    late.joined_on, late.legs = date(2026, 12, 1), 1
    late.save()

    division = task_of(competition).divisions[0]

    assert (division.mode, division.quota) == (Mode.RELAXED, (Quota(f"T{late.pk}", 1, 3),))


def test_divisions_on_two_weekdays_keep_their_real_dates_and_one_pub(small, competition):
    second = make_division(small.season, "Division Two", rank=2, night=LeagueNight.TUESDAY)
    venue = small.entries[0].team.venue
    for name in ("Crown B", "Crown C"):
        make_entry(second, make_team(small.league, name, venue))
    Closure.objects.create(venue=venue, first=date(2026, 9, 7), last=date(2026, 9, 8))

    task = task_of(competition)

    assert [_dates(task, number)[0] for number in (0, 1)] == [FIRST, date(2026, 9, 1)]
    assert {team.venue for team in task.teams if team.name.startswith("Crown")} == {f"V{venue.pk}"}
    assert next(each for each in task.venues if each.id == f"V{venue.pk}").closed == {FIRST, date(2026, 9, 8)}


def test_a_night_of_its_own_makes_weeks_of_dates_and_a_pub_for_each_weekday(small, competition):
    crown, bell, *_ = small.entries
    venue = crown.team.venue
    second = make_division(small.season, "Division Two", rank=2, night=LeagueNight.TUESDAY)
    others = [make_entry(second, make_team(small.league, name, venue)) for name in ("Crown B", "Crown C")]
    crown.night = LeagueNight.TUESDAY
    crown.save()
    make_entry(small.division, make_team(small.league, "Crown D", venue))
    Closure.objects.create(venue=venue, first=date(2026, 9, 15), last=date(2026, 9, 15))

    task = task_of(competition)

    # One week is one date for both divisions, so that three teams that are there on Tuesdays share its boards.
    assert _dates(task, 0)[0] == FIRST
    assert set(_dates(task, 0)) < set(_dates(task, 1))
    assert [team.venue for team in task.teams if team.name.startswith("Crown")] == [
        f"V{venue.pk}@1",
        f"V{venue.pk}@0",
        f"V{venue.pk}@1",
        f"V{venue.pk}@1",
    ]
    closed = {each.id: each.closed for each in task.venues}
    assert closed[f"V{venue.pk}@1"] == {date(2026, 9, 14)}
    assert closed[f"V{venue.pk}@0"] == {date(2026, 8, 31)}  # before the season starts
    assert {team.venue for team in task.teams if team.name == "Bell"} == {f"V{bell.team.venue_id}"}
    assert real_date(FIRST, crown) == date(2026, 9, 8)
    assert real_date(FIRST, bell) == FIRST
    assert real_date(FIRST, others[0]) == date(2026, 9, 8)


def test_teams_at_home_on_different_weekdays_are_never_both_at_home(small, competition):
    crown, bell, plough, _ = small.entries
    crown.night = LeagueNight.THURSDAY
    crown.save()
    Wish.objects.create(competition=competition, kind="not_both_home", entry=crown, other=bell)
    kept = Wish.objects.create(competition=competition, kind="not_both_home", entry=bell, other=plough)

    assert [wish.id for wish in task_of(competition).wishes] == [f"R{kept.pk}"]


@pytest.mark.parametrize("wishes", [1, 3])
def test_a_task_takes_five_queries(small, competition, django_assert_num_queries, wishes):
    for number in range(wishes):
        Wish.objects.create(competition=competition, kind="no_home", entry=small.entries[number], dates=["2026-09-07"])
    competition.season.league.night  # noqa: B018 (whoever asks has the league already)

    with django_assert_num_queries(5):
        rows_of(competition)


@pytest.mark.parametrize(
    ("by", "expected"), [(date(2026, 10, 7), date(2026, 9, 28)), (date(2026, 10, 8), date(2026, 10, 5))]
)
def test_meeting_by_a_day_counts_the_later_night_of_the_two(small, competition, by, expected):
    crown, bell, *_ = small.entries
    crown.night = LeagueNight.THURSDAY
    crown.save()
    Wish.objects.create(competition=competition, kind="meet_by", entry=crown, other=bell, by=by, hard=True)

    assert [wish.by for wish in task_of(competition).wishes] == [expected]
