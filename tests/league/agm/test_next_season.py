"""The next season is made from this one after every change was read, and can be taken back."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from league.cups.actions.cups import open_cup
from league.cups.actions.entries import enter
from league.cups.models import Cup, EntrantKind
from league.schedule.actions.seasons import open_season
from league.schedule.models import Blackout, Division, Entry, Fixture, Season, Wish
from league.seasons.actions import undo_next_season
from league.seasons.models import Rollover
from league.seasons.queries.next_season import next_days, next_name, off_next
from league.teams.models import Registration, Team
from scoring.season.knockout import cups
from scoring.season.knockout.draw import DrawRules
from tests.factories import make_fixture, make_player, make_team
from tests.league.agm.conftest import MEETING, to
from tests.league.agm.test_closing import close
from tests.league.agm.test_places import decide
from tests.league.html import words_on

ADDRESS = ("next-season", "2026-27")


@pytest.fixture
def decided(season, secretary):
    """The season closed, and decided by the rule."""
    close(secretary)
    decide(secretary)
    return season


def sent(secretary, page=None, **changes):
    """The page's form as it stands, changed, and sent."""
    page = page or secretary.get(to(*ADDRESS))
    form = page.context["form"]
    return secretary.post(to(*ADDRESS), dict(form.data.items()) | {"seen": form.digest} | changes)


def made() -> Season:
    return Rollover.objects.select_related("season").get().season


def places(season: Season) -> dict[str, str]:
    rows = Entry.objects.filter(division__competition__season=season).select_related("division")
    return {entry.name: entry.division.slug for entry in rows}


# --- days -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("2026-27", "2027-28"), ("2026/27", "2027/28"), ("1999-00", "2000-01"), ("2098-99", "2099-00"),
        ("2026-2027", "2027-2028"), ("2026", "2027"), ("Winter", "2027-28"),
    ],
)  # fmt: skip
def test_a_season_is_named_by_its_years(name, after):
    days = {"starts": date(2026, 9, 1), "halfway": date(2026, 12, 31), "ends": date(2027, 4, 30)}
    assert next_name(Season(name=name, **days)) == after


def test_days_come_on_the_same_weekday(season):
    to = next_days(season)
    for name in ("starts", "halfway", "ends"):
        before, after = getattr(season, name), getattr(to, name)
        assert (after - before).days == 364
        assert after.weekday() == before.weekday()


def test_a_week_left_out_for_a_bank_holiday_goes_with_it(season):
    """Easter Monday is 29 March in 2027 and 17 April in 2028; Christmas stays where it is."""
    make = Blackout.objects.create
    cup = make(season=season, first=date(2027, 2, 1), last=date(2027, 2, 7), kind="cup")
    make(season=season, first=date(2026, 12, 21), last=date(2027, 1, 3), kind="holiday", reason="Christmas")
    make(season=season, first=date(2027, 3, 29), last=date(2027, 4, 4), kind="holiday", reason="Easter")
    found = {off.before.reason or "cup": off for off in off_next(season, next_days(season))}
    assert (found["Easter"].first, found["Easter"].last) == (date(2028, 4, 17), date(2028, 4, 23))
    assert found["Easter"].holiday == "Easter Monday"
    assert (found["Christmas"].first, found["Christmas"].last) == (date(2027, 12, 20), date(2028, 1, 2))
    assert found["cup"].first == date(2028, 1, 31)
    assert cup.first.weekday() == found["cup"].first.weekday()


# --- the page ---------------------------------------------------------------------------------------------------------
def test_every_change_is_read_before_anything_is_written(decided, secretary):
    up = Entry.objects.get(fate__way="up")
    down = Entry.objects.get(fate__way="down")
    said = words_on(secretary.get(to(*ADDRESS)))
    assert "Season 2027-28: Tue 31 Aug 2027 to Fri 28 Apr 2028, 52 weeks after season 2026-27" in said
    assert f"{up} comes up from Division 2" in said
    assert f"{down} comes down from Division 1" in said
    assert f"{up}: 6 players staying" in said
    assert not Season.objects.filter(slug="2027-28").exists()


def test_made_in_one_go(decided, secretary):
    up = Entry.objects.get(fate__way="up")
    down = Entry.objects.get(fate__way="down")
    answer = sent(secretary)
    assert answer.status_code == 302, words_on(answer)
    there = places(made())
    assert len(there) == 8
    assert (there[up.name], there[down.name]) == ("division-1", "division-2")
    before = {row.slug: (row.legs, row.promoted, row.relegated) for row in Division.objects.filter(rank__in=[1, 2])}
    rows = Division.objects.filter(competition__season=made())
    assert {row.slug: (row.legs, row.promoted, row.relegated) for row in rows} == before
    assert not made().current
    assert Season.objects.get(current=True) == decided


def test_what_was_changed_is_shown_before_it_is_made(decided, secretary):
    team = Team.objects.order_by("pk").first()
    page = sent(secretary, **{f"team-{team.pk}": "out"})
    assert page.status_code == 422
    seen = words_on(page)
    assert "You have changed something. Read the new result below, then set up the season." in seen
    assert f"{team} leaves the league; 6 players can join other teams" in seen
    assert not Rollover.objects.exists()

    assert sent(secretary, page).status_code == 302
    assert team.name not in places(made())
    assert not Team.objects.get(pk=team.pk).active
    ended = Registration.objects.filter(team=team)
    assert {(row.state, row.until) for row in ended} == {("left", decided.ends)}


def test_a_player_who_does_not_carry_on_leaves(decided, secretary):
    row = Registration.objects.select_related("player").order_by("pk").first()
    page = sent(secretary, **{f"leave-{row.team_id}": [str(row.pk)]})
    assert f"5 players staying; leaving: {row.player.name}" in words_on(page)
    form = page.context["form"]
    data = dict(form.data.lists()) | {"seen": form.digest}
    assert secretary.post(to(*ADDRESS), data).status_code == 302
    row.refresh_from_db()
    assert (row.state, row.until) == ("left", decided.ends)
    assert list(made().rollover.registrations.all()) == [row]


def test_wishes_days_and_cups_are_carried_on(decided, secretary):
    one, two = Entry.objects.filter(division__slug="division-1").order_by("pk")[:2]
    competition = one.division.competition
    dates = ["2026-10-05", "2026-10-12"]
    Wish.objects.create(competition=competition, kind="no_home", entry=one, dates=dates, words="Darts", hard=True)
    Wish.objects.create(competition=competition, kind="not_both_home", entry=one, other=two)
    Blackout.objects.create(season=decided, first=date(2027, 2, 1), last=date(2027, 2, 7), kind="cup")
    Blackout.objects.create(
        season=decided, first=date(2026, 11, 2), last=date(2026, 11, 2), kind="other", reason="Fair"
    )
    singles(decided, secretary)
    page = secretary.get(to(*ADDRESS))
    said = words_on(page)
    assert "Mon 4 Oct" in said
    assert "No matches Mon 31 Jan to Sun 6 Feb: Cup week" in said
    assert "Singles: open for entries, same format as last season" in said

    fair = Blackout.objects.get(reason="Fair")
    page = sent(secretary, page, **{f"off-{fair.pk}": ""})
    assert sent(secretary, page, **{f"off-{fair.pk}": ""}).status_code == 302
    new = made()
    assert [(row.first, row.last) for row in Blackout.objects.filter(season=new)] == [
        (date(2028, 1, 31), date(2028, 2, 6))
    ]
    wishes = Wish.objects.filter(competition__season=new).order_by("pk")
    first = wishes.get(kind="no_home")
    assert (first.entry.team, first.dates, first.hard) == (one.team, ["2027-10-04", "2027-10-11"], True)
    cup = Cup.objects.get(division__competition__season=new)
    assert (cup.name, cup.kind, cup.state) == ("Singles", "singles", "open")


def test_a_wish_about_a_meeting_is_dropped_where_they_do_not_meet(decided, secretary):
    up = Entry.objects.get(fate__way="up")
    other = Entry.objects.filter(division=up.division).exclude(pk=up.pk).first()
    Wish.objects.create(
        competition=up.division.competition, kind="avoid_meet", entry=up, other=other, dates=["2026-10-05"]
    )
    assert "Dropped because the teams do not meet or do not play" in words_on(secretary.get(to(*ADDRESS)))
    sent(secretary)
    assert not Wish.objects.filter(competition__season=made()).exists()


def test_a_new_team_is_offered_and_comes_in_where_it_is_put(decided, secretary):
    star = make_team(decided.league, "Morning Star")
    division = Division.objects.get(slug="division-2")
    page = secretary.get(to(*ADDRESS))
    assert "Morning Star not playing, as last season" in words_on(page)
    page = sent(secretary, page, **{f"team-{star.pk}": str(division.pk)})
    assert "Morning Star comes in" in words_on(page)
    sent(secretary, page)
    assert places(made())["Morning Star"] == "division-2"
    assert star.active


def test_wrong_days_are_told_at_their_fields(decided, secretary):
    page = sent(secretary, ends="2027-01-01")
    assert page.status_code == 422
    assert "The season ends before its first half does." in words_on(page)


def test_a_season_that_is_there_already_is_not_made_again(decided, secretary):
    page = secretary.get(to(*ADDRESS))
    sent(secretary, page)
    again = sent(secretary, page)
    assert again.status_code == 422
    assert "There is a season called 2027-28 already." in words_on(again)
    assert secretary.get(to(*ADDRESS)).url == to("season-setup", "2027-28")


# --- back -------------------------------------------------------------------------------------------------------------
def test_taken_back_everything_is_as_it_was(decided, secretary):
    team = Team.objects.order_by("pk").first()
    before = {row.pk: (row.state, row.until) for row in Registration.objects.all()}
    page = sent(secretary, **{f"team-{team.pk}": "out"})
    sent(secretary, page)
    assert secretary.post(to("undo-season", "2027-28"), {"reason": ""}).status_code == 422
    assert secretary.post(to("undo-season", "2027-28"), {"reason": "Wrong team out"}).status_code == 302
    assert not Season.objects.filter(slug="2027-28").exists()
    assert Team.objects.get(pk=team.pk).active
    assert {row.pk: (row.state, row.until) for row in Registration.objects.all()} == before


def test_a_player_who_joined_another_team_meanwhile_stays_there(decided, secretary):
    team, other = Team.objects.order_by("pk")[:2]
    page = sent(secretary, **{f"team-{team.pk}": "out"})
    sent(secretary, page)
    gone = Registration.objects.filter(team=team).select_related("player").first()
    Registration.objects.create(
        player=gone.player, team=other, state="approved", how="list", asked_at=MEETING, since=date(2027, 5, 1)
    )
    undo_next_season(rollover=Rollover.objects.get(), reason="Back", by=secretary.user, at=MEETING)
    gone.refresh_from_db()
    assert gone.state == "left"
    assert Registration.objects.filter(team=team, state="approved").count() == 5


def test_nothing_is_taken_back_once_the_league_is_in_it_or_somebody_played(decided, secretary):
    sent(secretary)
    rollover = Rollover.objects.select_related("season").get()
    open_season(season=rollover.season, by=secretary.user, at=MEETING)
    undo = {"rollover": rollover, "reason": "Back", "by": secretary.user, "at": MEETING}
    with pytest.raises(ValidationError, match="The league is in season 2027-28"):
        undo_next_season(**undo)
    open_season(season=decided, by=secretary.user, at=MEETING)
    home, away = Entry.objects.filter(division__competition__season=rollover.season, division__slug="division-1")[:2]
    make_fixture(home, away, on=date(2027, 9, 6), state="played")
    rollover = Rollover.objects.select_related("season").get()
    with pytest.raises(ValidationError, match="have been played, so it stays"):
        undo_next_season(**undo | {"rollover": rollover})
    Fixture.objects.filter(division__competition__season=rollover.season).update(state="scheduled")
    undo_next_season(**undo | {"rollover": Rollover.objects.select_related("season").get()})
    assert not Season.objects.filter(slug="2027-28").exists()


def test_a_cup_that_somebody_entered_keeps_its_season(decided, secretary):
    singles(decided, secretary)
    sent(secretary)
    player = make_player(Team.objects.first(), "Ted Raine")
    cup = Cup.objects.get(division__competition__season=made())
    enter(cup=cup, team=Team.objects.first(), players=[player], by=secretary.user, at=MEETING)
    with pytest.raises(ValidationError, match="A cup of season 2027-28 has entries"):
        undo_next_season(rollover=Rollover.objects.get(), reason="Back", by=secretary.user, at=MEETING)


def test_the_page_costs_the_same_for_any_number_of_teams(decided, secretary, django_assert_num_queries):
    secretary.get(to(*ADDRESS))
    with django_assert_num_queries(queries := 14):
        secretary.get(to(*ADDRESS))
    for number in range(6):
        make_player(make_team(decided.league, f"New {number}"), f"Ann Other{number}")
    with django_assert_num_queries(queries):
        secretary.get(to(*ADDRESS))


def singles(season, secretary):
    return open_cup(
        season=season, name="Singles", kind=EntrantKind.SINGLES, rules=cups.SINGLES, draw_rules=DrawRules(),
        by=secretary.user, at=MEETING,
    )  # fmt: skip
