"""The fixture booklet: what stands on its pages, how many there are, and how it is asked for."""

from datetime import date, datetime, time
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import get_default_timezone
from pypdf import PdfReader

from league.base.jobs.kinds import Progress
from league.cups.models import FinalsNight, Honour
from league.documents.kinds import PaperOrder, builder_of
from league.documents.models import Paper
from league.documents.queries.booklets import booklet_of
from league.schedule.choices import FixtureState
from league.schedule.models import Blackout
from tests.factories import (
    make_division,
    make_entry,
    make_fixture,
    make_league,
    make_season,
    make_team,
    make_venue,
)
from tests.league.documents.conftest import words_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unscoped")]
AT = datetime(2026, 9, 1, 12, tzinfo=get_default_timezone())
LONG = "Fox & Hounds with Fiddlers Three, Llanfairpwllgwyngyllgogery"
ADDRESS = "https://league.example/leek/fixtures/"
MILLIMETRES = 25.4 / 72


@pytest.fixture
def season():
    """Two divisions of four; everything that a booklet has something to say about."""
    league = make_league(name="Leek & District", contact="Ann Other, 01538 496000")
    season = make_season(league)
    for number, names in enumerate((("Bell", "Crown A", "Plough", LONG), ("Fleece", "Railway", "Swan", "Star"))):
        division = make_division(season, f"Division {number + 1}", rank=number + 1)
        pubs = [make_venue(league, f"{name} Inn"[:80], address="1 The Green", postcode="ST13 5AA") for name in names]
        teams = [make_team(league, name, pub) for name, pub in zip(names, pubs, strict=True)]
        one, two, three, four = (make_entry(division, team) for team in teams)
        make_fixture(one, two, date(2026, 9, 7), 1)
        make_fixture(three, four, date(2026, 9, 7), 1)
        make_fixture(two, three, date(2026, 9, 14), 2)
    make_fixture(one, None, date(2026, 9, 14), 2)
    make_fixture(four, one, date(2026, 9, 21), 3, first_date=date(2026, 9, 14), start_time=time(19, 30))
    make_fixture(four, three, date(2026, 9, 21), 3, venue=teams[0].venue)
    waiting = {"first_date": date(2026, 9, 14), "state": FixtureState.POSTPONED}
    fixture = make_fixture(two, one, date(2026, 9, 28), 4)
    type(fixture).objects.filter(pk=fixture.pk).update(date=None, **waiting)
    gone = make_fixture(three, two, date(2026, 10, 5), 5, state=FixtureState.VOID)
    type(gone).objects.filter(pk=gone.pk).update(voided_with=two.pk)
    Blackout.objects.create(season=season, first=date(2026, 9, 17), last=date(2026, 9, 18), reason="Team cup")
    FinalsNight.objects.create(
        season=season, slug="finals", date=date(2027, 4, 9), start_time=time(19), venue=teams[0].venue
    )
    Honour.objects.create(league=league, year=2026, title="Division 1", winner="Plough", runner_up="Bell")
    Honour.objects.create(league=league, year=2025, title="Division 1", winner="Long Ago")
    return season


_kept: dict[tuple[str, bool], tuple[bytes, dict]] = {}


def made(season, progress, size="a5", *, folded=False):
    """The parts as the job gets them, with this way of printing it."""
    args = {"season": season.slug, "size": size, "folded": folded, "address": ADDRESS}
    asked = PaperOrder(season.league, args, AT, "https://league.example", full_names=False)
    return list(builder_of("booklet")(asked, progress))


def whole(season, size="a5", *, folded=False):
    """The file of the season above, drawn once however many tests read it, and what its making said last."""
    if (size, folded) not in _kept:
        progress = Progress(1, "booklet", None, None)
        (file,) = made(season, progress, size, folded=folded)
        _kept[size, folded] = file, progress.row_fields()
    return _kept[size, folded]


def read(season, size="a5", *, folded=False):
    return PdfReader(BytesIO(whole(season, size, folded=folded)[0]))


def size_of(page):
    return tuple(round(float(each) * MILLIMETRES) for each in page.mediabox[2:])


@pytest.mark.parametrize(
    ("size", "folded", "sheet", "together"),
    [
        ("a5", False, (148, 210), 4),
        ("a6", False, (105, 148), 8),
        ("a5", True, (297, 210), 2),
        ("a6", True, (210, 297), 2),
    ],
)
def test_paper_is_right_to_the_millimetre_and_fills_whole_sheets(season, size, folded, sheet, together):
    pdf = read(season, size=size, folded=folded)
    assert {size_of(page) for page in pdf.pages} == {sheet}
    assert len(pdf.pages) % together == 0


@pytest.mark.parametrize("size", ["a5", "a6"])
def test_pages_are_numbered_and_the_contents_lead_to_them(season, size):
    pdf = read(season, size=size)
    pages = [" ".join(page.extract_text().split()) for page in pdf.pages]
    count = len(pages)
    assert all(f"Page {number} of {count}" in text for number, text in enumerate(pages[1:-1], 2))
    assert "Page" not in pages[0]
    assert "Page" not in pages[-1]
    contents = pages[1].removeprefix("In this booklet ").partition(" The league ")[0]
    for title in (
        "The season at a glance",
        "Fixtures",
        "Teams and where they play",
        "Honours 2026",
        "Rules",
        "Our results",
    ):
        number = int(contents.partition(f"{title} ")[2].split()[0])
        assert pages[number - 1].startswith(title)


def test_everything_of_the_season_is_told(season):
    pdf = read(season)
    text = words_of(pdf)
    for told in (
        *("Leek & District", "2026-27", "Ann Other, 01538 496000", "Correct at Tue 1 Sep"),
        *("Mon 7 Sep", "Week 1", "Division 2", "Fleece", "Railway", "No match: Fleece"),
        *("7.30pm, from Mon 14 Sep", "at Fleece Inn", "Date to be agreed", "No match: Swan"),
        *("Thu 17 Sep to Fri 18 Sep", "Cup week", "Team cup", "Fri 9 Apr", "Finals night"),
        *("Bell Inn, 1 The Green, ST13 5AA", "Plough runner-up Bell", "league.example/leek/fixtures"),
        *("A full side is 6 players", "2 points for winning the match.", "As singles: fives and threes to 61, but:"),
    ):
        assert told in text, told
    assert LONG.replace(" ", "") in text.replace(" ", "")
    assert "Long Ago" not in text  # of the last year only


def test_booklet_of_a_season_without_matches_still_has_its_rules():
    season = make_season(make_league())
    (file,) = made(season, Progress(1, "booklet", None, None))
    text = words_of(PdfReader(BytesIO(file)))
    assert "A full side is 6 players" in text
    assert "The season at a glance" not in text


def test_progress_ends_with_the_last_page(season):
    _, heard = whole(season)
    assert heard["done"] == heard["total"] == len(read(season).pages)


def test_a_stopped_booklet_leaves_nothing(season):
    stopped = Progress(1, "booklet", None, None)
    stopped.ask_to_stop()
    assert made(season, stopped) == []


def test_nights_stand_in_the_order_of_their_days(season):
    nights = booklet_of(season, AT)["nights"]
    days = [night["day"] for night in nights]
    assert days[:-1] == sorted(days[:-1])
    assert days[-1] is None
    assert [night.get("week", "none") for night in nights] == [1, 2, "none", 3, "", "none", ""]


@pytest.mark.parametrize("more", [0, 3])
def test_a_booklet_is_read_in_the_same_few_queries(season, more, django_assert_num_queries):
    division = make_division(season, "Division 9", rank=9)
    entries = [make_entry(division, make_team(season.league, f"Team {number}")) for number in range(2 * more)]
    for number in range(more):
        make_fixture(entries[2 * number], entries[2 * number + 1], date(2026, 11, 2), 9)
    with django_assert_num_queries(10):
        booklet_of(season, AT)


def test_anybody_asks_for_it_and_asking_again_is_the_same_paper(season):
    client, address = Client(), reverse("print-booklet", args=["leek"])
    page = client.get(reverse("season-booklet", args=["leek", "2026-27"]), follow=True).content.decode()
    assert "Season 2026-27 in your pocket" in page
    assert "Season 2026-27 in your pocket" in client.get(address, follow=True).content.decode()
    first, again = (client.post(address, {"way": "a6-folded"}) for _ in range(2))
    assert first.status_code == 302
    assert first["Location"] == again["Location"]
    held = Paper.objects.get()
    assert held.args == {
        "season": "2026-27",
        "size": "a6",
        "folded": True,
        "address": "http://testserver/leek/fixtures/",
    }
    assert held.get_absolute_url() == first["Location"]
    other = client.post(reverse("season-booklet", args=["leek", "2026-27"]), {"way": "a5"})
    assert other["Location"] != first["Location"]


@pytest.mark.parametrize("way", [{}, {"way": "a7"}])
def test_asking_for_no_way_of_printing_it_is_told_so(season, way):
    answer = Client().post(reverse("print-booklet", args=["leek"]), way)
    assert answer.status_code == 422
