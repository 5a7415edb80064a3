"""Groups by hand: tables, who goes on, corrections after the draw, and who comes and goes."""

from fractions import Fraction

import pytest

from scoring.season.knockout.cups import Cup, Part, Shape, TieForm
from scoring.season.knockout.draw import DrawError, DrawRules, Entrant, Lots, Tag, make_draw
from scoring.season.knockout.facts import (
    NEITHER,
    Disqualified,
    Drawn,
    Entered,
    Placed,
    Replayed,
    Resolved,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.openday.book import DayMatchState
from scoring.season.openday.day import deal_out, open_day, together, verify
from scoring.season.swiss import GROUP, reasons
from tests.scoring.season.openday.days import GROUPS, ROUND_ROBIN, dealt, entrants, scored, stronger


def played(names="abcdef", number=2, winner_of=stronger):
    facts = [dealt(names, number)]
    return [*facts, *scored(open_day(GROUPS, facts, through=1), winner_of)]


def places(table):
    return [(row.place, row.player) for row in table.rows]


def test_nothing_is_there_before_the_draw():
    day = open_day(GROUPS, [], through=1)
    assert (day.tables, day.qualified, day.winner, day.over) == ((), None, None, False)


def test_seeds_are_dealt_first_and_anybody_can_deal_again():
    known = (*entrants("abcd"), Entrant("e", seed=1), Entrant("f", seed=2))
    found = deal_out(known, 2, Lots("4 11 23", "groups"))
    assert found.order[:2] == ("e", "f")
    assert [group[0] for group in found.groups] == ["e", "f"]
    assert verify(found)
    assert deal_out(known[::-1], 2, Lots("4 11 23", "groups")) == found


def test_those_who_share_a_group_and_a_pub_are_told():
    assert together(dealt("abcd", 2, apart=(Tag.VENUE,), a="bell", b="bell", c="bell", d="bell"))[0] == (
        1,
        "a",
        "c",
        (Tag.VENUE,),
    )
    assert together(dealt("abcd", 2, apart=(Tag.VENUE,), a="bell", b="bell")) == ()


@pytest.mark.parametrize(
    ("names", "lots"), [("abc", Lots(names=("a", "b", "c"))), ("abcd", Lots(names=("a", "b", "c", "c")))]
)
def test_a_draw_without_two_to_a_group_or_with_names_that_are_not_theirs_is_refused(names, lots):
    with pytest.raises(DrawError):
        deal_out(entrants(names), 2, lots)


def test_everybody_of_a_group_meets_everybody_and_an_odd_one_sits_out():
    (table,) = open_day(ROUND_ROBIN, [dealt("abc")]).tables
    met = [frozenset((match.first, match.second)) for match in table.matches if match.second]
    assert sorted(map(sorted, met)) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert [len(games) for games in table.rounds] == [2, 2, 2]
    assert {games[-1].first for games in table.rounds} == {"a", "b", "c"}


def test_home_and_away_they_meet_twice():
    twice = Cup("Twice", Shape.ROUND_ROBIN, (TieForm(games=9, legs=2),))
    (table,) = open_day(twice, [dealt("abc")]).tables
    met = [(match.first, match.second) for match in table.matches if match.second]
    assert len(set(met)) == 6


def test_a_table_counts_points_and_then_games():
    """A and B win one each and lose one each, as C does; the games part them."""
    facts = [dealt("abc"), Scored("group-1-1-1", 2, 0), Scored("group-1-2-1", 2, 1), Scored("group-1-3-1", 2, 0)]
    (table,) = open_day(ROUND_ROBIN, facts).tables
    first, second, third = (open_day(ROUND_ROBIN, facts[:1]).match(f"group-1-{i}-1") for i in (1, 2, 3))
    winners = {each.first for each in (first, second, third)}
    assert winners == {"a", "b", "c"}
    assert [row.score for row in table.rows] == [1, 1, 1]
    assert [row.difference for row in table.rows] == [1, 0, -1]
    said = reasons(table.rows, GROUP, {name: name.upper() for name in "abc"})
    assert said[table.rows[0].player] == f"above {table.rows[1].player.upper()} on difference, +1 to 0"
    assert said[table.rows[2].player] == f"below {table.rows[1].player.upper()} on difference, \N{MINUS SIGN}1 to 0"


def test_a_drawn_match_is_half_a_point_each():
    twos = Cup("Two games", Shape.ROUND_ROBIN, (TieForm(games=2),))
    (table,) = open_day(twos, [dealt("ab"), Scored("group-1-1-1", 1, 1)]).tables
    assert [(row.place, row.score, row.drawn) for row in table.rows] == [(1, Fraction(1, 2), 1)] * 2
    assert reasons(table.rows, GROUP, {"a": "Ann", "b": "Bob"})["a"] == "level with Bob: place shared"


@pytest.mark.parametrize(("form", "games"), [(TieForm(best_of=3), 2), (TieForm(best_of=5), 3), (TieForm(games=9), 9)])
def test_a_match_without_play_counts_as_if_every_game_had_been_won(form, games):
    cup = Cup("Walkovers", Shape.ROUND_ROBIN, (form,))
    for winner, other in ("ab", "ba"):
        (table,) = open_day(cup, [dealt("ab"), WalkedOver("group-1-1-1", winner, "nobody came")]).tables
        assert [(row.player, row.score, row.difference) for row in table.rows] == [
            (winner, 1, games),
            (other, 0, -games),
        ]


def test_a_match_that_both_lose_is_a_defeat_of_both():
    facts = [dealt("abc"), *(Scored(f"group-1-{number}-1", 2, 0) for number in (2, 3))]
    lost = open_day(ROUND_ROBIN, [*facts, WalkedOver("group-1-1-1", NEITHER, "neither came")])
    match, (table,) = lost.match("group-1-1-1"), lost.tables
    assert (match.state, match.winner, table.over) == (DayMatchState.WALKOVER, None, True)
    before = {row.player: row for row in open_day(ROUND_ROBIN, facts).tables[0].rows}
    for row in table.rows:
        one_more = row.player in {match.first, match.second}
        was = before[row.player]
        assert (row.score, row.difference, row.drawn) == (was.score, was.difference, 0)
        assert (row.played, row.lost) == (was.played + one_more, was.lost + one_more)


def test_level_on_points_and_games_their_own_meeting_decides_before_the_strength_of_those_beaten():
    """A beat B; both have two wins and the same games. B beat the stronger of the other two."""
    scores = {"ab": (2, 1), "ac": (1, 2), "ad": (2, 1), "bc": (2, 1), "bd": (2, 1), "cd": (0, 2)}
    facts = [dealt("abcd")]
    for match in open_day(ROUND_ROBIN, facts).tables[0].matches:
        first, second = scores["".join(sorted((match.first, match.second)))]
        facts.append(Scored(match.id, *((first, second) if match.first < match.second else (second, first))))
    (table,) = open_day(ROUND_ROBIN, facts).tables
    assert [(row.player, row.score, row.difference, row.meetings) for row in table.rows[:2]] == [
        ("a", 2, 1, 1),
        ("b", 2, 1, 0),
    ]
    assert reasons(table.rows, GROUP, {name: name for name in "abcd"})["a"] == "above b on their own meetings, 1 to 0"


def test_the_first_of_each_group_go_on_and_the_winners_are_seeded():
    day = open_day(GROUPS, played(), through=1)
    assert [table.rows[0].player for table in day.tables] == ["a", "b"]
    assert [(each.id, each.group, each.seed) for each in day.qualified.entrants] == [("a", "1", 1), ("b", "2", 2)]
    assert (day.over, day.winner, day.conflict) == (True, None, None)


def test_nobody_goes_on_while_a_match_is_open():
    assert open_day(GROUPS, played()[:-1], through=1).qualified is None


def test_of_a_round_robin_the_first_has_won():
    facts = [dealt("abc")]
    facts += scored(open_day(ROUND_ROBIN, facts), stronger)
    assert open_day(ROUND_ROBIN, facts).winner == "a"


def test_level_at_the_cut_is_told_and_the_co_ordinator_decides():
    def in_a_ring(match):
        return {"ac": "a", "ce": "c", "ae": "e"}.get("".join(sorted((match.first, match.second))), stronger(match))

    facts = played(winner_of=in_a_ring)
    day = open_day(GROUPS, facts, through=1)
    assert day.qualified.level == (("a", "c", "e"),)
    assert day.tables[0].level == (("a", "c", "e"),)
    placed = open_day(GROUPS, [*facts, Placed(1, ("e", "a", "c"), "play-off")], through=1)
    assert places(placed.tables[0]) == [(1, "e"), (2, "a"), (3, "c")]
    assert (placed.qualified.level, placed.qualified.entrants[0].id) == ((), "e")
    said = reasons(placed.tables[0].rows, GROUP, {name: name for name in "abcdef"})
    assert said["e"] == "above a by the co-ordinator’s decision"
    corrected = [
        *facts,
        Placed(1, ("e", "a", "c"), "play-off"),
        ScoreCorrected(_match(facts, "ae"), *_won(facts, "a"), "x"),
    ]
    again = open_day(GROUPS, corrected, through=1)
    assert again.tables[0].rows[0].player == "a", "a decision holds only while exactly they are level"


def _match(facts, pair):
    day = open_day(GROUPS, facts, through=1)
    return next(m.id for t in day.tables for m in t.matches if m.second and {m.first, m.second} == set(pair))


def _won(facts, name):
    match = open_day(GROUPS, facts, through=1).match(_match(facts, "ae"))
    return (2, 0) if match.first == name else (0, 2)


# --- corrections after the draw ---------------------------------------------------------------------------------------
def drawn_after(facts):
    going = open_day(GROUPS, facts, through=1).qualified.entrants
    return [*facts, Drawn(Part.MAIN, 1, make_draw(going, DrawRules(apart=(Tag.GROUP,)), Lots("s", "main 1")))]


def corrected_after_the_draw():
    """A had won the first group; by the corrections C has."""
    facts = drawn_after(played())
    match = open_day(GROUPS, facts, through=1).match(_match(facts, "ac"))
    to_c = (0, 2) if match.first == "a" else (2, 0)
    return [*facts, ScoreCorrected(match.id, *to_c, "misread")]


def test_a_group_corrected_after_the_draw_is_a_conflict_and_nothing_is_rewritten():
    day = open_day(GROUPS, corrected_after_the_draw(), through=1)
    assert (day.conflict.drawn, day.conflict.now) == (("a",), ("c",))
    assert day.problems == ()


def test_a_correction_that_changes_nobody_is_no_conflict():
    facts = drawn_after(played())
    match = open_day(GROUPS, facts, through=1).match(_match(facts, "ac"))
    closer = (2, 1) if match.first == "a" else (1, 2)
    assert open_day(GROUPS, [*facts, ScoreCorrected(match.id, *closer, "misread")], through=1).conflict is None


def test_a_ruling_settles_it_until_another_correction_opens_it_again():
    ruled = [*corrected_after_the_draw(), Resolved("group", Ruling.STANDS, "they have played on")]
    assert open_day(GROUPS, ruled, through=1).conflict is None
    match = open_day(GROUPS, ruled, through=1).match(_match(ruled, "ce"))
    to_e = (0, 2) if match.first == "c" else (2, 0)
    other = open_day(GROUPS, ruled, through=1).match(_match(ruled, "ae"))
    also_e = (0, 2) if other.first == "a" else (2, 0)
    again = [*ruled, ScoreCorrected(match.id, *to_e, "misread"), ScoreCorrected(other.id, *also_e, "misread")]
    assert open_day(GROUPS, again, through=1).conflict.now == ("e",)


def test_a_ruling_on_nothing_is_a_problem():
    facts = [*drawn_after(played()), Resolved("group", Ruling.STANDS, "why")]
    assert [problem.code for problem in open_day(GROUPS, facts, through=1).problems] == ["no-conflict"]


def test_what_happens_in_the_knockout_does_not_touch_the_groups():
    facts = drawn_after(played())
    after = [*facts, Scored("main-1-1", 2, 0), Withdrew("a", "ill"), WalkedOver("main-1-1", "b", "no show")]
    assert open_day(GROUPS, after, through=1) == open_day(GROUPS, facts, through=1)


# --- who comes and who goes -------------------------------------------------------------------------------------------
def test_whoever_leaves_keeps_what_was_played_and_gives_the_rest_away():
    facts = [dealt("abc")]
    first = next(m for m in open_day(ROUND_ROBIN, facts).tables[0].matches if m.second and "a" in {m.first, m.second})
    won = (2, 0) if first.first == "a" else (0, 2)
    (table,) = open_day(ROUND_ROBIN, [*facts, Scored(first.id, *won), Withdrew("a", "ill")]).tables
    states = {frozenset((m.first, m.second)): (m.state, m.winner) for m in table.matches if m.second}
    other = next(pair for pair in states if "a" in pair and pair != frozenset((first.first, first.second)))
    assert states[frozenset((first.first, first.second))] == (DayMatchState.PLAYED, "a")
    assert states[other] == (DayMatchState.WALKOVER, next(iter(other - {"a"})))
    assert table.gone == {"a"}


def test_whoever_has_left_does_not_go_on():
    facts = [*played(), Withdrew("a", "ill")]
    assert [each.id for each in open_day(GROUPS, facts, through=1).qualified.entrants] == ["c", "b"]


def test_of_two_who_left_whoever_stayed_longer_has_the_match():
    facts = [dealt("abc"), Withdrew("b", "ill"), Withdrew("a", "ill")]
    (table,) = open_day(ROUND_ROBIN, facts).tables
    assert next(m.winner for m in table.matches if {m.first, m.second} == {"a", "b"}) == "a"


def test_whoever_leaves_twice_left_the_first_time():
    facts = [dealt("abc"), Withdrew("a", "ill"), Withdrew("b", "ill"), Withdrew("a", "ill still")]
    (table,) = open_day(ROUND_ROBIN, facts).tables
    assert next(m.winner for m in table.matches if {m.first, m.second} == {"a", "b"}) == "b"


def test_whoever_is_disqualified_loses_the_match_that_is_named():
    facts = played()
    day = open_day(GROUPS, [*facts, Disqualified("a", "swore", _match(facts, "ac"))], through=1)
    assert day.match(_match(facts, "ac")).winner == "c"
    assert day.tables[0].gone == {"a"}


def test_a_late_entrant_of_an_odd_group_takes_the_place_of_its_byes():
    facts = [dealt("abc"), Entered(Entrant("d"), "group-1", "late")]
    (table,) = open_day(ROUND_ROBIN, facts).tables
    before = open_day(ROUND_ROBIN, facts[:1]).tables[0]
    assert len(table.rounds) == len(before.rounds) == 3
    assert all(match.second for match in table.matches)
    assert {m.id: (m.first, m.second) for m in before.matches if m.second}.items() <= {
        m.id: (m.first, m.second) for m in table.matches
    }.items()
    assert sum("d" in {m.first, m.second} for m in table.matches) == 3


def test_a_late_entrant_of_an_even_group_plays_rounds_after_the_others():
    facts = [dealt("abcd"), Entered(Entrant("e"), "group-1", "late")]
    (table,) = open_day(ROUND_ROBIN, facts).tables
    assert [len(games) for games in table.rounds] == [2, 2, 2, 1, 1, 1, 1]
    met = [frozenset((m.first, m.second)) for m in table.matches]
    assert len(met) == len(set(met)) == 10


# --- facts that cannot be ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("fact", "code"),
    [
        (Scored("group-1-1-1", 1, 1), "score"),
        (Scored("group-1-1-1", 2, 0, leg=2), "score"),
        (Scored("group-9-1-1", 2, 0), "no-tie"),
        (ScoreCorrected("group-1-1-1", 2, 0, "why"), "no-score"),
        (WalkedOver("group-1-1-1", "z", "why"), "not-in-tie"),
        (Replayed("group-1-1-1", "why"), "not-played"),
        (Withdrew("z", "why"), "no-entrant"),
        (Disqualified("z", "why", "group-1-1-1"), "not-in-tie"),
        (Entered(Entrant("a"), "group-1", "why"), "entered"),
        (Entered(Entrant("z"), "group-3", "why"), "no-tie"),
        (Placed(3, ("a", "b"), "why"), "no-group"),
        (Placed(1, ("a", "a"), "why"), "twice"),
        (Drawn, "no-knockout"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fact_that_cannot_be_is_noted_and_changes_nothing(fact, code):
    facts = [dealt("abcdef", 2)]
    wrong = Resolved("main-1-1", Ruling.STANDS, "why") if fact is Drawn else fact
    day = open_day(GROUPS, [*facts, wrong], through=1)
    assert [(problem.fact, problem.code) for problem in day.problems] == [(1, code)]
    assert day.tables == open_day(GROUPS, facts, through=1).tables


def test_a_match_is_scored_once_and_then_corrected():
    facts = [dealt("ab"), Scored("group-1-1-1", 2, 0), Scored("group-1-1-1", 0, 2)]
    assert [problem.code for problem in open_day(ROUND_ROBIN, facts).problems] == ["decided"]
    right = [*facts[:2], ScoreCorrected("group-1-1-1", 0, 2, "misread")]
    assert open_day(ROUND_ROBIN, right).match("group-1-1-1").score == (0, 2)


def test_a_match_that_was_given_away_and_played_after_all_is_corrected_to_its_score():
    facts = [
        dealt("ab"),
        WalkedOver("group-1-1-1", "a", "nobody came"),
        ScoreCorrected("group-1-1-1", 0, 2, "came late"),
    ]
    match = open_day(ROUND_ROBIN, facts).match("group-1-1-1")
    assert (match.state, match.score, match.winner) == (DayMatchState.PLAYED, (0, 2), match.second)


def test_what_is_replayed_is_open_again():
    facts = [dealt("ab"), Scored("group-1-1-1", 2, 0), Replayed("group-1-1-1", "wrong set")]
    assert open_day(ROUND_ROBIN, facts).match("group-1-1-1").state is DayMatchState.TO_PLAY


def test_groups_are_dealt_again_only_while_nothing_is_played():
    again = dealt("fedcba", 2)
    assert open_day(GROUPS, [dealt("abcdef", 2), again], through=1).dealt == again
    late = open_day(GROUPS, [dealt("abcdef", 2), Scored("group-1-1-1", 2, 0), again], through=1)
    assert [problem.code for problem in late.problems] == ["played"]
