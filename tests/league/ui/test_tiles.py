"""Tiles as drawn, and the marks of a side and of form."""

import pytest
from django.template import Context, Template

from league.base.ui.crib_board import PIPS, pips


@pytest.mark.parametrize("number", PIPS)
@pytest.mark.parametrize("lying", [False, True])
def test_half_has_as_many_pips_as_its_number(number, lying):
    assert len({(pip.x, pip.y) for pip in pips(number, lying=lying)}) == number


@pytest.mark.parametrize("number", PIPS)
def test_lying_half_is_the_standing_one_turned(number):
    assert {(pip.y, pip.x) for pip in pips(number, lying=True)} == {(pip.x, pip.y) for pip in pips(number)}


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
    assert "needs 13 to peg out, back peg 45" in words
    assert "pegged out, back peg 53" in words


def test_form_strip_gives_each_letter_its_word():
    html = render("{% form_strip letters %}", letters=("W", "D", "L"))
    assert [word in html for word in ('title="won">W<', 'title="drew">D<', 'title="lost">L<')] == [True] * 3


@pytest.mark.parametrize(("kind", "letter"), [("home", "H"), ("away", "A")])
def test_side_is_marked_with_a_letter(kind, letter):
    html = render("{% side kind %}", kind=kind)
    assert f'title="{kind}">{letter}<' in html
