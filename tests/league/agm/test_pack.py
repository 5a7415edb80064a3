"""The papers of the annual meeting: everything that a secretary puts on the table, and for whom they are."""

from io import BytesIO

import pytest
from django.test import Client
from django.utils.timezone import now
from pypdf import PdfReader

from league.base.jobs.kinds import Progress
from league.documents.kinds import PaperAudience, PaperOrder, builder_of
from league.documents.models import Paper
from league.documents.pdf.weasyprint_sheets import draw
from league.seasons.queries.season_end import division_ends, papers_of, two_by_two
from league.teams.choices import RoleKind
from tests.factories import make_role, make_user
from tests.league.agm.conftest import to

MILLIMETRES = 25.4 / 72


@pytest.fixture
def drawn(season):
    asked = PaperOrder(season.league, {"season": season.slug}, now(), "https://league.example", full_names=True)
    (html,) = builder_of("agm-pack")(asked, Progress(1, "pack", season.league_id, None))
    return PdfReader(BytesIO(draw(html)))


def test_papers_are_a4_and_have_a_page_for_each_part_of_the_meeting(season, drawn):
    boxes = {tuple(round(float(each) * MILLIMETRES) for each in page.mediabox[2:]) for page in drawn.pages}
    assert boxes == {(210, 297)}
    pages = [" ".join(page.extract_text().split()) for page in drawn.pages]
    assert all(f"Page {number} of {len(pages)}" in text for number, text in enumerate(pages, 1))
    for title in (
        *("Annual general meeting", "Minutes of the last meeting", "Officers", "Tables as they stand"),
        *("The season", "Promotion and relegation", "Accounts", "Proposals", "Attendance", "Voting slips"),
    ):
        assert any(title in text[:160] for text in pages), title
    whole = " ".join(pages)
    for end in division_ends(season, now()):
        for place in end.places:
            reason = place.standing.row.reason
            assert f"{reason[:1].upper()}{reason[1:]}".replace(" ", "") in whole.replace(" ", "")
            assert whole.count(place.entry.name) >= 3  # the table, the attendance, a slip


def test_who_moves_is_told_with_the_division_they_go_to(season):
    pack = papers_of(season, now())
    told = {str(end.division): [(goes, team) for team, goes, _ in movers] for end, movers in pack["moves"]}
    for end, movers in pack["moves"]:
        expected = [place.entry.name for place in end.places if place.proposed != "stays"]
        assert [team for team, *_ in movers] == expected
    ways = {way for movers in told.values() for way, _ in movers}
    assert ways <= {"Promoted, to Division 1", "Relegated, to Division 2", "Not settled"}
    assert ways


def test_every_team_has_one_slip(season):
    pack = papers_of(season, now())
    slips = [team for pair in pack["slips"] for team in pair]
    assert sorted(slips) == pack["teams"]
    assert len(set(slips)) == len(slips) == 8


def test_an_odd_number_of_teams_leaves_one_slip_empty():
    assert two_by_two(["Bell", "Crown", "Plough"]) == [("Bell", "Crown"), ("Plough", None)]


def test_secretary_asks_for_them_and_nobody_else_may(season, secretary):
    address = to("agm-pack", "2026-27")
    assert address in secretary.get(to("season-end", "2026-27")).content.decode()
    assert secretary.get(address)["Location"] == f"{to('season-end', '2026-27')}?open=papers#papers"
    first, again = secretary.post(address), secretary.post(address)
    held = Paper.objects.get()
    assert first["Location"] == again["Location"] == held.get_absolute_url()
    assert held.audience == PaperAudience.SECRETARY
    officer = make_user("Rita Results")
    make_role(officer, season.league, RoleKind.RESULTS_OFFICER)
    other = Client()
    other.force_login(officer)
    assert other.post(address).status_code == 403
    assert other.get(held.get_absolute_url()).status_code == 403
    assert Client().get(held.get_absolute_url()).status_code in {302, 403}
