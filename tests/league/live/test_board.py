"""The crib board as drawn: every hole where it can be found, and the pegs in the right ones."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from league.base.ui.crib_board import BEHIND, board_of, pegged
from league.matchnight.queries.match_view import pegged_of

TARGETS = [11, 31, 41, 51, 61, 101, 121, 151, 181]
PEG = re.compile(r'data-peg="(\w+)" data-side="(\d)" transform="translate\(([\d.]+) ([\d.]+)\)"')


def drawn(*game) -> str:
    return render_to_string("live/_board.html", {"pegged": pegged(*game)})


def pegs_in(html: str) -> dict[tuple[str, int], tuple[float, float]]:
    return {(which, int(side)): (float(x), float(y)) for which, side, x, y in PEG.findall(html)}


@pytest.mark.parametrize("target", TARGETS)
def test_every_hole_of_either_side_has_a_place_of_its_own(target):
    board = board_of(target)
    places = [(hole.x, hole.y) for track in board.tracks for hole in track] + [(board.end.x, board.end.y)]
    assert len(set(places)) == len(places) == 2 * (target - 1 + 2) + 1
    assert all(5 < x < board.width - 5 and 5 < y < board.height - 5 for x, y in places)


@pytest.mark.parametrize("target", TARGETS)
def test_no_two_holes_are_so_near_that_one_peg_hides_another(target):
    board = board_of(target)
    places = [(hole.x, hole.y) for track in board.tracks for hole in track] + [(board.end.x, board.end.y)]
    nearest = min(abs(a - c) + abs(b - d) for at, (a, b) in enumerate(places) for c, d in places[at + 1 :])
    assert nearest >= 11


@pytest.mark.parametrize("side", [0, 1])
def test_holes_stand_in_fives(side):
    board = board_of(61)
    steps = [abs(b.x - a.x) for a, b in pairwise(board.place(side, number) for number in range(1, 21))]
    assert [at for at, step in enumerate(steps, start=1) if step > min(steps) + 1] == [5, 10, 15]


@pytest.mark.parametrize(("target", "street", "streets"), [(31, 15, 2), (61, 20, 3), (101, 20, 5), (121, 20, 6)])
def test_streets_come_out_even(target, street, streets):
    board = board_of(target)
    assert (board.street, board.streets) == (street, streets)
    assert (target - 1) % street == 0


def test_the_second_street_comes_back_under_the_first_and_the_tracks_do_not_cross():
    board = board_of(61)
    for side in (0, 1):
        assert board.place(side, 21).x == board.place(side, 20).x
        assert board.place(side, 40).x == board.place(side, 1).x
    assert board.place(0, 1).y < board.place(1, 1).y < board.place(1, 21).y < board.place(0, 21).y


@pytest.mark.parametrize("number", [61, 62, 200])
def test_both_sides_peg_out_in_the_same_hole_and_nothing_is_beyond_it(number):
    board = board_of(61)
    assert board.place(0, number) == board.place(1, number) == board.end
    assert board.end.number == 61


@pytest.mark.parametrize("target", [1, 10, 200, 250])
def test_a_game_that_nobody_makes_a_board_for_is_only_counted(target):
    assert board_of(target) is None
    assert drawn(target, ("Crown A", "Bell")).strip() == ""


def test_winning_number_is_marked_and_no_other_number_is_on_top_of_it():
    for target in TARGETS:
        marks = board_of(target).marks
        assert marks[-1].number == target
        assert all(abs(a.x - b.x) > 18 or a.y != b.y for a in marks for b in marks if a is not b)


def test_pegs_stand_in_the_holes_of_the_scores():
    board = board_of(61)
    pegs = pegs_in(drawn(61, ("Crown A", "Bell"), (45, 61), (37, 58)))
    expected = {("front", 0): (0, 45), ("back", 0): (0, 37), ("front", 1): (1, 61), ("back", 1): (1, 58)}
    assert pegs == {peg: (hole.x, hole.y) for peg, at in expected.items() for hole in [board.place(*at)]}


def test_before_the_first_peg_the_back_pegs_wait_behind_the_front_ones():
    board = board_of(61)
    pegs = pegs_in(drawn(61, ("Crown A", "Bell")))
    assert pegs["front", 0] == (board.place(0, 0).x, board.place(0, 0).y)
    assert pegs["back", 0] == (board.place(0, BEHIND).x, board.place(0, BEHIND).y)
    assert len(set(pegs.values())) == 4


def test_every_hole_says_whose_it_is_and_which():
    html = drawn(31, ("Crown A", "Bell"))
    for side in (0, 1):
        numbers = re.findall(rf'data-side="{side}" data-hole="(-?\d+)"', html)
        assert [int(number) for number in numbers] == list(range(-1, 31))
    assert html.count('data-hole="31"') == 1


def test_sides_are_told_apart_by_shape_and_letter_and_pegs_by_being_hollow():
    html = drawn(61, ("Crown A", "Bell"), (45, 38), (37, 30))
    front = [peg for peg in re.findall(r"<g class=\"crib__peg.*?</g>", html) if "--front" in peg]
    back = [peg for peg in re.findall(r"<g class=\"crib__peg.*?</g>", html) if "--back" in peg]
    assert [("<circle" in peg, "<path" in peg) for peg in front] == [(True, False), (False, True)]
    assert [("<circle" in peg, "<path" in peg) for peg in back] == [(True, False), (False, True)]
    assert [re.search(r">(\w)</text>", peg)[1] for peg in front] == ["H", "A"]
    css = Path("static/css/components/crib-board.css").read_text()
    assert re.search(r"\.crib__peg--back \.crib__head \{\s+fill: none;", css)


def test_board_says_in_words_what_it_shows_and_escapes_names():
    html = drawn(61, ("<b>Crown</b>", 'The "Bell"'), (45, 61), (37, 58))
    assert "<b>" not in html
    words = "&lt;b&gt;Crown&lt;/b&gt; 45, back peg 37; needs 16. The &quot;Bell&quot; 61, back peg 58; pegged out."
    assert f'role="img" aria-label="{words}"' in html


def test_board_of_a_view():
    view = {"target": 61, "scores": [45, 38], "back": [37, 30]}
    assert pegged_of(view, ("Crown A", "Bell")) == pegged(61, ("Crown A", "Bell"), (45, 38), (37, 30))
