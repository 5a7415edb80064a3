"""The cards as they come out of the printer, read back from the PDF."""

from io import BytesIO

import pytest
from django.urls import reverse
from django_scopes import scope
from pypdf import PdfReader

from league.base.ui.pictures import qr_code
from league.documents.pdf.weasyprint_sheets import draw
from league.documents.queries.cards import blank_sheet, public_name
from league.results.choices import ResultState, SentFor
from league.results.models import Result
from league.schedule.queries.matches import fixture_by_address
from league.teams.choices import NameStyle, RoleKind
from league.teams.models import League, Player
from scoring.card.presets import PRESETS
from scoring.card.sheet import Card, Ending
from scoring.season.specimen import Habits
from tests.factories import make_player, make_role, make_user
from tests.league.documents.conftest import address, an_evening, printed, squares, words_of
from tests.league.person import signed_in
from tests.league.results.evening import later, other_winner
from tests.seeds import by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unscoped")]


def send(evening, side=SentFor.HOME, card=None, **rest):
    with scope(league=evening.small.league):
        return evening.send(side, card, **rest)


def played(evening, seed=3):
    """A card with every line played and its pegs."""
    with scope(league=evening.small.league):
        return evening.card(seed, habits=Habits(short=0, pegs=1, hands=0))


@pytest.mark.parametrize("key", by_turns(list(PRESETS), 3))
def test_blank_card_has_every_line_of_the_format_on_one_sheet(client, key):
    evening = an_evening(key, key)
    pdf = printed(client, evening)
    text = words_of(pdf)
    assert len(pdf.pages) == 1
    for line in PRESETS[key].format.lines:
        assert text.count(f" {line.label} ") >= line.games
    assert "Page 1 of 1" in text


@pytest.mark.parametrize("key", by_turns(list(PRESETS), 3))
def test_result_card_has_every_line_of_the_format_on_one_sheet(client, key):
    evening = an_evening(key, key)
    card = played(evening)
    send(evening, card=card)
    if key == "two-and-half":
        send(evening, SentFor.AWAY, card)
    pdf = printed(client, evening, "result-card")
    text = words_of(pdf)
    assert len(pdf.pages) == 1
    won = sum(game.winner is not None for line in card.lines for game in line.games)
    assert text.count("\N{CHECK MARK}") == won


def test_blank_card_says_whose_match_it_is_and_when(client, evening):
    text = words_of(printed(client, evening))
    for said in ("Leek Dominoes", "Crown A v Bell", "Division One", "Mon 7 Sep 2026", "8pm", "Crown A Inn"):
        assert said in text
    assert "Send this result from your phone" in text
    assert f"testserver/m/ {evening.small.fixtures[0].code}" in text
    assert "This card is due by Sat 12 Sep, noon." in text


def test_square_pattern_is_the_address_that_opens_this_match(client, evening):
    pattern = squares(printed(client, evening))
    code = evening.small.fixtures[0].code
    with scope(league=evening.small.league):
        fixture = evening.fixture
        mark = blank_sheet(fixture_by_address(fixture.first_date, fixture.slug).fixture, public_name).mark
    assert len(mark) == 7
    assert pattern == squares(PdfReader(BytesIO(draw(qr_code(f"http://testserver/m/{code}/{mark}")))))
    assert pattern != squares(PdfReader(BytesIO(draw(qr_code(f"http://testserver/m/{code}x/")))))
    assert client.get(f"/m/{code}/").url == reverse("code-send", args=[code])


def test_pegs_have_boxes_only_where_they_are_kept(client):
    mixed = words_of(printed(client, an_evening("northallerton", "northallerton")))
    assert mixed.count("Pegs") == 2
    assert "Pegs" not in words_of(printed(client, an_evening("two", "two-and-half")))


def test_new_players_sign_only_where_they_may(client, evening):
    assert words_of(printed(client, evening)).count("New signings tonight") == 2
    assert "New signings" not in words_of(printed(client, an_evening("northallerton", "northallerton")))


def test_card_of_very_long_names_and_large_squads_is_one_sheet(client):
    evening = an_evening("two", "two-and-half", squad=17)
    for team, letter in ((evening.small.entries[0].team, "W"), (evening.small.entries[1].team, "M")):
        make_player(team, "Bartholomew Featherstonehaugh-Cholmondeley the Third of Barnard Castle")
        evening_entry = team.entries.get()
        evening_entry.name = (f"{letter}orking Men's Club and Institute of Barnard Castle Reserves")[:60]
        evening_entry.save()
    assert len(printed(client, evening).pages) == 1


def test_players_that_there_is_no_room_for_are_counted(client):
    evening = an_evening(squad=20)
    assert words_of(printed(client, evening)).count("And 2 more on the site.") == 2


# --- names ------------------------------------------------------------------------------------------------------------
def test_strangers_read_public_names_and_captains_full_ones(client, evening):
    assert "C PlayerA" in words_of(printed(client, evening))
    assert "Crown PlayerA" not in words_of(printed(client, evening))
    for person in (evening.home, evening.away, evening.secretary):
        assert "Crown PlayerA" in words_of(printed(signed_in(person), evening))
    other = evening.small.captains[2]
    assert "Crown PlayerA" not in words_of(printed(signed_in(other), evening))


def test_a_minor_is_initials_to_all_but_those_who_fill_the_card_in(client, evening):
    player = Player.objects.get(name="Crown PlayerA")
    Player.objects.filter(pk=player.pk).update(under_18=True)
    League.objects.update(public_names=NameStyle.FULL)
    member = make_user("Crown PlayerB")
    make_role(member, evening.small.league, RoleKind.PLAYER, evening.small.entries[0].team)
    send(evening, card=played(evening))
    for reader in (client, signed_in(member)):
        for name in ("blank-card", "result-card"):
            text = words_of(printed(reader, evening, name))
            assert "PlayerA " not in text.replace("Bell PlayerA ", "")
            assert "Crown PlayerB" in text
    assert "Crown PlayerA" in words_of(printed(signed_in(evening.home), evening))


def test_result_card_has_full_names_for_the_league_and_public_ones_for_others(client, evening):
    card = played(evening)
    send(evening, card=card)
    name = card.lines[0].home[0].name
    other = evening.small.captains[3]
    assert name in words_of(printed(signed_in(other), evening, "result-card"))
    text = words_of(printed(client, evening, "result-card"))
    assert name not in text
    assert name.replace("Crown", "C") in text


# --- what became of it ------------------------------------------------------------------------------------------------
def test_result_card_has_the_games_the_pegs_and_the_receipt(client, evening):
    card = played(evening)
    sent = send(evening, card=card)
    text = words_of(printed(client, evening, "result-card"))
    result = Result.objects.get()
    game = card.lines[0].games[0]
    assert f"S1 {game.away_pegs}" in text
    assert f"{result.home_games} Games {result.away_games}" in text
    assert sent.receipt in text
    assert "Mon 7 Sep, 10.30pm" in text


def test_later_card_says_which_one_it_replaces(client, evening):
    first = send(evening, card=played(evening))
    with scope(league=evening.small.league):
        seen = evening.fixture.version
    send(evening, card=other_winner(played(evening)), seen=seen, at=later(minutes=5))
    text = words_of(printed(client, evening, "result-card"))
    assert f"It takes the place of an earlier card, receipt {first.receipt}, which is kept." in text


def test_walkover_has_no_lines_and_says_what_it_is(client, evening):
    send(evening, card=Card(ending=Ending.WALKOVER_HOME, remarks="They did not come"))
    text = words_of(printed(client, evening, "result-card"))
    assert "Walkover" in text
    assert "There is no card of this match line by line" in text
    assert "They did not come" not in text


def test_there_is_no_result_card_before_there_is_a_result(client, evening):
    assert client.get(address(evening, "result-card")).status_code == 404


@pytest.mark.parametrize("state", [ResultState.SEALED, ResultState.DISPUTED])
def test_a_card_that_is_not_settled_is_not_printed(client, evening, state):
    send(evening, card=played(evening))
    Result.objects.update(state=state)
    for reader in (client, signed_in(evening.away)):
        assert reader.get(address(evening, "result-card")).status_code == 404


# --- addresses --------------------------------------------------------------------------------------------------------
def test_the_card_is_not_shared_between_readers(client, evening):
    answer = client.get(address(evening, "blank-card"))
    assert "private" in answer["Cache-Control"]
    assert answer["Content-Disposition"] == 'inline; filename="crown-a-v-bell-2026-09-07-card.pdf"'


def test_the_same_card_is_drawn_once(client, evening):
    first = client.get(address(evening, "blank-card")).content
    assert client.get(address(evening, "blank-card")).content == first
    make_player(evening.small.entries[0].team, "Fresh Face")
    assert client.get(address(evening, "blank-card")).content != first


def test_match_page_leads_to_the_card_of_the_moment(client, evening):
    page = evening.fixture.get_absolute_url()
    assert address(evening, "blank-card") in client.get(page).content.decode()
    send(evening, card=played(evening))
    assert address(evening, "result-card") in client.get(page).content.decode()


def test_captains_own_page_leads_to_the_card(evening):
    page = signed_in(evening.home).get("/leek/your-match/").content.decode()
    assert address(evening, "blank-card") in page


@pytest.mark.parametrize("squad", [8, 16])
def test_a_card_costs_the_same_for_squads_of_any_size(client, squad, django_assert_num_queries):
    evening = an_evening(squad=squad)
    blank, result = address(evening, "blank-card"), address(evening, "result-card")
    with django_assert_num_queries(5):  # the league, the match, two squads and whether it is being drawn
        client.get(blank)
    send(evening, card=played(evening))
    with django_assert_num_queries(7):  # and its result, who is on it, what was sent and answered
        client.get(result)
