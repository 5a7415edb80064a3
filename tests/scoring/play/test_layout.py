"""Layouts: totals, ends, distinct plays, and their strings."""

import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.layout import Layout, LayoutError, write_layout
from scoring.play.rules import Rules, Spinner, Unit
from scoring.play.tiles import Tile, domino_set
from tests.scoring.strategies import layouts

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
ALL_FIVES = Rules(divisors=(5,), unit=Unit.TOTAL)


def lay(record, spinner=Spinner.NONE):
    """Every layout of a record in which ``12@11`` is the 1-2 joined at the host 1-1."""
    found = [Layout(spinner)]
    for word in record.split():
        played, _, host = word.partition("@")
        found.append(found[-1].play(Tile.parse(played), Tile.parse(host) if host else None))
    return found[1:]


def along(line):
    """The layout of a line that a string shows, laid from its first tile to the last."""
    tiles = [Tile.parse(tile) for tile in line.split("-")]
    layout = Layout().play(tiles[0])
    for host, tile in pairwise(tiles):
        layout = layout.play(tile, host)
    return layout


@pytest.mark.parametrize("vector", VECTORS["spinner"], ids=lambda v: f"{v['policy']}: {v['name']}")
def test_a_spinner_game_totals_and_scores_as_the_vector_says(vector):
    totals = [layout.total for layout in lay(vector["record"], Spinner(vector["policy"]))]
    assert totals == vector["totals"]
    assert [ALL_FIVES.points(total) for total in totals] == vector["scores"]


WORKED = [
    (
        "Pagat, nine moves",
        "14 11@14 44@14 43@44 12@11 15@11 55@15 50@55 13@11",
        "first",
        [5, 6, 10, 5, 5, 10, 15, 5, 8],
    ),
    (
        "highest play",
        "33 36@33 35@33 66@36 55@35 34@33 44@34 30@33 05@30",
        "first",
        [6, 12, 11, 17, 22, 26, 30, 30, 35],
    ),
    ("Foster", "55 50 00@50 56@55 04@00", "none", [10, 10, 10, 6, 10]),
    ("the text of 1911", "65 61@65 15@61 55@65", "none", [11, 6, 10, 15]),
    ("the sniff", "44 64@44 14@44", "sniff", [8, 14, 15]),
    ("the same in All Fives", "44 64@44 14@44", "first", [8, 14, 7]),
]


@pytest.mark.parametrize(("name", "record", "policy", "totals"), WORKED, ids=[row[0] for row in WORKED])
def test_a_published_example_totals_as_its_source_says(name, record, policy, totals):
    assert [layout.total for layout in lay(record, Spinner(policy))] == totals


def pegs_by_play(layout):
    rest = tuple(tile for tile in domino_set() if tile not in layout.tiles)
    return {(str(o.tile), o.end.pip): Rules().points(o.total) for o in layout.legal(rest)}


def test_the_line_5_2_2_4_4_4_4_0_pegs_two_with_these_tiles_and_no_others():
    layout = along("5|2-2|4-4|4-4|0")
    twos = {play for play, pegs in pegs_by_play(layout).items() if pegs == 2}
    assert twos == {("55", 5), ("65", 5), ("10", 0), ("50", 0)}


def test_the_line_4_1_pegs_as_the_strategy_notes_say():
    pegs = pegs_by_play(along("4|1"))
    assert [pegs["44", 4], pegs["42", 4], pegs["40", 4]] == [3, 1, 0]
    assert [pegs["51", 1], pegs["11", 1]] == [3, 2]


# One set has no double twice: those rows are arithmetic only, and test_rules has them.
CAN_LIE = [v for v in VECTORS["ends"] if not (v["ends"][0] == v["ends"][1] and v["ends"][0].endswith("d"))]


@pytest.mark.parametrize("vector", CAN_LIE, ids=lambda v: "-".join(v["ends"]))
def test_every_pair_of_ends_adds_up(vector):
    """The ends are reached with tiles of a larger set, so that none is needed twice."""
    layout = Layout().play(Tile(8, 7))
    for name, host in zip(vector["ends"], (8, 7), strict=True):
        pip = int(name[0])
        link = Tile(host, pip)
        layout = layout.play(link, next(end for end in layout.ends if end.pip == host))
        if name.endswith("d"):
            layout = layout.play(Tile(pip, pip), link)
    assert layout.total == vector["total"]
    assert sorted(end.name for end in layout.ends) == sorted(vector["ends"])


def test_a_double_led_alone_counts_once():
    assert Layout().play(Tile(6, 6)).total == 12


def test_a_double_five_and_a_single_five_are_two_ends():
    layout = lay("55 52@55")[-1].play(Tile(5, 3), Tile(5, 5)).play(Tile(3, 2), Tile(5, 3))
    assert len(layout.ends) == 2
    line = along("5|5-5|2-2|4-4|5")
    assert [line.play(Tile(5, 1), end).total for end in line.ends_for(Tile(5, 1))] == [6, 11]


def test_two_ends_alike_are_one_choice():
    layout = along("5|2-2|4-4|5")
    assert len(layout.legal((Tile(5, 1),))) == 1
    assert layout.play(Tile(5, 1)).total == 6


def test_a_double_blank_end_and_a_blank_end_are_two_choices():
    layout = along("0|0-0|2-2|4-4|0")
    assert [outcome.end.name for outcome in layout.legal((Tile(5, 0),))] == ["0d", "0"]


def test_the_ends_of_a_spinner_open_when_both_sides_are_covered():
    alone, one, both, third, closed = lay("55 52@55 53@55 50@55 56@55", Spinner.FIRST)
    assert [len(layout.ends) for layout in (alone, one, both, third, closed)] == [1, 2, 3, 4, 4]
    assert closed.open_pips == {2, 3, 0, 6}
    with pytest.raises(LayoutError) as refused:
        closed.play(Tile(5, 1), Tile(5, 5))
    assert refused.value.code == "not_open"


@pytest.mark.parametrize(
    ("policy", "totals"), [(Spinner.IN_LINE, [10, 7, 9, 8]), (Spinner.IN_LINE_WHOLE, [10, 12, 14, 8])]
)
def test_a_sniff_in_line_takes_one_tile_at_each_side(policy, totals):
    alone, one, across, both = lay("55 52@55 22@52 54@55", policy)
    assert [layout.total for layout in (alone, one, across, both)] == totals
    assert len(both.ends) == 2
    with pytest.raises(LayoutError) as refused:
        both.play(Tile(5, 3), Tile(5, 5))
    assert refused.value.code == "not_open"


def test_a_stub_at_a_sniff_counts_for_good_and_is_never_played_on():
    """The line goes on from the ends of the double four; 4-2 and 5-4 lie at its long sides."""
    laid = lay("44 64@44 41@44 42@44 62@64 54@44 21@62", Spinner.STUBS)
    assert [layout.total for layout in laid] == [8, 10, 7, 9, 5, 10, 9]
    assert [write_layout(layout) for layout in laid[2:4]] == ["4|4=(4|1,4|6)", "4|4=(4|1,4|6)(4|2)"]
    assert laid[-1].open_pips == {1}
    assert laid[-2].explain(ALL_FIVES) == "1, 2, 2 on a stub and 5 on a stub: 10, 10 points"
    assert not laid[-1].fits(Tile(5, 5))  # 5-4 and 4-2 are stubs
    with pytest.raises(LayoutError) as refused:
        laid[-1].play(Tile(5, 2), Tile(5, 4))
    assert refused.value.code == "not_open"


def test_a_sniff_joined_to_a_line_takes_stubs_once_both_its_ends_are_covered():
    layout = lay("52 55@52 51@55", Spinner.STUBS)[-1]
    assert (layout.total, {end.host for end in layout.ends}) == (3, {Tile(5, 2), Tile(5, 1), Tile(5, 5)})
    assert lay("52 55@52 51@55 54@55", Spinner.STUBS)[-1].total == 7


@pytest.mark.parametrize(("policy", "total"), [(Spinner.IN_LINE, 7), (Spinner.IN_LINE_WHOLE, 12), (Spinner.STUBS, 7)])
def test_a_sniff_joined_to_a_line_counts_by_its_open_end(policy, total):
    assert lay("52 55@52", policy)[-1].total == total


def test_what_is_left_of_a_sniff_in_line_is_as_good_as_a_plain_end():
    layout = lay("52 55@52", Spinner.IN_LINE)[-1]
    assert layout.explain(Rules(divisors=(5,), unit=Unit.TOTAL)) == "2 and 5 at the sniff: 7, no points"
    both = lay("55 52@55 24@52 45@24", Spinner.IN_LINE)[-1]
    assert len(both.legal((Tile(5, 1),))) == 1


def test_only_the_first_double_spins_unless_all_do():
    record = "55 52@55 22@52 23@22"
    assert [len(lay(record, policy)[-1].ends) for policy in (Spinner.FIRST, Spinner.ALL)] == [2, 3]


@pytest.mark.parametrize(
    ("record", "tile", "at", "code"),
    [
        ("65", "65", None, "on_table"),
        ("65", "43", None, "no_fit"),
        ("65 53@65", "63", None, "which_end"),
        ("65 53@65", "62", "53", "no_fit"),
        ("65 53@65 31@53", "32", "53", "not_open"),
        ("", "65", "66", "not_open"),
    ],
)
def test_a_tile_that_cannot_go_there_is_refused_with_the_reason(record, tile, at, code):
    layout = lay(record)[-1] if record else Layout()
    with pytest.raises(LayoutError) as refused:
        layout.play(Tile.parse(tile), Tile.parse(at) if at else None)
    assert refused.value.code == code
    assert refused.value.token


def test_an_end_that_is_gone_cannot_be_played_on():
    first, second = lay("65 53@65")
    five = next(end for end in first.ends if end.pip == 5)
    with pytest.raises(LayoutError, match="5 of 65 is not open"):
        second.play(Tile(5, 4), five)
    with pytest.raises(LayoutError, match="does not fit"):
        first.play(Tile(4, 3), five)


@pytest.mark.parametrize(
    ("record", "policy", "words"),
    [
        ("", "none", "Nothing on the table"),
        ("66", "none", "double 6: 12, 4 points"),
        ("54 44@54", "none", "5 and double 4: 13, no points"),
        ("55 51@55", "none", "double 5 and 1: 11, no points"),
        ("30 05@30", "none", "3 and 5: 8, no points"),
        ("10 05@10", "none", "1 and 5: 6, 2 points"),
        ("30", "none", "3 and 0: 3, 1 point"),
        ("44 64@44 14@44", "first", "6 and 1: 7, no points"),
        ("00 01@00", "first", "double 0 and 1: 1, no points"),
        ("44 64@44 14@44", "sniff", "4 twice at the sniff, 6 and 1: 15, 8 points"),
        ("44 64@44 14@44 40@44", "sniff", "4 at the sniff, 6, 1 and 0: 11, no points"),
    ],
)
def test_a_layout_is_explained_in_words(record, policy, words):
    layout = lay(record, Spinner(policy))[-1] if record else Layout()
    assert layout.explain(Rules()) == words


@given(layouts())
def test_the_string_of_a_layout_has_each_of_its_tiles_once(layout):
    written = re.findall(r"\w\|\w", write_layout(layout))
    assert sorted(map(Tile.parse, written)) == sorted(layout.tiles)


@given(layouts(Spinner.NONE))
def test_the_mirror_of_a_line_is_the_same_layout(layout):
    text = write_layout(layout)
    mirror = along(text[::-1])
    assert write_layout(mirror) == text
    assert mirror.total == layout.total
    rest = tuple(tile for tile in domino_set() if tile not in layout.tiles)
    kinds = [{(str(o.tile), o.end.kind, o.total) for o in line.legal(rest)} for line in (layout, mirror)]
    assert kinds[0] == kinds[1]


@given(layouts(Spinner.ALL, longest=20), st.randoms(use_true_random=False))
def test_the_string_does_not_tell_the_order_of_play(layout, chance):
    """Replaying the same joins in another order that keeps sides before ends gives the same string."""
    lead, *rest = layout.joined
    again = Layout(layout.spinner).play(lead.tile)
    while rest:
        ready = [j for j in rest if j.host in again.tiles and not any(o.host == j.host for o in rest[: rest.index(j)])]
        chosen = chance.choice(ready)
        again = again.play(chosen.tile, chosen.host)
        rest.remove(chosen)
    assert write_layout(again) == write_layout(layout)


@given(layouts(highest=9))
def test_distinct_plays_are_at_most_the_raw_ones_and_lose_nothing(layout):
    rest = tuple(tile for tile in domino_set(9) if tile not in layout.tiles)
    raw = [(tile, end) for tile in rest for end in layout.ends if tile.has(end.pip)]
    distinct = layout.legal(rest)
    assert len(distinct) <= len(raw)
    after = {(tile, layout.play(tile, end).total) for tile, end in raw}
    assert {(o.tile, o.total) for o in distinct} == after


@given(layouts())
def test_a_total_counts_no_more_than_every_end_of_every_tile(layout):
    assert 0 <= layout.total == sum(end.counts for end in layout.ends) + sum(layout.stubs)
    assert all(layout.fits(Tile(max(end.pip, n), min(end.pip, n))) for end in layout.ends for n in range(7))


STRINGS = [
    ("", "none", "-"),
    ("40 20@40", "none", "2|0-0|4"),
    ("40 44@40 42@44 52@42", "none", "0|4-4|4-4|2-2|5"),
    ("66", "none", "6|6"),
    ("33", "first", "3|3=()"),
    ("33 63@33 43@33 54@43", "first", "3|3=(3|4-4|5,3|6)"),
    ("33 63@33 43@33 30@33 54@43", "first", "3|3=(3|4-4|5,3|6)(3|0)"),
    ("33 43@33 63@33 30@33", "all", "3|3=(3|4,3|6)(3|0)"),
    ("66 63@66 33@63 31@33 60@66", "all", "6|6=(6|0,6|3-3|3=(3|1))"),
    ("55 52@55 22@52", "in_line", "5|5=(5|2-2|2)"),
    ("55 52@55 22@52 51@55 54@55", "stubs", "5|5=(5|1,5|2-2|2)(5|4)"),
]


@pytest.mark.parametrize(("record", "policy", "text"), STRINGS)
def test_a_layout_is_written_in_one_way(record, policy, text):
    layout = lay(record, Spinner(policy))[-1] if record else Layout(Spinner(policy))
    assert write_layout(layout) == text


def test_the_strings_that_the_page_of_the_rules_shows_are_written_just_so():
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
    shown = re.findall(r"^\| `([^`]+)` \| [^|]+ \|$", page.partition("## Layouts as strings")[2], re.MULTILINE)
    strings = {text.replace("\\|", "|") for text in shown if "|" in text}
    assert len(strings) == 7
    assert strings <= {text for _, _, text in STRINGS}
