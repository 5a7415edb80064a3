"""How a game was pegged: its page, its record, and what is wrong or doubtful in it."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.games import game_of, games_of
from league.matchnight.queries.match_state import MatchProjection, state_of
from league.matchnight.values import doubts
from league.schedule.models import Fixture
from league.teams.models import League, Player
from scoring.card.sheet import Side
from scoring.play.check import check_text
from scoring.play.events import HandStarted, Pegged
from scoring.play.figures import game_figures, scoresheet
from tests.league.html import words_on
from tests.league.live.pegging import facts, opened, peg_game, places, send
from tests.league.live.phones import address, log_of
from tests.scoring.play.example import TILES

DASH = "\N{EN DASH}"


def page(night, line=0, game=1):
    return Client().get(address(night.fixture, "live-game", line, game))


def record(night, line=0):
    return Client().get(address(night.fixture, "live-game-record", line, 1))


def test_a_game_in_pegs_is_told_hand_by_hand_and_in_figures(night):
    peg_game(night.fixture, 0, night.home)
    seen = words_on(page(night))
    assert "Singles 1, hand by hand" in seen
    assert re.search(r"(last score|Finished) \w{3} \d+ \w{3}, \d", seen)
    game = game_of(match_of(night.fixture), night.fixture, (0, 1))
    for number, hand in enumerate(scoresheet(game.line.rules, 2, game.projection.facts), start=1):
        assert f" {number} {DASH.join(map(str, hand.scores))} " in seen
    told = game_figures(game.line.rules, 2, game.projection.facts)
    assert f"Eights {told.sides[0].eights} {told.sides[1].eights}" in seen
    assert f"Busts {told.sides[0].busts} {told.sides[1].busts}" in seen
    assert "Tile by tile" not in seen


def test_a_game_in_tiles_is_reviewed_move_by_move(night):
    peg_game(night.fixture, 0, night.home, how=TILES)
    seen = words_on(page(night))
    assert "Tile by tile" in seen
    assert "Looking again" in seen
    assert "plays gave away" in seen


def test_the_page_is_kept_until_the_next_peg(night, settings, django_assert_num_queries):
    settings.PAGES_KEPT, lease = 900, uuid4()
    peg_game(night.fixture, 0, night.home, part=0.5, lease=lease)
    first, where = page(night), address(night.fixture, "live-game", 0, 1)
    with django_assert_num_queries(3):  # the league, its version, and how far the pegs have come
        assert Client().get(where).content == first.content
    seen = Client().get(where, headers={"if-none-match": first["ETag"]})
    assert (seen.status_code, seen.content) == (304, b"")
    send(night.fixture, 0, facts(HandStarted(str(uuid4()), 1)), by=night.home, lease=lease)
    assert page(night).content != first.content


def test_the_day_to_which_a_match_was_moved_leads_to_the_page(night):
    moved = night.fixture.first_date + timedelta(days=2)
    Fixture.objects.filter(pk=night.fixture.pk).update(date=moved)
    peg_game(night.fixture, 0, night.home, part=0.5)
    where = address(night.fixture, "live-game", 0, 1)
    seen = Client().get(where.replace(f"{night.fixture.first_date}", f"{moved}"))
    assert (seen.status_code, seen["Location"]) == (301, where)


def test_the_record_is_a_file_that_checks_out(night):
    ended = peg_game(night.fixture, 6, night.home, how=TILES)
    answer = record(night, 6)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="2026-09-07-crown-a-v-bell-pairs-1.txt"'
    checked = check_text(answer.content.decode())
    assert checked.findings == ()
    assert checked.games[0].winner == ended.winner
    assert checked.games[0].record.header("Game") == "Pairs 1, Crown A v Bell"


def test_the_record_is_the_same_behind_the_button_to_check_it(night):
    peg_game(night.fixture, 0, night.home)
    packed = re.search(r'name="r"\s+value="([^"]+)"', page(night).content.decode())[1]
    assert "Crown A v Bell" in words_on(Client().get("/rules/check/", {"r": packed}))


def test_players_are_called_as_the_league_calls_them(night):
    home = places(night.fixture, 0, Side.HOME)
    Player.objects.filter(pk=home[0]["key"]).update(under_18=True, name="Wilfred Featherstone")
    peg_game(night.fixture, 0, night.home, home=home)
    for answer in (page(night), record(night)):
        assert "W F" in answer.content.decode()
        assert "Featherstone" not in answer.content.decode()


TYPED = ["Wilfred Featherstone", "wilfred  featherstone", "Featherstone, Wilfred", "Wilf Featherstone",
         "W Featherstone", "Featherstone"]  # fmt: skip


@pytest.mark.parametrize("typed", TYPED)
def test_a_minor_of_another_team_is_not_named_however_the_name_is_typed_on_a_phone(night, typed):
    """As a player with any key, as who scores, and as who agrees to the score: on every page and in every answer."""
    young = Player.objects.exclude(registrations__team__in=[night.fixture.home.team, night.fixture.away.team]).first()
    Player.objects.filter(pk=young.pk).update(under_18=True, name="Wilfred Featherstone", known_as="Wilf")
    League.objects.update(public_names="full")
    typed_in = [{"key": f"+{typed}", "name": typed}]
    ended = peg_game(night.fixture, 0, night.home, home=typed_in, name=typed)
    agreed = ("confirmed", {"side": 1, "name": typed, "scores": [int(score) for score in ended.scores]})
    send(night.fixture, 0, [agreed], by=night.home, lease=uuid4())
    peg_game(night.fixture, 1, night.home, home=[{"key": "999999", "name": typed}], part=0.5)
    fixture = night.fixture
    answers = [Client().get(address(fixture, name)) for name in ("live", "live-state", "match")]
    answers += [
        page(night),
        record(night),
        page(night, line=1),
        Client().get(reverse("tonight", args=[night.small.league.slug])),
    ]
    texts = [answer.content.decode() for answer in answers]
    frames = MatchProjection(match_of(fixture), fixture)
    texts += [str(frames.apply(event)) for event in log_of(fixture)]
    assert [answer.status_code for answer in answers] == [200] * 7
    assert [text for text in texts if "featherstone" in text.casefold()] == []
    assert "Confirmed by" in texts[3]


def test_pegs_that_cannot_have_been_are_said_with_their_hand(night):
    impossible = [Pegged(str(uuid4()), 0, 5), *(Pegged(str(uuid4()), 1, 8) for _ in range(7))]
    taps = [opened(night.fixture, 0), *facts(HandStarted(str(uuid4()), 0), Pegged(str(uuid4()), 7, 2), *impossible)]
    send(night.fixture, 0, taps, by=night.home, lease=uuid4())
    game = game_of(match_of(night.fixture), night.fixture, (0, 1))
    found = {(each.code, each.where.hand) for each in doubts(game)}
    assert {("pegs_impossible", 1), ("eights", 1), ("left_out", 1)} <= found
    seen = words_on(page(night))
    assert "Impossible, hand 1: no tile pegs 5, so it is left out." in seen
    assert "Impossible, hand 1: no hand has seven eights." in seen


def test_a_game_made_up_by_the_rules_raises_no_doubt(night):
    for line in (0, 6):
        peg_game(night.fixture, line, night.home, seed=line)
    assert [doubts(game) for game in games_of(match_of(night.fixture), night.fixture)] == [(), ()]


def test_a_game_that_nobody_opened_has_no_page(night):
    assert page(night).status_code == 404
    peg_game(night.fixture, 0, night.home)
    assert page(night, 1).status_code == 404
    assert page(night, 0, 2).status_code == 404
    assert record(night, 99).status_code == 404


def test_the_match_leads_to_its_games(night):
    ended = peg_game(night.fixture, 0, night.home)
    peg_game(night.fixture, 1, night.home, part=0.4)
    seen = Client().get(night.fixture.get_absolute_url())
    (home,), (away,) = state_of(night.fixture)["games"][0]["players"]
    score = DASH.join(str(int(score)) for score in ended.scores)
    assert f"Singles 1: {home} {score} {away}" in words_on(seen)
    assert address(night.fixture, "live-game", 0, 1) in seen.content.decode()
    assert address(night.fixture, "live-game", 1, 1) not in seen.content.decode()


@pytest.mark.parametrize("line", [0, 6])
def test_the_page_costs_the_same_for_singles_and_pairs(night, django_assert_num_queries, line):
    for other in (0, 1, 6):
        peg_game(night.fixture, other, night.home, seed=other)
    with django_assert_num_queries(6):
        page(night, line)
