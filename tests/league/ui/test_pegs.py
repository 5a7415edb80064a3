"""Tiles and crib boards as drawn."""

import pytest
from django.template import Context, Template

from league.ui.pegs import PIPS, STREET, Board, pips


@pytest.mark.parametrize("number", PIPS)
@pytest.mark.parametrize("lying", [False, True])
def test_half_has_as_many_pips_as_its_number(number, lying):
    assert len({(pip.x, pip.y) for pip in pips(number, lying=lying)}) == number


@pytest.mark.parametrize("number", PIPS)
def test_lying_half_is_the_standing_one_turned(number):
    assert {(pip.y, pip.x) for pip in pips(number, lying=True)} == {(pip.x, pip.y) for pip in pips(number)}


@pytest.mark.parametrize("target", [31, 61, 121])
def test_every_hole_has_a_place_of_its_own_on_the_board(target):
    board = Board.to(target)
    places = [board.place(hole, away=away) for away in (False, True) for hole in range(1, target)]
    places.append(board.place(target, away=False))
    assert len(set(places)) == 2 * (target - 1) + 1
    assert all(0 < place.x < board.width and 0 < place.y < board.height for place in places)


@pytest.mark.parametrize("target", [61, 121])
def test_both_sides_end_in_the_same_hole(target):
    board = Board.to(target)
    assert board.place(target, away=False) == board.place(target, away=True)


def test_holes_stand_in_fives():
    board = Board.to(61)
    steps = [board.place(hole + 1, away=False).x - board.place(hole, away=False).x for hole in range(1, STREET)]
    assert [at for at, step in enumerate(steps, start=1) if step > min(steps)] == [5, 10, 15, 20, 25]


def test_second_street_comes_back():
    board = Board.to(61)
    assert board.place(31, away=False).x == board.place(30, away=False).x
    assert board.place(60, away=False).x == board.place(1, away=False).x


def render(source: str, **context: object) -> str:
    return Template("{% load ui %}" + source).render(Context(context))


def test_domino_says_what_it_shows():
    html = render("{% domino 6 4 %}")
    assert 'aria-label="6\N{EN DASH}4 domino"' in html
    assert html.count("<circle") == 10


def test_domino_beside_its_own_words_is_silent():
    html = render("{% domino 6 4 label=False %}")
    assert 'aria-hidden="true"' in html
    assert "aria-label" not in html


def test_domino_of_a_bigger_set_has_numerals():
    assert ">12</text>" in render("{% domino 9 12 %}")


def test_board_says_in_words_what_it_shows():
    html = render('{% peg_board "Crown A" "Bell" 48 61 home_before=45 away_before=53 %}')
    words = " ".join(html.split())
    assert "<span>Crown A</span> <strong>48</strong>" in words
    assert "needs 13 to peg out" in words
    assert "last pegged 3" in words
    assert "pegged out" in words
    assert "last pegged 8" in words


def test_board_tells_pegs_apart_by_shape_and_size():
    html = render('{% peg_board "Crown A" "Bell" 48 53 home_before=45 away_before=48 %}')
    assert html.count('<circle class="board__peg"') == 2
    assert html.count('<rect class="board__peg board__peg--away"') == 2
    assert 'r="4"' in html
    assert 'r="6.4"' in html


def test_form_strip_gives_each_letter_its_word():
    html = render("{% form_strip letters %}", letters=("W", "D", "L"))
    assert [word in html for word in ('title="won">W<', 'title="drew">D<', 'title="lost">L<')] == [True] * 3


@pytest.mark.parametrize(("kind", "letter"), [("home", "H"), ("away", "A")])
def test_side_is_marked_with_a_letter(kind, letter):
    html = render("{% side kind %}", kind=kind)
    assert f'title="{kind}">{letter}<' in html
