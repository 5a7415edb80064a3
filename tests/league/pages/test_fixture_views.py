"""The fixtures by night, month, team, venue and grid: what each shows, and that none costs more for more."""

import gzip
from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, strip_tags
from django_scopes import scope, scopes_disabled

from league.schedule.actions.matches import postpone_fixture, void_fixture
from league.schedule.models import Blackout, Fixture
from league.teams.actions.leagues import rename_team
from league.teams.models import Closure, League, Venue
from tests.factories import (
    FIRST_NIGHT,
    league_in_season,
    make_division,
    make_entry,
    make_fixture,
    make_league,
    make_season,
    make_team,
)
from tests.league.person import signed_in
from tests.played import make_clubs, play_season

UK = timezone.get_default_timezone()
SECOND_NIGHT = FIRST_NIGHT + timedelta(weeks=1)


@pytest.fixture
def small(db, time_machine):
    time_machine.move_to(datetime(2026, 9, 1, 12, tzinfo=UK))
    with scopes_disabled():
        made = league_in_season(squad=0)
    with scope(league=made.league):
        yield made


@pytest.fixture
def act(small):
    return {"by": small.secretary, "at": datetime(2026, 9, 1, 12, tzinfo=UK), "reason": "Snow on the tops"}


def get(**asked):
    return Client().get("/leek/fixtures/", asked)


def night_of(day):
    return Client().get(f"/leek/fixtures/{day}/")


def text(answer):
    return " ".join(answer.content.decode().split())


def rows(answer):
    """The words of the table's rows."""
    return [
        [" ".join(strip_tags(conditional_escape(cell)).split()) for _column, _class, cell in cells]
        for _row, cells in answer.context["table"].lines()
    ]


def played(teams, *, nights=None):
    """A season with results, at a moment in the middle of it."""
    with scopes_disabled():
        league = make_league()
        play_season(league, make_clubs(league, teams, squad=8), size=teams, nights=nights)
    return league


# --- the switch -------------------------------------------------------------------------------------------------------
def test_the_switch_leads_to_every_way_and_marks_the_one_that_is_shown(small):
    seen = text(get())
    for label, url in (("Month", "/leek/fixtures/?view=month"), ("Grid", "/leek/fixtures/?view=grid")):
        assert f'<a href="{url}">{label}</a>' in seen
    assert '<a href="/leek/fixtures/" aria-current="page">Week</a>' in seen


def test_the_switch_of_an_earlier_season_stays_in_it(small):
    with scopes_disabled():
        past = make_season(small.league, "2025-26", current=False)
        make_entry(make_division(past), small.entries[0].team)
    seen = text(get(season="2025-26"))

    assert '<a href="/leek/fixtures/?season=2025-26&amp;view=grid">Grid</a>' in seen
    assert '<input type="hidden" name="season" value="2025-26">' in seen
    assert '<option value="crown-a">Crown A</option>' in seen


# --- one night --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("today", "month"),
    [
        (date(2026, 8, 1), date(2026, 9, 1)),
        (date(2026, 9, 8), date(2026, 10, 1)),
        (date(2027, 6, 1), date(2026, 10, 1)),
    ],
)
def test_the_month_of_the_night_that_comes_next_is_shown_first(small, time_machine, today, month):
    time_machine.move_to(datetime.combine(today, datetime.min.time(), UK))
    Fixture.objects.filter(date=SECOND_NIGHT).update(date=date(2026, 10, 5))

    assert get(view="month").context["month"]["first"] == month


def test_each_side_of_a_listed_match_is_marked_home_or_away(small):
    listed = text(get(week="all")).split('<ul class="matches">')[1]
    assert listed.count('title="home"') == listed.count('title="away"') == listed.count('<li class="match">') > 0


def test_who_is_where_names_pubs_with_and_without_a_match(small):
    night = night_of(FIRST_NIGHT).context["night"]

    assert [(pub["venue"].name, [str(line.fixture) for line in pub["lines"]], pub["full"]) for pub in night.pubs] == [
        ("Crown A Inn", ["Crown A v Bell"], False),
        ("Plough Inn", ["Plough v Swan"], False),
    ]
    assert [venue.name for venue in night.idle] == ["Bell Inn", "Swan Inn"]
    assert (night.earlier, night.later) == (None, SECOND_NIGHT)


def test_a_pub_with_more_matches_than_boards_says_so(small):
    pub = small.entries[0].team.venue
    make_fixture(small.entries[1], small.entries[2], FIRST_NIGHT, week=5, venue=pub)

    seen = night_of(FIRST_NIGHT)
    assert [pub["full"] for pub in seen.context["night"].pubs] == [True, False]
    assert '1 board <span class="tag tag--warn">2 matches</span>' in text(seen)
    Venue.objects.filter(pk=pub.pk).update(boards=2)
    assert "2 boards</p>" in text(night_of(FIRST_NIGHT))


def test_a_closed_pub_says_why_and_whether_somebody_was_to_play_there(small):
    for name in ("Crown A Inn", "Swan Inn"):
        Closure.objects.create(
            venue=Venue.objects.get(name=name), first=FIRST_NIGHT, last=FIRST_NIGHT, reason="Beer festival"
        )
    seen = night_of(FIRST_NIGHT)

    assert '<span class="tag tag--bad">Closed: Beer festival</span>' in text(seen)
    assert [(venue.name, why) for venue, why in seen.context["night"].shut] == [("Swan Inn", "Beer festival")]


def test_byes_moved_matches_and_blackouts_are_told_of(small, act):
    make_fixture(make_entry(small.division, make_team(small.league, "Anchor")), None)
    postpone_fixture(fixture=small.fixtures[0], new_date=date(2026, 9, 17), **act)
    void_fixture(fixture=small.fixtures[1], **act)
    Blackout.objects.create(season=small.season, first=FIRST_NIGHT, last=FIRST_NIGHT, kind="cup", reason="Cup week")
    seen = text(night_of(FIRST_NIGHT))

    assert "No league matches: Cup week" in seen
    assert "Crown A v Bell</a> to Thu 17 Sep" in seen
    assert "<dt>Bye</dt><dd>Anchor</dd>" in seen
    assert "There are no matches on Mon 7 Sep." in seen
    assert "Crown A v Bell" not in str(night_of(FIRST_NIGHT).context["night"].pubs)


def test_the_secretary_may_put_the_night_off_from_its_page(small):
    client = signed_in(small.secretary)
    address = reverse("postpone-night", args=["leek", FIRST_NIGHT])

    assert address in text(client.get(f"/leek/fixtures/{FIRST_NIGHT}/"))
    assert address not in text(night_of(FIRST_NIGHT))


@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_a_night_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[number % 2 :][:2], week=number + 1)

    with django_assert_num_queries(7):
        seen = night_of(FIRST_NIGHT)
    assert seen.context["night"].matches == count


# --- a month ----------------------------------------------------------------------------------------------------------
def test_a_month_counts_each_night_and_says_why_there_is_none(small, act):
    postpone_fixture(fixture=small.fixtures[0], **act)
    Blackout.objects.create(season=small.season, first=date(2026, 9, 21), last=date(2026, 9, 27), kind="cup")
    Closure.objects.create(venue=small.entries[0].team.venue, first=date(2026, 9, 29), last=date(2026, 10, 2))
    seen = get(view="month", month="2026-09")
    days = {day["day"].day: day for day in seen.context["month"]["days"] if day["inside"]}

    assert len(days) == 30
    assert {
        number: (day["matches"], day["moved"]) for number, day in days.items() if day["matches"] or day["moved"]
    } == {
        7: (1, 1),
        14: (2, 0),
    }
    assert [number for number, day in days.items() if day["blackouts"]] == list(range(21, 28))
    assert [number for number, day in days.items() if day["closed"]] == [29, 30]
    assert seen.context["month"]["matches"] == 3
    assert f'href="/leek/fixtures/{SECOND_NIGHT}/">2 matches</a>' in text(seen)
    assert "Cup week" in text(seen)
    assert "Crown A Inn closed" in text(seen)


def test_a_month_leads_to_those_of_its_season_only(small):
    def beside(first):
        month = get(view="month", month=first).context["month"]
        return month["earlier"], month["later"]

    assert beside("2026-09") == (None, date(2026, 10, 1))
    assert beside("2026-12") == (date(2026, 11, 1), date(2027, 1, 1))
    assert beside("2027-04") == (date(2027, 3, 1), None)


def test_a_month_that_never_was_is_no_address(small):
    assert Client().get("/leek/fixtures/2026-13/").status_code == 404
    assert get(view="month", month="2026-13").status_code == 404


@pytest.mark.parametrize("when", ["9999-12", "0001-01", "9999-12-31", "0001-01-01"])
def test_the_first_and_the_last_year_of_the_calendar_are_no_addresses(small, when):
    assert Client().get(f"/leek/fixtures/{when}/").status_code == 404
    assert Client().get("/leek/fixtures/2026-02-30/").status_code == 404


@pytest.mark.parametrize("nights", [1, 3, 28])
def test_a_month_costs_the_same_for_any_number_of_nights(small, django_assert_num_queries, nights):
    Fixture.objects.all().delete()
    for number in range(nights):
        make_fixture(*small.entries[:2], date(2026, 10, 1) + timedelta(days=number), week=number + 1)

    with django_assert_num_queries(6):
        assert get(view="month", month="2026-10").context["month"]["matches"] == nights


# --- a team and a pub -------------------------------------------------------------------------------------------------
def test_a_team_s_season_has_byes_and_blackouts_in_their_place(small, act):
    crown = small.entries[0]
    make_fixture(crown, None, date(2026, 9, 21), week=3)
    Blackout.objects.create(season=small.season, first=date(2026, 9, 8), last=date(2026, 9, 11), reason="Feast week")
    postpone_fixture(fixture=small.fixtures[2], **act)
    seen = get(team="crown-a")

    assert rows(seen) == [
        ["Mon 7 Sep", "H Bell", "8pm", "Crown A Inn"],
        ["Tue 8 Sep to Fri 11 Sep", "Feast week", "", ""],
        ["Mon 21 Sep", "Bye", "", ""],
        ["To be agreed", "A Bell Postponed", "", "Bell Inn"],
    ]
    assert "1 at home, 1 away" in text(seen)


@pytest.mark.django_db
def test_a_team_s_results_are_in_its_own_terms():
    with scope(league=played(4, nights=6)):
        home, away = (Fixture.objects.filter(**{side: "Crown"}).first() for side in ("home__name", "away__name"))
        expected = {
            (away.home.name, _said(away.result.away_games, away.result.home_games)),
            (home.away.name, _said(home.result.home_games, home.result.away_games)),
        }
    shown = {(row[1].split(maxsplit=1)[1], row[2]) for row in rows(get(team="crown"))}

    assert expected <= shown


def _said(mine, theirs):
    return f"{'Won' if mine > theirs else 'Lost' if mine < theirs else 'Drew'} {mine}\N{EN DASH}{theirs}"


def test_a_team_is_shown_under_its_old_name_too(small):
    rename_team(team=small.entries[0].team, name="Crown Tavern", by=small.secretary, at=datetime(2026, 9, 1, tzinfo=UK))

    assert "Crown Tavern: fixtures" in text(get(team="crown-a"))
    assert get(team="nobody").status_code == 404


def test_a_pub_s_season_says_where_there_is_too_much_and_when_it_is_shut(small):
    pub = small.entries[0].team.venue
    make_fixture(small.entries[1], small.entries[2], FIRST_NIGHT, week=5, venue=pub)
    make_fixture(small.entries[1], small.entries[3], date(2026, 9, 10), week=6, venue=pub)
    Closure.objects.create(venue=pub, first=SECOND_NIGHT, last=SECOND_NIGHT, reason="Beer festival")

    assert [row[:2] for row in rows(get(venue="crown-a-inn"))] == [
        ["Mon 7 Sep", "Bell v Plough 2 matches here"],
        ["Mon 7 Sep", "Crown A v Bell 2 matches here"],
        ["Thu 10 Sep", "Bell v Swan"],
        ["Mon 14 Sep", "Closed: Beer festival"],
    ]


@pytest.mark.parametrize("asked", [{"team": "crown-a"}, {"venue": "crown-a-inn"}])
@pytest.mark.parametrize("count", [1, 3, 10, 100])
def test_a_season_s_sheet_costs_the_same_for_any_number_of_matches(small, django_assert_num_queries, asked, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*small.entries[:2], FIRST_NIGHT + timedelta(days=number), week=number + 1)

    with django_assert_num_queries(5):
        assert len(rows(get(**asked))) == count


@pytest.mark.parametrize("teams", [2, 12])
def test_every_team_and_venue_is_to_be_chosen_at_the_same_cost(db, django_assert_num_queries, teams):
    with scopes_disabled():
        league_in_season(teams=teams, squad=0)

    with django_assert_num_queries(7):
        seen = text(get())
    assert seen.count("<option") == 1 + len(get().context["filter"].form.fields["week"].choices) + 2 * (1 + teams) + 1


# --- the grid ---------------------------------------------------------------------------------------------------------
def squares(answer):
    """The words in each place, row by row; None where a team would meet itself."""
    table = answer.context["grid"]
    return [[None if cell is None else [words for _, words in cell] for cell in cells] for _, cells in table["rows"]]


def test_the_grid_has_each_match_once_in_its_place(small, act):
    make_fixture(small.entries[0], small.entries[2], date(2026, 9, 17), week=3)
    postpone_fixture(fixture=small.fixtures[0], **act)
    seen = get(view="grid")

    assert [entry.name for entry in seen.context["grid"]["teams"]] == ["Bell", "Crown A", "Plough", "Swan"]
    assert squares(seen) == [
        [None, ["14 Sep"], [], []],
        [["no date"], None, ["Thu 17 Sep"], []],
        [[], [], None, ["7 Sep"]],
        [[], [], ["14 Sep"], None],
    ]
    assert ">no date</a>" in text(seen)
    assert "Dates are Mondays unless a weekday is given." in text(seen)


def test_the_grid_has_scores_and_pairs_that_meet_more_than_twice(small):
    make_fixture(*small.entries[:2], date(2026, 10, 5), week=4)
    void_fixture(fixture=small.fixtures[1], by=small.secretary, at=datetime(2026, 9, 1, tzinfo=UK), reason="Fire")
    seen = get(view="grid", division="division-one")

    assert squares(seen)[1][0] == ["7 Sep", "5 Oct"]
    assert ">void</a>" in text(seen)
    assert get(view="grid", division="division-nine").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("teams", [2, 6, 12])
def test_the_grid_costs_the_same_for_any_number_of_teams_and_fits_on_a_slow_line(django_assert_num_queries, teams):
    played(teams)

    with django_assert_num_queries(5):
        seen = get(view="grid")
    assert text(seen).count("cross__score") == teams * (teams - 1)
    assert len(gzip.compress(seen.content)) < 14_000


# --- without anything -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("asked", [{"view": "month"}, {"view": "grid"}, {"team": "crown-a"}, {"venue": "crown-a-inn"}])
def test_without_a_season_every_way_says_so(db, asked):
    with scopes_disabled():
        make_league()

    assert "No season is running yet" in text(get(**asked))
    assert get(season="1999-00", **asked).status_code == 404


def test_a_season_without_matches_says_so(db):
    with scopes_disabled():
        make_entry(make_division(make_season(make_league())), make_team(league_made(), "Crown A"))

    assert "Crown A have no fixtures in season 2026-27." in text(get(team="crown-a"))
    assert "There are no matches at Crown A Inn" in text(get(venue="crown-a-inn"))
    assert "have not been published yet" in text(get(view="grid"))
    assert "There are no matches in September." in text(get(view="month", month="2026-09"))
    assert "There are no matches on Mon 7 Sep." in text(night_of(FIRST_NIGHT))


def league_made():
    return League.objects.get()


# --- the way there ----------------------------------------------------------------------------------------------------
def test_a_team_and_a_pub_lead_to_their_sheets(small):
    assert "/leek/fixtures/?team=crown-a" in text(Client().get("/leek/crown-a/"))
    assert "/leek/fixtures/?venue=crown-a-inn" in text(Client().get("/leek/venues/crown-a-inn/"))
