"""Something happens in mid-season: what is left is a task, the difference is seen first, and nothing played moves."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from league.base.audit.models import Entry as AuditEntry
from league.base.jobs.models import Job
from league.schedule.actions.lists import keep_list, publish_list
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture, void_fixture
from league.schedule.actions.midseason import (
    apply_reschedule,
    enter_late,
    split_division,
    start_reschedule,
    withdraw_team,
)
from league.schedule.choices import FixtureState, ListState
from league.schedule.models import Division, Entry, Fixture, FixtureList
from league.schedule.queries.lists import news_for
from league.schedule.queries.midseason import (
    Disruption,
    DisruptionKind,
    listed_matches,
    reschedule_of,
    reschedule_task,
)
from league.schedule.values.lists import contents_of
from league.teams.models import Closure, Team
from scoring.season.schedule.files import read_task
from scoring.season.schedule.judge import judge
from scoring.season.schedule.task import Match, Mode
from tests.factories import FIRST_NIGHT, make_round_robin, make_team, make_venue
from tests.league.person import signed_in

WEEK = timedelta(weeks=1)
TODAY = FIRST_NIGHT + timedelta(days=2)
NOW = datetime(2026, 9, 9, 12, tzinfo=timezone.get_default_timezone())
FREE = FIRST_NIGHT + 8 * WEEK


@pytest.fixture(autouse=True)
def _on_the_wednesday_after():
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def season(small):
    """Twelve matches on six Mondays; those of the first Monday have been played."""
    Fixture.objects.all().delete()
    Division.objects.update(min_gap_days=0, max_run=None)
    make_round_robin(small.division)
    for fixture in Fixture.objects.filter(date=FIRST_NIGHT):
        mark_played(lock_fixture(fixture.pk))
    return small


def at(small):
    return {"by": small.secretary, "at": NOW}


def task_of(small, **values):
    return reschedule_task(small.division.competition, Disruption(**values), today=TODAY)


def begun(small, **values):
    """A rescheduled list that has been asked for, as the solver would find it: nothing found yet."""
    return start_reschedule(
        competition=small.division.competition, disruption=Disruption(**values), seconds=10, **at(small)
    )


def found(row, matches):
    """What the solver would hand over."""
    Job.objects.update(state="done", finished_at=NOW)
    row.matches = []
    row.save()
    keep_list(list_id=row.pk, matches=matches)
    row.refresh_from_db()
    return row


def moved_off(row, pub):
    """By hand: every match at a pub that is free to go, each to a Monday of its own after all the others."""
    task = read_task(row.task)
    homes = {team.id for team in task.teams if team.venue == f"V{pub.pk}"}
    going = sorted(match for match in task.published if match.home in homes)
    new = {
        match: Match(match.division, FREE + number * WEEK, match.home, match.away) for number, match in enumerate(going)
    }
    return [new.get(match, match) for match in listed_matches(task)], going


def test_what_was_played_or_is_too_near_is_fixed_and_the_rest_may_move(season):
    task = task_of(season)

    near = {FIRST_NIGHT, FIRST_NIGHT + WEEK}
    assert {fixed.match.date for fixed in task.fixed} == near
    assert len(task.fixed) == 4
    assert len(task.published) == 8
    assert task.frozen_until == TODAY + timedelta(days=7)
    assert all(division.mode is Mode.RELAXED for division in task.divisions)
    assert judge(task, listed_matches(task)).hard == 0


def test_a_match_that_two_captains_agreed_on_stays_unless_it_is_in_the_way(season):
    match = Fixture.objects.filter(date=FIRST_NIGHT + 3 * WEEK).first()
    rearrange_fixture(fixture=match, date=FREE, reason="Wedding", **at(season))
    assert f"F{match.pk}" in {fixed.id for fixed in task_of(season).fixed}

    other = Fixture.objects.exclude(pk=match.pk).filter(home=match.home, state="scheduled").last()
    rearrange_fixture(fixture=other, date=FREE, reason="Flood", **at(season))
    assert not {f"F{match.pk}", f"F{other.pk}"} & {fixed.id for fixed in task_of(season).fixed}


def test_struck_out_matches_count_as_met_and_a_withdrawn_team_is_gone(season):
    void_fixture(
        fixture=Fixture.objects.filter(week__gte=5, home=season.entries[0]).first(), reason="Frost", **at(season)
    )
    assert judge(task_of(season), listed_matches(task_of(season))).hard == 0

    withdraw_team(entry=season.entries[3], on=TODAY, reason="Folded", **at(season))
    task = task_of(season)
    assert {team.name for team in task.teams} == {"Crown A", "Bell", "Plough"}
    assert judge(task, listed_matches(task)).hard == 0


def test_the_last_matches_of_a_team_that_leaves_later_keep_their_nights_free(season):
    leaver = season.entries[3]
    withdraw_team(entry=leaver, on=FIRST_NIGHT + 4 * WEEK, reason="Folding", **at(season))
    last = Fixture.objects.filter(date__gt=TODAY, state="scheduled").filter(Q(home=leaver) | Q(away=leaver))
    assert last.count() == 3
    task = task_of(season)
    others = {(f"T{each.away_id if each.home_id == leaver.pk else each.home_id}", each.date) for each in last}
    assert {(wish.team, day) for wish in task.wishes for day in wish.dates if wish.hard} >= others
    assert judge(task, listed_matches(task)).hard == 0


def test_a_pub_that_shuts_frees_its_matches_however_near(season):
    pub = season.entries[0].team.venue
    task = task_of(season, what=DisruptionKind.SHUT, venue=pub.pk, first=TODAY)
    home = f"T{season.entries[0].pk}"

    assert not [fixed for fixed in task.fixed if fixed.match.home == home and fixed.match.date > TODAY]
    codes = set(judge(task, listed_matches(task)).by_code)
    assert "H06" in codes
    assert codes <= {"H06", "H15"}


def test_the_difference_is_seen_first_and_then_put_in_place(season):
    pub = season.entries[0].team.venue
    shut = {"what": DisruptionKind.SHUT, "venue": pub.pk, "first": TODAY, "last": FREE - timedelta(days=1)}
    row = begun(season, **shut)
    matches, going = moved_off(row, pub)
    found(row, matches)
    before = {each.pk: each.date for each in Fixture.objects.all()}

    reschedule = reschedule_of(contents_of(row), today=TODAY)
    assert (reschedule.problems, reschedule.faults) == ((), ())
    assert [each.new.date for each in reschedule.changed] == [FREE + number * WEEK for number in range(len(going))]
    assert {each.pk: each.date for each in Fixture.objects.all()} == before

    apply_reschedule(fixture_list=row, reason="The Crown is shut", **at(season))

    there = Fixture.objects.filter(home=season.entries[0], state="scheduled")
    assert sorted(there.filter(date__gte=FREE).values_list("date", flat=True)) == [
        match.date for match in matches if match.date >= FREE
    ]
    assert Closure.objects.get().venue == pub
    for fixture in Fixture.objects.filter(pk__in=[each.fixture.pk for each in reschedule.changed]):
        move = fixture.moves.get()
        assert (move.old_date, move.new_date, move.reason) == (before[fixture.pk], fixture.date, "The Crown is shut")
    assert not Fixture.objects.filter(state=FixtureState.PLAYED).exclude(date=FIRST_NIGHT).exists()
    action = AuditEntry.objects.get(verb="put_in_place")
    assert len(action.after["changed"]) == len(going)
    row.refresh_from_db()
    assert row.state == ListState.PUBLISHED


def test_the_list_is_patched_at_once_so_that_there_is_something_to_look_at(season):
    pub = season.entries[0].team.venue
    row = begun(season, what=DisruptionKind.SHUT, venue=pub.pk, first=TODAY, last=FREE)

    reschedule = reschedule_of(contents_of(row), today=TODAY)

    assert row.hard == 0
    assert reschedule.changed
    assert {each.home for each in reschedule.changed} == {season.entries[0]}


def test_a_list_without_one_of_the_wishes_that_clash_still_mends_the_season(season, secretary):
    row = begun(season, what=DisruptionKind.SHUT, venue=season.entries[0].team.venue_id, first=TODAY)
    Job.objects.update(state="done", finished_at=NOW)
    row.clash = {"ids": [], "words": "No", "minimal": True, "ways": [{"words": "Open it", "task": row.task}]}
    row.save()

    answer = secretary.post(to("apply-relaxation", row.number, 0))

    made = FixtureList.objects.latest("pk")
    assert answer["Location"] == to("fixture-list", made.number)
    assert made.task["happened"] == row.task["happened"]


def test_captains_hear_of_the_matches_that_changed_and_of_no_others(season):
    pub = season.entries[0].team.venue
    row = begun(season, what=DisruptionKind.SHUT, venue=pub.pk, first=TODAY, last=FREE - timedelta(days=1))
    matches, going = moved_off(row, pub)
    apply_reschedule(fixture_list=found(row, matches), reason="Shut", **at(season))

    news = news_for(season.captains[0], season.league, NOW)

    assert len(news["changed"]) == len(going)
    assert all("Crown A" in said and "moves from" in said for said in news["changed"])


def test_a_season_that_changed_meanwhile_is_not_overwritten(season):
    row = begun(season)
    found(row, listed_matches(read_task(row.task)))
    postpone_fixture(fixture=Fixture.objects.filter(date=FIRST_NIGHT + 4 * WEEK).first(), reason="Snow", **at(season))

    with pytest.raises(ValidationError, match="has changed since this was worked out"):
        apply_reschedule(fixture_list=row, reason="Mended", **at(season))


def test_a_match_played_meanwhile_does_not_move(season):
    pub = season.entries[0].team.venue
    row = begun(season, what=DisruptionKind.SHUT, venue=pub.pk, first=TODAY, last=FREE - timedelta(days=1))
    matches, going = moved_off(row, pub)
    found(row, matches)
    played = Fixture.objects.get(home=season.entries[0], date=going[-1].date)
    mark_played(lock_fixture(played.pk))

    with pytest.raises(ValidationError, match="has to stay as it is"):
        apply_reschedule(fixture_list=row, reason="Mended", **at(season))
    played.refresh_from_db()
    assert played.date == going[-1].date


def test_what_a_list_breaks_has_to_be_ticked(season):
    row = begun(season)
    task = read_task(row.task)
    worse = [
        Match(match.division, task.published[0].date, match.home, match.away) if match == task.published[-1] else match
        for match in listed_matches(task)
    ]
    row.matches = [[match.division, match.date.isoformat(), match.home, match.away] for match in worse]
    row.save()
    Job.objects.update(state="done", finished_at=NOW)

    with pytest.raises(ValidationError, match="break rules"):
        apply_reschedule(fixture_list=row, reason="Mended", **at(season))
    apply_reschedule(fixture_list=row, reason="Mended", despite=True, **at(season))


def test_the_teams_of_a_pub_that_moves_play_at_the_other_one(season):
    pub, other = season.entries[0].team.venue, make_venue(season.league, "Institute", boards=3)
    first = FIRST_NIGHT + 3 * WEEK
    row = begun(season, what=DisruptionKind.MOVED, venue=pub.pk, other=other.pk, first=first)
    assert contents_of(row).task.frozen_until == first - timedelta(days=1)
    found(row, listed_matches(read_task(row.task)))

    apply_reschedule(fixture_list=row, reason="New landlord", **at(season))

    assert Team.objects.get(pk=season.entries[0].team_id).venue == other
    home = Fixture.objects.filter(home=season.entries[0])
    assert {each.venue == other for each in home.filter(date__gte=first)} <= {True}
    assert not home.filter(date__lt=first, venue=other).exists()


def test_a_match_that_waits_for_a_date_is_given_one(season):
    match = Fixture.objects.filter(date=FIRST_NIGHT + 3 * WEEK).first()
    postpone_fixture(fixture=match, reason="Snow", **at(season))
    row = begun(season)
    task = read_task(row.task)
    new = Match(f"D{match.division_id}", FREE, f"T{match.home_id}", f"T{match.away_id}")
    found(row, [*listed_matches(task), new])

    reschedule = apply_reschedule(fixture_list=row, reason="Mended", **at(season))

    match.refresh_from_db()
    assert (match.date, match.state) == (FREE, FixtureState.SCHEDULED)
    assert [each.text for each in reschedule.changed] == [f"{match}, which waits for a date, is on Mon 2 Nov"]


def test_a_team_that_comes_late_gets_its_matches(season):
    late = make_team(season.league, "Fleece")
    entry = enter_late(division=season.division, team=late, joined_on=TODAY, legs=1, **at(season))
    task = task_of(season)
    assert [(quota.team, quota.legs) for quota in task.divisions[0].quota] == [(f"T{entry.pk}", 1)]
    row = begun(season)
    new = [
        Match(f"D{season.division.pk}", FREE + number * WEEK, *sides)
        for number, sides in enumerate(
            (f"T{entry.pk}", f"T{each.pk}") if number % 2 else (f"T{each.pk}", f"T{entry.pk}")
            for number, each in enumerate(season.entries)
        )
    ]
    found(row, [*listed_matches(task), *new])

    reschedule = apply_reschedule(fixture_list=row, reason="Fleece come in", **at(season))

    assert (reschedule.added, len(reschedule.changed), reschedule.faults) == (4, 4, ())
    theirs = Fixture.objects.filter(home=entry) | Fixture.objects.filter(away=entry)
    assert theirs.count() == 4
    assert len(set(Fixture.objects.values_list("code", flat=True))) == Fixture.objects.count()


def test_a_team_cannot_come_twice_or_outside_the_season(season):
    late = {"division": season.division, "joined_on": TODAY, "legs": 1, **at(season)}
    with pytest.raises(ValidationError, match="already"):
        enter_late(team=season.entries[0].team, **late)
    with pytest.raises(ValidationError, match="The season is"):
        enter_late(team=make_team(season.league, "Fleece"), **late | {"joined_on": date(2028, 1, 1)})


def test_a_division_is_split_and_the_halves_get_matches_of_their_own(season):
    on = FIRST_NIGHT + 3 * WEEK
    first, second = split_division(
        division=season.division, upper=season.entries[:2], names=("Upper", "Lower"), legs=1, on=on, **at(season)
    )

    assert not Fixture.objects.filter(division=season.division, date__gte=on).exclude(state="void").exists()
    assert [entry.name for entry in first.entries.order_by("pk")] == ["Crown A", "Bell"]
    assert [entry.name for entry in second.entries.order_by("pk")] == ["Plough", "Swan"]
    task = task_of(season)
    assert {division.name for division in task.divisions} >= {"Upper", "Lower"}
    assert Entry.objects.filter(team=season.entries[0].team).count() == 2
    page = signed_in(season.secretary).get(to("withdraw-team", "bell"), follow=True)
    assert b"Upper" in page.content


def test_a_team_that_is_to_leave_later_goes_into_its_part_with_its_day(season):
    leaves = FIRST_NIGHT + 5 * WEEK
    withdraw_team(entry=season.entries[1], on=leaves, reason="The pub shuts", **at(season))
    first, _ = split_division(
        division=season.division, upper=season.entries[:2], names=("Upper", "Lower"), legs=1, on=FIRST_NIGHT + 3 * WEEK,
        **at(season),
    )  # fmt: skip
    assert [(entry.name, entry.withdrawn_on) for entry in first.entries.order_by("pk")] == [
        ("Crown A", None), ("Bell", leaves),
    ]  # fmt: skip


def test_a_half_needs_two_teams(season):
    with pytest.raises(ValidationError, match="two teams or more"):
        split_division(
            division=season.division, upper=season.entries[:1], names=("Upper", "Lower"), legs=1, on=TODAY, **at(season)
        )
    assert Division.objects.count() == 1


def test_a_mended_list_is_not_published_like_a_new_one(season):
    row = begun(season)
    Job.objects.update(state="done", finished_at=NOW)
    with pytest.raises(ValidationError, match="These are mid-season changes"):
        publish_list(fixture_list=row, **at(season))


def to(name, *parts):
    return reverse(name, args=["leek", "2026-27", *parts])


def test_the_secretary_says_what_happened_sees_the_changes_and_puts_them_in_place(season):
    secretary, pub = signed_in(season.secretary), season.entries[0].team.venue
    assert "Days left alone from today" in secretary.get(to("reschedule-venue"), follow=True).content.decode()
    values = {"venue": pub.pk, "what": "moved", "first": "2026-09-09", "notice": "7", "seconds": "10"}
    assert "Choose the pub where its teams play now." in secretary.post(to("reschedule-venue"), values).content.decode()

    answer = secretary.post(to("reschedule-venue"), values | {"what": "shut", "last": str(FREE - timedelta(days=1))})
    row = FixtureList.objects.get()
    assert answer["Location"] == to("fixture-list", row.number)
    assert "still being worked out" in secretary.get(to("rescheduled-list", row.number)).content.decode()
    found(row, moved_off(row, pub)[0])

    assert "Review the changes" in secretary.get(to("fixture-list", row.number)).content.decode()
    page = secretary.get(to("rescheduled-list", row.number)).content.decode()
    assert "moves from Mon" in page
    assert "is shut from Wed 9 Sep" in page
    assert secretary.post(to("rescheduled-list", row.number), {}).status_code == 422
    assert secretary.post(to("rescheduled-list", row.number), {"reason": "Shut"}).status_code == 302
    assert "were made" in secretary.get(to("rescheduled-list", row.number)).content.decode()
    assert secretary.post(to("rescheduled-list", row.number), {"reason": "Shut"}).status_code == 422


def test_a_late_team_and_a_split_over_http(season):
    secretary, late = signed_in(season.secretary), make_team(season.league, "Fleece")
    values = {"team": late.pk, "division": season.division.pk, "joined_on": "2026-09-14", "legs": "3"}
    assert "meet 2 times at most" in secretary.post(to("late-team"), values).content.decode()
    assert (
        secretary.post(to("late-team"), values | {"legs": "1"})["Location"]
        == f"{to('reschedule-season')}?open=rest#rest"
    )

    split = {
        "upper": [each.pk for each in season.entries[:2]], "first_name": "Upper", "second_name": "Lower", "legs": "1",
        "on": "2026-10-05",
    }  # fmt: skip
    address = to("split-division", season.division.slug)
    assert secretary.post(address, split | {"second_name": "Upper"}).status_code == 422
    assert secretary.post(address, split).status_code == 302
    assert Division.objects.count() == 3
