"""Swiss rounds: worked examples, and whole events before a judge that was written apart."""

import os
from fractions import Fraction
from random import Random

import pytest

from scoring.season.swiss import SwissError, SwissGame, pair_round, standings
from tests.scoring.season.swiss_judge import History, easy_bound, judge, proved_bound
from tests.seeds import seeds

EVENTS = int(os.environ.get("SWISS", "10"))
BATCHES = 5


def names(count):
    return [f"p{i:03}" for i in range(count)]


def played(pairs, bye, dice, draws=0.1):
    games = []
    for first, second in pairs:
        won, lost = dice.choice([(2, 0), (2, 1)])
        if dice.random() < draws:
            won = lost = 1
        games.append(SwissGame(first, second, *((won, lost) if dice.random() < 0.5 else (lost, won))))
    return (*games, SwissGame(bye, None)) if bye else tuple(games)


def test_the_first_round_is_the_upper_half_against_the_lower():
    games, bye = pair_round(names(6), [])
    assert [set(game) for game in games] == [{"p000", "p003"}, {"p001", "p004"}, {"p002", "p005"}]
    assert bye is None


def test_the_last_has_the_first_bye_and_no_second():
    players = names(3)
    rounds = []
    byes = []
    for _ in range(3):
        games, bye = pair_round(players, rounds)
        byes.append(bye)
        rounds.append(played(games, bye, Random(1)))
    assert byes[0] == "p002"
    assert sorted(byes) == players


def test_winners_meet_winners():
    first = (SwissGame("a", "c", 2, 0), SwissGame("b", "d", 2, 0))
    assert {frozenset(game) for game in pair_round("abcd", [first])[0]} == {frozenset("ab"), frozenset("cd")}


def test_who_dropped_first_drops_second():
    first = (SwissGame("a", "b", 2, 0), SwissGame("c", "d", 0, 2))
    assert ("d", "a") in pair_round("abcd", [first])[0]


def test_a_rematch_happens_where_nobody_else_is_left():
    assert set(pair_round("ab", [(SwissGame("a", "b", 2, 0),)])[0][0]) == {"a", "b"}


def test_those_who_are_away_are_not_paired():
    (game,), bye = pair_round("abcd", [], absent="d")
    assert (sorted(game), bye) == (["a", "b"], "c")


def test_a_round_of_nobody_has_no_games_and_no_bye():
    assert pair_round("ab", [], absent="ab") == ((), None)


def test_tie_breaks_of_a_small_event():
    """A beats B and draws with C; B beats C; D has two byes' worth of nothing but one bye."""
    rounds = [
        (SwissGame("a", "b", 2, 1), SwissGame("c", None)),
        (SwissGame("c", "a", 1, 1), SwissGame("b", None)),
        (SwissGame("b", "c", 2, 0), SwissGame("a", None)),
    ]
    rows = {row.player: row for row in standings("abc", rounds)}
    half = Fraction(1, 2)
    assert [row.player for row in standings("abc", rounds)] == ["a", "b", "c"]
    assert (rows["a"].score, rows["b"].score, rows["c"].score) == (2 + half, 2, 1 + half)
    assert rows["a"].buchholz == 2 + (1 + half) + (2 + half)
    assert rows["a"].sonneborn_berger == 2 + half * (1 + half) + (2 + half)
    assert (rows["a"].difference, rows["b"].difference, rows["c"].difference) == (1, 1, -2)


def test_places_are_shared_by_those_level_in_everything():
    assert [row.place for row in standings("abcd", [(SwissGame("a", "b", 2, 0), SwissGame("c", "d", 2, 0))])] == [
        1,
        1,
        3,
        3,
    ]


@pytest.mark.parametrize(
    "games",
    [(SwissGame("a", "a"),), (SwissGame("a", "x"),), (SwissGame("a", "b"), SwissGame("c", "b"))],
    ids=["themselves", "who", "twice"],
)
def test_a_round_that_cannot_be_is_refused(games):
    with pytest.raises(SwissError, match="round 1"):
        standings("abc", [games])


def test_a_player_who_is_there_twice_is_refused():
    with pytest.raises(SwissError, match="twice"):
        standings("aab", [])


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_whole_events_are_accepted_by_the_judge(batch):
    """8 to 64 players over 5 to 9 rounds: no round is worse than the best there is."""
    for seed in seeds(EVENTS, batch, BATCHES):
        dice = Random(seed)
        players, rounds = names(dice.randint(8, 64)), []
        for _ in range(dice.randint(5, 9)):
            games, bye = pair_round(players, rounds)
            wrong, _ = judge(players, rounds, games, bye)
            assert wrong == [], (seed, len(rounds))
            history = History(players, rounds)
            assert bye is None or not history.byes[bye] or len(rounds) >= len(players)
            rounds.append(played(games, bye, dice))
        history = History(players, rounds)
        assert max(abs(history.balance[name]) for name in players) <= 4


def test_the_judge_sees_a_worse_round():
    """A round that crosses scores where it need not, one that repeats a game, and one without everybody."""
    players = names(4)
    first = (SwissGame("p000", "p002", 2, 0), SwissGame("p001", "p003", 2, 0))
    assert judge(players, [first], [("p000", "p001"), ("p002", "p003")], None) == ([], False)
    assert "where" in judge(players, [first], [("p000", "p003"), ("p001", "p002")], None)[0][0]
    assert "where" in judge(players, [first], [("p000", "p002"), ("p001", "p003")], None)[0][0]
    assert "once" in judge(players, [first], [("p000", "p001")], None)[0][0]


def test_the_judges_two_bounds_agree_before_anybody_has_met():
    history = History(names(7), [])
    assert easy_bound(history) == proved_bound(history)
