"""Who a written name is, and whom it could have meant."""

import pytest

from scoring.card.match import Player, Squad
from scoring.card.name_matching import NameStatus, SquadIndex, identify_players, initial_and_surname
from scoring.card.sheet import Card, Named, Side, Signing
from tests.scoring.card.planted import bell, crown, full_card
from tests.scoring.strategies_card import CROWN, edited, match_of, squad


def roll_of(home=CROWN, *signings):
    return SquadIndex(match_of("leek", home=home), Card(signings=signings))


def test_initial_and_surname():
    assert [initial_and_surname(name) for name in ("Darren Hill", "Mary Ann Lowes", "Daz")] == ["d hill", "m lowes", ""]


@pytest.mark.parametrize(
    ("name", "standing", "key", "short"),
    [
        (Named("crown-0", "whatever"), NameStatus.OWN, "crown-0", False),
        (Named("bell-0", ""), NameStatus.OPPONENT, "bell-0", False),
        (Named("plough-0", ""), NameStatus.ELSEWHERE, "plough-0", False),
        (Named("x", "X"), NameStatus.UNKNOWN_ID, "x", False),
        (Named(None, "darren hill"), NameStatus.OWN, "crown-0", False),
        (Named(None, "D Hill"), NameStatus.OWN, "crown-0", True),
        (Named(None, "Sheila Beadle"), NameStatus.OPPONENT, "bell-1", False),
        (Named(None, "S Beadle"), NameStatus.UNKNOWN, "home:s beadle", False),
        (Named(None, "Vera Robson"), NameStatus.ELSEWHERE, "plough-0", False),
        (Named(None, "Passing Stranger"), NameStatus.UNKNOWN, "home:passing stranger", False),
        (Named(None, " . "), NameStatus.BLANK, "home:", False),
    ],
)
def test_name_is_found(name, standing, key, short):
    found = roll_of().find(name, Side.HOME)
    assert (found.status, found.key, found.short) == (standing, key, short)


def test_signing_beats_a_short_form_and_loses_to_a_full_name():
    twin = squad("crown", "Crown", ["Dorothy Hill", "D Hill"])
    signed = Signing(Side.HOME, "D Hill")
    assert roll_of(CROWN, signed).find(Named(None, "D Hill"), Side.HOME).status is NameStatus.SIGNED
    assert roll_of(twin, signed).find(Named(None, "D Hill"), Side.HOME).key == "crown-1"
    assert roll_of(CROWN, signed).find(Named(None, "D Hill"), Side.AWAY).status is NameStatus.UNKNOWN


def test_two_of_one_name_are_ambiguous():
    twins = squad("crown", "Crown", ["John Dent", "John Dent"])
    assert roll_of(twins).find(Named(None, "John Dent"), Side.HOME).status is NameStatus.AMBIGUOUS
    assert roll_of(twins).find(Named(None, "J Dent"), Side.HOME).status is NameStatus.AMBIGUOUS


@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("Darron Hil", ("Darren Hill",)),
        ("Mrs Ord", ("Margaret Ord",)),
        ("Maggie Ord", ("Margaret Ord",)),
        ("Stewart Watson", ("Stuart Watson",)),
        ("Bainbrige", ("Keith Bainbridge",)),
        ("Dazza", ("Darren Hill",)),
        ("Maggie", ("Margaret Ord", "Maureen Peart")),
        ("M", ()),
        ("Zebedee", ()),
        ("", ()),
    ],
)
def test_near_names_are_suggested(written, near):
    assert roll_of().near(written, Side.HOME) == near


def test_three_are_suggested_at_most_nearest_first():
    dents = squad("crown", "Crown", ["Jon Dent", "John Dent", "Joan Dent", "Jan Dent", "Una Brown"])
    assert roll_of(dents).near("Jonn Dent", Side.HOME) == ("Jon Dent", "Joan Dent", "John Dent")


def test_nickname_is_found_and_suggested():
    crown = Squad("crown", "Crown", (Player("p", "Darren Hill", known_as=("Dazza", "Hilly")),))
    assert roll_of(crown).find(Named(None, "dazza"), Side.HOME).short
    assert roll_of(crown).near("Dazzo", Side.HOME) == ("Darren Hill",)


def test_card_is_identified_where_the_names_are_certain():
    match = match_of("leek")
    card = full_card(match)
    written = edited(card, "lines.0.home.0", Named(None, "D. Hill"))
    written = edited(written, "lines.6.away", (Named(None, "SHEILA BEADLE"), Named("bell-0", "Georgie")))
    known = identify_players(written, match)
    assert known.lines[0] == card.lines[0]
    assert known.lines[6].away == bell(1, 0)
    assert known.lines[6].home == crown(0, 1)
    assert identify_players(known, match) == known


def test_uncertain_names_and_signings_stay_as_written():
    match = match_of("leek")
    card = edited(full_card(match), "signings", (Signing(Side.HOME, "Carol Iceton"),))
    for name in ("Carol Iceton", "Nobody Known", ""):
        written = edited(card, "lines.0.home.0", Named(None, name))
        assert identify_players(written, match) == written
