from random import Random

import pytest

from league.reading.recognise import readings
from league.reading.values import Content, SourceSheet
from tests.league.reading.layouts import test_cup, test_people_rows, test_records
from tests.league.reading.made_up_lists import any_days, league
from tests.league.reading.variants import CONTEXT, Wanted, prove, typed

MARKS = (": ", ":  ", " : ", " = ", ":\t", "\t", " - ")


def matches(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    rows, wanted, day = [["Date", "Home team", "Away team", "Score"]], [], any_days(random)
    for match in league(random, results=True).matches[:12]:
        if match.day and match.score:
            rows.append([day(match.day), match.home, match.away, "-".join(match.score)])
            values = {"date": match.day.isoformat(), "home": match.home, "away": match.away}
            scores = dict(zip(("home_score", "away_score"), match.score, strict=True))
            wanted.append(Wanted(len(rows), values | scores))
    return rows, wanted


def labelled(random: Random, rows: list[list[str]], wanted: list[Wanted]) -> tuple[SourceSheet, list[Wanted]]:
    """The rows below a heading as records, with a label to each cell."""
    mark, apart, empty_too = random.choice(MARKS), random.choice((0, 1, 1, 2)), random.random() < 0.5
    at = next(at for at, row in enumerate(rows) if len(row) > 2)
    lines, places = [*(row[0] if row else "" for row in rows[:at]), ""], {}
    for number, row in enumerate(rows[at + 1 :], start=at + 2):
        places[number] = len(lines) + 1
        pairs = [pair for pair in zip(rows[at], row, strict=False) if pair[1] or empty_too or pair[0] == rows[at][0]]
        lines += [*(f"{label}{mark}{cell}".rstrip() for label, cell in pairs), *[""] * apart]
    return typed("\n".join(lines)), [Wanted(places[row.place], row.values) for row in wanted]


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rows_of", "content"),
    [
        (matches, Content.RESULTS), (test_people_rows.contacts, Content.PEOPLE), (test_cup.rows_of, Content.TIES),
        (test_records.averages, Content.RECORDS),
    ],
)  # fmt: skip
def test_variants_are_right_or_said(rows_of, content):
    counts = prove(lambda random: labelled(random, *rows_of(random)), readings, content)
    assert counts["right"] > 0.8 * counts.total(), counts


def read(text: str) -> list[dict[str, str]]:
    return [dict(row.values) for row in readings(typed(text), CONTEXT)[0].rows]


def test_a_day_above_is_of_the_records_below_it():
    text = "Date: 5/10/2026\nHome: Crown A\nAway: Bell\nHome: Plough\nAway: Fleece\n"
    text += "Date: 12/10/2026\nHome: Bell\nAway: Plough"
    assert [(row["home"], row["date"]) for row in read(text)] == [
        ("Crown A", "2026-10-05"), ("Plough", "2026-10-05"), ("Bell", "2026-10-12"),
    ]  # fmt: skip


def test_a_record_without_its_first_label_is_not_taken_into_the_one_before():
    text = "Home: Crown A\nAway: Bell\nScore: 6-3\nHome: Plough\nAway: Legion\nScore: 8-1\nAway: Fleece\nScore: 5-4\n"
    (reading,) = readings(typed(text), CONTEXT)
    assert [row.values["away"] for row in reading.rows] == ["Bell", "Legion"]
    assert [piece.place for piece in reading.left_out] == [7]


def test_a_line_without_a_label_is_said_beside_its_record():
    text = "Home: Crown A\nAway: Bell\nScore: 6-3\nplayed a man short\n\nHome: Plough\nAway: Fleece\nScore: 5-4"
    first, second = readings(typed(text), CONTEXT)[0].rows
    assert (first.notes, second.notes) == (("played a man short",), ())
