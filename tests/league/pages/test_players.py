"""What players' pages say, and what they cost after one season and after twenty."""

import re
from datetime import datetime, timedelta
from html import unescape
from itertools import count

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.pages.queries.averages import averages_page
from league.pages.queries.players import player_page
from league.pages.queries.team import teams_met
from league.results.models import Appearance, Result, Submission
from league.results.queries.appearances import outings_of, outings_with_others, season_totals
from league.schedule.actions.locking import bump_version
from league.schedule.actions.midseason import withdraw_team
from league.schedule.models import Competition, Entry
from league.teams.models import Player, Team
from scoring.season.outings import record
from tests.factories import FIRST_NIGHT, make_fixture, make_league, make_player, make_season, make_user
from tests.league.live.pegging import peg_game
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.played import make_clubs, play_season

pytestmark = pytest.mark.django_db
LATE = datetime(2027, 2, 20, 12, tzinfo=timezone.get_default_timezone())


def league_of(*, years: int = 1, teams: int = 4, nights: int | None = None):
    with scopes_disabled():
        league = make_league(public_names="full")  # two players may have one initial
        clubs = make_clubs(league, teams)
        for year in range(2027 - years, 2027):
            play_season(league, clubs, year=year, current=year == 2026, size=4, nights=nights)
    return league


def read(name: str, *args, user=None, league: str = "leek", **query) -> str:
    client = Client()
    with time_machine.travel(LATE, tick=False):
        if user is not None:
            client.force_login(user)
        seen = client.get(reverse(name, args=[league, *args]), query)
    assert seen.status_code == 200, name
    return words(seen.content.decode())


def words(html: str) -> str:
    """What a reader sees of a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def first_player(league) -> Player:
    with scope(league=league):
        return Player.objects.select_related("league").filter(appearances__isnull=False).order_by("pk").first()


def recount(player: Player, season: str | None = None) -> tuple[int, int]:
    """Games won and lost, off the cards as they were sent."""
    won = lost = 0
    rows = Submission.objects.select_related("fixture__division__competition__season")
    for sent in rows:
        if season is None or sent.fixture.division.competition.season.name == season:
            for line in sent.card["lines"]:
                for side in ("home", "away"):
                    if str(player.pk) in [named["id"] for named in line[side]]:
                        results = [game["winner"] == side for game in line["games"] if game["how"] == "played"]
                        won, lost = won + sum(results), lost + len(results) - sum(results)
    return won, lost


def test_the_page_says_what_the_cards_say():
    league = league_of(years=3)
    player = first_player(league)
    page = read("player", player.slug)
    with scope(league=league):
        this, every = recount(player, "2026-27"), recount(player)
        for season in ("2024-25", "2025-26", "2026-27"):
            won, lost = recount(player, season)
            assert f"{season} Crown {won + lost} {won} {lost} " in page
    assert f"Games won {this[0]} Games lost {this[1]}" in page
    assert f"won {every[0]} games, lost {every[1]} (" in page
    assert re.search(r"Winning run \d+ games? \(best \d+\)", page)
    assert re.search(r"Unbeaten run \d+ match(es)? \(best \d+\)", page)
    assert "Partners" in page
    assert re.search(r"\d(st|nd|rd|th) in Division 1 averages ", page)
    assert not re.search(r"\d\.\d%", page)


@pytest.mark.parametrize("years", [1, 3])
def test_player_pages_cost_the_same_after_many_seasons(django_assert_num_queries, years):
    league = league_of(years=years)
    player = first_player(league)
    with scope(league=league):
        other = Player.objects.filter(appearances__team__slug="bell").order_by("pk").first().slug
    for name, slug, query, queries in (
        ("player", player.slug, {}, 18),
        ("player", player.slug, {"show": "others"}, 4),
        ("player", player.slug, {"other": other}, 5),
        ("player", player.slug, {"show": "pegging"}, 5),
        ("team", "crown", {"show": "others"}, 4),
        ("team", "crown", {"other": "bell"}, 5),
    ):
        with django_assert_num_queries(queries):
            read(name, slug, **query)


@pytest.mark.parametrize("teams", [2, 4])
def test_averages_cost_the_same_for_few_and_for_many(django_assert_num_queries, teams):
    league_of(years=2, teams=teams)
    for query, queries in (({}, 8), ({"show": "improved"}, 9)):
        with django_assert_num_queries(queries):
            read("averages", **query)


def test_head_to_head_is_the_same_from_both_sides():
    league = league_of()
    with scope(league=league):
        player = first_player(league)
        other = Player.objects.get(pk=int(next(each.opponents[0] for each in outings_with_others(player))))
        met = [each for each in outings_with_others(player) if str(other.pk) in each.opponents]
        won, lost = sum(each.won for each in met), sum(each.lost for each in met)
    one, two = player.public_name, other.public_name
    assert f"{one} {won} {two} {lost} " in read("player", player.slug, other=other.slug)
    assert f"{two} {lost} {one} {won} " in read("player", other.slug, other=player.slug)


def test_two_teams_have_met_twice_a_season():
    league_of(years=2)
    page = read("team", "crown", other="bell")
    assert "4 matches between them" in page
    assert "Bell 4 " in read("team", "crown", show="others")
    mine = re.search(r"Crown (\d+) (?:Drawn \d+ )?Bell (\d+)", page)
    theirs = re.search(r"Bell (\d+) (?:Drawn \d+ )?Crown (\d+)", read("team", "bell", other="crown"))
    assert mine.groups() == theirs.groups()[::-1]


def test_a_team_has_not_played_itself_where_two_of_its_players_met():
    league = league_of()
    with scope(league=league):
        crown = Team.objects.select_related("league").get(slug="crown")
        before = {each["team"].slug for each in teams_met(crown)}
        Entry.objects.filter(team__slug="bell").update(team=crown, slug="h-goy")
        assert {each["team"].slug for each in teams_met(crown)} == before - {"bell"}


def rows(name: str, *args, **query) -> list[list[str]]:
    """The rows of the page's table as a reader sees them."""
    with time_machine.travel(LATE, tick=False):
        html = Client().get(reverse(name, args=["leek", *args]), query).content.decode()
    found = re.findall(r"<tr[ >].*?</tr>", html, re.DOTALL)[1:]
    return [[words(cell) for cell in re.findall(r"<t[hd][ >].*?</t[hd]>", row, re.DOTALL)] for row in found]


def test_averages_give_a_number_to_those_with_half_of_the_matches():
    league = league_of(nights=4)
    assert "team\N{RIGHT SINGLE QUOTATION MARK}s matches (2 so far) to be ranked." in read("averages")
    with scope(league=league):
        everybody = [each for each in Player.objects.select_related("league") if outings_of(each)]
        mine = {each.public_name: (recount(each), record(outings_of(each)).matches) for each in everybody}
    found = rows("averages")
    assert {row[1] for row in found} == set(mine)
    for place, name, _team, matches, won, lost, *_, percent in found:
        (games_won, games_lost), played = mine[name]
        assert (int(matches), int(won), int(lost)) == (played, games_won, games_lost)
        assert percent == f"{100 * games_won / (games_won + games_lost):.1f}"
        assert place.rstrip("=").isdecimal() == (played >= 2)
    placed = [float(row[-1]) for row in found if row[0].rstrip("=").isdecimal()]
    assert placed == sorted(placed, reverse=True)
    assert found[0][0].rstrip("=") == "1"


def test_averages_of_singles_count_singles_alone():
    league = league_of(nights=4)
    found = {row[1]: row[4:6] for row in rows("averages", games="1")}
    with scope(league=league):
        for each in Player.objects.select_related("league"):
            singles = record(outing for outing in outings_of(each) if outing.players == 1)
            if singles.played:
                assert found[each.public_name] == [str(singles.won), str(singles.lost)]


def test_averages_leave_out_what_a_withdrawal_struck_out():
    league = league_of(nights=3)
    with scope(league=league):
        entry = Entry.objects.select_related("division__competition__season", "team").order_by("pk").first()
        own = [each.player for each in averages_page(entry.division).lines if each.team == entry.team]
        before = {line.player: line.average.record for line in averages_page(entry.division).lines}
        withdraw_team(entry=entry, on=FIRST_NIGHT + timedelta(weeks=3), reason="Shut", by=make_user(), at=LATE)
        after = {line.player: line.average.record for line in averages_page(entry.division).lines}
        assert own
        assert not after.keys() & set(own)
        played = outings_with_others(Player.objects.filter(registrations__team__entries=entry).first())
        faced = {key for each in played for key in each.opponents}
        met = next(player for player in before if str(player.pk) in faced)
        assert after[met].matches == before[met].matches - 1
        totals = {row["player"] for row in season_totals(entry.division.competition.season)}
        assert not totals & {player.pk for player in own}


def test_no_one_under_18_is_in_the_averages_or_has_a_page():
    league = league_of()
    player = first_player(league)
    assert player.public_name in read("averages")
    with scope(league=league):
        Player.objects.filter(pk=player.pk).update(under_18=True)
    assert player.public_name not in read("averages")
    client = Client()
    for query in ({}, {"show": "others"}, {"show": "pegging"}):
        assert client.get(reverse("player", args=["leek", player.slug]), query).status_code == 404
    with scope(league=league):
        other = Player.objects.exclude(pk=player.pk).order_by("pk").first()
    for one, two in ((player, other), (other, player)):
        assert client.get(reverse("player", args=["leek", one.slug]), {"other": two.slug}).status_code == 404


def test_most_improved_needs_two_seasons():
    league_of(years=2)
    page = read("averages", show="improved")
    assert "Win rate in season 2026-27 compared with 2025-26" in page
    with scopes_disabled():
        make_season(make_league("new"))
    assert "There is no earlier season" in read("averages", league="new", show="improved")
    assert "No season is running" in read("averages", league=league_without_season())


def test_most_improved_are_read_once_until_a_result_changes(django_assert_num_queries):
    league = league_of(years=2)
    first = read("averages", show="improved")
    with django_assert_num_queries(6):  # the games themselves are not read again
        assert read("averages", show="improved") == first
    with scope(league=league):
        competition = Competition.objects.get(season__current=True)
        Appearance.objects.filter(result__fixture__division__competition=competition).update(won=0, lost=1)
        bump_version(competition)
    assert "No one who played enough in both seasons has improved yet." in read("averages", show="improved")


def league_without_season() -> str:
    with scopes_disabled():
        return make_league("bare").slug


def test_a_merged_player_leads_to_the_one_who_stays():
    league = league_of()
    with scope(league=league):
        kept, gone = Player.objects.filter(appearances__isnull=False).distinct().order_by("pk")[:2]
        Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    answer = Client().get(reverse("player", args=["leek", gone.slug]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("player", args=["leek", kept.slug]))


def test_the_page_is_there_whenever_a_card_stops_counting_while_it_is_read(evening):
    card = evening.card()
    evening.send("home", card)
    player = Player.objects.select_related("league").get(pk=card.lines[0].home[0].id)
    with CaptureQueriesContext(connection) as asked:
        assert player_page(player, FIRST_NIGHT).matches
    for place in range(len(asked)):
        Result.objects.update(counts=True)
        turns = count()

        def stop_counting(execute, *query, turns=turns, place=place):
            if next(turns) == place:
                Result.objects.update(counts=False)
            return execute(*query)

        with connection.execute_wrapper(stop_counting):
            player_page(player, FIRST_NIGHT)
        assert not Result.objects.filter(counts=True).exists()


def sides_of(line):
    return ("home", line.home), ("away", line.away)


def test_what_was_pegged_live_is_told_with_its_eights(evening, django_assert_num_queries):
    card = evening.card()
    evening.send("home", card)
    seats = {side: [{"key": line.id, "name": line.name}] for side, (line,) in sides_of(card.lines[0])}
    ended = peg_game(evening.fixture, 0, evening.home, **seats)
    key = int(card.lines[0].home[0].id)
    player = Player.objects.select_related("league").get(pk=key)
    assert player_page(player, FIRST_NIGHT).pegged
    page = read("player", player.slug, show="pegging")
    assert f"Games 1 Won {int(ended.winner == 0)} Points a hand" in page
    with django_assert_num_queries(6):  # the log is not read again
        read("player", player.slug, show="pegging")
    again = make_fixture(*evening.small.entries[:2], on=FIRST_NIGHT + timedelta(days=1), week=9)
    peg_game(again, 0, evening.home, seed=2, **seats)
    evening.small.fixtures[0] = again
    evening.send("home", card, fixture=again, seen=again.version, at=CLOSING_TIME + timedelta(days=1))
    assert "Games 2 " in read("player", player.slug, show="pegging")


def test_the_secretary_merges_tells_apart_and_undoes(evening):
    team = evening.small.entries[0].team
    one, two, three = (make_player(team, name) for name in ("Harry Goy", "H Goy", "Harold Goy"))
    client = signed_in(evening.secretary)
    page = words(client.get("/leek/duplicates/").content.decode())
    assert "H Goy and Harry Goy The same surname and initial" in page
    assert "Harold Goy and Harry Goy A short form of the same name" in page

    found = client.get("/leek/duplicates/", {"one": one.pk, "two": two.pk})
    merging = reverse("merge-players", args=["leek", one.slug, two.slug])
    assert found["Location"] == merging
    assert client.get("/leek/duplicates/", {"one": one.pk, "two": one.pk}).status_code == 422
    assert client.post(merging, {"kept": one.pk}).status_code == 422
    answer = client.post(merging, {"kept": one.pk, "reason": "He told me."}, follow=True)
    assert "H Goy is Harry Goy" in words(answer.content.decode())
    assert client.get(merging).status_code == 404

    client.post(reverse("not-duplicates", args=["leek", one.slug, three.slug]))
    page = words(client.get("/leek/duplicates/").content.decode())
    assert "Harold Goy and Harry Goy" not in page
    undo = re.search(r"/leek/duplicates/\d+/undoing/", client.get("/leek/duplicates/").content.decode()).group()
    assert client.post(undo, {"reason": ""}).status_code == 422
    answer = client.post(undo, {"reason": "Cousins."}, follow=True)
    assert "Undone" in words(answer.content.decode())
    assert not Player.objects.exclude(merged_into=None).exists()
    assert Team.objects.filter(pk=team.pk).exists()


def test_duplicates_cost_the_same_for_two_and_for_many(evening, django_assert_num_queries):
    team, client = evening.small.entries[0].team, signed_in(evening.secretary)
    for number in (2, 6):
        for _ in range(number):
            make_player(team, "Harry Goy")
        with django_assert_num_queries(9):
            assert client.get("/leek/duplicates/").status_code == 200


def test_players_can_be_sorted():
    league_of(nights=4)
    by_name = [row[0].split()[-1] for row in rows("players", sort="name")]
    assert by_name == sorted(by_name, key=str.casefold)
    by_wins = [int(row[3]) for row in rows("players")]
    assert by_wins == sorted(by_wins, reverse=True)
    assert rows("players", sort="nonsense") == rows("players")
