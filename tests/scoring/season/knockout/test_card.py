"""The rules of one leg of a tie, as a card is checked against them."""

from datetime import date

import pytest

from scoring import codec
from scoring.card.check import check
from scoring.card.format import Settle, pegged_under
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Player, Squad
from scoring.card.outcome import Kind, tally
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Card, Ending, GameScore, LineScore, Named, Side
from scoring.card.soundness import complaints
from scoring.play.finding import Severity
from scoring.play.game import new_game
from scoring.season.knockout.cups import TieForm, best_of_words, rules_for_leg

LEEK = preset("leek")
DAY = date(2026, 11, 24)
FORMS = [TieForm(best_of=1), TieForm(best_of=3), TieForm(best_of=5), TieForm(games=2), TieForm(games=9, decider=3)]


@pytest.mark.parametrize("key", sorted(PRESETS))
@pytest.mark.parametrize("form", FORMS, ids=best_of_words)
@pytest.mark.parametrize("players", [0, 1, 2, 7])
def test_the_rules_of_every_tie_can_be_played(key, form, players):
    rules = rules_for_leg(form, preset(key), players=players, starts=(11, 0))

    assert complaints(rules) == ()
    assert codec.decode_as(LeagueRules, codec.encode(rules)) == rules


def test_singles_are_one_line_of_the_league_s_own_game():
    (line,) = rules_for_leg(TieForm(best_of=3), LEEK, players=1).format.lines

    assert (line.players, line.games, line.settle, line.target, line.rules) == (
        1, 3, Settle.BEST_OF, 61, "fives-threes:leek",
    )  # fmt: skip


def test_pairs_are_to_the_pairs_target():
    (line,) = rules_for_leg(TieForm(best_of=5), LEEK, players=2).format.lines

    assert (line.players, line.games, line.target, line.rules) == (2, 5, 121, "fives-threes:leek-pairs")


def test_a_larger_combination_sits_down_in_pairs():
    assert rules_for_leg(TieForm(best_of=3), LEEK, players=7).format.side == 2


def test_teams_play_the_league_s_own_card():
    assert rules_for_leg(TieForm(games=9), LEEK).format == LEEK.format


def test_a_decider_is_one_line_of_the_decider_s_games():
    (line,) = rules_for_leg(TieForm(games=16, decider=3), LEEK, decider=True).format.lines

    assert (line.players, line.games, line.settle) == (2, 3, Settle.BEST_OF)


def test_one_game_is_no_best_of():
    (line,) = rules_for_leg(TieForm(best_of=1), LEEK, players=1).format.lines

    assert (line.games, line.settle) == (1, Settle.ALL)


def match(**rest) -> Match:
    rules = rules_for_leg(TieForm(best_of=3), LEEK, players=1, **rest)
    goy, hill = (Squad(name, name, (Player(name, name, DAY),)) for name in ("H Goy", "D Hill"))
    return Match(
        rules.format,
        rules.scheme,
        goy,
        hill,
        DAY,
        on_the_night=False,
        elsewhere=(Player("9", "Tom Reed", DAY, "Bell"),),
    )


def card(*winners: Side, home: str = "H Goy") -> Card:
    line = LineScore((Named(home, home),), (Named("D Hill", "D Hill"),), tuple(GameScore(each) for each in winners))
    return Card(lines=(line,))


def test_a_tie_won_two_one_adds_up():
    found = match()
    sheet = card(Side.HOME, Side.AWAY, Side.HOME)

    assert check(sheet, found) == ()
    total = tally(sheet, found, found.scheme)
    assert (total.kind, total.home_games, total.away_games, total.winner) == (Kind.PLAYED, 2, 1, Side.HOME)


def test_games_after_the_tie_is_won_are_refused():
    problems = check(card(Side.HOME, Side.HOME, Side.AWAY), match())

    assert Severity.REFUSE in {each.severity for each in problems}


def test_somebody_who_was_not_entered_is_for_the_secretary():
    sheet = card(Side.HOME, Side.HOME, home="9")

    assert [(each.code, each.severity) for each in check(sheet, match())] == [("tied_elsewhere", Severity.SECRETARY)]


def test_a_walkover_is_the_games_that_win_it():
    found = match()
    total = tally(Card(ending=Ending.WALKOVER_HOME), found, found.scheme)

    assert (total.home_games, total.away_games) == (2, 0)


def test_a_handicap_begins_on_its_hole():
    (line,) = rules_for_leg(TieForm(best_of=3), LEEK, players=1, starts=(11, 0)).format.lines
    game = new_game(pegged_under(line))

    assert line.handicap == "home starts on hole 11"
    assert game.scores == (11, 0)


def test_nobody_begins_at_the_end():
    (line,) = rules_for_leg(TieForm(best_of=3), LEEK, players=1, starts=(90, 5)).format.lines

    assert line.starts == (60, 5)


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (TieForm(best_of=3), "best of three"),
        (TieForm(best_of=1), "one game"),
        (TieForm(games=9, legs=2), "nine games, home and away"),
        (TieForm(games=16), "16 games"),
    ],
)
def test_a_form_in_words(form, words):
    assert best_of_words(form) == words
