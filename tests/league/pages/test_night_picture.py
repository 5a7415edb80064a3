"""The picture beside a link to a night: every result with both names, and a new address when one changes."""

import re
from io import BytesIO

import pytest
from django.test import Client
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.pages.night_picture import MOST_MATCHES, NightPicture, draw_night, night_picture, night_pictures
from league.pages.queries.nights import who_is_where
from league.schedule.models import Entry, Fixture
from league.teams.models import League
from tests.factories import make_league
from tests.played import make_clubs, play_season


@pytest.fixture
def night(db):
    """The address of a night on which two divisions of four have played."""
    with scopes_disabled():
        league = make_league("leek")
        play_season(league, make_clubs(league, 8), size=4)
        return f"/leek/fixtures/{Fixture.objects.order_by('date')[0].date}/"


def said(path: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', Client().get(path).content.decode()))


def test_the_page_names_a_picture_of_every_result(night):
    shared = said(night)
    answer = Client().get(shared["og:image"].removeprefix("http://testserver"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert len(answer.content) <= 250_000
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    assert shared["og:image:alt"].startswith("Results, ")
    assert len(re.findall("[0-9]+\N{EN DASH}[0-9]+", shared["og:image:alt"])) == 4


def test_another_name_has_another_address_and_the_old_one_leads_there(night):
    before = said(night)["og:image"]
    with scopes_disabled():
        Entry.objects.update(name="Renamed Arms")
    after = said(night)["og:image"]
    assert before != after
    moved = Client().get(before.removeprefix("http://testserver"))
    assert (moved.status_code, f"http://testserver{moved['Location']}") == (302, after)


def test_what_is_shared_has_every_match_and_the_tables_whole(night):
    page = Client().get(f"{night}?view=share").content.decode()
    shown = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
    assert shown[1][1].startswith("Player of the night, Leek, Mon 7 Sep")
    assert [words.partition(":")[0] for _, words in shown][2:4] == ["Division 1", "Division 2"]
    assert shown[0][1].startswith("Results, ")
    assert [Client().get(address).status_code for address, _ in shown] == [200] * len(shown)


def test_a_night_of_many_matches_takes_as_many_pictures_as_it_needs(night):
    with scopes_disabled():
        day = Fixture.objects.order_by("date")[0].date
        league = League.objects.get()
        with scope(league=league):
            lines = who_is_where(league, day, now()).lines * 5
            assert night_picture(day, lines, league).bottom == "and 4 more"
            found = night_pictures(day, lines, league)
    assert [sum(len(rows) for _, rows in each.divisions) for each in found] == [16, 4]
    assert [each.title.rpartition(" (")[2] for each in found] == ["1 of 2)", "2 of 2)"]
    assert {each.bottom for each in found} == {""}


def test_a_night_on_which_nobody_plays_has_none(night):
    assert said("/leek/fixtures/2026-01-01/")["og:image"].endswith("icon-180.png")
    assert Client().get("/leek/fixtures/2026-01-01/image-0000.jpg").status_code == 404


@pytest.mark.parametrize("name", ["Crown", "A" * 120, "The Shoulder of Mutton and Cucumber Working Men's Club B Team"])
def test_any_name_and_number_of_matches_fits(name):
    rows = tuple((name, "10\N{EN DASH}10", name) for _ in range(MOST_MATCHES // 2))
    picture = draw_night(NightPicture(name, name, ((name, rows), (name, rows)), "and 4 more"))
    assert Image.open(BytesIO(picture)).size == (1200, 630)
    assert len(picture) <= 250_000
