"""The player of a night: a page and a picture of who it is, and never of anybody under 18."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django_scopes import scopes_disabled
from PIL import Image

from league.base.ui.palette import Badge, Colour, Kit
from league.base.ui.pictures import BADGE, LEFT, RIGHT
from league.pages.night_picture import NightPlayerPicture, draw_player
from league.results.models import Result
from league.schedule.models import Fixture
from league.teams.models import Player, Team
from tests.factories import make_league
from tests.league.ui.test_pictures import WELSH
from tests.played import make_clubs, play_season

LONG = "The Shoulder of Mutton and Cucumber Working Men's Club B Team"


@pytest.fixture
def night(db):
    """The address of the player of a night on which two divisions of four have played."""
    with scopes_disabled():
        league = make_league("leek")
        play_season(league, make_clubs(league, 8), size=4)
        yield f"/leek/fixtures/{Fixture.objects.order_by('date')[0].date}/player/"


def page_of(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return answer.content.decode()


def said(path: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page_of(path)))


def chosen(path: str) -> list[Player]:
    slugs = re.findall(r'<h2>.*?<a href="/leek/players/([\w-]+)/"', page_of(path), re.DOTALL)
    return list(Player.objects.filter(slug__in=slugs))


def test_the_night_leads_to_a_page_that_says_who_and_what_they_won(night):
    assert f'href="{night}"' in page_of(night.removesuffix("player/"))
    (player,) = chosen(night)
    shared = said(night)
    assert shared["og:title"].startswith(f"{player.public_name}: player of the night, ")
    assert re.match(rf"{player.public_name} \(.+\) won [0-9]+ of [0-9]+ games", shared["og:description"])
    picture = Client().get(shared["og:image"].removeprefix("http://testserver"))
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/jpeg")
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert player.public_name in shared["og:image:alt"]


def test_nobody_under_18_is_chosen(night):
    (first,) = chosen(night)
    Player.objects.filter(pk=first.pk).update(under_18=True)
    assert first not in chosen(night)
    Player.objects.update(under_18=True)
    assert chosen(night) == []
    assert "No card of this night counts yet." in page_of(night)
    assert Client().get(f"{night}image-0000.jpg").status_code == 404


def test_another_player_or_other_colours_have_another_address_and_the_old_one_leads_there(night):
    before = said(night)["og:image"]
    Team.objects.update(colour="plum")
    after = said(night)["og:image"]
    assert before != after
    moved = Client().get(before.removeprefix("http://testserver"))
    assert (moved.status_code, f"http://testserver{moved['Location']}") == (302, after)


def test_while_a_match_has_no_result_it_is_the_player_so_far(night):
    (player,) = chosen(night)
    other = Result.objects.filter(fixture__date=night.split("/")[3]).exclude(appearances__player=player)[0]
    Fixture.objects.filter(pk=other.fixture_id).update(state="scheduled")
    other.delete()
    assert "layer of the night so far" in page_of(night)


def test_before_a_card_counts_there_is_none_and_the_night_leads_to_none(night):
    Result.objects.all().delete()
    assert "No card of this night counts yet." in page_of(night)
    assert f'href="{night}"' not in page_of(night.removesuffix("player/"))


@pytest.mark.parametrize("kit", [Kit(), *(Kit(each) for each in Colour.values), Kit("navy", "pink")])
@pytest.mark.parametrize("name", ["H Goy", f"M {WELSH}", f"{LONG}, {LONG} and {LONG}"])
def test_any_name_fits_in_any_colour(kit, name):
    picture = draw_player(NightPlayerPicture(LONG, LONG, name, LONG, f"won {LONG}", kit, Badge(LONG, kit)))
    image = Image.open(BytesIO(picture))
    assert image.size == (1200, 630)
    assert len(picture) <= 250_000
    # What is written stays in the middle square: beside it, and below the badge, there is the dark ground alone.
    for box in ((BADGE.left, BADGE.bottom + 20, LEFT - 16, 620), (RIGHT + 16, 40, RIGHT + 80, 620)):
        assert image.crop(box).convert("L").getextrema()[1] < 64
