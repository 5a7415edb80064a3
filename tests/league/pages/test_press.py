"""The week's report as the local paper prints it, and the results as a feed that programs read."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from xml.etree import ElementTree as ET

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.cups.actions.entries import enter
from league.results.choices import SentFor
from league.schedule.actions.matches import postpone_fixture, rearrange_fixture, void_fixture
from league.schedule.models import Fixture
from league.teams.models import Player, Team, Venue
from scoring.card.sheet import Side
from tests.factories import FIRST_NIGHT, make_fixture
from tests.league.cups.world import opened, players_of
from tests.league.results.evening import CLOSING_TIME, Evening, make_evening

ATOM = "{http://www.w3.org/2005/Atom}"
LATER = CLOSING_TIME + timedelta(days=3)


@pytest.fixture
def evening(db, request):
    with time_machine.travel(LATER, tick=False), scopes_disabled():
        made = make_evening(key=getattr(request, "param", "leek"), squad=12)
        with scope(league=made.small.league):
            yield made


def paper(**asked) -> str:
    answer = Client().get("/leek/press/report.txt", asked)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode()


def part(text: str, heading: str) -> list[str]:
    """The lines below a heading, up to the next empty one."""
    return text.partition(f"\n\n{heading}\n")[2].partition("\n\n")[0].splitlines()


def swept(evening: Evening, number: int = 0):
    """The card with every game of a line won by the home side, and who played that line for it."""
    card = evening.card()
    line = card.lines[number]
    games = tuple(each if each.winner is Side.HOME else turned(each) for each in line.games)
    lines = tuple(replace(each, games=games) if at == number else each for at, each in enumerate(card.lines))
    return replace(card, lines=lines), line.home


def turned(game):
    return replace(game, winner=Side.HOME, home_pegs=game.away_pegs, away_pegs=game.home_pegs)


def report(evening: Evening, card=None) -> str:
    """Send the card for both sides; the score as the paper has it."""
    evening.send(SentFor.HOME, card or evening.card())
    result = Fixture.objects.get(pk=evening.fixture.pk).result
    return f"Crown A {result.home_games}, Bell {result.away_games}"


def test_results_are_run_in_with_r_a_for_what_was_re_arranged(evening):
    act = {"by": evening.secretary, "at": LATER, "reason": "Snow"}
    make_fixture(evening.small.entries[3], evening.small.entries[0], on=FIRST_NIGHT, week=7)
    rearrange_fixture(fixture=evening.small.fixtures[1], date=date(2026, 10, 12), **act)
    make_fixture(evening.small.entries[1], None, on=FIRST_NIGHT, week=5)
    void_fixture(fixture=make_fixture(*evening.small.entries[:2], on=FIRST_NIGHT, week=6), **act)
    score = report(evening)
    text = paper()

    assert text.startswith("LEEK DOMINOES\nWeek from Mon 7 Sep to Sun 13 Sep 2026\n\nDIVISION ONE\n")
    assert part(text, "DIVISION ONE")[:4] == [
        f"{score}; Plough R/A Swan.",
        "Result awaited: Swan v Crown A.",
        "Void: Crown A v Bell.",
        "No match: Bell.",
    ]


def test_a_match_without_a_new_date_is_re_arranged_too(evening):
    postpone_fixture(fixture=evening.small.fixtures[1], by=evening.secretary, at=LATER, reason="Snow")
    assert part(paper(), "DIVISION ONE") == ["Plough R/A Swan.", "Result awaited: Crown A v Bell."]


def test_the_table_is_teams_played_and_points(evening):
    report(evening)
    rows = [line.split() for line in paper().rstrip().rpartition("\n\n")[2].splitlines()]
    assert rows[0] == ["P", "Pt"]
    assert sorted(" ".join(row[:-2]) for row in rows[1:]) == ["Bell", "Crown A", "Plough", "Swan"]
    assert {tuple(row[-2:-1]) for row in rows if row[0] in {"Crown", "Bell"}} == {("1",)}
    widths = {len(line) for line in paper().rstrip().rpartition("\n\n")[2].splitlines()}
    assert len(widths) == 1


@pytest.mark.parametrize("evening", ["guisborough"], indirect=True)
def test_those_who_won_every_game_of_their_line_are_named_and_nobody_under_18(evening):
    card, home = swept(evening)
    report(evening, card)
    players = [Player.objects.select_related("league").get(pk=int(each.id)) for each in home]
    told = " & ".join(each.public_name for each in players) + " (Crown A)"
    [winners] = [each for each in part(paper(), "DIVISION ONE") if each.startswith("3–0 table winners \N{EN DASH} ")]
    assert told in winners

    Player.objects.filter(pk=players[0].pk).update(under_18=True)
    text = paper()
    assert f"{players[1].public_name} (Crown A)" in text
    assert players[0].name not in text
    assert players[0].public_name not in text


def test_where_a_line_is_one_game_nobody_is_named(evening):
    card, _ = swept(evening)
    report(evening, card)
    assert "winners" not in paper()


def test_another_week_is_chosen_by_its_monday(evening):
    assert "Week from Mon 14 Sep" in paper(week="2026-09-14")
    assert "Bell v Crown A" not in paper(week="2026-09-14")  # not played yet
    assert "No results this week." in paper(week="2026-09-14")
    assert "Week from Mon 7 Sep" in paper(week="1999-01-04")
    shared = Client().get("/leek/press/", {"week": "2026-09-07"}, follow=True)
    assert shared.redirect_chain == [("/leek/fixtures/2026-09-07/?view=share", 302)]
    assert "Week from Mon 7 Sep" in shared.content.decode()
    assert '<a rel="next" href="/leek/fixtures/2026-09-14/?view=share">' in shared.content.decode()


def test_before_a_season_there_is_nothing_to_report(evening):
    type(evening.small.season).objects.update(current=False)
    assert Client().get("/leek/press/").headers["Location"] == "/leek/fixtures/"
    assert Client().get("/leek/press/report.txt").status_code == 404


def test_a_tie_between_players_is_named_by_public_names_and_not_at_all_with_somebody_young(evening):
    small = evening.small
    cup = opened(small, "singles", "Singles Cup", at=LATER)
    one, two = players_of(small.entries[0].team)[0], players_of(small.entries[2].team)[0]
    sides = [
        enter(cup=cup, team=each.team, players=[player], by=small.secretary, at=LATER).entry
        for each, player in ((small.entries[0], one), (small.entries[2], two))
    ]
    make_fixture(*sides, on=FIRST_NIGHT, stage="Final")
    assert part(paper(), "SINGLES CUP") == [f"Result awaited: {one.public_name} v {two.public_name}."]
    Player.objects.filter(pk=two.pk).update(under_18=True)
    assert two.public_name not in paper()


@pytest.mark.parametrize("count", [1, 3])
def test_the_report_costs_the_same_for_any_number_of_matches(evening, django_assert_num_queries, count):
    Fixture.objects.all().delete()
    for number in range(count):
        make_fixture(*evening.small.entries[:2], week=number + 1)
    with django_assert_num_queries(14):
        paper()


# --- the feed ---------------------------------------------------------------------------------------------------------
def feed(**headers):
    answer = Client().get("/leek/results.atom", headers=headers)
    return answer, ET.fromstring(answer.content) if answer.content else None


def test_the_feed_has_what_atom_requires(evening):
    score = report(evening)
    answer, root = feed()
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert root.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated", "author"):
        assert len(root.findall(f"{ATOM}{name}")) == 1, name
    [entry] = root.findall(f"{ATOM}entry")
    for name in ("id", "title", "updated"):
        assert len(entry.findall(f"{ATOM}{name}")) == 1, name
    home, away = (each.rpartition(" ")[2] for each in score.split(", "))
    assert entry.find(f"{ATOM}title").text == f"Crown A {home}\N{EN DASH}{away} Bell"
    assert entry.find(f"{ATOM}id").text == f"urn:double-six:leek:{evening.fixture.code}"
    assert datetime.fromisoformat(entry.find(f"{ATOM}updated").text) == evening.fixture.result.updated_at
    assert entry.find(f"{ATOM}link").get("href") == "http://testserver/leek/2026-09-07/crown-a-v-bell/"
    assert {each.get("rel"): each.get("href") for each in root.findall(f"{ATOM}link")} == {
        "alternate": "http://testserver/leek/", "self": "http://testserver/leek/results.atom",
    }  # fmt: skip


def test_the_feed_is_the_same_until_a_result_comes_in(evening):
    first, _ = feed()
    assert feed(if_none_match=first["ETag"])[0].status_code == 304
    assert first["Cache-Control"] == "public, max-age=300"
    report(evening)
    assert feed(if_none_match=first["ETag"])[0].status_code == 200


@pytest.mark.parametrize(
    "attack", ["<script>alert(1)</script>", "</summary><evil/>", "]]>", "\x0b\x1b\r\nX: y", "&amp;&lt;"]
)
def test_no_name_becomes_part_of_the_feed_or_of_a_page_that_shows_it(evening, attack):
    report(evening)
    Venue.objects.update(name=f"Crown{attack}")
    Fixture.objects.get(pk=evening.fixture.pk).home.__class__.objects.update(name=f"Crown{attack}")
    Team.objects.filter(pk=evening.small.entries[0].team_id).update(name=f"Crown{attack}"[:60])
    _, root = feed()
    tags = {each.tag.removeprefix(ATOM) for each in root.iter()}
    assert tags == {"feed", "title", "link", "id", "updated", "author", "name", "subtitle", "entry", "summary"}
    assert "<" not in root.find(f"{ATOM}entry/{ATOM}summary").text


def test_there_is_no_feed_of_a_private_league_for_strangers(evening):
    type(evening.small.league).objects.update(public=False)
    assert Client().get("/leek/results.atom").status_code == 404
    assert timezone.now() == LATER
