"""What cards come to, with the figures that leagues have published."""

from dataclasses import replace
from fractions import Fraction

import pytest

from scoring.card.check import check
from scoring.card.format import Pegs
from scoring.card.outcome import (
    Appearance,
    Kind,
    Tally,
    appearances,
    award_tally,
    award_winner,
    expunge_tally,
    in_words,
    mirror,
    tally,
)
from scoring.card.points import DecidedBy, Scheme, Walkover
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Side
from tests.scoring.card.planted import BEST_OF_THREE, LOST, WON, crown, five_of_bell, full_card
from tests.scoring.strategies_card import card_of, edited, match_of
from tests.seeds import seeds

HALF = Fraction(1, 2)
CLAIMED = GameScore(Side.HOME, how=How.CLAIMED)
VOID = GameScore(None, how=How.VOID)


def worth(league, home, away):
    """Points of a bare score under a preset."""
    total = tally(Card.score_only(home, away), preset(league).format, preset(league).scheme)
    return total.home_points, total.away_points


@pytest.mark.parametrize(
    ("league", "score", "points"),
    [
        ("leek", (6, 3), (8, 3)),
        ("leek", (5, 4), (7, 4)),
        ("leek", (0, 9), (0, 11)),
        ("solihull", (5, 4), (3, 1)),
        ("solihull", (4, 5), (1, 3)),
        ("solihull", (6, 3), (3, 0)),
        ("solihull", (9, 0), (3, 0)),
        ("two-and-half", (8, 7), (6, Fraction(7, 2))),
        ("two-and-half", (15, 0), (Fraction(19, 2), 0)),
        ("one-a-game", (5, 4), (5, 4)),
        ("northallerton", (4, 4), (4, 4)),
        ("northallerton", (6, 2), (6, 2)),
        ("guisborough", (5, 4), (2, 0)),
        ("teesdale", (7, 2), (7, 2)),
    ],
)
def test_points_of_a_score(league, score, points):
    assert worth(league, *score) == points


@pytest.mark.parametrize(
    ("league", "games", "points"),
    [
        ("leek", (5, 4), (7, 0)),
        ("northallerton", (6, 0), (6, 0)),
        ("solihull", (9, 0), (3, 0)),
        ("guisborough", (9, 0), (2, 0)),
        ("one-a-game", (9, 0), (9, 0)),
        ("two-and-half", (15, 0), (Fraction(19, 2), 0)),
    ],
)
@pytest.mark.parametrize("side", Side)
def test_walkover_has_the_score_that_the_league_fixed(league, games, points, side):
    ending = Ending.WALKOVER_HOME if side is Side.HOME else Ending.WALKOVER_AWAY
    total = tally(Card(ending=ending), preset(league).format, preset(league).scheme)
    total = total if side is Side.HOME else mirror(total)
    assert (total.kind, total.winner, total.counts) == (Kind.WALKOVER, Side.HOME, True)
    assert (total.home_games, total.away_games) == games
    assert (total.home_points, total.away_points) == points


def test_walkover_of_tables_and_legs():
    scheme = Scheme("tables", win=Fraction(2), walkover=Walkover(15, 10, 3, 2), decided_by=DecidedBy.LINES)
    total = tally(Card(ending=Ending.WALKOVER_AWAY), preset("two-and-half").format, scheme)
    assert (total.home_games, total.away_games, total.home_lines, total.away_lines) == (10, 15, 2, 3)


def test_walkover_says_its_lines_where_they_follow_from_the_games():
    walkover = Card(ending=Ending.WALKOVER_HOME)
    tables = tally(walkover, preset("guisborough").format, preset("guisborough").scheme)
    assert (tables.home_lines, tables.away_lines) == (3, 0)
    singles = tally(walkover, preset("leek").format, preset("leek").scheme)
    assert (singles.home_lines, singles.away_lines) == (5, 4)
    fixed = replace(preset("guisborough").scheme, walkover=Walkover(games_for=6, games_against=3))
    assert tally(walkover, preset("guisborough").format, fixed).home_lines is None


def test_walkover_may_leave_the_absent_what_its_games_are_worth():
    scheme = replace(preset("leek").scheme, walkover=Walkover(5, 4, points_against=None))
    total = tally(Card(ending=Ending.WALKOVER_HOME), preset("leek").format, scheme)
    assert (total.home_points, total.away_points) == (7, 4)


def test_walkover_is_in_nobodys_own_record():
    assert appearances(Card(ending=Ending.WALKOVER_HOME), preset("leek").format) == ()


def test_signed_six_two_is_amended_to_four_two():
    """Both sides came short, and two games that home claimed could be filled by neither: they are void."""
    match = match_of("northallerton")
    card = full_card(match)
    for i in (3, 7):
        card = edited(card, f"lines.{i}", LineScore(games=(CLAIMED,)))
    for i in (0, 4):
        card = edited(card, f"lines.{i}.games.0", GameScore(Side.AWAY))
    assert sum(line.games[0].winner is Side.HOME for line in card.lines) == 6
    total = tally(card, match, match.scheme)
    assert (total.kind, total.home_games, total.away_games) == (Kind.PART_VOID, 4, 2)
    assert (total.home_points, total.away_points) == (4, 2)
    assert {"lines.3.games.0.how", "lines.7.games.0.how"} == {
        problem.path for problem in check(card, match) if problem.code == "claim_by_short_side"
    }


def test_claimed_games_count_for_the_match_and_not_for_players():
    match = match_of("leek")
    card = five_of_bell(match)
    total = tally(card, match, match.scheme)
    assert (total.kind, total.home_games, total.away_games) == (Kind.PLAYED, 9, 0)
    played = {each.label for each in appearances(card, match.format)}
    assert played == {"S1", "S2", "S3", "S4", "S5", "P1", "P2"}


def test_appearance_has_partner_games_and_pegs():
    match = match_of("guisborough")
    card = edited(full_card(match), "lines.0.games.2", GameScore(Side.AWAY, 50, 61))
    first = appearances(card, match.format)[0]
    darren, margaret = crown(0, 1)
    assert first == Appearance(darren, Side.HOME, "T1", (margaret,), 2, 1, 0, 61 + 61 + 50)


def test_pegs_are_added_up_when_every_game_has_them():
    match = match_of("leek")
    card = full_card(match)
    total = tally(card, match, match.scheme)
    assert (total.home_pegs, total.away_pegs) == (6 * 61 + 3 * 121, 6 * 41 + 3 * 101)
    without = edited(card, "lines.0.games.0", GameScore(Side.HOME))
    assert tally(without, match, match.scheme).home_pegs is None


def test_pegs_of_a_mixed_card_are_those_of_fives_and_threes():
    match = match_of("northallerton")
    total = tally(full_card(match), match, match.scheme)
    assert (total.home_pegs, total.away_pegs) == (4 * 61, 4 * 41)


def test_lines_and_level_lines():
    match = match_of("guisborough")
    form = replace(match.format, lines=tuple(replace(line, games=2) for line in match.format.lines))
    card = Card(lines=tuple(replace(line, games=(WON, LOST)) for line in full_card(match).lines))
    card = edited(card, "lines.0.games", (WON, WON))
    scheme = Scheme("a point a table", per_line=Fraction(1), win=Fraction(2), decided_by=DecidedBy.LINES)
    total = tally(card, form, scheme)
    assert (total.home_lines, total.away_lines, total.winner) == (1, 0, Side.HOME)
    assert (total.home_points, total.away_points) == (4, 1)
    lost = tally(edited(card, "lines.0.games", (LOST, LOST)), form, scheme)
    assert lost == replace(mirror(total), home_pegs=lost.home_pegs, away_pegs=lost.away_pegs)
    assert (lost.home_points, lost.away_points) == (1, 4)


def test_match_decided_by_tables_against_the_games():
    """Two tables by 2-1 beat one by 3-0, where tables decide."""
    match = match_of("guisborough")
    lines = full_card(match).lines
    scores = ((WON, LOST, WON), (LOST, WON, WON), (LOST, LOST, LOST))
    card = Card(lines=tuple(replace(line, games=games) for line, games in zip(lines, scores, strict=True)))
    by_games = tally(card, match, match.scheme)
    by_lines = tally(card, match, replace(match.scheme, decided_by=DecidedBy.LINES))
    assert (by_games.home_games, by_games.away_games, by_games.winner) == (4, 5, Side.AWAY)
    assert (by_lines.home_lines, by_lines.away_lines, by_lines.winner) == (2, 1, Side.HOME)


def test_best_of_stops_when_won():
    match = match_of("leek", format=BEST_OF_THREE)
    total = tally(full_card(match), match, match.scheme)
    assert (total.kind, total.home_games, total.home_lines) == (Kind.PLAYED, 6, 3)


def test_unfinished_does_not_count_unless_the_league_says_so():
    match = match_of("one-a-game")
    card = edited(edited(full_card(match), "lines.8.games", ()), "ending", Ending.UNFINISHED)
    total = tally(card, match, match.scheme)
    assert (total.kind, total.home_games, total.home_points, total.counts) == (Kind.UNFINISHED, 8, 0, False)
    counted = tally(card, match, replace(match.scheme, unfinished_counts=True))
    assert (counted.home_points, counted.winner, counted.counts) == (8, Side.HOME, True)


def test_played_with_games_missing_is_unfinished():
    match = match_of("leek")
    assert (
        tally(edited(full_card(match), "lines", lambda lines: lines[:5]), match, match.scheme).kind is Kind.UNFINISHED
    )
    assert tally(Card(), match, match.scheme).kind is Kind.UNFINISHED


def test_void_match_and_match_of_void_games_come_to_nothing():
    match = match_of("leek")
    void = tally(Card(ending=Ending.VOID), match, match.scheme)
    assert (void.kind, void.counts, void.home_points) == (Kind.VOID, False, 0)
    card = Card(lines=tuple(LineScore(games=(VOID,)) for _ in match.format.lines))
    assert tally(card, match, match.scheme) == void


def test_bare_score_short_of_a_game_is_part_void():
    match = match_of("one-a-game")
    assert tally(Card.score_only(5, 3), match, match.scheme).kind is Kind.PART_VOID
    assert tally(Card.score_only(5, 4), match, match.scheme).kind is Kind.PLAYED


def test_awarded_and_expunged():
    decree = award_tally(winner=Side.AWAY, games=(0, 9), points=(Fraction(-2), Fraction(11)))
    assert decree == Tally(Kind.AWARDED, 0, 9, None, None, None, None, Fraction(-2), Fraction(11), Side.AWAY)
    struck = expunge_tally(decree)
    assert (struck.kind, struck.counts, struck.away_games, struck.away_points) == (Kind.EXPUNGED, False, 9, 0)


@pytest.mark.parametrize(
    ("games", "points", "letters"),
    [
        ((0, 0), (0, 0), "LL"),
        ((0, 0), (-2, -2), "LL"),
        ((0, 0), (-2, 0), "LL"),
        ((0, 0), (0, HALF), "LW"),
        ((4, 4), (-1, -1), "LL"),
        ((4, 4), (0, 0), "DD"),
        ((0, 0), (1, 1), "DD"),
        ((9, 0), (0, 0), "WL"),
        ((9, 0), (0, -2), "WL"),
        ((5, 4), (-2, 7), "LW"),
    ],
)
def test_award_is_won_drawn_or_lost_by_both(games, points, letters):
    worth = (Fraction(points[0]), Fraction(points[1]))
    total = award_tally(winner=award_winner(games, worth), games=games, points=worth)
    assert "".join(total.letter(side) for side in Side) == letters
    assert total.both_lose == (letters == "LL")
    assert "".join(mirror(total).letter(side) for side in Side) == letters[::-1]


def test_only_an_award_that_counts_is_lost_by_both():
    nothing = award_tally(winner=None, games=(0, 0), points=(Fraction(0), Fraction(0)))
    assert nothing.both_lose
    others = [replace(nothing, kind=kind) for kind in Kind if kind is not Kind.AWARDED]
    assert not any(each.both_lose for each in [*others, replace(nothing, counts=False), expunge_tally(nothing)])


@pytest.mark.parametrize("league", PRESETS)
def test_lines_tell_the_same_as_their_score_alone(league):
    match = match_of(league)
    for seed in seeds(40):
        full = tally(card_of(match, seed=seed), match, match.scheme)
        bare = tally(Card.score_only(full.home_games, full.away_games), match, match.scheme)
        assert (bare.home_points, bare.away_points, bare.winner) == (full.home_points, full.away_points, full.winner)


def test_format_alone_is_enough():
    match = match_of("leek", format=replace(preset("leek").format, pegs=Pegs.NONE))
    assert tally(full_card(match), match.format, match.scheme) == tally(full_card(match), match, match.scheme)


def test_what_a_match_comes_to_is_said_in_what_decides_it():
    six_all = Tally(Kind.PLAYED, 6, 6, 3, 2, None, None, Fraction(5), Fraction(7, 2), Side.HOME)
    by_lines = Scheme("Ours", decided_by=DecidedBy.LINES)
    points = "Points: Crown 5, Bell 3½."
    assert in_words(six_all, Scheme("Ours"), "Crown", "Bell") == points
    assert in_words(six_all, by_lines, "Crown", "Bell") == f"Lines: Crown 3, Bell 2. {points}"
    assert in_words(replace(six_all, home_lines=None, away_lines=None), by_lines, "Crown", "Bell") == points
    assert in_words(expunge_tally(six_all), by_lines, "Crown", "Bell") == ""
