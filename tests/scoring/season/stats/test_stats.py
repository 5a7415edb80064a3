"""Records, runs, meetings and averages on hand-made outings."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction

from scoring.card.sheet import Side
from scoring.season.averages import averages, most_improved
from scoring.season.outings import (
    Companion,
    Outing,
    OutingRecord,
    PlayedLine,
    SeasonTotals,
    Streak,
    between,
    by_kind,
    career_of,
    form,
    in_order,
    most_games_first,
    nights,
    record,
    run,
)
from tests.scoring.season.results import result

MONDAY = date(2026, 9, 7)


def outing(week=1, line=0, won=1, lost=0, **rest):
    values = {
        "player": "harry", "season": "26", "match": f"m{week}", "on": MONDAY + timedelta(weeks=week), "team": "crown",
        "line": line, "players": 1, "won": won, "lost": lost, "label": f"S{line + 1}",
    }  # fmt: skip
    return Outing(**(values | rest))


def test_two_lines_of_one_night_are_one_match():
    pegs = [outing(1, 0, pegs=61), outing(1, 6, 0, 1, players=2, pegs=45), outing(2, 1)]
    assert record(pegs) == OutingRecord(matches=2, won=2, lost=1, pegs=106, pegged=2)
    assert record(pegs).pegs_a_game == 53
    assert by_kind(pegs) == {1: OutingRecord(2, 2, 0, 61, 1), 2: OutingRecord(1, 0, 1, 45, 1)}


def test_share_and_percent_of_games_won():
    two_of_three = OutingRecord(matches=1, won=2, lost=1)
    assert (two_of_three.share, two_of_three.percent) == (Fraction(2, 3), 67)
    assert OutingRecord(won=1, lost=7).percent == 13  # a half is rounded up
    assert (OutingRecord().share, OutingRecord().percent, OutingRecord().pegs_a_game) == (None, None, None)


def test_nights_come_in_the_order_of_the_card():
    held = [outing(2), outing(1, 3, 0, 1), outing(1, 0)]
    assert [each.label for each in in_order(held)] == ["S1", "S4", "S1"]
    first, second = nights(in_order(held))
    assert (first.match, first.won, first.lost, first.labels, first.letter) == ("m1", 1, 1, ("S1", "S4"), "D")
    assert form((first, second)) == ("D", "W")
    assert form((first, second), 1) == ("W",)


def played(match=1, won=1, lost=0, **rest):
    values = {"season": 26, "team": 1, "cup": False, "line": 0, "players": 1, "pegs": None, "label": "S1"}
    return PlayedLine(**(values | {"match": match, "won": won, "lost": lost} | rest))


def test_a_career_is_added_up_by_season_and_kind():
    held = [played(1, team=2, pegs=61), played(1, 0, 1, players=2, pegs=45), played(2), played(3, 2, 1, season=27)]
    found = career_of(held)
    assert found.seasons == {
        26: SeasonTotals((2, 1), OutingRecord(2, 2, 1, 106, 2)),
        27: SeasonTotals((1,), OutingRecord(1, 2, 1)),
    }
    assert found.total == OutingRecord(3, 4, 2, 106, 2)
    assert list(found.kinds.items()) == [(1, OutingRecord(3, 4, 1, 61, 1)), (2, OutingRecord(1, 0, 1, 45, 1))]
    assert career_of([]).total == OutingRecord()


def test_runs_end_with_a_level_line_and_last_till_now():
    held = [played(1), played(2), played(3, won=1, lost=1), played(4), played(5, won=0, lost=1)]
    found = career_of(held).runs
    assert found.won == Streak(most=2, now=0)
    assert found.lost == Streak(most=1, now=1)
    assert found.unbeaten == Streak(most=4, now=0)
    assert run([]) == Streak(0, 0)
    assert run([True, False, True, True]) == Streak(2, 2)


def test_sweeps_are_of_lines_with_several_games():
    held = [played(1, won=3), played(2, won=3), played(3, won=2), played(4, won=1), played(5, won=2, lost=1)]
    assert career_of(held).sweeps == ((3, 2), (2, 1))


def test_companions_of_most_games_come_first_and_then_those_with_most_won():
    few, won, lost = (Companion(*each) for each in (
        ("7", OutingRecord(1, 1, 0)), ("10", OutingRecord(1, 2, 1)), ("9", OutingRecord(2, 1, 2))
    ))  # fmt: skip
    assert most_games_first([few, lost, won]) == (won, lost, few)
    level = [Companion(key, won.record) for key in ("10", "9")]
    assert most_games_first(level) == (level[1], level[0])


def test_two_teams_from_either_side():
    played = [result("a", "b", (5, 4)), result("b", "a", (6, 3), week=1), result("a", "b", (4, 4), week=2)]
    struck_out = replace(played[0], tally=replace(played[0].tally, counts=False))
    found = between([*played, struck_out], "a")
    assert (found.won, found.drawn, found.lost, found.games_for, found.games_against) == (1, 1, 1, 12, 14)
    other = between(played, "b")
    assert (other.won, other.drawn, other.lost, other.games_for, other.games_against) == (1, 1, 1, 14, 12)
    assert played[0].tally.winner is Side.HOME


def test_a_place_takes_half_of_the_teams_matches():
    others = [outing(week, player="elsie", won=0, lost=1) for week in range(1, 6)]
    found = averages([*others, outing(1), outing(2)])
    assert [(each.player, each.place, each.needed) for each in found.ranked] == [("elsie", 1, 3)]
    assert [(each.player, each.place, each.record.matches) for each in found.short] == [("harry", 0, 2)]
    found = averages([*others, outing(1), outing(2), outing(3)])
    assert [(each.player, each.place) for each in found.ranked] == [("harry", 1), ("elsie", 2)]


def test_level_players_share_a_place_and_more_games_won_go_first():
    held = [
        *(outing(week, player="ted", line=0) for week in (1, 2)),
        *(outing(week, player="joan", line=1) for week in (1, 2)),
        outing(1, player="alf", line=2),
        *(outing(week, player="ken", line=3, won=0, lost=1) for week in (1, 2)),
    ]
    found = averages(held).ranked
    assert [(each.player, each.place, each.shared) for each in found] == [
        ("joan", 1, True), ("ted", 1, True), ("alf", 3, False), ("ken", 4, False),
    ]  # fmt: skip


def test_averages_of_singles_count_the_matches_with_a_single():
    held = [outing(1), outing(2, 6, players=2), outing(2, 6, player="ted", players=2), outing(1, 1, player="ted")]
    singles = averages(held, players=1)
    assert {each.player: each.record.matches for each in singles.ranked} == {"harry": 1, "ted": 1}
    assert {each.needed for each in singles.ranked} == {1}


def test_a_player_who_moved_is_measured_by_the_last_team():
    crown = [outing(week, player="elsie") for week in range(1, 9)]
    bell = [outing(week, player="joan", team="bell", won=0, lost=1) for week in (7, 8)]
    moved = [outing(1, 3), outing(8, 3, team="bell", match="m8")]
    (harry,) = (each for each in averages([*crown, *bell, *moved]).ranked if each.player == "harry")
    assert (harry.team, harry.needed, harry.record.matches) == ("bell", 1, 2)


def test_improved_are_ranked_in_both_seasons():
    before = averages(
        [outing(1, won=1, lost=1), outing(1, 1, player="ted"), outing(1, 2, player="joan", won=0, lost=1)]
    )
    after = averages([outing(1, won=2, lost=1), outing(1, 1, player="ted", won=0, lost=1), outing(1, 2, player="alf")])
    (found,) = most_improved(before, after)
    assert (found.player, found.by) == ("harry", Fraction(1, 6))
    assert most_improved(after, after) == ()
