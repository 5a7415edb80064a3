"""What a link to a page says where it is shown: the fact first, whole, in as many letters as programs show."""

import re
from datetime import timedelta
from html import unescape

import pytest
import time_machine
from django.test import Client
from django_scopes import scopes_disabled

from league.results.models import Result
from league.schedule.models import Division, Entry, Fixture
from league.teams.models import Player, Team
from tests.factories import make_league
from tests.played import make_clubs, play_season

LONG = "The Honourable Company of Domino Players at the Railway Arms"[:58]
DASH = "\N{EN DASH}"


@pytest.fixture
def days(db):
    """The days of matches of two divisions of four that have played all there is."""
    with scopes_disabled():
        league = make_league("leek")
        play_season(league, make_clubs(league, 8), size=4)
        yield list(Fixture.objects.order_by("date").values_list("date", flat=True).distinct())


def said(path: str, on) -> tuple[str, str]:
    with time_machine.travel(on, tick=False):
        page = Client().get(path).content.decode()
    title, sentence = (re.search(rf'property="og:{name}" content="([^"]*)"', page) for name in ("title", "description"))
    assert len(unescape(title[1])) <= 65
    assert 0 < len(unescape(sentence[1])) <= 160
    return unescape(title[1]), unescape(sentence[1])


@pytest.mark.parametrize("name", ["", LONG])
def test_every_kind_of_page_begins_with_the_fact_however_long_names_are(days, name):
    if name:
        for number, team in enumerate(Team.objects.order_by("pk")):
            Team.objects.filter(pk=team.pk).update(name=f"{name} {number}")
            Entry.objects.filter(team=team).update(name=f"{name} {number}")
    team, player = Team.objects.order_by("pk")[0], Player.objects.filter(appearances__isnull=False)[0]
    division = Division.objects.order_by("rank")[0]
    on = days[-1] + timedelta(days=1)
    lead = r" lead .*( by [0-9½]+ points?|, level on points)|and .* lead .*"
    table, places = said(f"/leek/table/{division.slug}/", on)
    assert re.search(lead, table)
    assert places.startswith("1 ")
    assert re.search(lead, said("/leek/", on)[0])
    title, last = said(f"/leek/{team.slug}/", on)
    assert re.search(r": (joint )?[1-4]\w\w in .*, (beat|lost to|drew with) .* [0-9]+" + DASH + "[0-9]+$", title)
    assert re.match(r"[A-Z]\w\w [0-9]+ [A-Z]\w\w: ", last)
    assert said(f"/leek/players/{player.slug}/?show=others", on)[0] == f"Partners and opponents of {player.public_name}"
    assert re.search(r": won [0-9]+ of [0-9]+ games", said(f"/leek/players/{player.slug}/", on)[0])
    assert re.search("[0-9]" + DASH + "[0-9].* and 3 more$", said(f"/leek/fixtures/{days[0]}/", on)[0])
    assert re.search(r" wins [0-9.]+% in ", said("/leek/averages/", on)[0])


def test_before_a_night_a_link_to_it_counts_its_matches(days):
    Fixture.objects.filter(date=days[-1]).update(state="scheduled")
    Result.objects.filter(fixture__date=days[-1]).delete()
    assert re.search(r": 4 matches at 4 pubs$", said(f"/leek/fixtures/{days[-1]}/", days[-1])[0])
    assert said("/leek/", days[-1])[0].startswith("Tonight: 4 matches")


def test_nothing_is_said_of_a_player_under_18(days):
    player = Player.objects.filter(appearances__isnull=False)[0]
    Player.objects.exclude(pk=player.pk).update(name="Alf Dent")
    Player.objects.filter(pk=player.pk).update(name="Maureen Goy")
    assert "Goy" in said(f"/leek/players/{player.slug}/", days[-1])[0]
    Player.objects.filter(pk=player.pk).update(under_18=True)
    assert Client().get(f"/leek/players/{player.slug}/").status_code == 404
    assert "Goy" not in "".join(said("/leek/averages/", days[-1]))
