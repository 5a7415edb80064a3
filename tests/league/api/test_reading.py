"""Reading: the values of the pages, in parts that fit together, kept by whoever has them already."""

from datetime import date, timedelta

import pytest
from django.utils.timezone import now
from django_scopes import scope

from league.results.choices import SentFor
from league.results.queries.tables import divisions, standings
from league.teams.actions.leagues import rename_team
from league.teams.models import Player
from tests.factories import FIRST_NIGHT, SIGNED, make_fixture, make_player
from tests.league.api.programs import Program, match_path, program_of
from tests.league.results.evening import other_winner

TABLE = "leagues/leek/seasons/current/divisions/division-one/table"


@pytest.fixture
def played(evening):
    """Crown A sent its card of the first match, and Bell the same."""
    with scope(league=evening.small.league):
        for side in (SentFor.HOME, SentFor.AWAY):
            evening.send(side)
    return evening


def items(program, path, **asked):
    return program.get(path, **asked).json()["items"]


def test_table_is_that_of_the_page_with_its_reasons(played):
    told = Program().get(TABLE).json()
    with scope(league=played.small.league):
        found = standings(divisions().get(), now())
    assert [(row["place"], row["team"]["name"], row["points"], row["reason"]) for row in told["rows"]] == [
        (each.row.place, each.name, str(each.row.points), each.row.reason) for each in found.rows
    ]
    assert told["rules"] == list(found.rules)
    assert (told["season"], told["page"]) == ("2026-27", "/leek/table/division-one/?season=2026-27")


def test_match_has_its_result_and_its_card_with_public_names(played):
    told = Program().get(match_path(played)).json()
    assert (told["state"], told["result_state"], told["result"]["kind"]) == ("played", "confirmed", "played")
    assert told["score"] == {"home": told["result"]["home_games"], "away": told["result"]["away_games"]}
    with scope(league=played.small.league):
        card = played.card()
        shown = {str(each.pk): each.public_name for each in Player.objects.select_related("league")}
    assert [[each["name"] for each in line["home"]] for line in told["card"]] == [
        [shown[named.id] for named in line.home] for line in card.lines
    ]
    assert [game for line in told["card"] for game in line["games"]] == [
        {"winner": game.winner.value, "home_pegs": game.home_pegs, "away_pegs": game.away_pegs, "hands": game.hands,
         "how": "played"}
        for line in card.lines
        for game in line.games
    ]  # fmt: skip
    assert told["starts_at"] == "2026-09-07T19:00:00Z"


def test_a_disputed_card_is_not_shown(evening):
    with scope(league=evening.small.league):
        evening.send(SentFor.HOME)
        evening.send(SentFor.AWAY, other_winner(evening.card()))
    told = Program().get(match_path(evening)).json()
    assert (told["result_state"], told["score"], told["result"], told["card"]) == ("disputed", None, None, None)


@pytest.mark.parametrize(
    ("asked", "number"),
    [
        ({}, 4),
        ({"team": "crown-a"}, 2),
        ({"venue": "bell-inn"}, 1),
        ({"division": "division-one", "state": "played"}, 1),
        ({"from": "2026-09-08"}, 2),
        ({"to": "2026-09-07"}, 2),
        ({"season": "2025-26"}, 0),
        ({"team": "nobody"}, 0),
        ({"competition": "league", "from": "2026-09-07", "to": "2026-09-07", "team": "bell"}, 1),
    ],
)
def test_fixtures_are_narrowed(played, asked, number):
    assert len(items(Program(), "leagues/leek/fixtures", **asked)) == number


def test_parts_of_a_list_fit_together_though_rows_come_in(evening):
    program, path = Program(), "leagues/leek/fixtures"
    first = program.get(path, limit=2).json()
    with scope(league=evening.small.league):
        crown, bell = evening.small.entries[:2]
        make_fixture(crown, bell, on=FIRST_NIGHT - timedelta(days=7), week=9)
        make_fixture(crown, bell, on=FIRST_NIGHT + timedelta(days=21), week=10)
    second = program.get(path, limit=2, cursor=first["next"]).json()
    third = program.get(path, limit=2, cursor=second["next"]).json()
    dates = [each["date"] for part in (first, second, third) for each in part["items"]]
    assert dates == ["2026-09-07", "2026-09-07", "2026-09-14", "2026-09-14", "2026-09-28"]
    assert third["next"] is None


@pytest.mark.parametrize("path", ["teams", "players", "venues", "seasons", "fixtures"])
def test_every_list_is_told_whole_in_parts_of_one(evening, path):
    program, address = Program(), f"leagues/leek/{path}"
    whole, found, cursor = items(program, address, limit=100), [], {}
    while True:
        part = program.get(address, limit=1, **cursor).json()
        found += part["items"]
        if part["next"] is None:
            break
        cursor = {"cursor": part["next"]}
    assert found == whole
    assert whole


def test_a_cursor_is_good_for_its_own_list_only(evening):
    cursor = Program().get("leagues/leek/teams", limit=1).json()["next"]
    for given in (cursor, cursor[:-1], "x"):
        answer = Program().get("leagues/leek/venues", cursor=given)
        assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "query.cursor")


def test_whoever_has_it_already_is_told_so(played):
    program = Program()
    for path in (TABLE, match_path(played), "leagues", "leagues/leek/players"):
        first = program.get(path)
        again = program.get(path, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    old = program.get(TABLE)["ETag"]
    with scope(league=played.small.league):
        rename_team(team=played.small.entries[0].team, name="Crown Z", by=played.small.secretary, at=SIGNED)
    assert program.get(TABLE, headers={"If-None-Match": old}).status_code == 200


def test_nobody_under_18_is_listed_or_named_or_has_a_record(evening):
    with scope(league=evening.small.league):
        team = evening.small.entries[0].team
        young = make_player(team, "Timothy Quagmire", under_18=True)
    program, member = Program(), program_of(evening.home)
    for path in ("leagues/leek/players", "leagues/leek/teams/crown-a"):
        assert b"Quagmire" not in program.get(path, limit=100).content
        assert b"quagmire" not in program.get(path, limit=100).content
    assert program.get("leagues/leek/teams/crown-a").json()["under_18"] == ["T Q"]
    assert program.get(f"leagues/leek/players/{young.slug}").status_code == 404
    assert member.get(f"leagues/leek/players/{young.slug}").json()["name"] == "T Q"


def test_a_player_has_the_record_of_the_page(played):
    with scope(league=played.small.league):
        player = Player.objects.filter(appearances__isnull=False).order_by("pk").first()
        won = sum(each.won for each in player.appearances.all())
        lost = sum(each.lost for each in player.appearances.all())
    told = Program().get(f"leagues/leek/players/{player.slug}").json()
    assert (told["record"]["won"], told["record"]["lost"], told["record"]["matches"]) == (won, lost, 1)
    assert told["matches"][0]["fixture"] == played.small.fixtures[0].code
    assert told["name"] == f"{player.name[0]} {player.name.split()[1]}"


def test_any_page_of_the_web_may_read_and_no_session_counts(evening):
    evening.small.league.public = False
    evening.small.league.save()
    program = Program()
    program.client.force_login(evening.secretary)
    answer = program.get("leagues/leek")
    assert answer.status_code == 404
    assert items(program, "leagues") == []
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = program.client.options("/api/v1/leagues", headers={"Origin": "https://crown.example"})
    assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert "Authorization" not in asked["Access-Control-Allow-Headers"]


def test_head_is_get_without_its_body(evening):
    answer = Program().client.head("/api/v1/leagues/leek")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["ETag"] == Program().get("leagues/leek")["ETag"]


def test_live_state_is_told_of_a_match_that_has_not_begun(evening):
    told = Program().get(f"{match_path(evening)}/live").json()
    assert (told["status"], told["home"], told["away"], told["games"]) == ("not-started", "Crown A", "Bell", [])


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("leagues/nowhere", 404, "not-found"),
        ("leagues/leek/teams/nobody", 404, "not-found"),
        ("leagues/leek/fixtures/zzzz", 404, "not-found"),
        ("leagues/leek/fixtures?state=lost", 422, "invalid"),
        ("leagues/leek/fixtures?from=yesterday", 422, "invalid"),
        ("leagues?limit=0", 422, "invalid"),
        ("nothing", 404, "not-found"),
        ("leagues/leek/fixtures/?", 404, "not-found"),
    ],
)
def test_every_fault_is_told_in_one_form(evening, path, status, kind):
    answer = Program().get(path)
    told = answer.json()
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert (told["status"], told["type"]) == (status, f"/api/v1/#{kind}")
    assert told["detail"]


def test_another_method_is_told_which_there_is(evening):
    answer = Program().client.post("/api/v1/leagues")
    assert (answer.status_code, answer["Allow"], answer.json()["type"]) == (405, "GET", "/api/v1/#method")


@pytest.mark.parametrize("more", [0, 20])
def test_lists_take_as_many_questions_however_long_they_are(evening, django_assert_num_queries, more):
    with scope(league=evening.small.league):
        crown, bell = evening.small.entries[:2]
        for number in range(more):
            make_fixture(crown, bell, on=date(2026, 10, 1) + timedelta(days=number), week=20 + number)
            make_player(crown.team, f"More{number} Player")
    for path, queries in (("fixtures", 3), ("players", 3), ("teams", 3), ("venues", 4), ("seasons", 5)):
        with django_assert_num_queries(queries):
            assert Program().get(f"leagues/leek/{path}", limit=100).status_code == 200
