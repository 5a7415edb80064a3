"""What cannot be, planted through the secretary's forms one kind at a time, and read on the check page."""

from datetime import date

import pytest
from django.urls import reverse

from league.schedule.models import Blackout, Entry
from league.schedule.queries.lists import check_of
from league.teams.choices import LeagueNight
from league.teams.models import Team
from tests.factories import make_division, make_entry, make_season, make_team

FIRST, SECOND = "2026-09-07", "2026-09-14"


def to(name, *parts):
    return reverse(name, args=["leek", "2026-27", *parts])


class Desk:
    """The secretary at work: everything through the forms, and every form taken."""

    def __init__(self, client, small):
        self.client, self.small = client, small

    def sends(self, url, **values):
        answer = self.client.post(url, values)
        assert answer.status_code == 302, answer.context["form"].errors

    def leaves_only(self, nights):
        """Leave out everything after the first so many Mondays of September 2026."""
        first = date(2026, 9, 7).toordinal() + 7 * nights
        self.sends(to("season-nights"), first=str(date.fromordinal(first)), last="2027-04-30", kind="other")

    def wishes(self, team, kind, *, other="", **values):
        entry = Entry.objects.select_related("team").get(name=team)
        values |= {"other": Entry.objects.get(name=other).pk} if other else {}
        self.sends(to("new-request", entry.team.slug, kind), firmness="must", pattern="ticked", **values)

    def closes(self, team, first, last):
        venue = Team.objects.get(name=team).venue
        self.sends(reverse("venue-closures", args=["leek", venue.slug]), first=first, last=last, reason="New roof")

    def gives_boards(self, team, boards):
        venue = Team.objects.get(name=team).venue
        self.sends(reverse("edit-venue", args=["leek", venue.slug]), name=venue.name, boards=boards)

    def moves_in(self, *teams):
        """These teams play at the pub of the first of them."""
        first, *others = [Team.objects.get(name=name) for name in teams]
        for team in others:
            url = reverse("edit-team", args=["leek", team.slug])
            self.sends(url, name=team.name, venue=first.venue_id, start_time="20:00", active="on")

    def sets(self, home, away, on):
        keys = {side: Entry.objects.get(name=name).pk for side, name in (("home", home), ("away", away))}
        self.sends(to("preset-matches"), on=on, **keys)

    def rules(self, **values):
        usual = {
            "night": "", "legs": "2", "second_half": "free", "min_gap_weeks": "0", "pref_gap_weeks": "0", "max_run": "",
            "min_rest_days": "2",
        }  # fmt: skip
        self.sends(to("division-nights", self.small.division.slug), **(usual | values))

    def reads(self):
        page = self.client.get(to("season-lists"))
        return page.content.decode(), page.context["check"]["clashes"]


@pytest.fixture
def desk(small, secretary):
    desk = Desk(secretary, small)
    desk.rules()
    return desk


def test_nothing_stands_against_a_plain_season(desk, small):
    page, clashes = desk.reads()

    assert clashes == []
    assert "No problems found." in page
    assert "6 nights are needed, 34 are left: 28 to spare." in page


def too_few_dates(desk):
    desk.leaves_only(5)


def two_at_home_on_one_board(desk):
    desk.moves_in("Crown A", "Bell")
    for team in ("Crown A", "Bell"):
        desk.wishes(team, "home_on", dates=[FIRST])


def set_twice_on_one_night(desk):
    desk.sets("Crown A", "Bell", FIRST)
    desk.sets("Plough", "Crown A", FIRST)


def gap_too_long(desk):
    desk.leaves_only(6)
    desk.rules(min_gap_weeks="6", pref_gap_weeks="6")


def at_home_while_closed(desk):
    desk.wishes("Crown A", "home_on", dates=[SECOND])
    desk.closes("Crown A", SECOND, SECOND)


PLANTED = {
    too_few_dates: ("Division One", ["nights"]),
    two_at_home_on_one_board: ("Crown A and Bell", ["venue", "wish", "wish"]),
    set_twice_on_one_night: ("Crown A", ["preset", "preset"]),
    gap_too_long: ("Division One", ["division"]),
    at_home_while_closed: ("Crown A", ["venue", "wish"]),
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_what_cannot_be_is_said_with_a_way_to_each_part_of_it(desk, plant):
    names, pages = PLANTED[plant]
    plant(desk)

    page, clashes = desk.reads()

    assert "1 problem found." in page
    (clash,) = clashes
    assert names in clash["text"]
    assert f"<h3>{clash['text']}</h3>" in page.replace("&#x27;", "'")
    assert (
        sorted(part["page"] for part in clash["parts"] if not part["id"].startswith("rounds:") or pages == ["nights"])
        == pages
    )


def test_a_clash_is_mended_where_its_link_leads(desk, secretary):
    at_home_while_closed(desk)
    page, (clash,) = desk.reads()
    wish = next(part["row"] for part in clash["parts"] if part["page"] == "wish")
    assert to("change-request", wish.pk) in page

    desk.sends(to("change-request", wish.pk), firmness="must", pattern="ticked", dates=[FIRST])

    assert desk.reads()[1] == []


def test_pubs_that_must_take_turns_are_told(desk, small):
    desk.moves_in("Crown A", "Bell")

    assert "Crown A and Bell on Mondays: one of them is at home, the other away" in desk.reads()[0]
    desk.gives_boards("Crown A", 2)
    assert "must take turns" not in desk.reads()[0]


def test_dates_that_stand_for_weeks_are_explained(desk, small):
    crown = small.entries[0]
    desk.sends(to("home-night", crown.team.slug), night=LeagueNight.THURSDAY.value)
    desk.wishes("Crown A", "home_on", dates=["2026-09-17"])
    desk.closes("Crown A", "2026-09-17", "2026-09-17")

    page, (clash,) = desk.reads()

    assert "A date stands for its week" in page
    assert {part["text"] for part in clash["parts"]} >= {
        "Crown A at home on Thu 17 Sep",
        "Crown A Inn is closed on Thu 17 Sep",
    }


def test_a_season_without_teams_is_sent_to_place_them(small, secretary):
    season = make_season(small.league, "2027-28", current=False)
    make_division(season)

    page = secretary.get(reverse("season-lists", args=["leek", season.slug])).content.decode()

    assert "No division has two teams yet, so there is nothing to check." in page


@pytest.mark.parametrize("number", [1, 3])
def test_a_check_takes_as_many_queries_for_three_divisions_as_for_one(
    small, secretary, django_assert_num_queries, number
):
    for rank in range(2, number + 1):
        division = make_division(small.season, f"Division {rank}", rank=rank)
        for letter in "AB":
            make_entry(division, make_team(small.league, f"Team {rank}{letter}"))
        Blackout.objects.create(season=small.season, first=date(2026, 11, rank), last=date(2026, 11, rank))
    with django_assert_num_queries(5):
        check_of(small.division.competition)
    with django_assert_num_queries(13):
        secretary.get(to("season-lists"))
