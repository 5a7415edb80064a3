"""Sheets of pieces that anybody may put together: no layout breaks, and what it says has its place in the sheet."""

from random import Random

import pytest

from league.reading.recognise import OTHERS, readings
from league.reading.values import Context, SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, VARIANTS, as_sheet, typed
from tests.seeds import SEED

HEADINGS = (  # noqa: SIM905 -- a list of texts reads better as a text
    "Team|Name|Player|Pos|P|W|D|L|F|A|Pts|Year|Season|Trophy|Winner|Loser|%|#|Runners-up|Home|Away|Score|Round|Date"
    "|Venue|Captain|Tel|E-mail|Role|Surname|First name|Opponent|Result|Home player|Away player|SINGLES|A DIV"
    "|Sec'y / Night|+/-|Status"
).split("|")
PIECES = (
    '|||-|???|do.|"|BYE|TBC|w/o|P/P|R/A|void|NOT PLAYED|A bt B|X|=|(|1966-67|1967/68|1981-1982|2014|99|66-67|1999-00'
    "|12½|-3|+2|5-4|10 - 10|0-0|½|7/9/26|Mon 7 Sep|31 Feb|29/02/2027|32/13/2026|w/c 5 Oct|18 th Sept|07700 900101"
    "|a(at)b.org|Division One|DIV A|Last 16|Semi-Finals|Final:|Byes: A, B|Last 16: A v B; C bye|Hartley, D (C)"
    '|32 x Name (Team "A")|1967 J. Hobbs|A & B (shared)|Crown A 5, Bell 4|Home: A|won 9 of 12|from 7 to 9 Sep|٣|Команда'
    f"|{'x' * 300}|,;:|1."
).split("|")


def any_sheet(random: Random) -> SourceSheet:
    pool = (*PIECES, *random.sample(TEAMS, 5), *random.sample(PEOPLE, 5))
    rows = []
    for _ in range(random.randint(0, 14)):
        width = random.randint(0, 8)
        source = random.choice((HEADINGS, pool, pool, pool))
        rows.append([random.choice(source) for _ in range(width)])
    if random.random() < 0.5:
        return as_sheet(rows, random.choice(("", "Sheet1", "2013-14 Final tables")))
    gap = random.choice(("  ", "\t", ", ", " ", "; "))
    return typed("\n".join(gap.join(row) for row in rows))


@pytest.mark.proof
@pytest.mark.parametrize("layout", OTHERS, ids=lambda read: read.__module__.rpartition(".")[2])
@pytest.mark.parametrize("context", [CONTEXT, Context(today=CONTEXT.today)])
def test_a_layout_takes_any_sheet(layout, context):
    for seed in range(SEED * 10_000, SEED * 10_000 + 3 * VARIANTS):
        sheet = any_sheet(Random(seed))
        numbers = {line.number for line in sheet.lines}
        for reading in layout(sheet, context):
            assert 0 <= reading.sure <= 1
            assert reading.rows or reading.questions, (seed, reading)
            for piece in (*reading.rows, *reading.left_out):
                assert piece.place in numbers, (seed, piece)
            for row in reading.rows:
                assert all(row.values.values()), (seed, row)


@pytest.mark.proof
def test_the_ways_to_take_any_sheet_are_offered_surest_first():
    for seed in range(SEED * 10_000, SEED * 10_000 + 3 * VARIANTS):
        sures = [reading.sure for reading in readings(any_sheet(Random(seed)), CONTEXT)]
        assert sures == sorted(sures, reverse=True), seed


def test_a_cup_with_a_column_of_matches_is_no_list_of_fixtures():
    rows = [["Rd", "Match", "Player 1", "Result", "Team 2"], ["QF", "1", "Oddfellows", "5-4", "Bell"], ["Final", "1"]]
    assert readings(as_sheet(rows), CONTEXT)[0].layout == "cup"


def test_columns_of_names_that_no_line_has_together_are_no_pair_of_teams():
    rows = [["5 Oct", "Ash Inn", "Elm Tree", ""], ["12 Oct", "Oak House", "Yew Bar", ""]]
    rows += [["19 Oct", "Fir Lodge", "Box Hill", ""], ["26 Oct", "", "Gorse End", "Larch Club"]]
    lists = [reading for reading in readings(as_sheet(rows), CONTEXT) if reading.layout == "rows_without_heading"]
    [question] = [question for reading in lists for question in reading.questions]
    assert [key for key, _ in question.choices] == ["2,3", "3,4"]


def test_figures_of_several_years_are_no_board():
    rows = [["Player", "2022-23", "2023-24"], ["J. Hill", "12", "15"], ["K Nairn", "9", "8"]]
    assert not [reading for reading in readings(as_sheet(rows), CONTEXT) if reading.layout == "honours_wide"]


def test_weeks_below_the_name_of_their_month_are_no_teams():
    text = "SEPTEMBER\nw/c 7      League 1\nw/c 14     League 2\nOCTOBER\nw/c 12     Singles heats"
    homes = {row.values.get("home") for reading in readings(typed(text), CONTEXT) for row in reading.rows}
    assert "w/c" not in homes
