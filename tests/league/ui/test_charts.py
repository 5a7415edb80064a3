"""Charts as geometry: everything is inside the drawing, counts are what was counted, and the page stays light."""

import gzip
import re
from itertools import pairwise
from random import Random

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from league.base.ui.charts import Duel, LineRace, Strip

COUNTS = st.integers(min_value=0, max_value=12)
COLUMNS = st.lists(st.tuples(COUNTS, COUNTS), min_size=1, max_size=40)
SCORES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=40)


def race(teams: int = 14, weeks: int = 26, **options) -> LineRace:
    """A race in which the places are drawn from a hat every week."""
    random, places = Random(teams), range(1, teams + 1)
    columns = [random.sample(places, teams) for _ in range(weeks - 1)] + [list(places)]
    lines = tuple((f"Old Hall Working Men's Club {row}", tuple(each[row - 1] for each in columns)) for row in places)
    return LineRace("race", "The race", tuple(f"{week % 28 + 1} Oct" for week in range(weeks)), lines, **options)


def rendered(name: str, chart: object) -> str:
    return render_to_string(f"ui/chart_{name}.html", {"chart": chart})


def strip(columns: list[tuple[int, int]], **options) -> Strip:
    return Strip("Strip", "Won", "Lost", tuple((str(at), *each) for at, each in enumerate(columns)), **options)


def duel(gains: list[tuple[int, int]], **options) -> Duel:
    home = away = 0
    steps = []
    for at, gain in enumerate(gains, start=1):
        home, away = home + gain[0], away + gain[1]
        steps.append((f"Game {at}", home, away))
    return Duel("Duel", "Crown A", "Bell", tuple(steps), **options)


# --- the race ---------------------------------------------------------------------------------------------------------
def test_line_ends_at_its_name_and_goes_through_its_places():
    chart = LineRace("race", "Race", ("1", "2", "3"), (("A", (2, 1, 1)), ("B", (1, 2, 1)), ("C", (3, 9, 3))))
    assert chart.box == "0 0 2 6"
    assert [line.points for line in chart.drawn] == ["0,3 1,1 2,1", "0,1 1,3 2,3", "0,5 1,5 2,5"]


def test_first_three_are_told_apart_or_else_the_readers_own():
    assert [line.kind for line in race(5).drawn] == ["1", "2", "3", "", ""]
    own = race(5, own=frozenset({"Old Hall Working Men's Club 4"}))
    assert [line.kind for line in own.drawn] == ["", "", "", "own", ""]
    assert own.stacked[-1].kind == "own"


def test_race_of_fourteen_teams_over_26_weeks_is_at_most_4_kb_on_the_wire():
    drawing = re.search(r"<svg.*</svg>", rendered("race", race()), re.DOTALL)[0]
    assert len(gzip.compress(drawing.encode())) <= 4_000


# --- two scores -------------------------------------------------------------------------------------------------------
@given(SCORES)
def test_letters_at_the_ends_never_touch_and_the_upper_one_is_ahead(gains):
    chart = duel(gains)
    home, away = chart.marks
    assert abs(home.y - away.y) >= Duel.APART
    assert all(0 < each.y < Duel.HEIGHT for each in chart.marks)
    _, last_home, last_away = chart.steps[-1]
    if last_home != last_away:
        assert (home.y < away.y) == (last_home > last_away)


@given(SCORES)
def test_lines_rise_inside_the_drawing(gains):
    for stepped in (True, False):
        for _, points in duel(gains, stepped=stepped).lines:
            corners = [tuple(map(float, each.split(","))) for each in points.split()]
            assert all(one[0] <= two[0] and one[1] >= two[1] for one, two in pairwise(corners))
            assert all(Duel.EDGE <= y <= Duel.HEIGHT - Duel.EDGE for _, y in corners)
            assert corners[-1][0] == len(gains)


def test_goal_is_as_high_as_the_line_that_reaches_it():
    chart = duel([(60, 10), (61, 3)], goal=121)
    assert chart.lines[0][1].endswith(f",{chart.goal_line:g}")


# --- strips -----------------------------------------------------------------------------------------------------------
@given(COLUMNS)
def test_small_counts_are_as_many_blocks(columns):
    chart = strip([(over % 5, under % 5) for over, under in columns])
    assert sum(each.kind == "over" for each in chart.blocks) == sum(over % 5 for over, _ in columns)
    assert sum(each.kind == "under" for each in chart.blocks) == sum(under % 5 for _, under in columns)


@given(COLUMNS)
def test_nothing_stands_outside_the_strip(columns):
    chart = strip(columns, run=(0, len(columns) - 1), run_words="All of them")
    for each in chart.blocks:
        assert 0 <= each.x < each.x + each.width <= 100.1
        assert 0 <= each.y < each.y + each.height <= chart.height
        assert (each.y + each.height <= chart.level) == (each.kind == "over")
    assert 0 <= chart.bracket.start < chart.bracket.end <= 100.1


@pytest.mark.parametrize(("run", "anchor"), [((0, 2), "start"), ((6, 9), "end")])
def test_words_of_a_run_stand_where_there_is_room(run, anchor):
    assert strip([(1, 0)] * 10, run=run, run_words="Run").bracket.anchor == anchor


# --- the page ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "chart", "told"),
    [
        ("race", race(3, 2), "Club 3"),
        ("duel", duel([(1, 0), (0, 1), (1, 0)]), "Game 3"),
        ("strip", strip([(2, 1), (0, 3)], words="In words."), "In words."),
    ],
)
def test_chart_has_a_role_a_title_a_table_and_no_style_of_its_own(name, chart, told):
    html = rendered(name, chart)
    assert html.count('role="img"') == 1
    assert f">{chart.title}</title>" in html
    assert told in html.partition("</svg>")[2]
    assert "<summary>Show as a table</summary>" in html
    assert " style=" not in html


def test_names_cannot_break_out_of_a_chart():
    name = '"><script>alert(1)</script>'
    html = rendered("race", LineRace("race", name, ("1", "2"), ((name, (1, 1)),))) + rendered(
        "duel", Duel(name, name, name, ((name, 1, 0),))
    )
    assert "<script" not in html
