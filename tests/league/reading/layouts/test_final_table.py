from dataclasses import replace
from random import Random

from league.reading.files import read_file
from league.reading.layouts import final_table
from league.reading.recognise import readings
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, TEAMS, Wanted, as_sheet, as_text, read_sample, typed

NAMES = {
    "place": ("Pos", "", "#", "Position"),
    "team": ("Team", "Team Name", "Club", "TEAM"),
    "played": ("P", "Pld", "Played", "Pl"),
    "won": ("W", "Won", "Wins"),
    "drawn": ("D", "Drawn", "Draws"),
    "lost": ("L", "Lost"),
    "for": ("F", "For", "Singles Won", "Games Won", "Legs For", "GF"),
    "against": ("A", "Agst", "Against", "Singles Lost", "Frames Lost", "GA"),
    "deducted": ("Points Deducted", "Ded", "Deductions", "Pts Ded."),
    "adjustment": ("Adj", "Adjustment"),
    "points": ("Pts", "Points", "PTS.", "Total"),
}
DIVISIONS = ("Division One", "Red Division", "Div 2", "Section B", "Premier Division", "A Division")
TITLES = (
    "{division} Table",
    "{division} - Final Table",
    "Final League Table: {division}",
    "{division}",
    "{division} Final Positions",
)


def figures(random: Random) -> dict[str, str]:
    won, drawn, lost = random.randint(0, 20), random.randint(0, 5), random.randint(0, 20)
    points = random.choice((str(won * 2 + drawn), str(random.randint(0, 300)), f"{random.randint(0, 40)}.5"))
    return {
        "played": str(won + drawn + lost), "won": str(won), "drawn": str(drawn), "lost": str(lost),
        "for": str(random.randint(0, 250)), "against": str(random.randint(0, 250)), "points": points,
    }  # fmt: skip


def columns_of(random: Random) -> list[str]:
    columns = ["place", "team", "played", "won", "drawn", "lost", "for", "against", "points"]
    gone = random.sample(("place", "drawn", "for", "against", "played"), random.randint(0, 2))
    columns = [key for key in columns if key not in gone]
    if random.random() < 0.3:
        columns.insert(-1, random.choice(("deducted", "adjustment")))
    return columns


def tables(random: Random) -> tuple[list[list[str]], list[Wanted], list[str]]:
    """Rows of one or several tables, and the rows that they should become."""
    columns = columns_of(random)
    season = random.choice(("1998-99", "2013/14", "Summer 2014", "2007"))
    rows: list[list[str]] = [[f"Northby Dominoes League {season}"]]
    rows += random.choice(([], [["Last Update: 04/09/2016"]], [[]]))
    wanted: list[Wanted] = []
    heading = [random.choice(NAMES[key]) for key in columns]
    for division in random.sample(DIVISIONS, random.randint(1, 3)):
        rows += [[random.choice(TITLES).format(division=division)], *random.choice(([], [[]])), heading]
        for place, team in enumerate(random.sample(TEAMS, random.randint(2, 9)), start=1):
            values = {"team": team, **figures(random)}
            shared = random.random() < 0.1
            cells = values | {"place": f"{place}=" if shared else f"{place}"}
            values |= {"season": season, "division": division, "place": str(place)}
            if "deducted" in columns or "adjustment" in columns:
                off = random.choice((0, 0, 1, 3, 10))
                cells |= {"deducted": str(off), "adjustment": f"-{off}" if off else "0"}
                values["adjustment"] = f"-{off}" if off else "0"
            if random.random() < 0.08 and "for" in columns:
                cells["for"] = values["for"] = ""
            kept = {*columns, "season", "division", "adjustment"}
            rows.append([cells[key] for key in columns])
            wanted.append(Wanted(len(rows), {key: value for key, value in values.items() if key in kept}))
        rows += random.choice(([], [[]], [["* three points deducted"]], [["Promoted for 1999-00: the first two"]]))
    return rows, wanted, columns


def in_cells(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    rows, wanted, columns = tables(random)
    order = list(range(len(columns)))
    if random.random() < 0.3:
        random.shuffle(order)
        rows = [[row[at] for at in order] if len(row) == len(columns) else row for row in rows]
    return as_sheet(rows), wanted


def beside_each_other(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """Two tables in the same lines."""
    columns = columns_of(random)
    heading = [random.choice(NAMES[key]) or "Pos" for key in columns]
    gap = [""] * random.randint(0, 1)
    rows = [
        ["Season 2001-02"],
        ["Division One", *[""] * (len(columns) - 1), *gap, "Division Two"],
        heading + gap + heading,
    ]
    wanted = []
    for place in range(1, random.randint(3, 8)):
        row: list[str] = []
        for division in ("Division One", "Division Two"):
            values = {"team": random.choice(TEAMS), **figures(random), "place": str(place)}
            cells = values | {"deducted": "2", "adjustment": "-2"}
            row += [*(gap if row else []), *(cells[key] for key in columns)]
            kept = {key: value for key, value in cells.items() if key in columns and key != "deducted"}
            kept |= {"season": "2001-02", "division": division}
            kept |= {"adjustment": "-2"} if {"deducted", "adjustment"} & set(columns) else {}
            wanted.append(Wanted(len(rows) + 1, kept))
        rows.append(row)
    return as_sheet(rows), wanted


def in_text(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """Typed with spaces; a figure that is missing leaves its line in doubt."""
    rows, wanted, _columns = tables(random)
    short = {"Singles Won": "F", "Games Won": "F", "Legs For": "F", "Singles Lost": "A", "Frames Lost": "A"}
    short |= {"Points Deducted": "Ded", "Pts Ded.": "Ded", "Team Name": "Team"}
    rows = [[short.get(cell, cell) for cell in row] for row in rows]
    return as_text(random, rows), wanted


def test_a_table_without_its_year_asks_for_it():
    (reading,) = final_table.read(read_sample("07c-final-table-old-program.csv"), CONTEXT)
    assert reading.rows == ()
    assert [question.key for question in reading.questions] == ["season"]
    (reading,) = final_table.read(
        read_sample("07c-final-table-old-program.csv"), replace(CONTEXT, answers={"season": "2014"})
    )
    assert [row.values["team"] for row in reading.rows] == [
        *("Pot Blacks", "Muttons", "Good, Bad & Curly", "Splitters", "Snipers")
    ]
    assert dict(reading.rows[1].values) == {
        "season": "2014", "division": "Red Division", "place": "2", "team": "Muttons", "played": "16", "won": "10",
        "lost": "6", "for": "126", "against": "114", "adjustment": "0", "points": "146",
    }  # fmt: skip


def test_two_tables_of_a_newspaper():
    context = replace(CONTEXT, answers={"season": "2014"})
    (reading,) = final_table.read(read_sample("09-results-darts-and-dominoes.txt"), context)
    assert [(row.values["division"], row.values["team"], row.values["points"]) for row in reading.rows][3:5] == [
        ("DARTS", "Last Orders", "16"),
        ("DOMINOES", "Old Cross", "20"),
    ]


def test_what_does_not_add_up_is_said():
    rows = [["2001 Div 1"], ["Team", "P", "W", "D", "L", "F", "A", "+/-", "Pts"], ["Bell", 10, 5, 2, 2, 50, 40, 11, 12]]
    (reading,) = final_table.read(as_sheet(rows), CONTEXT)
    assert reading.rows[0].notes == ("5 + 2 + 2 matches are not 10 played", "50 - 40 is not 11")


def test_columns_of_one_name_are_asked_about():
    rows = [["2001 Div 1"], ["Team", "P", "W", "L", "W", "L", "Pts"], ["Bell", "10", "3", "2", "4", "1", "14"]]
    (reading,) = final_table.read(as_sheet(rows), CONTEXT)
    assert [question.key for question in reading.questions] == ["column:2:won", "column:2:lost"]
    answers = {"column:2:won": "sum", "column:2:lost": "sum"}
    (reading,) = final_table.read(as_sheet(rows), replace(CONTEXT, answers=answers))
    assert (reading.rows[0].values["won"], reading.rows[0].values["lost"]) == ("7", "3")


def test_each_table_of_a_text_has_the_season_and_the_division_above_it():
    row = "{} {:20}  14  10  0  4  72  54½  20"
    text = "\n".join(
        line
        for season in ("2019/20", "2021/22")
        for line in (f"SEASON {season}", *(
            part for division in ("DIVISION ONE", "DIVISION TWO") for part in (
                division, " " * 24 + "P  W  D  L  F  A  Pts", row.format(1, "Crown A"), row.format(2, "Bell"), "",
            )
        ))
    )  # fmt: skip
    (reading,) = final_table.read(typed(text), CONTEXT)
    assert [(row.values["season"], row.values["division"]) for row in reading.rows[::2]] == [
        ("2019/20", "DIVISION ONE"), ("2019/20", "DIVISION TWO"),
        ("2021/22", "DIVISION ONE"), ("2021/22", "DIVISION TWO"),
    ]  # fmt: skip


def test_the_names_below_an_empty_heading_are_teams_and_a_dot_parts_the_years_of_a_sheet():
    heading, row = ["", "P", "W", "D", "L", "Pts"], ["Crown A", "14", "10", "0", "4", "20"]
    sheet = replace(as_sheet([["Division One"], heading, row, [], ["Division Two"], heading, row]), name="2014.15")
    (reading,) = final_table.read(sheet, CONTEXT)
    assert [(row.values["season"], row.values["division"], row.values["team"]) for row in reading.rows] == [
        ("2014/15", "Division One", "Crown A"), ("2014/15", "Division Two", "Crown A"),
    ]  # fmt: skip
    assert not reading.questions


def test_a_list_of_tables_has_the_season_and_the_division_in_its_rows():
    heading = "Place,Team,Played,Won,Drawn,Lost,Games won,Games lost,Points given or taken,Points"
    rows = ["2014-15,Division One,1,Crown A,14,10,0,4,72.5,53.5,0,20",
            "2014-15,Division One,2,Bell,14,9,1,4,70,56,-2,17",
            "2013-14,Div Two,1,Plough,14,8,0,6,66,60,0,16"]  # fmt: skip
    (sheet,) = read_file("\n".join([f"Season,Division,{heading}", *rows]).encode())
    first = readings(sheet, CONTEXT)[0]
    assert first.layout == "final_table"
    assert not first.questions
    assert [(row.values["season"], row.values["division"], row.values["team"]) for row in first.rows] == [
        ("2014-15", "Division One", "Crown A"), ("2014-15", "Division One", "Bell"), ("2013-14", "Div Two", "Plough"),
    ]  # fmt: skip
    assert first.rows[1].values | {"adjustment": "-2", "points": "17", "place": "2"} == first.rows[1].values
    (sheet,) = read_file("\n".join([f"Division,{heading}", *(row.split(",", 1)[1] for row in rows)]).encode())
    assert readings(sheet, CONTEXT)[0].layout == "final_table"
