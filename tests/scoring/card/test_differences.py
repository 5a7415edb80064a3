"""Two captains' cards laid side by side."""

from dataclasses import replace

import pytest

from scoring.card.differences import differences
from scoring.card.match import Difference
from scoring.card.presets import PRESETS
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing
from tests.scoring.card.planted import bell, crown, five_of_bell, full_card
from tests.scoring.strategies_card import card_of, edited, match_of
from tests.seeds import seeds

LEEK = match_of("leek")
OURS = full_card(LEEK)


@pytest.mark.parametrize("league", PRESETS)
def test_equal_cards_have_no_difference(league):
    match = match_of(league)
    for seed in seeds(20):
        card = card_of(match, seed=seed, short=0.4)
        assert differences(card, card, match) == ()


@pytest.mark.parametrize(
    ("path", "new", "expected"),
    [
        (
            "lines.2.games.0.winner",
            Side.AWAY,
            ("lines.2.games.0", "Singles 3", "Crown 61, Bell 41", "won by Bell, Crown 61, Bell 41"),
        ),
        (
            "lines.2.games.0.away_pegs",
            40,
            ("lines.2.games.0", "Singles 3", "Crown 61, Bell 41", "Crown 61, Bell 40"),
        ),
        ("lines.0.home", crown(7), ("lines.0.home", "Singles 1, Crown’s players", "Darren Hill", "Stuart Watson")),
        (
            "lines.6.away",
            bell(0, 9),
            (
                "lines.6.away",
                "Pairs 1, Bell’s players",
                "George Nattrass and Sheila Beadle",
                "George Nattrass and Barry Staveley",
            ),
        ),
        ("lines.8.home", (), ("lines.8.home", "Pairs 3, Crown’s players", "Keith Bainbridge and Brian Dent", "nobody")),
        ("lines.8.games", (), ("lines.8.games.0", "Pairs 3", "Crown 121, Bell 101", "nothing")),
        (
            "lines.8.games.0",
            GameScore(Side.HOME, how=How.CLAIMED),
            ("lines.8.games.0", "Pairs 3", "Crown 121, Bell 101", "claimed by Crown"),
        ),
        (
            "lines.8.games.0",
            GameScore(None, how=How.VOID),
            ("lines.8.games.0", "Pairs 3", "Crown 121, Bell 101", "void"),
        ),
    ],
)
def test_one_difference_is_told_where_it_is(path, new, expected):
    theirs = edited(OURS, path, new)
    assert differences(OURS, theirs, LEEK) == (Difference(*expected),)
    where, what, ours, other = expected
    assert differences(theirs, OURS, LEEK) == (Difference(where, what, other, ours),)


def test_remarks_signings_and_protests_are_each_captains_own():
    theirs = replace(OURS, remarks="Good game.", protest="Lights.", signings=(Signing(Side.AWAY, "Carol Iceton"),))
    assert differences(OURS, theirs, LEEK) == ()


def test_what_only_one_captain_wrote_is_no_difference():
    assert differences(OURS, edited(OURS, "lines.0.games.0", GameScore(Side.HOME, hands=5)), LEEK) == ()


def test_partners_in_another_order_are_the_same_pair():
    assert differences(OURS, edited(OURS, "lines.6.home", crown(1, 0)), LEEK) == ()


def test_short_name_and_full_name_are_one_player():
    assert differences(OURS, edited(OURS, "lines.0.home", (Named(None, "D. Hill"),)), LEEK) == ()


def test_bare_score_is_compared_with_a_full_card():
    assert differences(OURS, Card.score_only(9, 0), LEEK) == ()
    assert differences(Card.score_only(8, 1), OURS, LEEK) == (
        Difference("quick", "The score", "Crown 8, Bell 1", "Crown 9, Bell 0"),
    )


def test_endings_differ_before_anything_else():
    theirs = Card(ending=Ending.WALKOVER_AWAY)
    assert differences(OURS, theirs, LEEK) == (
        Difference("ending", "How the match ended", "played", "walkover to Bell"),
    )


def test_several_differences_come_in_card_order():
    theirs = edited(edited(five_of_bell(LEEK), "lines.0.games.0.winner", Side.AWAY), "lines.1.home", crown(8))
    assert [each.path for each in differences(OURS, theirs, LEEK)] == [
        "lines.0.games.0",
        "lines.1.home",
        "lines.5.away",
        "lines.5.games.0",
        "lines.8.away",
        "lines.8.games.0",
    ]


def test_extra_lines_are_told():
    theirs = replace(OURS, lines=(*OURS.lines, LineScore(games=(GameScore(Side.AWAY),))))
    assert [each.what for each in differences(OURS, theirs, LEEK)] == ["Line 10"]
    assert [each.what for each in differences(theirs, OURS, LEEK)] == ["Line 10"]
