"""Files in the shapes that leagues keep, each with the rows that must come of it."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from league.reading.files import read_file
from league.reading.recognise import readings
from league.reading.values import Context, Reading

SAMPLES = Path(__file__).with_name("samples")
CONTEXT = Context(date(2026, 11, 29), date(2026, 9, 1), date(2027, 5, 31))


def best(name: str, context: Context = CONTEXT) -> Reading:
    """The surest of all readings of all sheets of a sample."""
    sheets = read_file((SAMPLES / name).read_bytes(), name)
    return max((reading for sheet in sheets for reading in readings(sheet, context)), key=lambda reading: reading.sure)


def answered(name: str, **answers: str) -> Reading:
    return best(name, replace(CONTEXT, answers={key.replace("__", "-"): answer for key, answer in answers.items()}))


def rows(reading: Reading, *keys: str) -> list[tuple[str, ...]]:
    return [tuple(row.values.get(key, "") for key in keys) for row in reading.rows]


def left_out(reading: Reading) -> dict[int, str]:
    return {piece.place: piece.why for piece in reading.left_out}


def test_key_numbers_are_written_out_for_each_division():
    reading = best("01-fixtures-key-numbers.txt")
    assert reading.what == "117 matches (a grid with key numbers, 3 divisions, 9 weeks)"
    first = [row for row in rows(reading, "division", "date", "time", "week", "home", "away") if row[3] == "1"]
    assert first[0] == ("DIV A", "2026-09-25", "20:15", "1", "Crown A", "Bell")
    assert ("DIV C", "2026-09-25", "20:15", "1", "Crown B", "Railway Club") in first
    assert len(first) == 5 + 4 + 4
    seventh = [row for row in rows(reading, "week", "division", "home", "date") if row[0] == "7"]
    assert seventh[0] == ("7", "DIV A", "Turks Hd", "")
    why = left_out(reading)
    assert why[3] == why[8] == why[12] == why[13] == "Not a night of the league"
    assert [piece.why for piece in reading.left_out if piece.original == "4 v 3 (DIV C)"] == [
        "A night off for Black Bull 'B'"
    ]
    assert reading.questions == ()


def test_a_square_has_dates_states_a_footnote_and_a_day_that_is_none():
    reading = best("03-fixtures-matrix.csv")
    values = {(home, away): (day, state) for home, away, day, state in rows(reading, "home", "away", "date", "state")}
    assert values["Crown A", "Crown B"] == ("2026-10-05", "")
    assert values["Crown A", "Legion"] == ("", "result_awaited")
    assert values["Legion", "Crown B"] == ("", "postponed")
    assert values["Bell", "Legion"] == ("", "")
    assert [question.key for question in reading.questions] == ["mark-crown a-plough"]
    assert len(values) == 29
    turned = best("03-fixtures-matrix.csv", replace(CONTEXT, answers={"mark-crown a-plough": "turned"}))
    assert ("Plough", "Crown A", "2026-09-21") in rows(turned, "home", "away", "date")


def test_byes_and_places_of_a_cup_are_no_matches():
    reading = best("04-fixtures-bye-rows.csv")
    assert rows(reading, "home", "away", "date", "time", "week") == [
        ("Hanlon's A", "Bradshaw's A", "2026-10-16", "21:30", "1"),
        ("Walshe's A", "Mullan's A", "2026-10-16", "21:30", "1"),
        ("Dixie's A", "Hanlon's B", "2026-10-16", "21:30", "1"),
        ("Hanlon's A", "Hanlon's B", "2026-10-30", "21:30", "2"),
    ]
    assert left_out(reading)[5] == "A night off for Dixie's B"
    assert set(left_out(reading)) >= {5, 7, 8, 9, 10}


@pytest.mark.parametrize("name", ["05-fixtures-leaguerepublic.html", "05b-leaguerepublic-pasted.txt"])
def test_a_page_saved_or_pasted_has_its_matches(name):
    assert rows(best(name), "home", "away", "date", "time", "venue") == [
        ("Rosemount", "Railway", "2026-10-28", "20:30", "Rosemount"),
        ("Railway", "Barbarians B", "2026-11-11", "20:30", "Railway"),
        ("Heron B", "Railway", "2027-01-13", "20:30", "The Heron"),
    ]


def test_a_file_without_headings_asks_for_the_score_and_for_nothing_all():
    reading = best("06-results-quiz-no-heading.csv")
    assert [question.key for question in reading.questions] == ["score_columns"]
    assert reading.questions[0].choices[0] == ("3,9", "“Column 3”: 30–25, 21–30")
    reading = answered("06-results-quiz-no-heading.csv", score_columns="3,9", nil_nil="not_played")
    assert rows(reading, "date", "home", "away", "home_score", "away_score", "state") == [
        ("2026-10-01", "Sportsman", "Lodgers", "30", "25", ""),
        ("2026-10-01", "Hare & Hounds", "Papermill", "21", "30", ""),
        ("2026-10-08", "R.E.M.S.", "Kinder", "", "", "not_played"),
        ("2026-11-19", "Malt", "R.E.M.S.", "", "", "not_played"),
        ("2027-04-22", "Old Hall", "Papermill", "", "", "not_played"),
    ]


@pytest.mark.parametrize("name", ["07-results-old-program.html", "07b-old-program-pasted.txt"])
def test_headings_of_two_lines_are_read(name):
    assert rows(best(name), "date", "division", "home", "home_score", "away", "away_score") == [
        ("2014-05-01", "Red Division", "Muttons", "7", "Pro's & Con's", "8"),
        ("2014-05-01", "Yellow Division", "S.S Squad", "9", "Here For The Beer", "6"),
    ]


def test_a_newspaper_asks_about_its_misprint_and_about_february():
    reading = best("08-results-newspaper-domino.txt")
    assert {question.key for question in reading.questions} == {
        "day-february-24",
        "name-seaviewnil",
        "nil-s eaview nil",
    }
    assert reading.rows == ()
    reading = answered("08-results-newspaper-domino.txt", day__february__24="2026-02-24")
    assert len(reading.rows) == 13
    assert rows(reading, "date", "division", "home", "home_score", "away", "away_score")[0] == (
        *("2026-02-24", "Division One", "Ex Service A", "3", "Ex Service L", "6"),
    )
    assert left_out(reading)[11] == "Not a result"


def test_a_newspaper_is_mended_by_the_teams_of_the_league():
    context = replace(CONTEXT, teams=("Seaview Nil", "Liberal C"), answers={"day-february-24": "2026-02-24"})
    reading = best("08-results-newspaper-domino.txt", context)
    assert ("Seaview Nil", "3", "Liberal C", "6") in rows(reading, "home", "home_score", "away", "away_score")
    assert reading.questions == ()


def test_two_games_of_an_evening_are_two_lists_that_of_the_dominoes_first():
    sheet = read_file((SAMPLES / "09-results-darts-and-dominoes.txt").read_bytes())[0]
    dominoes, darts = [reading for reading in readings(sheet, CONTEXT) if reading.layout == "two_games"]
    assert darts.what == "4 results (results of darts, with dominoes in brackets)"
    assert [question.key for question in darts.questions] == ["score-3-wilton arms-1"]
    assert rows(dominoes, "home", "home_score", "away", "away_score") == [
        ("Wilton Arms", "3", "Staff of Life", "2"),
        ("Last Orders", "3", "Beer Engine", "2"),
        ("Masons", "1", "Stopes Tavern", "4"),
        ("Top Bull", "1", "Old Cross", "4"),
    ]


def test_a_dotted_name_is_another_team():
    names = {name for row in rows(best("15-fixtures-two-nights-dotted-names.csv"), "home", "away") for name in row}
    assert {"Gwern Club", "Gwern Club.", "Breakroom Lions", "Breakroom Lions."} <= names


# --- one line or two, of the smallest inputs that failed --------------------------------------------------------------
def of_text(text: str, context: Context = CONTEXT) -> Reading:
    return max(
        (reading for sheet in read_file(text.encode()) for reading in readings(sheet, context)),
        key=lambda reading: reading.sure,
    )


def test_half_past_seven_is_the_evening_and_said():
    reading = of_text("Date,Time,Home,Away\n07/12/2026,7.30,Crown A,Bell\n14/12/2026,7:30,Bell,Crown A\n")
    assert rows(reading, "time") == [("19:30",), ("19:30",)]
    assert reading.rows[0].notes == ("7.30 is taken for 19:30",)


def test_a_weekday_that_contradicts_its_date_is_asked_about():
    text = "Date,Home,Away\nWed 10th Dec,Crown A,Bell\nMon 14th Dec,Bell,Plough\n"
    reading = of_text(text)
    assert rows(reading, "date") == [("2026-12-14",)]
    assert [question.key for question in reading.questions] == ["day-wed-10th-dec"]
    assert ("2026-12-09", "Wed 9 Dec 2026") in reading.questions[0].choices
    assert rows(of_text(text, replace(CONTEXT, answers={"day-wed-10th-dec": "2026-12-09"})), "date")[0] == (
        "2026-12-09",
    )


def test_a_typed_answer_that_is_no_score_is_asked_for_again():
    text = "Date,Home,Away,Score\n7/9/26,Crown A,Bell,see note\n"
    key = of_text(text).questions[0].key
    again = of_text(text, replace(CONTEXT, answers={key: "who knows"}))
    assert again.rows == ()
    assert again.questions[0].key == key
    assert rows(of_text(text, replace(CONTEXT, answers={key: "5½-3½"})), "home_score", "away_score") == [("5.5", "3.5")]


def test_a_text_is_a_result_where_it_names_both_teams():
    reading = best("11-results-texts.txt", replace(CONTEXT, teams=("Crown A", "Bell", "Phoenix Bar", "Bar 180 A")))
    assert rows(reading, "date", "home", "home_score", "away", "away_score") == [
        ("2026-09-07", "Phoenix Bar", "5", "Bar 180 A", "3")
    ]
    assert [question.key for question in reading.questions] == ["text-1"]
    assert set(left_out(reading)) == {2, 4, 6, 7, 8, 9}  # the fifth is a picture without a word


def test_the_list_of_one_team_is_no_list_of_matches():
    text = b"Date,Opponents,H/A,Venue\n07/12/2026,Bell,H,The Crown\n14/12/2026,Plough,A,The Plough\n"
    assert [reading.layout for reading in readings(read_file(text)[0], CONTEXT) if "rows" in reading.layout] == []


def test_the_name_of_a_sheet_may_be_a_division():
    sheet = replace(read_file(b"Date,Home,Away\n07/12/2026,Crown A,Bell\n")[0], name="Red")
    assert [question.key for question in readings(sheet, CONTEXT)[0].questions] == ["division-red"]
    known = readings(sheet, replace(CONTEXT, divisions=("Red Division", "Blue Division")))[0]
    assert rows(known, "division") == [("Red Division",)]


def test_key_numbers_may_stand_on_another_sheet():
    grid = read_file(b"7 Sep 2026,1 v 2,3 v 4\n14 Sep 2026,2 v 3,4 v 1\n")[0]
    keys = read_file(b"1,Crown A\n2,Bell\n3,Plough\n4,BYE\n")[0]
    assert [question.key for question in readings(grid, CONTEXT)[0].questions] == ["keys"]
    reading = readings(grid, CONTEXT, (keys,))[0]
    assert rows(reading, "date", "home", "away") == [
        ("2026-09-07", "Crown A", "Bell"),
        ("2026-09-14", "Bell", "Plough"),
    ]


def test_a_long_line_and_many_numbers_are_read_in_moments():
    for text in ("1 2 3 4 5 6 7 8 9 " * 1_100, "x" + " " * 18_000 + "v" + " " * 1_000 + "b (3) (4)\n" * 2):
        for sheet in read_file(text.encode()):
            assert sum(len(reading.rows) for reading in readings(sheet, CONTEXT)) <= 1


def test_numbers_in_names_are_no_score():
    text = "7 Sept\tClub 83 v Old Swan\tBell v 5 Bells\n14 Sept\tClub 83 v 5 Bells\tOld Swan v Bell\n"
    [reading, *_] = readings(read_file(text.encode())[0], CONTEXT)
    assert [row.values.get("home_score") for row in reading.rows] == [None] * 4
    assert reading.rows[2].values["home"] == "Club 83"


def test_a_lone_pair_of_numbers_beside_the_v_is_asked_about():
    text = "7 Sept\tClub 83 v 5 Bells\tBell v Old Swan\n14 Sept\tBell v Plough\tOld Swan v Fleece\n"
    [reading, *_] = readings(read_file(text.encode())[0], CONTEXT)
    assert [question.text for question in reading.questions] == ["What are the numbers in “Club 83 v 5 Bells”?"]


def test_keys_that_stand_in_two_columns_are_of_one_list():
    pairs = ["1 v 6,2 v 5,3 v 4", "5 v 3,6 v 2,4 v 1"]
    grid = "".join(
        f"\n{week},{day} Sep,{pair}" for week, (day, pair) in enumerate(zip((15, 22), pairs, strict=True), 1)
    )
    across = "1,Railway,,2,Railway Club\n3,Bull A,,4,Crown A\n5,Hits & Giggles,,6,Legion\n"
    down = "1,Railway,,4,Crown A\n2,Railway Club,,5,Hits & Giggles\n3,Bull A,,6,Legion\n"
    for keys in (across, down):
        (sheet,) = read_file(f"Division 1 fixtures,,,,\n,,,,\n{keys},,,,\nWeek,Date,Matches,,{grid}\n".encode())
        found = readings(sheet, CONTEXT)[0]
        assert rows(found, "home", "away") == [
            ("Railway", "Legion"), ("Railway Club", "Hits & Giggles"), ("Bull A", "Crown A"),
            ("Hits & Giggles", "Bull A"), ("Legion", "Railway Club"), ("Crown A", "Railway"),
        ]  # fmt: skip
        assert all("a night off" not in piece.why for piece in found.left_out)


def test_a_state_between_two_names_is_of_their_match_and_the_first_was_given_a_walkover():
    text = "Tuesday 13 October 2026\nRailway 5 Bell 4\nWhite Hart P/P Hits & Giggles\nBull B w/o Crown B\n"
    text += "Plough 6 Legion 3\n"
    found = readings(read_file(text.encode())[0], CONTEXT)[0]
    assert rows(found, "home", "away", "state", "home_score") == [
        ("Railway", "Bell", "", "5"), ("White Hart", "Hits & Giggles", "postponed", ""),
        ("Bull B", "Crown B", "walkover_home", ""), ("Plough", "Legion", "", "6"),
    ]  # fmt: skip
    assert found.rows[2].notes == ("Given to Bull B, who is named first",)


def test_the_hour_behind_the_weekday_of_key_numbers_is_that_of_every_match():
    grid = b"Division 1 (Tuesdays, 8.30pm)\n15 Sep 2026,1 v 2,3 v 4\n22 Sep 2026,2 v 3,4 v 1\n"
    keys = read_file(b"1,Crown A\n2,Bell\n3,Plough\n4,Legion\n")[0]
    assert {time for (time,) in rows(readings(read_file(grid)[0], CONTEXT, (keys,))[0], "time")} == {"20:30"}
