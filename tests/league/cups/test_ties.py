"""Ties as matches: put up when their sides are known, arranged by those who play them, sent in on cards."""

from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import change_entrant
from league.cups.actions.knockout import bring_up_to_date, write_fact
from league.cups.models import Fact, Round, Tie
from league.cups.periodic import follow_results
from league.results.actions.cards import submit_card
from league.results.choices import SentFor
from league.results.models import Result
from league.results.queries.facts import match_for
from league.schedule.actions.matches import ask_move, rearrange_fixture
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Fixture, MoveRequest
from league.schedule.queries.move_rules import nights_for
from league.teams.choices import RoleKind
from scoring.card.format import Settle
from scoring.card.presets import preset
from scoring.card.sheet import Side
from scoring.season.knockout.bracket import State
from scoring.season.knockout.cups import Cup, TieForm
from scoring.season.knockout.facts import Replayed, WalkedOver, Withdrew
from tests.factories import make_role, make_team, make_user
from tests.league.cups.evening import DRAWN, PLAYED, drawn_cup
from tests.league.live.phones import phone_of
from tests.league.person import signed_in
from tests.league.results.walk import hidden

pytestmark = pytest.mark.django_db
SOON = datetime(2026, 9, 4, 12, tzinfo=timezone.get_default_timezone())


def address(fixture: Fixture, name: str) -> str:
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug])


def send_alone(singles, tie):
    """A card from home that the other side has not answered."""
    fixture = singles.dated(tie)
    return submit_card(
        fixture=fixture, card=singles.card(fixture, [Side.HOME, Side.HOME]), sent_for=SentFor.HOME,
        key="123e4567-e89b-42d3-a456-426614174000", seen=fixture.version,
        by=singles.user_of(fixture.home.entrant.key), at=PLAYED,
    )  # fmt: skip


# --- put up -----------------------------------------------------------------------------------------------------------
def test_a_draw_puts_up_the_ties_whose_sides_are_known(singles):
    assert [(row.tie, row.leg, row.attempt) for row in singles.rows] == [("main-1-1", 1, 1), ("main-1-2", 1, 1)]

    fixture, tie = singles.fixture("main-1-1"), singles.tie("main-1-1")
    assert (fixture.home.entrant.key, fixture.away.entrant.key) == (tie.first, tie.second)
    assert (fixture.state, fixture.date) == (FixtureState.POSTPONED, None)
    assert fixture.status is FixtureStatus.TO_ARRANGE
    assert fixture.occasion == "Singles, semi-final"
    assert not fixture.moved


def test_the_first_drawn_is_at_home_at_its_own_pub(singles):
    fixture = singles.fixture("main-1-1")

    assert fixture.venue == fixture.home.team.venue
    assert fixture.start_time == fixture.home.team.start_time


def test_a_tie_is_played_under_its_own_rules(singles):
    (line,) = singles.fixture("main-1-1").rules_in_force().format.lines

    assert (line.players, line.games, line.settle) == (1, 3, Settle.BEST_OF)


def test_only_those_entered_may_play(singles):
    match = match_for(singles.fixture("main-1-1"))

    assert [len(match.squad(side).players) for side in Side] == [1, 1]
    assert not match.on_the_night
    playing = {player.id for side in Side for player in match.squad(side).players}
    assert not playing & {player.id for player in match.elsewhere}
    assert match.elsewhere


def test_the_final_is_put_up_once_both_sides_are_known_and_is_longer(singles):
    singles.play("main-1-1")
    assert [row.tie for row in singles.rows] == ["main-1-1", "main-1-2"]
    singles.play("main-1-2", 1, 2)

    bring_up_to_date(cup=singles.cup, by=singles.coordinator, at=PLAYED)

    final = singles.fixture("main-2-1")
    assert final.occasion == "Singles, final"
    assert final.rules_in_force().format.lines[0].games == 5
    home, away = singles.fixture("main-1-1").home, singles.fixture("main-1-2").away
    assert (final.home, final.away) == (home, away)


def test_the_next_match_is_put_up_though_nobody_asks_for_it(singles):
    singles.play("main-1-1")
    singles.play("main-1-2", 1, 2)

    follow_results(PLAYED)
    follow_results(PLAYED)

    final = singles.fixture("main-2-1")
    assert final.occasion == "Singles, final"
    told = AuditEntry.objects.filter(verb="bring_up_to_date")
    assert [(entry.by, entry.words) for entry in told] == [(None, "Singles: results taken in: 2; matches put up: 1.")]


def test_cups_of_which_nothing_is_new_are_not_read_again(singles, django_assert_num_queries):
    singles.play("main-1-1")
    follow_results(PLAYED)
    with django_assert_num_queries(1):
        follow_results(PLAYED)

    sent = send_alone(singles, "main-1-2")
    follow_results(PLAYED)
    stands = sent.fixture.result.confirm_by
    with django_assert_num_queries(1):
        follow_results(stands - timedelta(seconds=1))
    assert not Tie.objects.filter(tie="main-2-1").exists()
    follow_results(stands)
    assert singles.fixture("main-2-1").occasion == "Singles, final"


def test_what_is_up_to_date_is_left_alone(singles):
    before = Fact.objects.count(), Tie.objects.count(), AuditEntry.objects.count()

    bring_up_to_date(cup=singles.cup, by=singles.coordinator, at=PLAYED)

    assert (Fact.objects.count(), Tie.objects.count(), AuditEntry.objects.count()) == before


def test_a_walkover_strikes_the_match_out_and_the_winner_goes_on(singles):
    to = str(singles.tie("main-1-1").first)
    write_fact(cup=singles.cup, fact=WalkedOver("main-1-1", to, "Nobody came"), by=singles.coordinator, at=SOON)

    struck = singles.fixture("main-1-1")
    assert struck.state == FixtureState.VOID
    assert singles.tie("main-1-1").state is State.WALKOVER
    page = signed_in(singles.coordinator).get(struck.get_absolute_url()).content.decode()
    assert "This match is not needed any more." in page
    assert f'href="{singles.cup.get_absolute_url()}"' in page
    assert "Reinstate it" not in page


def test_who_withdraws_gives_its_tie_away_and_the_match_is_struck_out(singles):
    gone = str(singles.tie("main-1-2").second)
    write_fact(cup=singles.cup, fact=Withdrew(gone, "Moved away"), by=singles.coordinator, at=SOON)

    assert singles.fixture("main-1-2").state == FixtureState.VOID


def test_a_replay_is_another_match(singles):
    singles.play("main-1-1")
    write_fact(cup=singles.cup, fact=Replayed("main-1-1", "Played on a 121 board"), by=singles.coordinator, at=PLAYED)

    again = singles.fixture("main-1-1", attempt=2)
    assert again.occasion == "Singles, semi-final, replay"
    assert singles.tie("main-1-1").state is State.TO_PLAY
    singles.play("main-1-1", 0, 2, attempt=2, at=PLAYED + timedelta(days=1))
    assert singles.tie("main-1-1", PLAYED + timedelta(days=2)).scores == {1: (0, 2)}
    assert Result.objects.count() == 2


def test_a_final_whose_sides_change_before_it_is_played_is_put_up_anew(singles):
    singles.play("main-1-1")
    singles.play("main-1-2")
    bring_up_to_date(cup=singles.cup, by=singles.coordinator, at=PLAYED)
    old = singles.fixture("main-2-1")
    write_fact(cup=singles.cup, fact=Replayed("main-1-2", "Wrong board"), by=singles.coordinator, at=PLAYED)

    assert Fixture.objects.get(pk=old.pk).state == FixtureState.VOID
    singles.play("main-1-2", 0, 2, attempt=2, at=PLAYED + timedelta(days=1))
    bring_up_to_date(cup=singles.cup, by=singles.coordinator, at=PLAYED + timedelta(days=2))

    final = singles.fixture("main-2-1")
    assert final.pk != old.pk
    assert final.away == singles.fixture("main-1-2", attempt=2).away


def test_two_legs_are_home_and_away_and_a_level_tie_goes_to_a_decider(db):
    form = TieForm(games=2, legs=2, decider=1)
    with scopes_disabled():
        made = drawn_cup(each=1, rules=Cup("Two legs", forms=(form,)))
        first, second = made.fixture("main-1-1"), made.fixture("main-1-1", leg=2)
        assert (first.home, first.away) == (second.away, second.home)
        assert [first.stage, second.stage] == ["Final, first leg", "Final, second leg"]

        made.play("main-1-1", 2, 0)
        made.play("main-1-1", 2, 0, leg=2, at=PLAYED + timedelta(days=7))
        later = PLAYED + timedelta(days=8)
        bring_up_to_date(cup=made.cup, by=made.coordinator, at=later)

        assert made.tie("main-1-1", later).state is State.LEVEL
        decider = made.fixture("main-1-1", leg=3)
        assert decider.stage == "Final, decider"
        assert (decider.home, decider.rules_in_force().format.total_games) == (first.home, 1)
        made.play("main-1-1", 1, 0, leg=3, at=later)
        assert made.bracket(later + timedelta(days=1)).champion == first.home.entrant.key


def test_teams_play_their_league_card_with_their_squads(db):
    with scopes_disabled():
        made = drawn_cup("team-knockout", rules=Cup("Team", forms=(TieForm(games=9),)))
        fixture = made.fixture("main-1-1")

        assert fixture.rules_in_force().format == preset("leek").format
        assert [len(match_for(fixture).squad(side).players) for side in Side] == [4, 4]


# --- arranged ---------------------------------------------------------------------------------------------------------
def offered(made, tie="main-1-1", days=(11, 12, 13)) -> MoveRequest:
    fixture = made.fixture(tie)
    dates = [(SOON + timedelta(days=each)).date() for each in days]
    by = made.user_of(fixture.home.entrant.key)
    return ask_move(fixture=fixture, asked_by=fixture.home, dates=dates, reason="Ours", by=by, at=SOON)


@time_machine.travel(SOON)
def test_two_players_arrange_their_tie_by_themselves(singles):
    fixture = singles.fixture("main-1-1")
    home, away = (signed_in(singles.user_of(key)) for key in singles.sides("main-1-1"))
    page = home.get(address(fixture, "ask-move")).content.decode()
    assert "Suggest dates for" in page
    answer = home.post(address(fixture, "ask-move"), {"dates": ["2026-09-16", "2026-09-15", "2026-09-18"]})
    assert answer.status_code == 302, answer.content.decode()

    asked = MoveRequest.objects.get()
    league = fixture.league.slug
    assert "Choose a date" in away.get(fixture.get_absolute_url()).content.decode()
    assert away.post(reverse("accept-move", args=[league, asked.pk]), {"date": "2026-09-15"}).status_code == 302

    now = singles.fixture("main-1-1")
    assert (now.date, now.first_date, now.state) == (date(2026, 9, 15), date(2026, 9, 15), FixtureState.SCHEDULED)
    assert now.status is FixtureStatus.SCHEDULED
    assert not now.moves.exists()


@time_machine.travel(SOON)
def test_the_address_of_before_the_date_leads_to_the_one_of_after(singles):
    old = singles.fixture("main-1-1")
    singles.dated("main-1-1")

    answer = Client().get(old.get_absolute_url())

    assert (answer.status_code, answer.url) == (301, singles.fixture("main-1-1").get_absolute_url())


@time_machine.travel(SOON)
def test_at_most_two_of_the_dates_are_on_one_weekday(singles):
    fixture, home = singles.fixture("main-1-1"), signed_in(singles.user_of(singles.sides("main-1-1")[0]))

    answer = home.post(address(fixture, "ask-move"), {"dates": ["2026-09-15", "2026-09-22", "2026-09-29"]})

    assert answer.status_code == 422
    assert "At most 2 of the dates may be Tuesdays" in answer.content.decode()


def test_four_dates_are_too_many(singles):
    with pytest.raises(ValidationError, match="up to 3"):
        offered(singles, days=(11, 12, 13, 14))


def test_no_night_on_which_either_side_or_its_team_plays(singles):
    fixture, league_match = singles.fixture("main-1-1"), singles.small.fixtures[1]

    refused = {each.date: " ".join(each.why) for each in nights_for(fixture, today=DRAWN.date()).refused}

    assert str(league_match) in refused[league_match.date]


def test_no_night_on_which_the_pub_has_no_board_left(singles):
    taken = singles.dated("main-1-2")
    fixture = singles.fixture("main-1-1")
    rearrange_fixture(
        fixture=taken, date=taken.date, venue=fixture.venue, reason="Theirs is shut", by=singles.coordinator, at=DRAWN
    )

    refused = {each.date: each.why for each in nights_for(fixture, today=DRAWN.date()).refused}
    assert any("has one board" in why for why in refused[taken.date])


def test_no_night_after_the_last_day_of_the_round(singles):
    Round.objects.create(cup=singles.cup, part="main", round=1, play_by=date(2026, 9, 20))
    fixture = singles.fixture("main-1-1")
    fixture.play_by = date(2026, 9, 20)

    assert max(each.date for each in nights_for(fixture, today=DRAWN.date()).offers) <= date(2026, 9, 20)


@time_machine.travel(SOON)
def test_who_is_not_in_it_arranges_nothing(singles):
    fixture = singles.fixture("main-1-1")
    other = singles.user_of(singles.sides("main-1-2")[0])

    assert signed_in(other).get(address(fixture, "ask-move")).status_code == 403
    assert Client().get(address(fixture, "ask-move")).status_code == 302


@time_machine.travel(SOON)
def test_a_player_cannot_answer_his_own_offer(singles):
    asked = offered(singles)
    client = signed_in(singles.user_of(singles.sides("main-1-1")[0]))

    assert client.get(reverse("accept-move", args=[singles.small.league.slug, asked.pk])).status_code == 403


@time_machine.travel(SOON)
def test_the_co_ordinator_sets_a_date_and_a_pub_but_moves_no_league_match(singles):
    fixture, client = singles.fixture("main-1-1"), signed_in(singles.coordinator)
    there = fixture.away.team.venue
    values = {"date": "2026-09-16", "start_time": "19:30", "venue": there.pk, "asked_by": "league"}

    answer = client.post(
        address(fixture, "rearrange-match"), values | {"reason": "Neutral ground", "seen": fixture.version}
    )

    assert answer.status_code == 302, answer.content.decode()
    now = singles.fixture("main-1-1")
    assert (now.date, now.venue) == (date(2026, 9, 16), there)
    assert client.get(address(singles.small.fixtures[0], "rearrange-match")).status_code == 403


@time_machine.travel(SOON)
def test_your_match_has_a_player_s_tie_with_what_to_do_about_it(singles):
    client = signed_in(singles.user_of(singles.sides("main-1-1")[0]))

    page = client.get(reverse("your-match", args=[singles.small.league.slug])).content.decode()

    assert "You have drawn " in page
    assert "are drawn against" not in page
    assert "Suggest dates" in page
    assert "Singles, semi-final" in page


@time_machine.travel(SOON)
def test_a_captain_reads_whose_tie_it_is_that_a_player_of_the_team_has_drawn(singles):
    home, away = (singles.fixture("main-1-1").home, singles.fixture("main-1-1").away)
    captain = singles.small.captains[[each.team_id for each in singles.small.entries].index(home.team_id)]
    page = signed_in(captain).get(reverse("your-match", args=[singles.small.league.slug])).content.decode()

    assert f"{home} are drawn against {away}." in page
    assert f"You have drawn {away}." not in page


@time_machine.travel(SOON)
def test_no_side_is_told_to_offer_dates_while_some_wait_for_an_answer(singles):
    offered(singles)
    address_of_page = reverse("your-match", args=[singles.small.league.slug])

    home, away = (
        signed_in(singles.user_of(key)).get(address_of_page).content.decode() for key in singles.sides("main-1-1")
    )

    assert "Suggest dates" not in home + away
    assert "Suggested dates" in home
    assert f"suggest dates for {singles.fixture('main-1-1')}" in away
    assert "Choose a date" in away


@time_machine.travel(SOON)
def test_a_player_who_signs_in_has_your_match_in_the_bar_and_is_told_when_there_is_nothing(singles):
    person = make_user("Ned New")
    idle = make_team(singles.small.league, "Idle")  # of which no match is to come
    make_role(person, singles.small.league, RoleKind.PLAYER, idle)
    there = reverse("your-match", args=[singles.small.league.slug])
    client = signed_in(person)

    assert there in client.get(reverse("league-home", args=[singles.small.league.slug])).content.decode()
    answer = client.get(there)
    assert (answer.status_code, "no result is yours to send or answer" in answer.content.decode()) == (200, True)


# --- played -----------------------------------------------------------------------------------------------------------
def test_a_card_by_the_two_players_is_a_score_of_the_tie(singles):
    singles.play("main-1-1", 2, 1)

    assert singles.tie("main-1-1").scores == {1: (2, 1)}
    assert singles.tie("main-1-1").state is State.PLAYED


def test_a_card_that_nobody_has_agreed_to_is_not(singles):
    send_alone(singles, "main-1-1")

    assert singles.tie("main-1-1").state is State.TO_PLAY


def test_a_player_sends_the_card_through_the_pages(singles):
    with time_machine.travel(PLAYED):
        fixture = singles.dated("main-1-1")
        home, away = (signed_in(singles.user_of(key)) for key in singles.sides("main-1-1"))
        match = match_for(fixture)
        players = {side.value: [player.id for player in match.squad(side).players] for side in Side}
        page = home.get(address(fixture, "card-players")).content.decode()
        assert "New players" not in page
        assert page.count("checked") == 2
        assert home.post(address(fixture, "card-players"), players).status_code == 302
        lines = reverse("card-lines", args=[fixture.league.slug, fixture.first_date, fixture.slug, 1])
        values = {f"lines.0.{side.value}.0": players[side.value][0] for side in Side}
        won = {"lines.0.games.0.winner": "home", "lines.0.games.1.winner": "home", "lines.0.games.2.winner": "none"}
        answer = home.post(lines, values | won)
        assert (answer.status_code, answer.url) == (302, address(fixture, "card-check")), answer.content.decode()
        check = home.get(address(fixture, "card-check")).content.decode()
        assert home.post(address(fixture, "card-check"), hidden(check)).status_code == 302
        page = away.get(address(fixture, "match-confirmation")).content.decode()
        assert away.post(address(fixture, "match-confirmation"), hidden(page)).status_code == 302

    assert singles.tie("main-1-1").scores == {1: (2, 0)}


def test_a_tie_is_pegged_live_by_its_players_as_any_match(singles):
    with time_machine.travel(PLAYED):
        fixture = singles.dated("main-1-1")
        user = singles.user_of(singles.sides("main-1-1")[0])
        page = signed_in(user).get(address(fixture, "score"))
        assert page.status_code == 200
        assert "Best of 3 games to 61" in page.content.decode()

        phone = phone_of(fixture, user)
        phone.opens()
        phone.tells("hand_started", leader=0, deal=None)
        phone.pegs(0, 8)
        assert phone.send().status_code == 200

        state = Client().get(address(fixture, "live-state")).json()
        assert state["games"][0]["scores"] == [8, 0]
        night = Client().get(reverse("tonight", args=[fixture.league.slug])).content.decode()
        assert "Singles, semi-final" in night


def test_a_handicap_begins_on_the_board_where_it_says(db):
    with scopes_disabled():
        made = drawn_cup(each=1)
        entrant = made.entrants[0]
        change_entrant(
            entrant=entrant, seed=None, region="", rank=entrant.rank, start=11, by=made.coordinator, at=DRAWN
        )
        bring_up_to_date(cup=made.cup, by=made.coordinator, at=SOON)
        fixture = made.dated("main-1-1")
        user = made.user_of(entrant.key)
    with scope(league=made.small.league), time_machine.travel(PLAYED):
        side = 0 if fixture.home.entrant.key == entrant.key else 1
        assert "starts on hole 11" in signed_in(user).get(address(fixture, "score")).content.decode()
        phone = phone_of(fixture, user)
        phone.opens()
        phone.tells("hand_started", leader=0, deal=None)
        phone.pegs(side, 8)
        assert phone.send().status_code == 200

        state = Client().get(address(fixture, "live-state")).json()
        assert state["games"][0]["scores"][side] == 19


@time_machine.travel(PLAYED + timedelta(days=1))
def test_a_score_that_is_on_a_card_is_not_put_right_by_hand(singles):
    singles.play("main-1-1")
    client = signed_in(singles.coordinator)

    page = client.get(singles.address("cup-tie", "main-1-1")).content.decode()

    assert "corrects the match" in page
    assert singles.address("correct-tie", "main-1-1") not in page
    assert singles.address("replay-tie", "main-1-1") in page
