"""What is still possible, as the table's page tells it: when it is worked out, where it is kept, what it costs."""

import re
from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job, JobState
from league.base.ui.converters import in_season
from league.results.models import Answer, Appearance, Result, Submission
from league.results.queries.runin import RunIn, matches_left, run_in
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Competition, Division, Fixture
from scoring.card.league_rules import WithdrawalPolicy
from tests.factories import make_league, make_user
from tests.league.html import words_on
from tests.league.standings.test_table_page import page
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
LATER = datetime(2027, 3, 1, 21, 40, tzinfo=timezone.get_default_timezone())


@pytest.fixture
def league():
    with scopes_disabled():
        made = make_league()
        play_season(made, make_clubs(made, 8), size=4)
    return made


def unplay(count):
    """Take the results of the last matches of every division away."""
    with scopes_disabled():
        for division in Division.objects.all():
            last = list(Fixture.objects.filter(division=division, away__isnull=False).order_by("-first_date", "-pk"))
            some = [each.pk for each in last[:count]]
            Appearance.objects.filter(result__fixture__in=some).delete()
            Result.objects.filter(fixture__in=some).delete()
            Answer.objects.filter(submission__fixture__in=some).delete()
            Submission.objects.filter(fixture__in=some).delete()
            Fixture.objects.filter(pk__in=some).update(state="scheduled")
        Competition.objects.update(results_version=F("results_version") + 1)


def do_jobs():
    for job in Job.objects.filter(state=JobState.QUEUED):
        run_job(job.pk, now=lambda: LATER)


def possible(response):
    found = re.search(r'<section id="possible">.*?</section>', response.content.decode(), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split()) if found else ""


def test_a_season_that_is_over_or_nearly_is_worked_out_at_once(client, league):
    found = page(client)
    seen, leader = possible(found), found.context["standings"].rows[0].name
    assert re.match(rf"Who can still win it(, and who can still go down)? {leader} have won the division", seen)
    assert "Worked out" not in seen
    unplay(2)
    assert "Assumes every match left" in possible(page(client))
    assert not Job.objects.exists()


def test_more_matches_are_a_jobs_work_asked_for_once(client, league):
    unplay(8)
    for _ in range(3):
        assert possible(page(client)) == ""
    job = Job.objects.get()
    assert (job.state, job.league_id, job.created_by) == (JobState.QUEUED, None, None)
    do_jobs()
    job.refresh_from_db()
    assert job.state == JobState.DONE
    client.force_login(make_user("Harry Goy"))
    shown = page(client)
    assert "can still" in possible(shown)
    assert "before the latest results" not in possible(shown)
    assert "Estimated chances An estimate, not a certainty" in words_on(shown)


def test_new_results_show_the_last_answer_until_there_is_another(client, league):
    unplay(8)
    client.force_login(make_user("Harry Goy"))
    page(client)
    do_jobs()
    with scopes_disabled():
        Competition.objects.update(results_version=F("results_version") + 1)
    for _ in range(2):
        assert "before the latest results; an update is on its way" in possible(page(client))
    assert Job.objects.count() == 2
    do_jobs()
    assert "before the latest results" not in possible(page(client))


def test_a_job_that_could_not_be_done_is_not_asked_for_again(client, league):
    unplay(8)
    client.force_login(make_user("Harry Goy"))
    page(client)
    Job.objects.update(state=JobState.FAILED, finished_at=LATER)
    assert possible(page(client)) == ""
    assert Job.objects.count() == 1


def test_a_past_season_and_one_that_has_not_begun_say_nothing(client):
    with scopes_disabled():
        league = make_league()
        play_season(league, make_clubs(league, 4), year=2025, current=False, size=4)
    old = client.get(in_season("leek", "table", season="2025-26", division="division-1"))
    assert old.status_code == 200
    assert possible(old) == ""


def test_matches_of_a_withdrawn_team_are_not_left(league):
    unplay(8)
    with scope(league=league):
        division = Division.objects.select_related("competition__season").first()
        left = matches_left(division)
        assert len(left) == 8
        gone = division.entries.get(pk=int(left[0][0]))
        how = {"by": make_user("Sue"), "at": LATER, "reason": "Pub shut", "policy": WithdrawalPolicy.EXPUNGE}
        withdraw_team(entry=gone, on=LATER.date(), **how)
        assert matches_left(division) == [match for match in left if left[0][0] not in match]


@pytest.mark.parametrize(
    ("policy", "counts"), [(WithdrawalPolicy.KEEP_PLAYED, True), (WithdrawalPolicy.EXPUNGE, False)]
)
def test_what_a_team_plays_before_it_leaves_is_left_if_its_results_are_kept(league, policy, counts):
    unplay(8)
    with scope(league=league):
        division = Division.objects.select_related("competition__season").first()
        left = matches_left(division)
        second_half = division.competition.season.halfway + timedelta(days=1)
        gone, at = division.entries.get(pk=int(left[0][0])), LATER - timedelta(days=300)
        withdraw_team(entry=gone, on=second_half, by=make_user("Sue"), at=at, reason="Pub shuts", policy=policy)
        still = matches_left(division)
        before = [match for match in still if str(gone.pk) in match]
        assert bool(before) is counts
        found = run_in(division, still, at)
        assert [each["team"] for each in found.odds].count(gone.name) == 0
        assert (len(found.odds), found.left) == (3, len(still))
        assert gone.name not in " ".join(found.sentences)


def test_what_is_kept_is_what_was_found(league, django_assert_num_queries):
    unplay(8)
    with scope(league=league):
        division = Division.objects.select_related("competition__season").first()
        left = matches_left(division)
        with django_assert_num_queries(3):
            found = run_in(division, left, LATER)
        assert (found.left, found.version, found.at) == (8, division.competition.results_version, LATER)
        assert RunIn.from_json(found.as_json()) == found
        assert len(found.odds) == 4
        assert found == run_in(division, left, LATER)


def test_a_kept_answer_costs_one_query(client, league, django_assert_num_queries):
    unplay(8)
    client.force_login(make_user("Harry Goy"))
    page(client)
    with django_assert_num_queries(11):  # asked for, and the matches left are looked at again
        page(client)
    do_jobs()
    with django_assert_num_queries(10):
        page(client)
