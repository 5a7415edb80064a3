"""The lists of a season over HTTP: made, looked at in every way, compared, named, copied, thrown away, and files."""

import csv
from datetime import date, timedelta
from io import StringIO

import pytest
from django.urls import reverse
from django.utils.text import slugify
from django_scopes import scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.base.jobs.models import Job
from league.base.ui.formats import night
from league.schedule.actions.lists import finish_list, keep_list, make_plain_list, start_list
from league.schedule.choices import ListMadeBy, ListState, WishedFor
from league.schedule.models import Fixture, FixtureList, Wish
from league.schedule.presenters import is_best
from league.schedule.queries.lists import task_of
from league.schedule.values.lists import contents_of, read_matches
from league.teams.models import FormerName, Team
from scoring.season.schedule.circle import plain_list
from scoring.season.schedule.judge import judge
from tests.factories import league_in_season, make_division, make_entry, make_season, make_team
from tests.league.person import signed_in
from tests.league.schedule.test_matches import NOW

TEAMS = ("Crown A", "Bell", "Plough", "Swan")


def to(name, *parts):
    return reverse(name, args=["leek", "2027-28", *parts])


def make_plain(competition, secretary):
    return make_plain_list(competition=competition, by=secretary, at=NOW)


def text(answer):
    return answer.content.decode()


def test_a_season_without_a_list_says_what_to_do(next_season, secretary):
    page = text(secretary.get(to("season-lists")))

    assert "No drafts yet." in page
    assert "Make a draft list</button>" in page
    assert "Compare the ticked lists" not in page


def test_a_plain_round_robin_is_a_list_and_no_match_of_the_season(competition, small, secretary):
    answer = secretary.post(to("plain-list"))

    row = FixtureList.objects.get()
    assert answer["Location"] == to("fixture-list", 1)
    assert (row.how, row.number, len(row.matches)) == (ListMadeBy.ROUND_ROBIN, 1, 12)
    assert not Fixture.objects.filter(division__competition=competition).exists()
    assert "Draft 1 for season 2027-28 made, a quick round robin." in AuditEntry.objects.values_list("words", flat=True)


def test_pressed_again_it_takes_the_teams_in_another_order(competition, secretary):
    for _ in range(2):
        secretary.post(to("plain-list"))

    later, first = FixtureList.objects.all()
    assert later.number == 2
    assert later.matches != first.matches


def test_what_a_list_is_worth_is_what_the_judge_says(competition, small):
    row = make_plain(competition, small.secretary)
    judged = judge(task_of(competition), read_matches(row.matches))

    assert (row.hard, row.cost) == (judged.hard, judged.cost)
    assert row.figures["breaks"] == sum(judged.breaks.values())
    assert (row.figures["requests"], row.figures["unmet"]) == (0, 0)


def test_too_few_nights_are_counted_in_words(next_season, competition, secretary):
    next_season.ends = next_season.halfway = next_season.starts + timedelta(weeks=3)
    next_season.save()

    page = text(secretary.post(to("plain-list"), follow=True))
    assert "Division One needs 6 nights and has 3." in page
    assert not FixtureList.objects.exists()


@pytest.mark.parametrize(
    ("show", "said"),
    [
        ("", "Week 1"),
        ("health", "Penalty points"),
        ("health", "Every team plays every night."),
        ("nights", "Week 6"),
        ("teams", "away to Swan"),
        ("grid", "home teams down, away teams across"),
        ("grid", "A date without a weekday is a "),
        ("nonsense", "Week 1"),
    ],
)
def test_a_list_is_looked_at_in_every_way(competition, small, secretary, show, said):
    make_plain(competition, small.secretary)

    page = secretary.get(to("fixture-list", 1), {"show": show})
    assert page.status_code == 200
    assert said in " ".join(text(page).replace("<b>", "").replace("</b>", "").split())


def test_asking_for_a_list_puts_the_work_in_once(competition, secretary, small):
    answer = secretary.post(to("new-list"), {"seconds": "10"})

    row, job = FixtureList.objects.get(), Job.objects.get()
    assert answer["Location"] == to("fixture-list", 1)
    assert (job.key, job.kind, job.args) == (row.job, "solve-list", {"list": row.pk, "seconds": 10, "seed": 0})
    assert job.league_id == small.league.pk
    page = text(secretary.get(to("fixture-list", 1)))
    assert "You can leave this page and come back" in page
    assert '<meta http-equiv="refresh" content="3">' in page


def test_what_is_asked_of_the_nights_is_in_the_task_of_the_draft(competition, next_season, secretary):
    crown, bell = next_season.teams[:2]
    assert "derby" not in secretary.get(to("season-lists")).context["solve"].fields
    Team.objects.filter(pk=bell.team_id).update(venue=crown.team.venue_id)
    on = task_of(competition).divisions[0].dates[2]
    page = text(secretary.get(to("season-lists")))
    assert f"Teams of the same pub meet: {crown} v {bell}." in page

    sent = {"seconds": "10", "spare": "christmas", "full_opening": "on", "derby": on.isoformat(), "firm": "on"}
    assert secretary.post(to("new-list"), sent).status_code == 302
    task = contents_of(FixtureList.objects.get()).task
    asked = {wish.id: (wish.kind.value, wish.hard, len(wish.dates)) for wish in task.wishes}
    division = task.divisions[0]
    assert asked == {
        f"spare-{division.id}": ("keep_free", True, len(division.dates) - division.rounds),
        f"opening-{division.id}": ("full_night", True, 1),
        f"derby-T{crown.pk}": ("meet_on", True, 1),
    }
    finish_list(list_id=FixtureList.objects.get().pk, at=NOW, clash={"ids": list(asked), "words": "", "minimal": True})
    Job.objects.update(state="done", finished_at=NOW)
    parts = secretary.get(to("fixture-list", 1)).context["parts"]
    assert [(part["page"], part["text"]) for part in parts][1:] == [
        ("plan", f"Every team of Division One plays on {night(division.dates[0])}"),
        ("plan", f"{crown} and {bell} meet on {night(on)}"),
    ]
    refused = secretary.post(to("new-list"), sent | {"derby": "2020-01-01"})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("hard", "cost", "bound", "best"),
    [(0, 12, 12, True), (0, 1, 0, False), (2, 12, 12, False), (0, 386, None, False)],
)
def test_a_draft_says_when_there_can_be_none_better(hard, cost, bound, best):
    assert is_best(FixtureList(hard=hard, cost=cost, bound=bound)) is best


def test_last_seasons_unmet_requests_count_once_fair_shares_have_a_price(competition, small, next_season, secretary):
    before = small.season.competitions.get()
    for entry in small.entries[:2]:
        nights = [day.isoformat() for day in task_of(before).divisions[0].dates]
        Wish.objects.create(competition=before, entry=entry, kind=WishedFor.NO_HOME, dates=nights)
        Wish.objects.create(competition=competition, entry=next_season.teams[1], kind=WishedFor.NO_HOME, dates=nights)
    FixtureList.objects.filter(pk=make_plain(before, small.secretary).pk).update(state=ListState.PUBLISHED)
    assert {team.unmet_before for team in task_of(competition).teams} == {0}

    competition.weights = {"unfair": 3}
    competition.save()
    assert [team.unmet_before for team in task_of(competition).teams] == [1, 1, 0, 0]
    for wish in Wish.objects.filter(competition=competition):
        wish.dates = [day.isoformat() for day in task_of(competition).divisions[0].dates]
        wish.save()
    row = make_plain(competition, small.secretary)
    assert row.figures["by_kind"]["unfair"] == 3 * (1 + 2)  # the second that is not met, and one before each
    page = " ".join(text(secretary.get(to("fixture-list", 1), {"show": "health"})).split())
    bell = next_season.teams[1]
    assert f"Most not met: {bell}, 2 of 2 requests." in page
    assert f"Last season too, nobody had more requests that were not met than {bell}." in page
    assert "<td >0 of 2</td>" in page.replace('class="num wide"', "")


def test_how_far_the_work_is_is_asked_for_alone(competition, small, secretary):
    row = start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    line = [[0.5, 40], [1.0, 20], [4.0, 12]]
    facts = {"cost": 12, "hard": 0, "bound": 4, "seconds": 6.2, "line": line}
    Job.objects.update(state="running", message="The best list so far costs 12", done=6, total=30, progress=facts)

    part = text(secretary.get(to("fixture-list", 1), headers={"HX-Request": "true"}))
    assert "<html" not in part
    assert "The best list so far costs 12" in part
    assert "Making your fixtures: 6 of about 30 seconds" in part
    assert "Penalty points, from 40 down to 12" in part
    assert 'points="8.1,2.0 16.1,16.3 64.5,22.0 100.0,22.0"' in part
    assert "Stop and keep the best so far</button>" in part
    assert "it carries on" in part

    Job.objects.update(progress=facts | {"seconds": 31.0}, cancel_asked=True)
    late = text(secretary.get(to("fixture-list", 1), headers={"HX-Request": "true"}))
    assert "Stopping…" in late
    assert "of about 30 seconds" not in late
    assert "What there is so far is kept." in late
    assert "it carries on" not in late

    Job.objects.update(state="done", finished_at=NOW)
    over = text(secretary.get(to("fixture-list", 1), headers={"HX-Request": "true"}))
    assert "data-live-over data-live-anew" in over
    assert to("fixture-list", 1) in over
    assert not row.matches


def test_the_first_list_found_can_be_looked_at_while_it_gets_better(competition, small, secretary):
    row = start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    matches = plain_list(task_of(competition))
    keep_list(list_id=row.pk, matches=matches, bound=3)

    page = text(secretary.get(to("fixture-list", 1)))
    assert "Making your fixtures: about to start" in page
    assert "Week 1" in page
    assert ">Publish</a" not in page


def test_a_worse_list_never_takes_the_place_of_a_better_one(competition, small):
    row = start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    good = plain_list(task_of(competition))
    keep_list(list_id=row.pk, matches=good)
    worth = FixtureList.objects.values_list("hard", "cost").get()
    keep_list(list_id=row.pk, matches=good[:5])

    row.refresh_from_db()
    assert (row.hard, row.cost) == worth
    assert set(read_matches(row.matches)) == set(good)


def test_a_list_thrown_away_is_not_kept_by_the_work_on_it(competition, small, secretary):
    row = start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    assert secretary.post(to("remove-list", 1)).status_code == 302

    assert keep_list(list_id=row.pk, matches=plain_list(task_of(competition))) is None
    assert finish_list(list_id=row.pk, at=NOW) is None
    assert Job.objects.get().state == "cancelled"


def test_stopping_asks_the_work_to_end(competition, small, secretary):
    start_list(competition=competition, seconds=30, by=small.secretary, at=NOW)
    Job.objects.update(state="running")

    assert secretary.post(to("stop-list", 1)).status_code == 302
    assert Job.objects.get().cancel_asked


def test_the_rest_is_worked_out_round_what_is_locked(competition, small):
    first = make_plain(competition, small.secretary)
    first.locked = first.matches[:2]
    first.save()

    row = start_list(competition=competition, seconds=10, start=first, by=small.secretary, at=NOW)
    assert (row.matches, row.locked) == (first.matches, first.locked)


def test_a_team_that_left_is_not_begun_from(competition, next_season, small):
    first = make_plain(competition, small.secretary)
    next_season.teams[0].delete()

    row = start_list(competition=competition, seconds=10, start=first, by=small.secretary, at=NOW)
    assert len(row.matches) == 6


def test_why_there_is_no_list_and_what_would_help(competition, small, secretary):
    row = start_list(competition=competition, seconds=10, by=small.secretary, at=NOW)
    Job.objects.update(state="done", finished_at=NOW)
    way = {"words": "Let the Crown have two boards on Mon 4 Oct", "task": row.task}
    clash = {"ids": ["V1"], "words": "Crown A and Bell both want the one board.", "minimal": True, "ways": [way]}
    finish_list(list_id=row.pk, at=NOW, clash=clash)

    page = text(secretary.get(to("fixture-list", 1)))
    assert "No fixture list is possible" in page
    assert "Crown A and Bell both want the one board." in page
    assert ">Publish</a" not in page
    assert secretary.post(to("apply-relaxation", 1, 0))["Location"] == to("fixture-list", 2)
    assert secretary.post(to("apply-relaxation", 1, 1)).status_code == 404
    assert FixtureList.objects.get(number=2).task == row.task


def test_lists_are_held_side_by_side(competition, small, secretary):
    for _ in range(2):
        make_plain(competition, small.secretary)

    page = secretary.get(to("compare-lists"), {"list": ["1", "2"]})
    compared = page.context["compared"]
    assert [line["name"] for line in compared["sums"]][:2] == ["Rules broken", "Penalty points"]
    assert compared["same"] + len(compared["differing"]) == 12
    assert compared["differing"]
    assert text(secretary.get(to("compare-lists"), {"list": "1"})).count("Tick two or three drafts.") >= 1


def test_two_equal_lists_do_not_differ(competition, small, secretary):
    make_plain(competition, small.secretary)
    secretary.post(to("copy-list", 1))

    compared = secretary.get(to("compare-lists"), {"list": ["1", "2"]}).context["compared"]
    assert [compared[name] for name in ("same", "differing", "wishes", "teams")] == [12, [], [], []]


def test_a_list_has_a_name_a_copy_and_an_end(competition, small, secretary):
    make_plain(competition, small.secretary)
    secretary.post(to("rename-list", 1), {"name": "The quiet one"})
    assert "The quiet one for season 2027-28" in text(secretary.get(to("fixture-list", 1)))

    secretary.post(to("copy-list", 1))
    copy = FixtureList.objects.get(number=2)
    assert (copy.name, copy.how) == ("Copy of The quiet one", ListMadeBy.HAND)
    assert copy.matches == FixtureList.objects.get(number=1).matches

    assert "deleted for good" in text(secretary.get(to("remove-list", 1)))
    secretary.post(to("remove-list", 1))
    assert list(FixtureList.objects.values_list("number", flat=True)) == [2]


def test_a_list_goes_out_as_a_file_and_comes_in_again(competition, small, secretary):
    row = make_plain(competition, small.secretary)
    sent = secretary.get(to("list-csv", 1))
    lines = text(sent).splitlines()
    assert lines[0] == "\ufeffdivision,date,home,away,round,division_name,home_name,away_name,venue"
    assert sent["Content-Disposition"] == 'attachment; filename="leek-2027-28-list-1.csv"'
    assert ",Division One," in lines[1]

    secretary.post(to("list-file"), {"lines": text(sent), "name": "From August"})
    again = FixtureList.objects.get(number=2)
    assert (again.how, again.name) == (ListMadeBy.FILE, "From August")
    assert set(read_matches(again.matches)) == set(read_matches(row.matches))


@pytest.mark.parametrize("name", [" =1+1", "=1+1", "\N{FULLWIDTH EQUALS SIGN}1+1", "@SUM(A1)"])
def test_a_name_in_a_list_is_no_formula(competition, small, secretary, name):
    row = make_plain(competition, small.secretary)
    teams = [team | {"name": name} for team in row.task["teams"]]
    FixtureList.objects.filter(pk=row.pk).update(task=row.task | {"teams": teams})

    lines = list(csv.DictReader(StringIO(secretary.get(to("list-csv", 1)).content.decode("utf-8-sig"))))

    assert {line["home_name"] for line in lines} == {f"'{name}"}


def test_a_list_written_with_names_is_read(competition, secretary):
    lines = "Division;Date;Home;Away\nDivision One;06/09/2027;crown a;BELL\nDivision One;2027-09-13;Bell;Plough\n"
    assert secretary.post(to("list-file"), {"lines": lines}).status_code == 302

    found = contents_of(FixtureList.objects.get())
    assert [(match.date, found.named(match)) for match in found.matches] == [
        (date(2027, 9, 6), "Crown A v Bell"),
        (date(2027, 9, 13), "Bell v Plough"),
    ]


def test_a_list_may_have_names_that_teams_had_before(competition, small, secretary):
    """The name of now goes before: another team was called Swan once."""
    teams = {team.name: team for team in Team.objects.all()}
    for team, name in ((teams["Crown A"], "Zum Löwen"), (teams["Bell"], "Swan")):
        FormerName.objects.create(team=team, league=small.league, name=name, slug=slugify(name), until=NOW.date())
    lines = "Division,Date,Home,Away\nDivision One,06/09/2027,the ZUM LOWEN,Swan\n"
    assert secretary.post(to("list-file"), {"lines": lines}).status_code == 302

    found = contents_of(FixtureList.objects.get())
    assert [found.named(match) for match in found.matches] == ["Crown A v Swan"]


def test_every_bad_line_is_named_and_nothing_is_lost(competition, secretary):
    lines = (
        "division,date,home,away\n"
        "Division One,06/09/2027,Crown A,Bell\n"
        "Division Nine,06/09/2027,Plough,Swan\n"
        "Division One,31/02/2027,Bell,Bell\n"
        "Division One,13/09/2027,Quagga,Swan\n"
    )
    answer = secretary.post(to("list-file"), {"lines": lines})
    page = text(answer)

    assert answer.status_code == 422
    for said in (
        "Line 3: there is no division “Division Nine”.",
        "Line 4: “31/02/2027” is not a date.",
        "Line 4: Bell cannot play itself.",
        "Line 5: there is no team “Quagga” in Division One.",
    ):
        assert said in page
    assert "Division One,06/09/2027,Crown A,Bell" in page
    assert not FixtureList.objects.exists()


@pytest.mark.parametrize(
    ("lines", "said"),
    [("", "Choose a file, or type the lines."), ("a,b\n1,2\n", "Missing: division, date, home, away.")],
)
def test_what_is_no_list_says_so(competition, secretary, lines, said):
    answer = secretary.post(to("list-file"), {"lines": lines})
    assert answer.status_code == 422
    assert said in text(answer)


@pytest.mark.parametrize("many", [1, 3])
def test_the_lists_take_as_many_questions_for_one_as_for_three(
    competition, small, secretary, many, django_assert_num_queries
):
    for _ in range(many):
        make_plain(competition, small.secretary)
    with django_assert_num_queries(14):
        secretary.get(to("season-lists"))


def with_lists(teams, count):
    """A league of so many teams, and so many plain lists of its next season."""
    small = league_in_season(teams=teams, squad=0)
    season = make_season(small.league, "2027-28", current=False)
    division = make_division(season)
    for entry in small.entries:
        make_entry(division, entry.team)
    return small, [make_plain(season.competitions.get(), small.secretary) for _ in range(count)]


@pytest.mark.parametrize("teams", [4, 12])
def test_a_list_takes_as_many_questions_for_four_teams_as_for_twelve(db, teams, django_assert_num_queries):
    with scopes_disabled():
        small, _ = with_lists(teams, 1)
    secretary = signed_in(small.secretary)
    for show in ("health", "nights", "teams", "grid"):
        with django_assert_num_queries(7):
            secretary.get(to("fixture-list", 1), {"show": show})


def test_a_new_team_in_another_season_is_not_in_the_way(competition, small, secretary):
    make_team(small.league, "Anchor")
    assert secretary.post(to("plain-list")).status_code == 302
