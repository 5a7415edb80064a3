"""A whole season kept as a file: six invented pubs under Leek's rules, with a tie, a walkover and a deduction.

The table is written down beside it. If it changes, somebody's place has changed: that needs a commit of its own.
"""

import json
from pathlib import Path
from random import Random

import pytest

from scoring.__main__ import read_season
from scoring.codec import bare
from tests.seeds import seeds

GOLDEN = Path(__file__).parent / "golden"


def golden(name):
    return json.loads((GOLDEN / name).read_text(encoding="utf-8"))


def test_season_gives_the_table_that_was_written_down():
    rows = read_season(golden("leek-season.json")).table()
    assert [bare(row) for row in rows] == golden("leek-table.json")["rows"]


@pytest.mark.parametrize("seed", seeds(5))
def test_table_is_the_same_whatever_order_results_came_in(seed):
    season = golden("leek-season.json")
    Random(seed).shuffle(season["results"])
    Random(seed).shuffle(season["teams"])
    assert [bare(row) for row in read_season(season).table()] == golden("leek-table.json")["rows"]


def test_the_season_has_what_makes_it_worth_keeping():
    season, rows = golden("leek-season.json"), golden("leek-table.json")["rows"]
    assert any("walkover" in json.dumps(result) for result in season["results"])
    assert any(row["decided"] not in {"points", None} for row in rows)
    assert any(row["deductions"] != "0" for row in rows)
