"""A captain offers dates that fit, the other captain takes one, and the league's own rules are kept or overruled."""

from datetime import date, datetime, time, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.base.ui.formats import night
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import accept_date, ask_move, postpone_fixture, rearrange_fixture, void_fixture
from league.schedule.actions.seasons import settle_moving, start_season
from league.schedule.choices import BlackoutKind
from league.schedule.models import Blackout, Competition, Division, Fixture, MoveRequest, Season
from league.schedule.queries.move_rules import nights_for, rules_of
from league.schedule.values.calendar import days_off
from league.teams.models import Closure
from scoring.season.schedule.offers import MoveRules, Tier, Until
from tests.factories import (
    league_in_season,
    make_division,
    make_entry,
    make_fixture,
    make_season,
    make_team,
    make_venue,
)
from tests.league.person import signed_in

NOW = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())
TODAY = NOW.date()
MONDAY = date(2026, 9, 21)


@pytest.fixture(autouse=True)
def _in_september(small):
    """The four teams meet in two weeks running, which a real league would not have."""
    Division.objects.update(min_gap_days=0)
    with time_machine.travel(NOW, tick=False):
        yield


def whole(fixture):
    rows = Fixture.objects.select_related("division__competition__season", "venue", "home", "away")
    return rows.get(pk=fixture.pk)


@pytest.fixture
def match(small):
    return whole(small.fixtures[0])


def rules(small, **values):
    settle_moving(competition=small.division.competition, rules=MoveRules(**values), by=small.secretary, at=NOW)


def asked(small, *dates, **values):
    return ask_move(
        fixture=small.fixtures[0], asked_by=small.entries[1], reason="A wedding", by=small.captains[1], at=NOW,
        dates=dates, **values,
    )  # fmt: skip


def fresh(fixture):
    return Fixture.objects.get(pk=fixture.pk)


def offered(match):
    return [offer.date for offer in nights_for(match, today=TODAY).offers]


def why(match, day):
    return " ".join(next(each.why for each in nights_for(match, today=TODAY).refused if each.date == day))


def test_nights_are_on_the_league_s_weekdays_before_the_deadline(small, match):
    found = offered(match)

    assert MONDAY in found
    assert all(day.weekday() < 5 and TODAY + timedelta(days=3) <= day <= date(2026, 10, 5) for day in found)
    rules(small, nights=(3,), within=14)
    narrow = whole(match)
    assert {day.weekday() for day in offered(narrow)} <= {0, 3}
    assert max(offered(narrow)) <= date(2026, 9, 21)


def test_the_other_matches_of_both_teams_are_in_the_way(match):
    assert "twice" in why(match, date(2026, 9, 14))
    assert "the rules ask for" in why(match, date(2026, 9, 15))


def test_a_closed_pub_a_full_pub_and_a_cup_week_are_in_the_way(small, match):
    Closure.objects.create(venue=match.venue, first=MONDAY, last=MONDAY, reason="Beer festival")
    assert "closed" in why(match, MONDAY)

    thursday = date(2026, 9, 24)
    make_fixture(small.entries[2], small.entries[3], on=thursday, week=7, venue=match.venue)
    assert f"{match.venue} has one board, and Plough v Swan is there" in why(match, thursday)

    Blackout.objects.create(season=small.season, first=date(2026, 9, 28), last=date(2026, 10, 2), kind=BlackoutKind.CUP)
    assert not [day for day in offered(match) if date(2026, 9, 28) <= day <= date(2026, 10, 2)]


def test_a_spare_night_is_the_first_choice(small, match):
    spare = date(2026, 9, 28)
    Blackout.objects.create(season=small.season, first=spare, last=spare, kind=BlackoutKind.SPARE)

    best = nights_for(match, today=TODAY).offers[0]

    assert (best.date, best.reasons[0]) == (spare, "a spare night")


def test_evenings_before_holidays_are_named_and_come_last(small):
    season = Season(starts=date(2026, 9, 1), ends=date(2027, 4, 30), holidays_of="ENG")
    named = days_off(season)

    assert (named[date(2026, 12, 24)], named[date(2026, 12, 31)]) == ("Christmas Eve", "New Year’s Eve")
    assert named[date(2026, 12, 25)] == "a bank holiday, Christmas Day"
    assert date(2026, 12, 23) not in named


def test_a_match_of_the_first_half_may_have_to_be_played_in_it(small, match):
    rules(small, within=None, until=Until.HALF)
    assert max(offered(whole(match))) == small.season.halfway


def test_a_captain_offers_dates_the_other_takes_one_and_the_match_is_moved(small):
    home, away = signed_in(small.captains[0]), signed_in(small.captains[1])
    match = small.fixtures[0]
    page = away.get(reverse("ask-move", args=["leek", match.first_date, match.slug])).content.decode()
    assert "Mon 21 Sep" in page
    assert "The usual night; no other match for either team that week" in page
    assert "they may have ordered the food" in page

    sent = {"reason": "A wedding", "dates": ["2026-09-21", "2026-09-28"]}
    assert away.post(reverse("ask-move", args=["leek", match.first_date, match.slug]), sent).status_code == 302
    request = MoveRequest.objects.get()
    assert [offer.date for offer in request.offers.all()] == [MONDAY, date(2026, 9, 28)]

    take = reverse("accept-move", args=["leek", request.pk])
    assert away.post(take, {"date": "2026-09-28"}).status_code == 403
    assert home.post(take, {"date": "2026-10-01"}).status_code == 422
    assert home.post(take, {"date": "2026-09-28"}).status_code == 302
    assert fresh(match).date == date(2026, 9, 28)
    assert b"decided already" in home.post(take, {"date": "2026-09-21"}).content
    shown = home.get(match.get_absolute_url()).content.decode()
    assert "(was Mon 7 Sep)" in shown
    assert "Mon 28 Sep" in shown


@pytest.mark.parametrize("values", [{"secretary_confirms": True}, {"opponent_agrees": False}, {"notice": 30}])
def test_the_secretary_has_the_last_word_where_the_rules_say_so(small, values):
    rules(small, **values)
    request = accept_date(move_request=asked(small, MONDAY), date=MONDAY, by=small.captains[0], at=NOW)

    assert (request.agreed, request.accepted, request.new_date) == (True, None, MONDAY)
    assert fresh(small.fixtures[0]).date == small.fixtures[0].date
    page = (
        signed_in(small.secretary).get(reverse("grant-move", args=["leek", request.pk]), follow=True).content.decode()
    )
    assert "Mon 21 Sep" in page
    granted = signed_in(small.secretary).post(
        reverse("grant-move", args=["leek", request.pk]), {"choice": "2026-09-21"}
    )
    assert granted.status_code == 302
    assert fresh(small.fixtures[0]).date == MONDAY


def test_a_date_that_was_taken_meanwhile_is_refused_with_the_reason(small):
    request = asked(small, MONDAY)
    make_fixture(small.entries[0], small.entries[2], on=MONDAY, week=8)

    with pytest.raises(ValidationError, match=r"Mon 21 Sep does not fit: .*twice"):
        accept_date(move_request=request, date=MONDAY, by=small.captains[0], at=NOW)
    assert fresh(small.fixtures[0]).date == small.fixtures[0].date


def test_only_dates_that_fit_can_be_offered_and_at_most_three(small):
    with pytest.raises(ValidationError, match="Mon 14 Sep does not fit"):
        asked(small, date(2026, 9, 14))
    four = [date(2026, 9, 17), date(2026, 9, 18), MONDAY, date(2026, 9, 22)]
    with pytest.raises(ValidationError, match="up to 3 different dates"):
        asked(small, *four)
    assert not MoveRequest.objects.exists()


def test_the_side_that_asked_may_take_it_back(small):
    request = asked(small, MONDAY)
    back = reverse("withdraw-move", args=["leek", request.pk])

    assert signed_in(small.captains[0]).post(back).status_code == 403
    assert signed_in(small.captains[1]).post(back).status_code == 302
    request.refresh_from_db()
    assert request.accepted is False
    assert AuditEntry.objects.latest("pk").words == "Bell took back the request to move Crown A v Bell."
    with pytest.raises(ValidationError, match="decided already"):
        accept_date(move_request=request, date=MONDAY, by=small.captains[0], at=NOW)


def test_too_little_notice_is_told_and_the_secretary_may_overrule_it(small):
    rules(small, notice=10, tiers=(Tier(10, "nothing"), Tier(3, "£20 to the other side")))
    match, secretary = small.fixtures[0], signed_in(small.secretary)
    address = reverse("postpone-match", args=["leek", match.first_date, match.slug])
    values = {"seen": 1, "reason": "Flood", "asked_by": small.entries[1].pk}

    told = secretary.post(address, values)
    assert told.status_code == 200
    assert "The league asks for 10 days’ notice, and this is 6 days before." in told.content.decode()
    assert secretary.post(address, values | {"anyway": "on", "play_by": "2026-10-05"}).status_code == 302
    assert fresh(match).play_by == date(2026, 10, 5)
    inbox = secretary.get(reverse("inbox", args=["leek"])).content.decode()
    assert "needs a new date. Play by Mon 5 Oct." in inbox
    asked_again = secretary.get(reverse("rearrange-match", args=["leek", match.first_date, match.slug]))
    assert 'Date to be agreed, by <span class="nowrap">Mon 5 Oct</span>' in asked_again.content.decode()

    captain = signed_in(small.captains[2])
    other = small.fixtures[1]
    page = captain.get(reverse("ask-move", args=["leek", other.first_date, other.slug])).content.decode()
    assert "£20 to the other side" in page
    assert "The secretary decides." in page


def test_the_captains_settle_the_date_of_a_match_that_is_off_already_whatever_its_notice(small):
    rules(small, notice=10, most=0, tiers=(Tier(10, "nothing"), Tier(3, "£20 to the other side")))
    match = small.fixtures[0]
    postpone_fixture(fixture=match, reason="Flood", by=small.secretary, at=NOW)
    home, away = signed_in(small.captains[0]), signed_in(small.captains[1])

    address = reverse("ask-move", args=["leek", match.first_date, match.slug])
    assert "By the league’s rules" not in away.get(address).content.decode()
    away.post(address, {"reason": "The road is open", "dates": ["2026-09-21"]})
    home.post(reverse("accept-move", args=["leek", MoveRequest.objects.get().pk]), {"date": "2026-09-21"})

    assert fresh(match).date == MONDAY


def test_how_often_a_team_has_put_matches_off_is_counted(small):
    rules(small, most=1, notice=0)
    rearrange_fixture(
        fixture=small.fixtures[2], date=date(2026, 9, 17), reason="Flood", by=small.secretary, at=NOW,
        asked_by=small.entries[1],
    )  # fmt: skip
    match = small.fixtures[0]

    page = signed_in(small.captains[1]).get(reverse("ask-move", args=["leek", match.first_date, match.slug]))

    assert "may postpone 1 match in a season, and this one has postponed 1" in page.content.decode()


def test_the_rules_are_settled_on_the_season_s_page(small, secretary):
    address = reverse("season-moving", args=["leek", small.season.slug])
    assert '<details class="flow" id="moving" open>' in secretary.get(address, follow=True).content.decode()
    values = {
        "allowed": "on", "notice": "7", "tiers": "8: nothing\n3: it must be played later", "most": "2", "who": "both",
        "within": "14", "until": "half", "nights": ["0", "3"], "ahead": "2", "food": "Ring the pub.",
        "without_notice": "The match is lost.",
    }  # fmt: skip

    assert secretary.post(address, values | {"tiers": "soon: nothing"}).status_code == 422
    assert secretary.post(address, values).status_code == 302

    small.division.competition.refresh_from_db()
    assert rules_of(small.division.competition) == MoveRules(
        notice=7, tiers=(Tier(8, "nothing"), Tier(3, "it must be played later")), without_notice="The match is lost.",
        most=2, secretary_confirms=True, within=14, until=Until.HALF, nights=(0, 3), ahead=2, food="Ring the pub.",
    )  # fmt: skip
    assert "8: nothing" in secretary.get(address, follow=True).content.decode()


def test_a_season_keeps_its_rules_when_those_of_the_next_are_changed(small):
    ours = small.division.competition
    settle_moving(competition=ours, rules=MoveRules(notice=7, most=2), by=small.secretary, at=NOW)
    following = start_season(
        league=small.league, name="2027-28", starts=date(2027, 9, 1), halfway=date(2027, 12, 31),
        ends=date(2028, 5, 1), like=small.season, by=small.secretary, at=NOW,
    )  # fmt: skip
    theirs = Competition.objects.get(season=following)
    assert rules_of(theirs).notice == 7
    settle_moving(competition=theirs, rules=MoveRules(notice=3), by=small.secretary, at=NOW)

    ours.refresh_from_db()
    assert (rules_of(ours).notice, rules_of(ours).most) == (7, 2)


def test_a_cup_match_of_the_same_team_is_in_the_way(small, match):
    other = make_division(make_season(small.league, "2027-28", current=False), "Cup")
    cup = [make_entry(other, small.entries[0].team), make_entry(other, make_team(small.league, "Visitors"))]
    make_fixture(cup[1], cup[0], on=MONDAY)

    assert "Crown A already play on Mon 21 Sep: Visitors v Crown A" in why(match, MONDAY)


def test_a_match_with_a_result_or_at_another_pub_is_looked_at_as_it_is(small, match):
    elsewhere = make_venue(small.league, "Institute")
    rearrange_fixture(
        fixture=small.fixtures[1], date=MONDAY, venue=match.venue, reason="Flood", by=small.secretary, at=NOW,
        start_time=time(19),
    )  # fmt: skip
    assert "has one board" in why(match, MONDAY)
    mark_played(lock_fixture(small.fixtures[2].pk))
    assert "twice" in why(match, date(2026, 9, 14))
    match.venue = elsewhere
    match.save()
    assert MONDAY in offered(match)


def test_the_other_captain_finds_the_request_on_the_page_of_their_matches(small):
    request = asked(small, MONDAY)
    take = reverse("accept-move", args=["leek", request.pk])

    def your_match(captain):
        return " ".join(signed_in(captain).get(reverse("your-match", args=["leek"])).content.decode().split())

    def shown(captain):
        return take in your_match(captain)

    assert [shown(captain) for captain in small.captains] == [True, False, False, False]
    assert f"Bell ask to move Crown A v Bell ({night(small.fixtures[0].date)}) to Mon 21 Sep" in your_match(
        small.captains[0]
    )
    assert "You asked to move this to Mon 21 Sep. Crown A have not answered." in your_match(small.captains[1])
    withdraw = reverse("withdraw-move", args=["leek", request.pk])
    assert [withdraw in your_match(captain) for captain in small.captains] == [False, True, False, False]
    make_fixture(small.entries[0], small.entries[2], on=MONDAY, week=9)
    page = signed_in(small.captains[0]).get(take).content.decode()
    assert "Mon 21 Sep (does not fit any more)" in page
    signed_in(small.captains[0]).post(reverse("reject-move", args=["leek", request.pk]))
    assert not shown(small.captains[0])
    assert "Crown A do not agree. The secretary decides." in your_match(small.captains[1])
    signed_in(small.captains[0]).post(reverse("agree-move", args=["leek", request.pk]))
    assert all(
        "Both sides agree to Mon 21 Sep. The secretary decides." in your_match(each) for each in small.captains[:2]
    )


def test_a_request_is_answered_right_under_the_score(small):
    request, fixture = asked(small, MONDAY), small.fixtures[0]
    for captain, address in ((small.captains[0], "accept-move"), (small.captains[1], "withdraw-move")):
        page = signed_in(captain).get(fixture.get_absolute_url()).content.decode()
        assert page.index('class="score"') < page.index('id="request"') < page.index("Where</dt>")
        assert page.index('id="request"') < page.index(reverse(address, args=["leek", request.pk]))


def test_a_match_that_was_struck_out_meanwhile_has_no_nights_and_no_date_is_taken(small):
    request = asked(small, MONDAY)
    void_fixture(fixture=small.fixtures[0], reason="Frost", by=small.secretary, at=NOW)

    answer = signed_in(small.captains[0]).post(reverse("accept-move", args=["leek", request.pk]), {"date": str(MONDAY)})

    assert answer.status_code == 422
    assert "outside the days for moved matches" in answer.content.decode()


@pytest.mark.parametrize("teams", [4, 12])
def test_the_nights_of_a_match_take_as_many_queries_in_a_large_league(teams, django_assert_num_queries):
    with scopes_disabled():
        large = league_in_season(f"league-{teams}", teams=teams, squad=0)
    with scope(league=large.league):
        match = whole(large.fixtures[0])
        with django_assert_num_queries(6):
            nights_for(match, today=TODAY)
