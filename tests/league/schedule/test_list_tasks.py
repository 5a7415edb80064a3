"""A list worked out for real, by the job that does it: found, kept as it gets better, stopped, and explained."""

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from league.base.jobs.actions import claim_job, do_job, run_job
from league.base.jobs.kinds import Progress
from league.base.jobs.models import Job
from league.schedule.actions.lists import start_list
from league.schedule.choices import WishedFor
from league.schedule.models import FixtureList, Wish
from league.schedule.queries.lists import task_of
from league.schedule.solver.solve import prepare
from league.schedule.tasks import solve_list
from league.schedule.values.lists import contents_of
from league.teams.models import Venue
from scoring.season.schedule.judge import lower_bound
from scoring.season.schedule.task import NightPlan, SpareNights
from tests.league.schedule.test_lists import NOW, make_plain, text, to
from tests.waiting import HANG, until


@pytest.fixture(autouse=True, scope="module")
def compiled():
    """The solver compiled before the clock of any list runs."""
    prepare()


def solve_until_whole(args, progress):
    """Work out a list with hours to spare, and stop once one keeps every rule: a slow machine gets there later."""
    ended = []

    def stop():
        until(lambda: ended or progress.row_fields()["progress"].get("hard") == 0)
        progress.ask_to_stop()

    watcher = Thread(target=stop)
    watcher.start()
    try:
        return solve_list(args, progress)
    finally:
        ended.append(True)
        watcher.join()


def work_out(row):
    """Do the work on a list; its row."""
    do_job(claim_job(Job.objects.get(key=row.job).pk, datetime.now(UTC)), solve_until_whole)
    row.refresh_from_db()
    return row


@pytest.fixture
def work(competition, small):
    """Asks for a list and does the work; the list's row."""

    def done(seconds=int(HANG), **asked):
        return work_out(start_list(competition=competition, seconds=seconds, by=small.secretary, at=NOW, **asked))

    return done


def test_a_list_is_worked_out(work, secretary):
    row = work()
    job, shown = Job.objects.get(key=row.job), contents_of(row)

    assert (job.state, job.result) == ("done", {"address": to("fixture-list", 1)}), job.trace
    assert (row.hard, shown.judged().hard) == (0, 0)
    assert row.cost == shown.judged().cost
    assert lower_bound(shown.task) <= row.bound <= row.cost
    assert job.progress["line"][-1][1] == row.cost
    assert "No clashes." in text(secretary.get(to("fixture-list", 1)))


def test_spare_nights_are_left_at_the_end(work):
    row = work(nights=NightPlan(spare=SpareNights.END))
    shown = contents_of(row)
    first = {division.id: set(division.dates[: division.rounds]) for division in shown.task.divisions}
    assert any(len(division.dates) > division.rounds for division in shown.task.divisions)
    assert (row.hard, shown.judged().hard) == (0, 0)
    assert all(match.date in first[match.division] for match in shown.matches)


def test_a_choice_of_nights_is_no_request_and_publishing_it_unchanged_says_that_nothing_changed(work, secretary):
    row = work(nights=NightPlan(spare=SpareNights.END))
    assert contents_of(row).task.wishes
    assert (row.figures["requests"], row.figures["unmet"]) == (0, 0)

    page = text(secretary.get(to("fixture-list", 1), {"show": "health"}))
    assert "No team has asked for anything." in page
    assert "What you chose for the nights" in page
    assert "Changed since this draft was made" not in text(secretary.get(to("publish-list", 1)))


def test_a_request_that_needs_a_later_night_is_met_all_the_same(work, competition, small):
    task = task_of(competition)
    division = task.divisions[0]
    Wish.objects.create(
        competition=competition, kind=WishedFor.NO_MATCH, entry_id=int(division.teams[0][1:]), hard=True,
        dates=[division.dates[0].isoformat()], words="The pub is decorated", asked_by=small.secretary,
    )  # fmt: skip
    row = work(nights=NightPlan(spare=SpareNights.END))
    assert (row.hard, contents_of(row).judged().hard) == (0, 0)
    assert contents_of(row).task.divisions[0].dates[0] not in {match.date for match in contents_of(row).matches}


def test_what_is_locked_is_in_the_list_that_comes_of_it(work, competition, small):
    plain = make_plain(competition, small.secretary)
    plain.locked = plain.matches[2:5]
    plain.save()

    row = work(start=plain)
    assert row.hard == 0
    assert all(match in row.matches for match in plain.locked)


def test_wishes_that_clash_are_told_in_words_with_what_would_help(work, competition, next_season, secretary):
    crown, bell = next_season.teams[:2]
    pub = Venue.objects.get(pk=crown.team.venue_id)
    bell.team.venue = pub
    bell.team.save()
    night = next_season.starts + timedelta(days=-next_season.starts.weekday() % 7)
    for entry in (crown, bell):
        Wish.objects.create(
            competition=competition, kind=WishedFor.HOME_ON, entry=entry, dates=[night.isoformat()], hard=True
        )

    row = work()
    assert {wish[0] for wish in row.clash["ids"]} <= {"R", "v"}
    assert f"venue:V{pub.pk}" in row.clash["ids"]
    assert row.clash["ways"]
    page = text(secretary.get(to("fixture-list", 1)))
    assert "No fixture list is possible" in page
    assert "What would help" in page
    for wish in Wish.objects.all():
        assert to("change-request", wish.pk) in page

    answer = secretary.post(to("apply-relaxation", 1, 0))
    again = FixtureList.objects.get(number=2)
    assert answer["Location"] == to("fixture-list", 2)
    assert work_out(again).hard == 0


def test_work_on_a_list_that_was_thrown_away_ends_quietly(competition, small):
    row = start_list(competition=competition, seconds=3, by=small.secretary, at=NOW)
    FixtureList.objects.all().delete()

    run_job(Job.objects.get(key=row.job).pk)
    assert Job.objects.get(key=row.job).state == "done"


def test_a_match_that_is_locked_stays_even_where_a_wish_is_against_it(work, competition, next_season, small):
    plain = make_plain(competition, small.secretary)
    match = contents_of(plain).matches[0]
    entry = next(entry for entry in next_season.teams if f"T{entry.pk}" == match.home)
    Wish.objects.create(
        competition=competition, kind=WishedFor.NO_HOME, entry=entry, dates=[match.date.isoformat()], hard=True
    )
    plain.locked = plain.matches[:1]
    plain.save()

    assert plain.matches[0] in work(seconds=1, start=plain).matches  # none is whole, so it is kept however far it came


def test_stopped_at_once_it_keeps_the_first_list(competition, small):
    row = start_list(competition=competition, seconds=60, by=small.secretary, at=NOW)
    job = Job.objects.get(key=row.job)
    progress = Progress(job.pk, job.key, small.league.pk, small.secretary.pk)
    progress.ask_to_stop()
    solve_list(job.args, progress)

    row.refresh_from_db()
    assert len(row.matches) == 12
    assert not row.clash
