"""The pages of those who watch: one match, the night, the screen in the pub, and the picture that is passed on."""

import json
import re
from datetime import time, timedelta
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from PIL import Image

from league.base.ui.cache import page_cache
from league.matchnight.permissions import ticket_opens
from league.matchnight.queries.match_view import EVENT_TEXT, WITHOUT_PEGS
from league.results.choices import SentFor
from league.results.queries.tables import standings
from league.teams.actions.leagues import rename_team
from tests.factories import FIRST_NIGHT, make_fixture
from tests.league.html import words_on
from tests.league.live.conftest import EVENING
from tests.league.live.phones import address, phone_of
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME

PLAYERS = ("Goy", "Bob", "B Lee")


def get(fixture, name="live", *rest, status=200, **headers):
    answer = Client().get(address(fixture, name, *rest), **headers)
    assert answer.status_code == status
    return answer


def text(answer) -> str:
    """What a reader sees, without what the script is handed and what waits to be cloned."""
    html = re.sub(r"(?s)<template.*?</template>|<head>.*?</head>|<[^>]+>", " ", answer.content.decode())
    return " ".join(html.split())


def game(answer, key) -> str:
    html = answer.content.decode()
    part = html[html.index('<div class="live-game__top"', html.index(f'id="game-{key}"')) :]
    return " ".join(re.sub(r"<[^>]+>", " ", part[: part.index("</section>")]).split())


def pegs_out(phone, line=0, number=1, side=0):
    """A whole game of 61 for one side, whose opponent pegs 8 once."""
    phone.opens(line=line, game=number)
    phone.pegs(1 - side, 8, line=line, game=number)
    for pegs in (8, 8, 8, 8, 8, 8, 8, 3, 2):
        phone.pegs(side, pegs, line=line, game=number)


@pytest.fixture(autouse=True)
def _nothing_kept():
    page_cache.clear()


# --- one match --------------------------------------------------------------------------------------------------------
def test_before_the_first_peg_the_page_says_when_it_starts(fixture):
    seen = text(get(fixture))
    assert "No score yet" in seen
    assert "No score yet. The match is Mon 7 Sep, 8pm at Crown A Inn" in seen
    assert "http-equiv" not in get(fixture).content.decode()


def test_game_being_played_shows_its_pegs_its_board_and_what_happened_last(phone, fixture):
    phone.opens()
    phone.tells("hand_started")
    for side, pegs in ((0, 8), (1, 0), (0, 3)):
        phone.pegs(side, pegs)
    phone.send()
    answer = get(fixture)
    told = game(answer, "0-1")
    assert told.startswith("Singles 1 Hand 1")
    assert re.search(r"Crown A H Goy 11 Needs 50 .* Bell B Lee 0 Needs 61", told)
    assert told.index("Crown A scores 3") < told.index("Bell no score") < told.index("Crown A scores 8")
    assert 'aria-label="Crown A 11, back peg 8; needs 50. Bell 0, back peg 0; needs 61."' in answer.content.decode()


def test_games_that_are_over_come_after_those_being_played_and_fill_the_card(phone, fixture):
    pegs_out(phone)
    phone.opens(line=1)
    phone.send()
    answer = get(fixture)
    html = answer.content.decode()
    assert html.index('id="playing"') < html.index('id="game-1-1"') < html.index('id="over"') < html.index("game-0-1")
    assert "Won" in game(answer, "0-1")
    row = html[html.index('data-row="0-1"') :]
    assert "sheet__pegs--won" in row[: row.index("</tr>")]
    assert "H Goy" in row[: row.index("</tr>")]
    assert '<span class="live-score__number" data-won="0">1</span>' in html


def test_page_asks_again_by_itself_where_there_is_no_script(phone, fixture):
    phone.opens()
    phone.send()
    head = get(fixture).content.decode().partition("</head>")[0]
    assert '<noscript><meta http-equiv="refresh" content="30"></noscript>' in head


def test_what_somebody_typed_is_never_markup(phone, fixture):
    phone.opens()
    phone.tap("opened", {"home": [{"key": "+x", "name": "</td><img src=x"}], "away": [{"key": "+y", "name": "{home}"}]})
    phone.send()
    html = get(fixture).content.decode()
    assert "<img" not in html
    assert "&lt; src=x" in html
    assert '<td rowspan="1" class="sheet__away" data-names="1">{home}</td>' in html


def test_script_is_handed_the_words_that_the_page_uses(phone, fixture):
    phone.opens()
    phone.send()
    html = get(fixture).content.decode()
    handed = re.search(r'data-phrases="([^"]*)"', html)[1].replace("&quot;", '"').replace("&#x27;", "'")
    assert json.loads(handed) == EVENT_TEXT
    assert f'data-stream="/live/{fixture.code}/"' in html
    assert 'id="blank-61"' in html


def test_every_way_in_which_something_happens_has_its_words():
    named = re.search(r"`how` is one of\s+`(pegged won [a-z ]+)`", Path("docs/api.md").read_text())[1].split()
    assert set(EVENT_TEXT) == {*named, *WITHOUT_PEGS.values()}


def test_page_costs_the_same_for_one_game_and_for_nine(phone, fixture, django_assert_num_queries):
    phone.opens()
    phone.send()
    with django_assert_num_queries(6):
        get(fixture)
    for line in range(1, 9):
        pegs_out(phone, line)
    phone.send()
    with django_assert_num_queries(6):
        get(fixture)


def test_a_card_that_came_in_says_how_it_ended_and_no_longer_the_boards(night, phone, fixture):
    pegs_out(phone)
    phone.send()
    night.send(SentFor.HOME)
    night.send(SentFor.AWAY)
    won = night.fixture.result.home_games, night.fixture.result.away_games
    assert won != (1, 0)
    with time_machine.travel(CLOSING_TIME + timedelta(days=1)):
        html = get(fixture).content.decode()
    assert [re.search(rf'data-won="{side}">(\d+)<', html)[1] for side in (0, 1)] == [str(each) for each in won]
    assert "Finished" in html
    assert " data-settled" in html


def test_former_address_leads_on_and_nobody_plays_a_bye(night, fixture):
    rename_team(team=fixture.home.team, name="Old Crown", by=night.secretary, at=EVENING)
    moved = get(fixture, status=301)
    assert moved["Location"] == "/leek/2026-09-07/old-crown-v-bell/live/"
    make_fixture(night.small.entries[2], None, on=FIRST_NIGHT, week=1)
    assert Client().get("/leek/2026-09-07/plough-bye/").status_code == 200
    assert Client().get("/leek/2026-09-07/plough-bye/live/").status_code == 404


# --- a private league -------------------------------------------------------------------------------------------------
def test_private_league_is_watched_with_a_ticket(night, fixture, phone):
    league = night.small.league
    league.public = False
    league.save()
    phone.opens()
    phone.send()
    captain = signed_in(night.home)
    html = captain.get(address(fixture, "live")).content.decode()
    stream = urlsplit(re.search(r'data-stream="([^"]*)"', html)[1])
    assert stream.path == f"/live/{fixture.code}/"
    assert ticket_opens(parse_qs(stream.query)["ticket"][0], fixture.code)
    assert captain.get(address(fixture, "live-image", 1))["Cache-Control"].startswith("private")


# --- the picture ------------------------------------------------------------------------------------------------------
def test_picture_is_what_messengers_ask_for_and_is_kept_under_its_number(phone, fixture):
    pegs_out(phone)
    phone.send()
    answer = get(fixture, "live-image", 11)
    picture = Image.open(BytesIO(answer.content))
    assert (picture.format, picture.size) == ("JPEG", (1200, 630))
    assert len(answer.content) <= 250_000
    assert answer["Content-Type"] == "image/jpeg"
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    moved = get(fixture, "live-image", 3, status=302)
    assert moved["Location"] == address(fixture, "live-image", 11)


def test_picture_says_another_score_in_other_pixels(phone, fixture):
    phone.opens()
    phone.send()
    before = get(fixture, "live-image", 1).content
    pegs_out(phone, line=1)
    phone.send()
    assert get(fixture, "live-image", 12).content != before


def test_link_that_is_passed_on_has_the_score_its_picture_and_no_player(phone, fixture):
    pegs_out(phone)
    phone.send()
    for name in ("live", "match"):
        head = get(fixture, name).content.decode().partition("</head>")[0]
        said = dict(re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', head))
        assert said["og:image"] == f"http://testserver{address(fixture, 'live-image', 11)}"
        assert (said["og:image:width"], said["twitter:card"]) == ("1200", "summary_large_image")
        assert len(said["og:title"]) <= 65
        assert not any(player in words for player in PLAYERS for words in said.values())
    assert dict(re.findall(r'"(og:title)" content="([^"]*)"', get(fixture).content.decode()))["og:title"] == (
        "Crown A 1\N{EN DASH}0 Bell"
    )


def test_result_can_be_copied_as_text(phone, fixture):
    pegs_out(phone)
    phone.send()
    html = get(fixture).content.decode()
    copied = "Crown A 1\N{EN DASH}0 Bell, live (Division One, Mon 7 Sep). http://testserver" + address(fixture, "live")
    assert f"data-message>{copied}</textarea>" in html
    assert 'href="https://wa.me/?text=Crown%20A%201' in html


# --- the night --------------------------------------------------------------------------------------------------------
def night_page(fixture, view="", **headers):
    return Client().get(reverse("tonight", args=[fixture.league.slug]), {"view": view}, **headers)


def test_tonight_has_live_matches_first_with_their_boards(night, fixture):
    second = night.small.fixtures[1]
    phone = phone_of(second, night.small.captains[2])
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    seen = text(night_page(fixture))
    assert seen.index("Plough") < seen.index("Crown A")
    assert re.search(r"Live Division One last score .* Singles 1 H H Goy 8 A B Lee 0", seen)
    assert re.search(r"Crown A.*Bell 8pm Division One Crown A Inn", seen)


@pytest.mark.parametrize("view", ["", "tv"])
def test_a_live_match_without_a_score_for_long_says_so(phone, fixture, view, settings):
    settings.DEMO = False
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    first = night_page(fixture, view, HTTP_HX_REQUEST="true")
    assert "last score" in text(first)
    again = {"HTTP_HX_REQUEST": "true", "HTTP_IF_NONE_MATCH": first["ETag"]}
    with time_machine.travel(EVENING + timedelta(minutes=26, seconds=30), tick=True):
        assert re.search(r"Quiet .*last score 8\.\d+pm", text(night_page(fixture, view, **again)))
        page_cache.clear()
        assert re.search(r"Quiet Last score 8\.\d+pm", text(get(fixture)))
    with time_machine.travel(EVENING + timedelta(days=1), tick=True):
        page_cache.clear()
        assert re.search(r"Quiet Last score 8\.\d+pm on Mon 7 Sep", text(get(fixture)))


@pytest.mark.parametrize(("demo", "said"), [(True, True), (False, False)])
def test_demonstration_says_why_its_match_is_live_before_its_hour(phone, fixture, settings, demo, said):
    settings.DEMO = demo
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    type(fixture).objects.filter(pk=fixture.pk).update(start_time=time(23, 30))
    page_cache.clear()
    assert ("rought forward for this demonstration" in text(get(fixture))) is said


@pytest.mark.parametrize("name", ["tonight", "tv"])
def test_part_that_changes_is_sent_only_when_it_did(phone, fixture, name):
    phone.opens()
    phone.send()
    first = night_page(fixture, name, HTTP_HX_REQUEST="true")
    assert "<html" not in first.content.decode()
    again = {"HTTP_HX_REQUEST": "true", "HTTP_IF_NONE_MATCH": first["ETag"]}
    assert night_page(fixture, name, **again).status_code == 304
    phone.pegs(0, 8)
    phone.send()
    changed = night_page(fixture, name, **again)
    assert changed.status_code == 200
    assert 'data-scores="8 0"' in changed.content.decode()


def test_the_table_stands_as_if_every_match_ended_now(night, fixture, phone):
    assert "as it stands" not in words_on(night_page(fixture))
    pegs_out(phone, line=3)
    phone.send()
    page = night_page(fixture)
    [(division, table)] = page.context["stands"]
    assert division == fixture.division
    leader = table.rows[0]
    assert (leader.name, leader.row.played, leader.row.place) == (fixture.home.name, 1, 1)
    assert f"{division} as it stands" in words_on(page)
    [settled] = [each for each in standings(division, EVENING).rows if each.name == fixture.home.name]
    assert settled.row.played == 0  # the table itself waits for the cards


@pytest.mark.parametrize("name", ["tonight", "tv"])
def test_night_costs_the_same_for_one_live_match_and_for_two(night, fixture, phone, name, django_assert_num_queries):
    queries = 6 if name == "tv" else 8  # a screen names the sponsor, the page has the table as it stands
    phone.opens()
    phone.send()
    with django_assert_num_queries(queries):
        night_page(fixture, name)
    second = phone_of(night.small.fixtures[1], night.small.captains[2])
    for each in (phone, second):
        pegs_out(each, line=3)
        each.send()
    with django_assert_num_queries(queries):
        night_page(fixture, name)


@pytest.mark.parametrize("name", ["tonight", "tv"])
def test_night_without_a_match_says_when_the_next_is(fixture, name):
    with time_machine.travel(EVENING + timedelta(days=2)):
        assert "The next are on Mon 14 Sep." in text(night_page(fixture, name))
    with time_machine.travel(EVENING + timedelta(days=200)):
        assert re.search("No match (is played )?tonight", text(night_page(fixture, name)))


def test_match_that_runs_past_midnight_is_still_tonight(phone, fixture):
    with time_machine.travel(EVENING + timedelta(hours=3, minutes=20)):
        phone.opens()
        phone.send()
    with time_machine.travel(EVENING + timedelta(hours=3, minutes=45)):
        assert "Crown A" in text(night_page(fixture))
    with time_machine.travel(EVENING + timedelta(hours=10)):
        assert "No match is played tonight." in text(night_page(fixture))


def test_screen_in_the_pub_has_nothing_to_press_and_the_way_to_the_phone(phone, fixture):
    phone.opens()
    phone.send()
    html = night_page(fixture, "tv").content.decode()
    assert 'data-theme="dark"' in html
    assert re.findall(r"<(?:a|button|nav|form)\b", html) == []
    assert 'class="qr"' in html
    old = f"/{fixture.league.slug}/tv/"
    assert Client().get(old)["Location"] == f"/{fixture.league.slug}/tonight/?view=tv"
    assert Client().get(old, HTTP_HX_REQUEST="true").content == b'<div data-site=""></div>'


def test_league_and_match_lead_to_what_is_live(phone, fixture):
    assert "Watch it live" not in get(fixture, "match").content.decode()
    phone.opens()
    phone.send()
    assert f'href="{address(fixture, "live")}">Watch it live</a>' in get(fixture, "match").content.decode()
    front = Client().get(reverse("league-home", args=[fixture.league.slug])).content.decode()
    assert "Watch live" in front
