"""A cup's page and its screen in the pub: what they say, to whom, and what they cost."""

import gzip
import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.cups.models import Fact, FinalsNight, Round
from league.teams.choices import RoleKind
from scoring import codec
from scoring.season.knockout import cups
from scoring.season.knockout.facts import ScoreCorrected
from tests.factories import make_league, make_role, make_season, make_user
from tests.league.cups.made import BY, make_cup
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
IN_SEASON = datetime(2026, 10, 10, 12, tzinfo=timezone.get_default_timezone())
FULL = 14_000
STRAIGHT = cups.Cup("Singles", forms=(cups.TieForm(best_of=1),))


def a_cup(number, **how):
    with scopes_disabled():
        return make_cup(make_season(make_league()), number, **how)


def seen(cup, client=None, rest=""):
    with time_machine.travel(IN_SEASON, tick=False):
        answer = (client or Client()).get(cup.get_absolute_url() + rest)
    assert answer.status_code == 200
    return answer.content.decode()


def words(html):
    """What a reader reads, tags and runs of space gone."""
    return " ".join(re.sub(r"<[^>]+>", " ", html.split("<main")[1].split("</main>")[0]).split())


def test_every_round_is_there_and_the_one_being_played_is_open():
    html = seen(a_cup(8, played=1))
    heads = re.findall(r'<h3 class="bracket__head">\s*<span>([^<]+)</span>', html)
    assert heads == ["Quarter-finals", "Semi-finals", "Final"]
    assert re.findall(r'<details( open|)>\s*<summary>\s*<h3 class="bracket', html) == ["", " open", ""]


def test_ties_say_who_what_when_and_where():
    cup = a_cup(8, played=1)
    html = seen(cup)
    text = words(html)
    assert re.search(r"[A-Z] \w+ won 2 [A-Z] \w+ 1 Quarter-final 1 ", text)
    assert "Tue 24 Nov, 8pm The" in text
    assert "Play by Sat 28 Nov" in text
    assert re.search(r" Final Play by \w+ \d+ \w+ [A-Z] \w+ or [A-Z] \w+ [A-Z] \w+ or [A-Z] \w+", text)
    assert f'href="{cup.get_absolute_url()}ties/main-2-1/"' in html
    other_season = cup.get_absolute_url().replace("2026-27", "2025-26")
    assert Client().get(other_season).status_code == 404


@pytest.mark.parametrize(
    ("made", "pattern"),
    [
        ({"number": 5}, r"(Bye.*){3}"),
        ({"number": 2, "played": 1}, r"Season 2026-27 .* won the Singles"),
        ({"number": 3, "drawn": False}, r"H Goy.*3 entered so far|3 entered so far.*H Goy"),
        ({"number": 0, "drawn": False}, r"No one has entered the Singles yet\."),
    ],
)
def test_a_cup_says_how_it_stands(made, pattern):
    assert re.search(pattern, words(seen(a_cup(**made))))


def shared(cup):
    return re.search(r'property="og:title" content="([^"]*)"', seen(cup))[1]


@pytest.mark.parametrize(
    ("made", "title"),
    [
        ({"number": 8, "played": 1}, r"Singles: semi-finals, 2 to play by Sat 28 Nov"),
        ({"number": 2, "played": 1}, r"[A-Z] \w+ won the Singles"),
        ({"number": 3, "drawn": False}, r"Singles: 3 entered so far"),
    ],
)
def test_a_link_to_a_cup_says_how_it_stands(made, title):
    assert re.fullmatch(title, shared(a_cup(**made)))


def test_conflict_is_said_and_its_tie_is_marked():
    cup = a_cup(4, rules=STRAIGHT, played=2, dated=False)
    with scope(league=cup.season.league):
        Fact.objects.create(
            cup=cup, number=99, kind="corrected", by=make_user(), at=IN_SEASON,
            body=codec.encode(ScoreCorrected("main-1-1", 0, 1, "wrong way about")),
        )  # fmt: skip
    text = words(seen(cup))
    assert "Final is on hold:" in text
    assert text.count("On hold") == 1


def test_finals_night_stands_at_its_round():
    cup = a_cup(4)
    with scope(league=cup.season.league):
        night = FinalsNight.objects.create(
            season=cup.season, slug="finals", date=BY + timedelta(weeks=20), start_time="19:30",
            venue=cup.entrants.first().venue,
        )  # fmt: skip
        Round.objects.filter(cup=cup, round=2).update(night=night)
    assert "Final Finals night, Sat 20 Feb" in words(seen(cup))


def test_minor_is_initials_and_names_are_the_leagues_own_way():
    cup = a_cup(2)
    with scope(league=cup.season.league):
        player = cup.entrants.order_by("pk").first().entry.players.get()
        player.under_18 = True
        player.save()
    text = words(seen(cup))
    assert player.name not in text
    assert player.public_name in text


def test_those_who_run_cups_are_offered_the_draw():
    cup = a_cup(3, drawn=False)
    with scopes_disabled():
        person = make_user("Cora Ordinator")
        make_role(person, cup.season.league, RoleKind.COORDINATOR)
    client = signed_in(person)
    assert "Make the draw" in words(seen(cup, client))
    assert "Make the draw" not in words(seen(cup))


# --- what it costs ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [2, 3, 10, 100])
def test_page_costs_the_same_however_many_entered(django_assert_num_queries, number):
    cup = a_cup(number, played=1)
    with django_assert_num_queries(7):
        seen(cup)
    with django_assert_num_queries(7):
        seen(cup, rest="?part=tv")


@pytest.mark.parametrize(("number", "most"), [(32, FULL / 2), (64, FULL), (256, 3 * FULL)])
def test_bracket_fits_on_a_slow_line(number, most):
    html = seen(a_cup(number, played=1))
    assert html.count('class="tie') >= number - 1
    assert len(gzip.compress(html.encode())) < most


# --- the screen in the pub --------------------------------------------------------------------------------------------
def screen(cup, rest=""):
    with time_machine.travel(IN_SEASON, tick=False):
        return Client().get(f"{cup.get_absolute_url()}?part=tv{rest}")


@pytest.mark.parametrize(
    ("rest", "page", "following"),
    [
        ("", 1, "15; url=?part=tv&page=2"),
        ("&page=4", 4, "15; url=?part=tv&page=1"),
        ("&page=2&hold", 2, "60; url=?part=tv&page=2&hold"),
        *((f"&page={typed}", 1, "15; url=?part=tv&page=2") for typed in ("0", "5", "99999", "two", "-1", "\u00b2")),
    ],
)
def test_screen_turns_its_pages_by_itself_or_is_held(rest, page, following):
    answer = screen(a_cup(64), rest)
    assert f"Page {page} of 4" in answer.content.decode()
    assert answer["Refresh"] == following


def test_small_cup_is_one_tree_on_the_screen_and_says_if_it_is_not_drawn():
    text = screen(a_cup(8, played=1)).content.decode()
    assert "Page 1" not in text
    assert re.findall(r'<p class="bracket__head">([^<]+)', text) == ["Quarter-finals", "Semi-finals", "Final"]
    with scopes_disabled():
        undrawn = make_cup(make_season(make_league(slug="hanley", name="Hanley")), 2, drawn=False)
    assert "The draw has not been made yet" in screen(undrawn).content.decode()
