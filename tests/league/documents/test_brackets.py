"""A cup on paper, read back from the PDF: every name on its sheet, and room to write."""

import re
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from django.test import Client
from django_scopes import scopes_disabled
from pypdf import PdfReader

from league.cups.presenters.bracket_tree import bracket_tree
from league.documents.presenters import PAPERS, trees_of
from scoring.season.knockout import cups
from scoring.season.knockout.bracket import BracketConflict, bracket
from scoring.season.knockout.cups import OPEN_DAY, Plate
from tests.factories import make_league, make_season
from tests.league.cups.made import make_cup
from tests.league.documents.conftest import words_of
from tests.scoring.season.knockout.played import draw_of

A4, A3 = PAPERS["a4"], PAPERS["a3"]
MILLIMETRES = 25.4 / 72


class Drawn:
    """Enough of a board to be drawn."""

    def __init__(self, number, rules=cups.SINGLES):
        self.pictures = bracket_tree(bracket(rules, draw_of(number)), {f"e{i:03}": f"Name {i}" for i in range(number)})


def printed(number, paper="a4", **how):
    with scopes_disabled():
        cup = make_cup(make_season(make_league()), number, **how)
    answer = Client().get(f"{cup.get_absolute_url()}bracket-{paper}.pdf")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return cup, PdfReader(BytesIO(answer.content))


@pytest.mark.django_db
@pytest.mark.parametrize(("paper", "size"), [("a4", (297, 210)), ("a3", (420, 297))])
def test_cup_is_on_one_sheet_that_lies_on_its_side(paper, size):
    cup, pdf = printed(16, paper, played=1)
    assert len(pdf.pages) == 1
    box = pdf.pages[0].mediabox
    assert (round(box.width * MILLIMETRES), round(box.height * MILLIMETRES)) == size
    text = words_of(pdf)
    with scopes_disabled():
        assert all(entrant.entry.name in text for entrant in cup.entrants.select_related("entry"))
    assert "Quarter-finals" in text
    assert "Correct at" in text


@pytest.mark.django_db
def test_cup_that_is_not_drawn_has_no_paper():
    with scopes_disabled():
        cup = make_cup(make_season(make_league()), 4, drawn=False)
    assert Client().get(f"{cup.get_absolute_url()}bracket-a4.pdf").status_code == 404
    assert Client().get(f"{cup.get_absolute_url()}bracket-b5.pdf").status_code == 404


@pytest.mark.parametrize("number", [4, 64])
def test_a_tie_between_the_wrong_sides_is_on_hold_however_little_room_there_is(number):
    drawn = Drawn(number)
    [part] = drawn.pictures
    first, *others = part.columns[1].boxes
    held = replace(first, tie=replace(first.tie, conflicts=(BracketConflict(first.tie.id, "", "e000", "e001"),)))
    columns = (part.columns[0], replace(part.columns[1], boxes=(held, *others)), *part.columns[2:])
    drawn.pictures = (replace(part, columns=columns),)
    texts = [each.text for tree in trees_of(drawn, A4) for each in tree.texts]
    assert sum("On hold" in text for text in texts) == 1


def names_on(tree):
    return {each.text for each in tree.texts if re.fullmatch(r"Name \d+", each.text)}


@pytest.mark.parametrize("paper", [A4, A3], ids=lambda paper: paper.name)
@pytest.mark.parametrize("number", [2, 5, 16, 31, 33, 64, 100, 256])
def test_every_name_is_on_a_sheet_and_nothing_runs_off_it(number, paper):
    trees = trees_of(Drawn(number), paper)
    assert set().union(*map(names_on, trees)) == {f"Name {i}" for i in range(number)}
    for tree in trees:
        assert all(0 <= each.x <= paper.wide and 2 <= each.y <= paper.high for each in tree.texts)
        ends = re.findall(r"M([\d.]+) ([\d.]+)([hv])([\d.]+)", tree.path)
        assert "".join("M{} {}{}{}".format(*each) for each in ends) == tree.path
        for x, y, way, long in ends:
            assert float(x) + float(long) * (way == "h") <= paper.wide + 0.1
            assert float(y) + float(long) * (way == "v") <= paper.high + 0.1


@pytest.mark.parametrize(
    ("number", "paper", "sheets"), [(32, A4, 1), (33, A4, 3), (256, A4, 9), (64, A3, 1), (256, A3, 5)]
)
def test_big_cup_goes_on_several_sheets_and_its_last_rounds_on_one_more(number, paper, sheets):
    trees = trees_of(Drawn(number), paper)
    assert len(trees) == sheets
    if sheets > 1:
        assert [each.title for each in trees] == [
            *(f"The draw, sheet {i}" for i in range(1, sheets)), "The draw, last rounds"
        ]  # fmt: skip
        come = [each.text for each in trees[-1].texts if each.text.startswith("from sheet")]
        assert come == [f"from sheet {i}" for i in range(1, sheets)]


def test_names_do_not_run_into_one_another():
    """Of two words on one line the first ends before the second begins."""
    for number, paper in ((32, A4), (64, A3), (16, A4)):
        for tree in trees_of(Drawn(number), paper):
            heights = sorted(each.y for each in tree.texts if each.x < 2 and each.y > 10)
            gaps = [other - one for one, other in pairwise(heights)]
            assert min(gaps) > max(each.size for each in tree.texts if each.x < 2 and each.y > 10) * 0.95


def test_second_chance_plate_and_third_place_are_drawn():
    assert [each.title for each in trees_of(Drawn(8, OPEN_DAY), A4)] == ["", "Second chance", "Final"]
    rules = cups.Cup("Pairs", third=True, plate=Plate.FIXED)
    trees = trees_of(Drawn(8, rules), A4)
    assert [each.title for each in trees] == ["", "Plate"]
    assert "Third place" in [each.text for each in trees[0].texts]
