"""Who goes up, down and into a play-off, from final tables, and points that are carried into a second part."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.card.league_rules import Step
from scoring.season.ending import Carry, Destination, PlayOff, Rung, SeasonEnding, Stake, carried_points, ending
from scoring.season.ledger import Adjustment
from scoring.season.table import Row
from tests.scoring.season.results import FIRST_NIGHT, TWO_ONE, ranked, result


def row(team: str, place: int, *, shared: bool = False, withdrawn: bool = False) -> Row:
    return Row(
        place=place, shared=shared, team=team, played=10, won=5, drawn=0, lost=5, games_for=40, games_against=40,
        pegs_for=None, pegs_against=None, adjusted=Fraction(0), points=Fraction(10), form=(), away_wins=0,
        deductions=Fraction(0), reason="", withdrawn=withdrawn,
    )  # fmt: skip


def rung(name: str, rank: int, places: str, promoted: int = 0, relegated: int = 0) -> Rung:
    """`places` as "1 2 2 4 x": a withdrawn team is an x."""
    words = places.split()
    rows = [
        row(
            f"{name}{number}", number if word == "x" else int(word), shared=words.count(word) > 1, withdrawn=word == "x"
        )
        for number, word in enumerate(words, start=1)
    ]
    return Rung(name, rank, tuple(rows), promoted, relegated)


def ways(found: SeasonEnding) -> dict[str, Destination | None]:
    return {fate.team: fate.destination for fate in found.proposals}


def test_first_two_go_up_and_last_two_go_down():
    found = ending([rung("A", 1, "1 2 3 4", relegated=2), rung("B", 2, "1 2 3 4", promoted=2)])
    assert ways(found) == {
        "A1": Destination.STAYS, "A2": Destination.STAYS, "A3": Destination.DOWN, "A4": Destination.DOWN,
        "B1": Destination.UP, "B2": Destination.UP, "B3": Destination.STAYS, "B4": Destination.STAYS,
    }  # fmt: skip
    assert {fate.team: fate.to for fate in found.proposals if fate.destination is not Destination.STAYS} == {
        "A3": "B", "A4": "B", "B1": "A", "B2": "A",
    }  # fmt: skip
    assert found.sizes == (("A", 4, 4), ("B", 4, 4))
    assert found.play_offs == ()


def test_nobody_goes_up_from_the_top_or_down_from_the_bottom():
    found = ending([rung("A", 1, "1 2 3", promoted=1, relegated=1)])
    assert set(ways(found).values()) == {Destination.STAYS}


def test_the_order_in_which_divisions_come_does_not_matter():
    tables = [rung("A", 1, "1 2 3", relegated=1), rung("B", 2, "1 2 3", promoted=1, relegated=1), rung("C", 5, "1 2")]
    assert ending(tables) == ending(list(reversed(tables)))
    assert ways(ending(tables))["B3"] is Destination.DOWN


def test_a_team_that_withdrew_is_out_and_takes_no_place_of_those_who_go_down():
    found = ending([rung("A", 1, "1 2 3 x", relegated=1), rung("B", 2, "1 2")])
    assert ways(found)["A4"] is Destination.OUT
    assert ways(found)["A3"] is Destination.DOWN
    assert found.sizes == (("A", 4, 2), ("B", 2, 3))


def test_level_across_the_line_is_for_a_play_off_and_not_for_the_rule():
    found = ending([rung("A", 1, "1 2 3"), rung("B", 2, "1 2 2 4", promoted=2)])
    assert ways(found) == {
        "A1": Destination.STAYS, "A2": Destination.STAYS, "A3": Destination.STAYS,
        "B1": Destination.UP, "B2": None, "B3": None, "B4": Destination.STAYS,
    }  # fmt: skip
    assert found.play_offs == (PlayOff("B", Stake.UP, ("B2", "B3"), 1),)


def test_level_within_a_line_is_nobody_s_business():
    found = ending([rung("A", 1, "1 2 3"), rung("B", 2, "1 2 2 4", promoted=3)])
    assert found.play_offs == ()
    assert [team for team, way in ways(found).items() if way is Destination.UP] == ["B1", "B2", "B3"]


def test_level_at_the_bottom_counts_those_who_stay_up():
    found = ending([rung("A", 1, "1 2 2 2 5", relegated=2), rung("B", 2, "1 2")])
    assert found.play_offs == (PlayOff("A", Stake.DOWN, ("A2", "A3", "A4"), 2),)
    assert ways(found)["A5"] is Destination.DOWN


def test_level_at_the_top_plays_for_the_title_once_even_where_one_goes_up():
    found = ending([rung("A", 1, "1 2"), rung("B", 2, "1 1 3", promoted=1)])
    assert found.play_offs == (PlayOff("B", Stake.TITLE, ("B1", "B2"), 1),)
    assert ways(found)["B1"] is None


def test_nobody_both_goes_up_and_goes_down():
    found = ending([rung("A", 1, "1 2"), rung("B", 2, "1 2 3", promoted=2, relegated=2), rung("C", 3, "1 2")])
    assert [ways(found)[team] for team in ("B1", "B2", "B3")] == [Destination.UP, Destination.UP, Destination.DOWN]


def test_an_empty_division_and_a_team_alone_ask_for_nothing():
    assert ending([Rung("A", 1, ())]) == SeasonEnding((), (), (("A", 0, 0),))
    assert ways(ending([rung("A", 1, "1", relegated=1), rung("B", 2, "1", promoted=1)])) == {
        "A1": Destination.DOWN, "B1": Destination.UP,
    }  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> list[Rung]:
    found = []
    for rank in range(1, draw(st.integers(1, 4)) + 1):
        sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
        places = [str(sum(sizes[:i]) + 1) for i, size in enumerate(sizes) for _ in range(size)]
        places += ["x"] * draw(st.integers(0, 2))
        up, down = draw(st.integers(0, 3)), draw(st.integers(0, 3))
        found.append(rung(chr(64 + rank), rank, " ".join(places), up, down))
    return found


@given(tables())
def test_every_team_has_one_fate_and_nobody_is_lost(rungs):
    found = ending(rungs)
    teams = [each.team for rung in rungs for each in rung.rows]
    assert sorted(fate.team for fate in found.proposals) == sorted(teams)
    out = sum(fate.destination is Destination.OUT for fate in found.proposals)
    assert sum(then for _, _, then in found.sizes) == len(teams) - out


@given(tables())
def test_as_many_go_up_as_the_rule_says_but_for_those_who_play_for_it(rungs):
    found = ending(rungs)
    for below in rungs[1:]:
        theirs = [fate for fate in found.proposals if fate.division == below.division]
        up = sum(fate.destination is Destination.UP for fate in theirs)
        to_play = [each for each in found.play_offs if each.division == below.division and each.stake is not Stake.DOWN]
        due = min(below.promoted, len(below.finishers))
        assert up <= due
        if not to_play:
            assert up == due


@given(tables())
def test_a_play_off_is_between_teams_of_one_place_and_some_win_and_some_lose(rungs):
    for each in ending(rungs).play_offs:
        rows = {row.team: row for rung in rungs for row in rung.rows}
        assert len({rows[team].place for team in each.teams}) == 1
        assert 0 < each.winners < len(each.teams)


PLAYED = [
    result("a", "b", (5, 4)),
    result("b", "a", (5, 4), week=1),
    result("a", "c", (9, 0), week=2),
    result("a", "d", (9, 0), week=3),
    result("b", "c", (5, 4), week=4),
    result("c", "d", (6, 3), week=5),
]
SHIELDS = [("a", "b"), ("c", "d")]
TAKEN = [Adjustment("a", Fraction(-1), "late card", FIRST_NIGHT)]


def take(carry):
    rows = ranked(PLAYED, Step.POINTS, teams="abcd", adjustments=TAKEN)
    return carried_points(rows, SHIELDS, carry, PLAYED, TWO_ONE)


@pytest.mark.parametrize(
    ("carry", "points"),
    [
        (Carry.NOTHING, (0, 0, 0, 0)),
        (Carry.ALL, (5, 4, 2, 0)),
        (Carry.HALF, (Fraction(5, 2), 2, 1, 0)),
        (Carry.AMONG, (2, 2, 2, 0)),
    ],
)
def test_what_each_team_takes_along(carry, points):
    assert take(carry) == dict(zip("abcd", points, strict=True))


def test_a_team_of_no_shield_takes_nothing_along():
    rows = ranked(PLAYED, Step.POINTS, teams="abcd")
    assert carried_points(rows, [("a", "b")], Carry.ALL, PLAYED, TWO_ONE).keys() == {"a", "b"}
