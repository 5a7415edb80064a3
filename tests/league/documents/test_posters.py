"""What is pinned to a wall or stuck to an envelope: right to the millimetre, and legible; read back from the PDF."""

import re
from datetime import timedelta
from fractions import Fraction
from io import BytesIO
from itertools import combinations

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image
from pypdf import PdfReader

from league.base.ui.palette import Kit
from league.documents.queries.papers import STOCKS
from league.results.actions.adjustments import adjust_points
from league.results.choices import AdjustmentKind, SentFor
from league.schedule.actions.matches import postpone_fixture
from league.schedule.models import Division, Entry
from league.teams.actions.noticeboard import settle_league_look, settle_sponsor
from league.teams.models import League, Player
from tests.factories import (
    FIRST_NIGHT,
    NAMES,
    league_in_season,
    make_division,
    make_entry,
    make_fixture,
    make_league,
    make_player,
    make_season,
    make_team,
)
from tests.league.documents.conftest import words_of
from tests.league.documents.reading import faults, sheets, structure
from tests.league.documents.test_hostile_names import words_beyond_the_edge
from tests.league.lengths import lengthen_everything
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unscoped")]
HERE = "/leek/print/"
MM = 72 / 25.4
FEWEST = 20  # words of a sheet: its heading and foot have fewer
DASH = "\N{EN DASH}"
SIZES = {"a4": (210, 297), "a3": (297, 420)}


@pytest.fixture(autouse=True)
def that_night():
    with time_machine.travel(CLOSING_TIME, tick=False):
        yield


def read(client, path: str) -> PdfReader:
    answer = client.get(path if path.startswith("/") else HERE + path)
    assert answer.status_code == 200, path
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(answer.content))


def letters(pdf: PdfReader) -> list[tuple[str, float, float, float]]:
    """Every run of letters of the first page: what it says, its size in points, its place in mm from the top left."""
    found = []
    high = float(pdf.pages[0].mediabox.height)

    def seen(text, ctm, tm, _font, size):
        if text.strip():
            scale = (ctm[0] ** 2 + ctm[1] ** 2) ** 0.5 * (tm[0] ** 2 + tm[1] ** 2) ** 0.5
            x = tm[4] * ctm[0] + tm[5] * ctm[2] + ctm[4]
            y = tm[4] * ctm[1] + tm[5] * ctm[3] + ctm[5]
            found.append((text.strip(), size * scale, x / MM, (high - y) / MM))

    pdf.pages[0].extract_text(visitor_text=seen)
    return found


@pytest.mark.parametrize(
    ("size", "path"),
    [("a4", "tables/division-one"), ("a3", "fixtures/division-one"), ("a4", "venues/crown-a-inn"), ("a3", "tonight")],
)
def test_posters_are_of_the_size_that_they_say(client, evening, size, path):
    box = read(client, f"{size}/{path}.pdf").pages[0].mediabox
    assert [round(float(box.width) / MM, 1), round(float(box.height) / MM, 1)] == [*SIZES[size]]


def test_a_table_says_what_was_bought_back_of_points_taken_off(client, evening):
    for kind, points, reason in (
        (AdjustmentKind.DEDUCTION, -2, "Two late cards"),
        (AdjustmentKind.BUY_BACK, 1, "Ran the raffle"),
    ):
        adjust_points(
            entry=evening.small.entries[0], kind=kind, points=Fraction(points), reason=reason,
            on=CLOSING_TIME.date(), by=evening.secretary, at=CLOSING_TIME,
        )  # fmt: skip
    told = words_of(read(client, "a4/tables/division-one.pdf"))
    assert "Crown A \N{MINUS SIGN}1: Two late cards (\N{MINUS SIGN}2, 1 bought back)" in told


@pytest.mark.parametrize(
    ("promoted", "relegated", "legend"),
    [(1, 2, "▲ goes up. ▼ goes down."), (0, 2, "▼ goes down."), (1, 0, "▲ goes up.")],
)
def test_a_table_explains_the_marks_that_are_on_it(client, evening, promoted, relegated, legend):
    evening.send(SentFor.HOME)
    Division.objects.update(promoted=promoted, relegated=relegated)
    told = words_of(read(client, "a4/tables/division-one.pdf"))
    assert f"As things stand: {legend}" in told
    assert ("▲" in told, "▼" in told) == (promoted > 0, relegated > 0)


@pytest.mark.parametrize(("size", "least"), [("a4", 14), ("a3", 20)])
def test_names_of_a_table_are_read_from_the_bar(client, evening, size, least):
    teams = {entry.name for entry in evening.small.entries}
    told = {
        text: size for text, size, _, _ in letters(read(client, f"{size}/tables/division-one.pdf")) if text in teams
    }
    assert told.keys() == teams
    assert min(told.values()) >= least


def test_posters_say_whose_they_are_and_when_they_were_right(client, evening):
    for path in ("tables/division-one", "fixtures/division-one", "teams/crown-a", "venues/crown-a-inn", "tonight"):
        words = words_of(read(client, f"a4/{path}.pdf"))
        assert "Leek Dominoes" in words
        assert "Correct at Mon 7 Sep" in words
        assert "Page 1 of 1" in words


def test_fixtures_on_the_wall_have_room_for_scores_and_the_scores_there_are(client, evening):
    words = words_of(read(client, "a4/fixtures/division-one.pdf"))
    assert f"Mon 7 Sep Crown A {DASH} Bell" in words
    evening.send(SentFor.HOME)
    evening.send(SentFor.AWAY)
    result = evening.fixture.result
    words = words_of(read(client, "a4/teams/crown-a.pdf"))
    assert f"Crown A {result.home_games}{DASH}{result.away_games} Bell" in words


def test_match_without_a_date_has_no_hour(client, evening):
    postpone_fixture(fixture=evening.fixture, reason="Frozen pipes", by=evening.secretary, at=CLOSING_TIME)
    words = words_of(read(client, "a4/venues/crown-a-inn.pdf"))
    assert f"Crown A {DASH} Bell postponed" in words


def test_tonight_is_who_plays_where(client, evening):
    words = words_of(read(client, "a4/tonight.pdf"))
    assert "Tonight" in words
    assert "Crown A Inn" in words
    assert "8pm Crown A v Bell Division One" in words
    assert "Mon 7 Sep 2026" in words


def test_there_is_no_poster_of_a_night_without_matches(client, evening):
    assert client.get(f"{HERE}a4/nights/2031-01-01.pdf").status_code == 404
    assert client.get(f"{HERE}a5/tonight.pdf").status_code == 404
    with time_machine.travel(CLOSING_TIME + timedelta(days=900)):
        assert client.get(f"{HERE}a4/tonight.pdf").status_code == 404


TWELVE = (*NAMES[:9], "Plough & Harrow", "Railway Social Club", "Swan & Talbot")


def test_a_season_of_twelve_teams_is_one_sheet(client):
    """22 nights of six matches: as large as may be they take a sheet and a night."""
    division = make_division(make_season(make_league("leek", "leek")))
    circle = [make_entry(division, make_team(division.competition.season.league, name)) for name in TWELVE]
    for week in range(22):
        for home, away in zip(circle[:6], reversed(circle[6:]), strict=True):
            sides = (home, away) if week < 11 else (away, home)
            make_fixture(*sides, on=FIRST_NIGHT + timedelta(weeks=week), week=week + 1)
        circle.insert(1, circle.pop())
    pdf = read(client, "a4/fixtures/division-one.pdf")
    assert len(pdf.pages) == 1
    assert words_of(pdf).count(" Swan & Talbot") == 22
    assert min(size for _, size, _, _ in letters(pdf)) >= 6


SHEETS = (
    "a4/tables/division-one", "a3/tables/division-one", "a4/fixtures/division-one", "a3/fixtures/division-one",
    "a4/tonight", "a3/tonight", "contact-sheet", "registration-form", "labels/3x7/teams", "labels/2x8/teams",
)  # fmt: skip


@pytest.mark.parametrize("teams", [2, 16])
def test_no_paper_of_a_small_or_large_league_loses_a_word(db, teams):
    """Names of 58 letters in one word: none goes beyond a sheet, and no sheet has a heading alone."""
    small = league_in_season("leek", teams=teams, squad=12)
    for number in range(len(small.entries), teams):
        make_entry(small.division, make_team(small.league, f"Arms {number}"))
    lengthen_everything()
    team, venue = small.entries[0].team, small.entries[0].team.venue
    match = small.fixtures[0]
    reader, wrong = signed_in(small.secretary), {}
    card = f"/leek/{match.first_date}/{match.slug}/blank-card"
    places = [f"a4/teams/{team.slug}", f"a3/venues/{venue.slug}", f"/leek/squads/{team.slug}/registration-form", card]
    for path in (*SHEETS, *places):
        answer = reader.get(f"{path if path.startswith('/') else HERE + path}.pdf")
        assert answer.status_code == 200, path
        sheets = [page.extract_text().split() for page in PdfReader(BytesIO(answer.content)).pages]
        if beyond := words_beyond_the_edge(answer.content):
            wrong[path] = beyond[:3]
        if min(map(len, sheets)) < FEWEST:
            wrong[path] = sheets
    assert wrong == {}


# --- labels -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("name", "left", "top"), [("3x7", 7.21, 15.15), ("2x8", 4.63, 12.9)])
def test_labels_are_where_the_sheet_has_them(client, evening, name, left, top):
    """The first letters of each label stand as far in from its own corner as in the first: to a fifth of a mm."""
    stock = STOCKS[name]
    teams = {entry.name for entry in evening.small.entries}
    found = [(x, y) for text, _, x, y in letters(read(client, f"labels/{name}/teams.pdf")) if text in teams]
    assert len(found) == len(teams) == 4
    pitch = stock.wide + 2.54
    for number, (x, y) in enumerate(found):
        column, row = number % stock.across, number // stock.across
        assert x == pytest.approx(left + 5 + column * pitch, abs=0.2)
        assert y == pytest.approx(found[0][1] + row * stock.high, abs=0.2)
    assert top + 4 < found[0][1] < top + 10
    assert 2 * left + stock.across * stock.wide + (stock.across - 1) * 2.54 == pytest.approx(210, abs=0.1)


@pytest.mark.parametrize("name", STOCKS)
@pytest.mark.parametrize("what", ["teams", FIRST_NIGHT.isoformat()])
def test_a_label_has_all_that_is_on_it_however_long_it_is(client, evening, name, what):
    """Words without a gap are broken, and set smaller: none is cut, leaves its label or lies upon another line."""
    lengthen_everything()
    names = list(Entry.objects.values_list("name", flat=True))
    stock, pdf = STOCKS[name], client.get(f"{HERE}labels/{name}/{what}.pdf").content
    boxes = [(*(each / MM for each in box), word) for _, _, words in sheets(pdf) for *box, word in words]
    left, top = {"3x7": (7.21, 15.15), "2x8": (4.63, 12.9)}[name]
    for x, y, right, bottom, word in boxes:
        column, row = (x - left) // (stock.wide + 2.54), (y - top) // stock.high
        assert right <= left + column * (stock.wide + 2.54) + stock.wide, word
        assert bottom <= top + (row + 1) * stock.high, word
    for one, other in combinations(boxes, 2):
        across, down = (min(one[at + 2], other[at + 2]) - max(one[at], other[at]) for at in (0, 1))
        assert across <= 0.1 or down <= 0.6, (one, other)
    words = "".join(box[4] for box in boxes)
    assert [each for each in names if each not in words] == []


def test_labels_of_a_night_have_its_matches(client, evening):
    words = words_of(read(client, f"labels/3x7/{FIRST_NIGHT}.pdf"))
    assert "Crown A Inn Crown A v Bell" in words
    assert client.get(f"{HERE}labels/9x9/teams.pdf").status_code == 404


# --- people -----------------------------------------------------------------------------------------------------------
def test_contact_sheet_says_that_it_is_for_officers_alone(client, evening):
    path = f"{HERE}contact-sheet.pdf"
    answer = signed_in(evening.secretary).get(path)
    assert answer["Cache-Control"] == "private, no-store"
    words = words_of(PdfReader(BytesIO(answer.content)))
    assert "CONFIDENTIAL" in words.upper()
    assert "Mon 7 Sep 2026" in words
    assert f"printed by {evening.secretary.name}" in words
    assert evening.home.email in words.replace(" ", "")


def test_registration_form_of_a_team_has_its_players(client, evening):
    path = "/leek/squads/crown-a/registration-form.pdf"
    assert "Crown PlayerA" not in words_of(read(client, "registration-form.pdf"))
    words = words_of(read(signed_in(evening.home), path))
    assert "1 Crown PlayerA" in words
    assert "Captain’s signature" in words


def test_no_paper_for_everybody_names_a_minor(client, evening):
    make_player(evening.small.entries[0].team, "Peregrine Youngblood")
    Player.objects.filter(name="Peregrine Youngblood").update(under_18=True)
    League.objects.update(public_names="full")
    for path in ("a4/tables/division-one", "a4/teams/crown-a", "a4/tonight", "registration-form", "labels/3x7/teams"):
        assert "Youngblood" not in words_of(read(client, f"{path}.pdf"))


# --- the page that lists them -----------------------------------------------------------------------------------------
def test_every_link_of_the_page_leads_to_a_paper(client, evening):
    reader = signed_in(evening.secretary)
    links = set(re.findall(r'href="(/leek/(?:print|squads|cups)/[^"]+\.pdf)"', reader.get(HERE).content.decode()))
    assert len(links) > 20
    for link in sorted(links)[::7]:
        assert reader.get(link).status_code == 200, link


def test_the_page_shows_papers_about_people_to_those_who_may_have_them(client, evening):
    assert "contact-sheet" not in client.get(HERE).content.decode()
    assert "contact-sheet" not in signed_in(evening.home).get(HERE).content.decode()
    assert "squads/crown-a/registration-form" in signed_in(evening.home).get(HERE).content.decode()
    assert "contact-sheet" in signed_in(evening.secretary).get(HERE).content.decode()


def test_a_league_with_nothing_to_print_says_so(client, evening):
    evening.small.season.current = False
    evening.small.season.save()
    page = client.get(HERE).content.decode()
    assert "There are no matches to play at the moment" in page
    assert "Available once a season has started." in page


@pytest.mark.parametrize("more", [0, 10])
def test_the_page_costs_the_same_for_any_number_of_teams(client, evening, more, django_assert_num_queries):
    for number in range(more):
        make_team(evening.small.league, f"Team {number}")
    with django_assert_num_queries(10):
        client.get(HERE)


def test_poster_has_the_colours_the_crest_and_the_sponsor_and_reads_them_out(client, evening):
    small, by = evening.small, {"by": evening.small.secretary, "at": CLOSING_TIME}
    out = BytesIO()
    Image.new("RGBA", (300, 300), "navy").save(out, "PNG")
    crest, logo = (SimpleUploadedFile("a.png", out.getvalue()) for _ in range(2))
    kits = {small.entries[0].team_id: Kit("teal", "rust")}
    settle_league_look(league=small.league, colour="", kits=kits, crest=crest, **by)
    settle_sponsor(league=small.league, name="Iveson", words="Butchers since 1924.", logo=logo, **by)
    answer = client.get(f"{HERE}a4/tables/division-one.pdf")
    pdf = PdfReader(BytesIO(answer.content))
    assert len(pdf.pages) == 1
    assert "Sponsored by Iveson. Butchers since 1924." in words_of(pdf)
    assert len(pdf.pages[0].images) == 2
    assert faults(answer.content) == []
    pictures = [each.alt for each in structure(pdf).all("Figure")]
    assert {"Teal and rust", "Crest of the league", "Logo of Iveson"} <= set(pictures)
