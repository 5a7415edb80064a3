"""The player of a night: who it is on the night's page, and a picture, and never of anybody under 18."""

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
    """The address of a night on which two divisions of four have played."""
    with scopes_disabled():
        league = make_league("leek")
        play_season(league, make_clubs(league, 8), size=4)
        yield f"/leek/fixtures/{Fixture.objects.order_by('date')[0].date}/"


def section(night: str) -> str:
    """What the page of the night says of its player; "" if nothing."""
    _, _, after = Client().get(night).content.decode().partition('<section id="player">')
    return " ".join(after.partition("</section>")[0].split())


def chosen(night: str) -> list[Player]:
    return list(Player.objects.filter(slug__in=re.findall(r'<a href="/leek/players/([\w-]+)/"', section(night))))


def picture_on(night: str) -> tuple[str, str]:
    """The address of the picture among those that are shared, and what is on it in words."""
    page = Client().get(f"{night}?view=share").content.decode()
    return re.findall(r'<img\s+src="([^"]*/player/image-[^"]*)"\s+alt="([^"]*)"', page)[0]


def test_the_night_says_who_and_what_they_won_and_has_a_picture_to_share(night):
    (player,) = chosen(night)
    assert "<h2>Player of the night</h2>" in section(night)
    assert re.search(r"</a>\) won [0-9]+ of [0-9]+ games", section(night))
    address, words = picture_on(night)
    picture = Client().get(address)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/jpeg")
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)
    assert player.public_name in words


def test_nobody_under_18_is_chosen(night):
    (first,) = chosen(night)
    Player.objects.filter(pk=first.pk).update(under_18=True)
    assert first not in chosen(night)
    Player.objects.update(under_18=True)
    assert section(night) == ""
    assert Client().get(f"{night}player/image-0000.jpg").status_code == 404


def test_another_player_or_other_colours_have_another_address_and_the_old_one_leads_there(night):
    before, _ = picture_on(night)
    Team.objects.update(colour="plum")
    after, _ = picture_on(night)
    assert before != after
    moved = Client().get(before)
    assert (moved.status_code, moved["Location"]) == (302, after)


def test_while_a_match_has_no_result_it_is_the_player_so_far(night):
    (player,) = chosen(night)
    other = Result.objects.filter(fixture__date=night.split("/")[3]).exclude(appearances__player=player)[0]
    Fixture.objects.filter(pk=other.fixture_id).update(state="scheduled")
    other.delete()
    assert "layer of the night so far" in section(night)


def test_before_a_card_counts_there_is_none(night):
    Result.objects.all().delete()
    assert section(night) == ""


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
