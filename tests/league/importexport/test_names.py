"""Which name of the league's is meant, and the examples that the pages show."""

import pytest

from league.base.ui.spreadsheet import csv_of
from league.exchange.choices import ImportKind
from league.exchange.values.columns import EXAMPLES, example_of, missing_columns
from league.exchange.values.outcomes import NameIndex
from league.reading.columns import match_columns, split_heading
from league.reading.files import read_file


@pytest.mark.parametrize(
    ("said", "meant"),
    [("crown  a", "Crown A"), ("The Crown 'A'", "Crown A"), ("Kings Head", "King's Head"), ("Café Royal", "Cafe Royal"),
     ("Rose and Crown", "Rose & Crown")],
)  # fmt: skip
def test_a_name_is_found_however_it_is_written(said, meant):
    names = NameIndex({name: name for name in ("Crown A", "Crown B", "King's Head", "Cafe Royal", "Rose & Crown")})
    assert names.find(said).row == meant


def test_names_that_may_be_meant_are_offered_and_a_and_b_are_told_apart():
    names = NameIndex({name: name for name in ("Crown A", "Crown B", "Bay Horse")})
    assert names.find("Crwon A").near == ("Crown A",)
    assert names.find("Crown").near == ("Crown A", "Crown B")
    assert names.find("Crown C").near == ()


@pytest.mark.parametrize("kind", ImportKind)
def test_an_example_is_read_as_it_is_meant(kind):
    keys, *rows = EXAMPLES[kind]
    heading, found = split_heading(kind, read_file(csv_of(*example_of(kind)).encode())[0].lines)
    assert match_columns(kind, heading) == {key: place for place, key in enumerate(keys)}
    assert [line.cells + ("",) * (len(keys) - len(line.cells)) for line in found] == rows
    assert len(rows) == 2
    assert not missing_columns(kind, match_columns(kind, heading))
