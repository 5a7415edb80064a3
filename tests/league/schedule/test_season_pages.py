"""Setting a season up over HTTP, from its name to its list of matches; withdrawing a team."""

from datetime import date

import pytest
from django.urls import reverse

from league.schedule.actions.lists import start_list
from league.schedule.actions.locking import freeze_competition, lock_fixture, mark_played
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Division, Entry, Fixture, FixtureList, Season
from league.schedule.queries.midseason import consequences
from league.schedule.queries.seasons import set_up_of
from tests.factories import FIRST_NIGHT, make_entry, make_team
from tests.league.schedule.test_matches import NOW

DAYS = {"name": "2027-28", "starts": "2027-09-01", "halfway": "2027-12-31", "ends": "2028-04-30"}


def to(name, *parts):
    return reverse(name, args=["leek", *parts])


@pytest.fixture
def season(small, secretary):
    """Next year's season as the first page makes it, from this year's."""
    secretary.post(to("new-season"), DAYS | {"like": small.season.pk})
    return Season.objects.get(slug="2027-28")


def test_a_season_that_is_over_copies_nothing_unless_a_season_is_chosen(small, secretary):
    past = {"name": "1998-99", "starts": "1998-09-01", "ends": "1999-04-30"}
    secretary.post(to("new-season"), past | {"like": "newest"})
    earlier = {"name": "1997-98", "starts": "1997-09-01", "ends": "1998-04-30"}
    secretary.post(to("new-season"), earlier | {"like": small.season.pk})
    secretary.post(to("new-season"), DAYS | {"like": "newest"})
    copied = {name: Division.objects.filter(competition__season__name=name).count() for name in ("1998-99", "1997-98")}
    assert copied == {"1998-99": 0, "1997-98": 1}
    assert Division.objects.filter(competition__season__name="2027-28").count() == 1


def test_a_season_from_its_name_to_its_list(small, secretary):
    assert secretary.post(to("new-season"), DAYS)["Location"] == to("season-setup", "2027-28")
    assert _step() == "divisions"
    one = {"name": "Division One", "legs": 2, "promoted": 0, "relegated": 1}
    assert secretary.post(to("season-divisions", "2027-28"), one).status_code == 302
    division = Division.objects.get(competition__season__slug="2027-28")
    assert _step() == "teams"
    places = {f"team-{entry.team_id}": division.pk for entry in small.entries}
    assert secretary.post(to("season-teams", "2027-28"), places).status_code == 302

    assert _step() == "matches"
    assert to("season-nights", "2027-28") in secretary.get(to("season-setup", "2027-28")).content.decode()
    made = secretary.post(to("plain-list", "2027-28"))["Location"]
    assert not Fixture.objects.filter(division=division).exists()

    assert secretary.post(f"{made}publication/")["Location"] == made
    assert Fixture.objects.filter(division=division).count() == 12
    assert _step() == "opening"
    assert secretary.post(to("open-season", "2027-28")).status_code == 302
    assert _step() == ""
    assert Season.objects.get(current=True).slug == "2027-28"


def test_a_step_is_ticked_when_it_was_done_and_publish_waits_for_a_draft(small, next_season, secretary):
    def steps():
        return {step["page"] + step["act"]: step["done"] for step in set_up_of(next_season).steps}

    row = start_list(competition=next_season.competitions.get(), seconds=30, by=small.secretary, at=NOW)
    assert steps()["season-nightsPlan the fixtures"] is False
    assert steps()["season-listsMake a draft list"] is False
    assert "season-listsPublish" not in steps()
    FixtureList.objects.filter(pk=row.pk).update(hard=0)
    assert (steps()["season-listsMake a draft list"], steps()["season-listsPublish"]) == (True, False)
    assert set_up_of(next_season).next["act"] == "Publish"


def _step():
    return set_up_of(Season.objects.get(slug="2027-28")).step


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"name": "2026-27"}, "There is a season called 2026-27 already."),
        ({"name": "New"}, "Give the season a name with its years, such as 2027-28."),
        ({"halfway": "2027-08-01"}, "The first half ends before the season starts."),
        ({"ends": "2027-10-01"}, "The season ends before its first half does."),
    ],
)
def test_a_season_that_cannot_be_says_why(small, secretary, wrong, said):
    answer = secretary.post(to("new-season"), DAYS | wrong)

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Season.objects.count() == 1


def test_days_are_changed_but_not_past_a_match(small, secretary):
    days = {"name": "2026-27", "starts": "2026-09-01", "halfway": "2026-12-20", "ends": "2027-04-30"}
    assert secretary.post(to("season-days", "2026-27"), days).status_code == 302
    assert Season.objects.get(pk=small.season.pk).halfway == date(2026, 12, 20)

    answer = secretary.post(to("season-days", "2026-27"), days | {"starts": "2026-09-08"})
    assert answer.status_code == 422
    assert b"A match is arranged for Mon 7 Sep." in answer.content


def test_divisions_are_added_changed_and_taken_out(season, secretary):
    values = {"name": "Division Two", "legs": 1, "promoted": 2, "relegated": 0}
    secretary.post(to("season-divisions", "2027-28"), values)
    again = secretary.post(to("season-divisions", "2027-28"), values)
    assert again.status_code == 422
    assert b"There is a division called Division Two already." in again.content

    page = to("season-division", "2027-28", "division-two")
    assert secretary.post(page, values | {"name": "Second"}).status_code == 302
    assert Division.objects.get(slug="division-two").name == "Second"

    removal = to("remove-division", "2027-28", "division-one")
    assert b"Crown A, Plough, Swan" in secretary.get(removal, follow=True).content.replace(b"Bell, ", b"")
    assert secretary.post(removal).status_code == 302
    assert [division.name for division in Division.objects.filter(competition__season=season)] == ["Second"]


def test_a_division_with_matches_stays(small, secretary):
    answer = secretary.post(to("remove-division", "2026-27", "division-one"))

    assert answer.status_code == 422
    assert b"Division One has fixtures, so it cannot be removed." in answer.content


def test_teams_with_matches_are_not_moved(small, secretary):
    answer = secretary.post(to("season-teams", "2026-27"), {f"team-{entry.team_id}": "none" for entry in small.entries})

    assert answer.status_code == 422
    assert b"has fixtures. Withdraw the team instead." in answer.content
    assert Entry.objects.count() == 4


def test_a_season_with_results_keeps_its_list(small, secretary):
    freeze_competition(small.division.competition, at=NOW)
    page = secretary.get(to("season-setup", "2026-27")).content.decode()

    assert "fixtures now change one match at a time" in page
    assert to("season-lists", "2026-27") not in page


def test_the_pages_say_what_to_do_when_there_is_nothing_yet(small, secretary):
    secretary.post(to("new-season"), DAYS)

    assert b"No divisions yet." in secretary.get(to("season-divisions", "2027-28")).content
    assert b"Add a division" in secretary.get(to("season-teams", "2027-28")).content
    page = secretary.post(to("plain-list", "2027-28"), follow=True).content
    assert b"No division has two teams yet" in page


def test_the_consequences_come_before_the_action(small, secretary):
    url = to("withdraw-team", "2026-27", "crown-a")
    page = secretary.get(url, {"on": "2026-09-10"}, follow=True).content.decode()

    assert "What happens if Crown A leave on Thu 10 Sep 2026" in page
    assert "Void: 1 match still to be played. Each opponent has a free night." in page
    assert "Left open for you to settle: 1 match before Thu 10 Sep without a card." in page
    assert Entry.objects.get(pk=small.entries[0].pk).withdrawn_on is None

    assert secretary.post(url, {"on": "2026-09-10", "reason": ""}).status_code == 422
    assert secretary.post(url, {"on": "2026-09-10", "reason": "Pub closed"}).status_code == 302
    assert Entry.objects.get(pk=small.entries[0].pk).withdrawn_on == date(2026, 9, 10)
    assert secretary.post(url, {"on": "2026-09-10", "reason": "Again"}).status_code == 422


def test_a_team_is_brought_back(small, secretary):
    withdraw_team(entry=small.entries[0], on=FIRST_NIGHT, reason="Pub closed", by=small.secretary, at=NOW)
    assert b"Withdrew Mon 7 Sep" in secretary.get(to("reschedule-season", "2026-27")).content

    url = to("restore-team", "2026-27", "crown-a")
    assert secretary.post(url, {"reason": "The pub has a new landlord"}).status_code == 302
    assert Entry.objects.get(pk=small.entries[0].pk).withdrawn_on is None


@pytest.mark.parametrize(
    ("policy", "on", "said"),
    [
        (
            "keep-played",
            date(2026, 10, 1),
            ["Struck out of the table: {} already played, as the team leaves in the first half."],
        ),
        (
            "keep-played",
            date(2027, 2, 1),
            ["Kept in the table: {} already played, as the team leaves in the second half."],
        ),
        ("expunge", date(2027, 2, 1), ["Struck out of the table: {} already played."]),
        (
            "keep-first-half",
            date(2027, 2, 1),
            ["Kept in the table: 1 match of the first half.", "Struck out of the table: 1 match of the second half."],
        ),
        (
            "award",
            date(2027, 2, 1),
            [
                "Struck out of the table: {} already played.",
                "Each team that had a match with Crown A is given 2 points instead.",
            ],
        ),
    ],
)
def test_consequences_follow_the_league_s_policy(small, policy, on, said):
    league = small.league
    league.rules |= {"withdrawal": policy, "withdrawal_award": "2"}
    league.save()
    Fixture.objects.filter(pk=small.fixtures[2].pk).update(half=2)
    for match in (small.fixtures[0], small.fixtures[2]):
        mark_played(lock_fixture(match.pk))

    told = list(consequences(Entry.objects.get(pk=small.entries[0].pk), on))

    assert [each for each in told if "table" in each or "points" in each] == [each.format("2 matches") for each in said]


def test_a_team_that_has_not_played_changes_no_table(small):
    told = list(consequences(small.entries[0], date(2026, 9, 1)))

    assert told[0] == "Void: 2 matches still to be played. Each opponent has a free night."
    assert "No match has been played, so no result changes." in told


def test_the_set_up_page_costs_the_same_for_any_size(django_assert_num_queries, small):
    with django_assert_num_queries(7):
        assert set_up_of(small.season).teams == 4
    for number in range(10):
        make_entry(small.division, make_team(small.league, f"Team {number}"))
    with django_assert_num_queries(7):
        assert set_up_of(small.season).teams == 14
