"""The picture beside a link to a table: what messengers ask for, at an address that is another when the table is."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django_scopes import scopes_disabled
from PIL import Image

from league.results.tables import MOST_LINKED, MOST_SHARED, TablePicture, picture_of
from league.schedule.models import Entry
from league.teams.models import League
from tests.factories import make_league
from tests.played import make_clubs, play_season

TABLE = "/leek/table/division-1/"


@pytest.fixture
def played(db):
    with scopes_disabled():
        league = make_league("leek")
        play_season(league, make_clubs(league, 8), size=8)
    return league


def said(path=TABLE) -> dict[str, str]:
    page = Client().get(path).content.decode()
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))


def test_the_page_names_a_picture_that_messengers_take(played):
    shared = said()
    assert (shared["og:image:type"], shared["og:image:width"], shared["og:image:height"]) == (
        "image/jpeg",
        "1200",
        "630",
    )
    answer = Client().get(shared["og:image"].removeprefix("http://testserver"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert len(answer.content) <= 250_000
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert shared["og:image:alt"].startswith("Division 1: 1")


def test_another_table_has_another_address_and_the_old_one_leads_there(played):
    before = said()["og:image"]
    with scopes_disabled():
        leader = Entry.objects.order_by("pk")[0]
        Entry.objects.filter(pk=leader.pk).update(name="Renamed Arms")
    League.objects.update(short_name="Leek & District")  # so that the kept page is not asked for again
    after = said(f"{TABLE}?columns=all")["og:image"]
    assert before != after
    moved = Client().get(before.removeprefix("http://testserver"))
    assert (moved.status_code, f"http://testserver{moved['Location']}") == (302, after)


def test_the_table_of_a_past_season_has_the_usual_picture(played):
    with scopes_disabled():
        season = played.seasons.get()
        played.seasons.update(current=False)
    assert said(f"/leek/table/division-1/?season={season.slug}")["og:image"].endswith("icon-180.png")
    assert Client().get("/leek/table/division-1/image-0000.jpg").status_code == 404


@pytest.mark.parametrize(
    "name", ["Crown", "The Shoulder of Mutton and Cucumber Working Mens' Club B Team", "Ünïcödé \x00", ""]
)
@pytest.mark.parametrize("number", [MOST_LINKED, MOST_SHARED])
def test_any_name_and_number_fits(name, number):
    rows = tuple(("10=", name, "100", "1234½") for _ in range(number))
    image = Image.open(BytesIO(picture_of(TablePicture(name, name, rows, name))))
    assert image.size == (1200, 630)
