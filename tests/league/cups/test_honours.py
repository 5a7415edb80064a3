"""The honours board: typed in, pasted, put right and taken off, and read by everybody."""

import re
from datetime import datetime

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry
from league.cups.actions.honours import BoardLine, write_honours
from league.cups.models import Honour
from league.teams.choices import RoleKind
from tests.factories import make_league, make_player, make_role, make_season, make_team, make_user
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 10, 10, 12, tzinfo=timezone.get_default_timezone())
OLD = "1967 | Singles | J Smith | K Jones\n1967|Pairs|J Smith & A Lee\n\n1971\tSingles\tA Lee\t\tafter a replay\n"


@pytest.fixture
def league():
    with scopes_disabled():
        made = make_league()
        make_season(made)
        make_team(made, "Crown A")
    return made


@pytest.fixture
def keeper(league):
    """The knock-out co-ordinator, signed in."""
    with scopes_disabled():
        person = make_user("Cora Ordinator")
        make_role(person, league, RoleKind.COORDINATOR)
    return signed_in(person)


def send(client, name, *args, **data):
    with time_machine.travel(NOW, tick=False):
        return client.post(reverse(name, args=["leek", *args]), data)


def board(client=None, **query):
    html = (client or Client()).get("/leek/seasons/", {"show": "honours", **query}).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html.split("<main")[1].split("</main>")[0]).split())


def rows(league):
    with scope(league=league):
        return list(Honour.objects.order_by("pk").values_list("year", "title", "winner", "runner_up", "note"))


def said(league):
    return list(Entry.objects.filter(league_id=league.pk).order_by("pk").values_list("verb", "words", "reason"))


SINGLES = {"year": "1967", "title": "Singles", "winner": "J Smith", "runner_up": "K Jones"}


def test_line_is_written_and_told(league, keeper):
    answer = send(keeper, "new-honour", **SINGLES)
    assert (answer.status_code, answer["Location"]) == (302, "/leek/seasons/?show=honours&open=1960s")
    assert rows(league) == [(1967, "Singles", "J Smith", "K Jones", "")]
    assert said(league) == [("write_honour", "Honours board: 1967 Singles, J Smith", "")]
    again = send(keeper, "new-honour", **SINGLES | {"title": "SINGLES"})
    assert again.status_code == 422
    assert "The board already has this trophy for this year." in again.content.decode()
    assert len(rows(league)) == 1


def test_new_line_is_named_and_its_decade_open(league, keeper):
    send(keeper, "new-honour", **SINGLES | {"year": "1987"})
    page = keeper.get(send(keeper, "new-honour", **SINGLES)["Location"]).content.decode()
    assert "1967 Singles: J Smith is on the board." in page
    assert re.findall(r"<details( open)?>\s*<summary><h2>(\d+s)", page) == [("", "1980s"), (" open", "1960s")]


@pytest.mark.parametrize(("year", "words"), [("2030", "1850 to 2027"), ("1066", "1850"), ("", "Enter")])
def test_year_has_to_be_one(league, keeper, year, words):
    answer = send(keeper, "new-honour", **SINGLES | {"year": year})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert rows(league) == []


def test_winners_are_linked_by_their_names(league, keeper):
    with scope(league=league):
        team = league.teams.get()
        one, other = make_player(team, "Harry Goy"), make_player(team, "Elsie Birtles")
    send(keeper, "new-honour", **SINGLES, team=team.pk, players="Elsie Birtles, Harry Goy , Elsie Birtles")
    with scope(league=league):
        held = Honour.objects.get()
        assert held.team == team
        assert set(held.players.all()) == {one, other}


def test_names_that_are_nobodys_or_two_peoples_are_told(league, keeper):
    with scope(league=league):
        team = league.teams.get()
        make_player(team, "Harry Goy")
        make_player(team, "Harry Goy")
    text = send(keeper, "new-honour", **SINGLES, players="Harry Goy, Ted Nobody").content.decode()
    assert "The league has 2 players called Harry Goy" in text
    assert "The league has no player called Ted Nobody." in text


def test_lines_are_pasted_from_a_spreadsheet_or_typed(league, keeper):
    send(keeper, "honours-lines", lines=OLD)
    assert rows(league) == [
        (1967, "Singles", "J Smith", "K Jones", ""),
        (1967, "Pairs", "J Smith & A Lee", "", ""),
        (1971, "Singles", "A Lee", "", "after a replay"),
    ]
    assert said(league) == [("write_honours", "Honours board: 3 lines written.", "")]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("1967 | Singles", "Line 2: write year | trophy | winner"),
        ("67 | Singles | J Smith", "Line 2: 67 is no year."),
        ("1968 | | J Smith", "Line 2: write year"),
        (f"1968 | Singles | {'x' * 341}", "Line 2: the winner is longer than 340 letters."),
        ("1966 | singles | J Smith", "Line 2: line 1 has singles of 1966 already."),
        ("1700 | Singles | J Smith", "1850"),
    ],
)
def test_lines_that_are_wrong_are_named_and_none_is_written(league, keeper, line, words):
    answer = send(keeper, "honours-lines", lines=f"1966 | Singles | A Lee\n{line}")
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert rows(league) == []


def test_pasting_what_is_there_already_writes_nothing(league, keeper):
    send(keeper, "honours-lines", lines=OLD)
    answer = send(keeper, "honours-lines", lines="1970 | Singles | A Lee\n1967 | Pairs | B Dent")
    assert "1967 Pairs: The board already has this trophy for this year." in answer.content.decode()
    assert len(rows(league)) == 3


def test_line_is_put_right_or_taken_off_and_what_it_said_is_kept(league, keeper):
    send(keeper, "new-honour", **SINGLES)
    with scope(league=league):
        pk = Honour.objects.get().pk
    shown = keeper.get(reverse("honour", args=["leek", pk]), follow=True).content.decode()
    assert 'value="J Smith"' in shown
    send(keeper, "honour", pk, **SINGLES | {"winner": "John Smith"})
    assert rows(league) == [(1967, "Singles", "John Smith", "K Jones", "")]
    told = Entry.objects.get(verb="change_honour")
    assert (told.before["winner"], told.after["winner"]) == ("J Smith", "John Smith")
    assert send(keeper, "honour-removal", pk, reason=" ").status_code == 422
    send(keeper, "honour-removal", pk, reason="Another league's")
    assert rows(league) == []
    assert said(league)[-1] == (
        "remove_honour", "Taken off the honours board: 1967 Singles, John Smith", "Another league's"
    )  # fmt: skip


# --- reading ----------------------------------------------------------------------------------------------------------
def test_board_is_by_decade_and_year_the_latest_first_or_by_trophy(league, keeper):
    assert "There are no honours yet." in board()
    send(keeper, "honours-lines", lines=OLD)
    text = board()
    heads = ["1970s 1970-71 Singles A Lee (after a replay)", "1960s 1966-67 Pairs", "Singles J Smith Runner-up K Jones"]
    assert [text.find(each) for each in heads] == sorted(text.find(each) for each in heads)
    assert text.find(heads[0]) > 0
    assert (
        "Pairs 1960s 1966-67 J Smith &amp; A Lee Singles 1970s 1970-71 A Lee (after a replay) 1960s 1966-67 J Smith"
        in board(by="trophy")
    )
    assert "Change 1966-67 Pairs" in board(keeper)
    assert "Change" not in text


def test_winner_leads_to_the_teams_page_which_has_it_too(league):
    with scopes_disabled():
        team = league.teams.get()
        Honour.objects.create(league=league, year=1988, title="Division One", winner="Crown", team=team)
    assert '<a href="/leek/crown-a/">Crown</a>' in Client().get("/leek/seasons/?show=honours").content.decode()
    page = " ".join(re.sub(r"<[^>]+>", " ", Client().get("/leek/crown-a/").content.decode()).split())
    assert "Honours 1987-88 Division One" in page


@pytest.mark.parametrize("number", [1, 3, 300])
@pytest.mark.parametrize("query", [{}, {"by": "trophy"}])
def test_board_costs_the_same_however_long_it_is(league, django_assert_num_queries, number, query):
    with scope(league=league):
        by = make_user()
        lines = [BoardLine(1967 + i // 6, f"Trophy {i % 6}", f"Winner {i}") for i in range(number)]
        write_honours(league=league, lines=lines, by=by, at=NOW)
    with django_assert_num_queries(3):
        assert "Trophy" in board(**query)
