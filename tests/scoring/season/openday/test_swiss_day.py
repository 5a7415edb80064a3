"""A Swiss event as facts: rounds paired one after another, who is away, and corrections."""

import time
from fractions import Fraction
from random import Random

import pytest

from scoring.season.knockout.draw import Entrant
from scoring.season.knockout.facts import Entered, Paired, Replayed, Returned, ScoreCorrected, Scored, Withdrew
from scoring.season.openday.book import DayMatchState
from scoring.season.openday.day import NotYetError, as_games, next_round, open_day
from tests.scoring.season.openday.days import SWISS, dealt, scored, stronger
from tests.scoring.season.swiss_judge import judge

ROUNDS = 3


def day_of(facts):
    return open_day(SWISS, facts, rounds=ROUNDS)


def after(rounds, names="abcde", winner_of=stronger):
    facts = [dealt(names)]
    for _ in range(rounds):
        facts.append(next_round(day_of(facts), ROUNDS))
        facts += scored(day_of(facts), winner_of, (1, 0))
    return facts


def test_rounds_are_paired_until_the_last_and_then_somebody_has_won():
    facts = after(ROUNDS)
    day = day_of(facts)
    assert day.problems == ()
    assert [len(each.games) for each in day.paired] == [2, 2, 2]
    assert len({each.bye for each in day.paired}) == 3
    assert (day.over, day.winner) == (True, "a")
    with pytest.raises(NotYetError, match="All 3 rounds"):
        next_round(day, ROUNDS)


def test_a_round_waits_for_the_one_before():
    facts = after(1)
    facts.append(next_round(day_of(facts), ROUNDS))
    facts.append(Scored("swiss-2-1", 1, 0))
    with pytest.raises(NotYetError, match="Round 2 is not over"):
        next_round(day_of(facts), ROUNDS)
    third = Paired(3, (("a", "b"), ("c", "d")), "e")
    assert [problem.code for problem in day_of([*facts, third]).problems] == ["waiting"]


def test_a_round_is_paired_again_while_nothing_of_it_is_played():
    facts = after(1)
    first = next_round(day_of(facts), ROUNDS)
    facts.append(first)
    again = next_round(day_of(facts), ROUNDS, absent=["a"])
    assert (again.round, again.absent) == (2, ("a",))
    day = day_of([*facts, again])
    assert (day.paired[-1], len(day.paired), day.problems) == (again, 2, ())
    assert "a" not in {name for match in day.tables[0].rounds[1] for name in (match.first, match.second)}


def test_whoever_left_is_not_paired_and_gives_the_game_away():
    facts = after(1, "abcd")
    facts += [next_round(day_of(facts), ROUNDS), Withdrew("a", "ill")]
    day = day_of(facts)
    left = next(match for match in day.tables[0].rounds[1] if "a" in {match.first, match.second})
    assert left.state is DayMatchState.WALKOVER
    facts += scored(day, stronger, (1, 0))
    third = next_round(day_of(facts), ROUNDS)
    assert "a" not in {name for game in third.games for name in game} | {third.bye}


@pytest.mark.parametrize("paired_since", [False, True])
def test_whoever_left_comes_back_until_the_next_round_is_paired(paired_since):
    facts = after(1, "abcd")
    facts += [next_round(day_of(facts), ROUNDS), Withdrew("a", "ill")]
    if paired_since:
        facts += scored(day_of(facts), stronger, (1, 0))
        facts.append(next_round(day_of(facts), ROUNDS))
    day = day_of([*facts, Returned("a", "well again")])
    mine = next(match for match in day.tables[0].rounds[1] if "a" in {match.first, match.second})
    assert [problem.code for problem in day.problems] == ["paired"] * paired_since
    assert mine.state is (DayMatchState.WALKOVER if paired_since else DayMatchState.TO_PLAY)


def test_whoever_comes_late_plays_from_the_next_round():
    facts = [*after(1, "abcd"), Entered(Entrant("z"), "swiss", "late train")]
    second = next_round(day_of(facts), ROUNDS)
    assert "z" in {name for game in second.games for name in game} | {second.bye}
    assert [each.id for each in day_of(facts).entrants] == ["a", "b", "c", "d", "z"]


def test_a_correction_counts_for_the_rounds_to_come_and_leaves_those_that_were_paired():
    facts = after(2, "abcd")
    first = day_of(facts).tables[0].rounds[0][0]
    turned = ScoreCorrected(first.id, first.score[1], first.score[0], "misread")
    day = day_of([*facts, turned])
    assert (day.paired, day.problems) == (day_of(facts).paired, ())
    loser = first.second if first.winner == first.first else first.first
    assert day.match(first.id).winner == loser


def test_a_game_of_the_round_that_is_on_may_be_played_again():
    facts = [*after(2, "abcd"), Replayed("swiss-2-1", "wrong set")]
    day = day_of(facts)
    assert (day.problems, day.match("swiss-2-1").state) == ((), DayMatchState.TO_PLAY)


def test_nobody_has_won_while_rounds_are_to_come():
    day = day_of(after(2, "abcd"))
    assert (day.over, day.winner) == (False, None)


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ([dealt("abcde"), Paired(2, (("a", "b"), ("c", "d")), "e")], "round"),
        ([dealt("abcde"), Paired(1, (("a", "b"), ("c", "c")), "e")], "not-everybody"),
        ([dealt("abcde"), Paired(1, (("a", "b"),), "e")], "not-everybody"),
        ([dealt("abcd"), Paired(1, (("a", "b"),), half_byes=("c",))], "not-everybody"),
        ([*after(1, "abcd"), Withdrew("a", "ill"), Paired(2, (("a", "b"), ("c", "d")))], "not-everybody"),
        ([*after(ROUNDS, "abcd"), Paired(4, (("a", "b"), ("c", "d")))], "round"),
        ([*after(2, "abcd"), Replayed("swiss-1-1", "a round was paired from it")], "paired"),
    ],
)
def test_a_fact_that_cannot_be_is_noted(facts, code):
    assert [problem.code for problem in day_of(facts).problems] == [code]


def test_every_round_of_a_day_is_accepted_by_the_judge():
    names = [f"p{i:02}" for i in range(15)]
    facts = [dealt(names)]
    dice = Random(7)
    for _ in range(6):
        day = open_day(SWISS, facts, rounds=6)
        paired = next_round(day, 6)
        played = as_games(day.tables[0].rounds, day.form)
        assert judge(names, played, list(paired.games), paired.bye)[0] == []
        facts.append(paired)
        facts += scored(
            open_day(SWISS, facts, rounds=6), lambda match: dice.choice([match.first, match.second]), (1, 0)
        )
    assert open_day(SWISS, facts, rounds=6).over


def test_a_round_of_two_hundred_is_paired_in_two_seconds():
    names = [f"p{i:03}" for i in range(200)]
    facts = [dealt(names)]
    dice = Random(1)
    for _ in range(4):
        facts.append(next_round(open_day(SWISS, facts, rounds=9), 9))
        facts += scored(
            open_day(SWISS, facts, rounds=9), lambda match: dice.choice([match.first, match.second]), (1, 0)
        )
    day = open_day(SWISS, facts, rounds=9)
    began = time.process_time()
    paired = next_round(day, 9)
    assert len(paired.games) == 100
    assert time.process_time() - began < 2


# --- byes for half a point --------------------------------------------------------------------------------------------
def test_half_a_point_for_sitting_a_round_out():
    facts = [dealt("abcde")]
    paired = next_round(day_of(facts), ROUNDS, half_byes=["e"])
    assert (paired.half_byes, paired.bye, len(paired.games)) == (("e",), None, 2)
    facts.append(paired)
    facts += scored(day_of(facts), stronger, (1, 0))
    day = day_of(facts)
    row = next(each for each in day.tables[0].rows if each.player == "e")
    assert day.problems == ()
    assert (row.score, row.played, row.byes) == (Fraction(1, 2), 0, 0)
    assert (row.buchholz, row.sonneborn_berger) == (Fraction(1, 2), Fraction(1, 4))
    following = next_round(day, ROUNDS)
    assert following.bye is not None or len(following.games) == 2


def test_whoever_had_half_a_bye_may_still_have_a_whole_one():
    facts = [dealt("abc")]
    facts.append(Paired(1, (("a", "b"),), half_byes=("c",)))
    facts += scored(day_of(facts), stronger, (1, 0))
    facts.append(next_round(day_of(facts), ROUNDS))
    assert day_of(facts).problems == ()
    assert day_of(facts).paired[-1].bye in {"b", "c"}
