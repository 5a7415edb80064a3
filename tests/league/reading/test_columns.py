"""The columns of a spreadsheet are found by whatever people call them."""

import pytest

from league.reading.columns import match_columns, split_heading
from league.reading.files import read_text
from league.reading.values import Content


@pytest.mark.parametrize(
    ("heading", "kind", "found"),
    [
        (["Date", "Home", "Away", "Home score", "Away score"], "results", "date home away home_score away_score"),
        (["Fixture Date", "KO", "Home Team", "Away Team", "Venue", "Fixture Group"], "fixtures",
         "date time home away venue division"),
        (["Type", "Date / Time", "Home Team", "Away Team", "Competition"], "fixtures", "date home away division"),
        (["Name", "Club"], "players", "name team"),
        (["PLAYERS NAME", "Team Name"], "players", "name team"),
        (["Season", "Winners", "Runners Up", "Competition"], "honours", "year winner runner_up title"),
    ],
)  # fmt: skip
def test_columns_are_matched_by_the_names_that_people_give_them(heading, kind, found):
    assert set(match_columns(kind, heading)) == set(found.split())


def test_headings_stand_below_a_title_or_nowhere():
    titled = read_text("Leek Dominoes 2026\t\n\nHome\tAway\nCrown A\tBell\n")[0].lines
    assert split_heading(Content.FIXTURES, titled) == (("Home", "Away"), titled[2:])
    bare = read_text("Mon 21 Sep\tCrown A\tBell\n")[0].lines
    assert split_heading(Content.FIXTURES, bare) == (("Column 1", "Column 2", "Column 3"), bare)


@pytest.mark.parametrize(
    ("kind", "heading", "places"),
    [
        ("teams", "TEAM,VENUE,CAPT.,TEL,SEC'Y / NIGHT", "name venue captain phone secretary"),
        ("results", "Date,Div,Home Team,Single Wins,Away Team,Single Wins",
         "date division home home_score away away_score"),
        ("results", "Date,Home,Score,Away,Score", "date home home_score away away_score"),
        ("results", "Wk,Home,HG,AG,Away", "week home home_score away_score away"),
        ("results", "date,time,home,away,hs,as", "date time home away home_score away_score"),
        ("fixtures", "Date,Time,Home,VS,Away", "date time home - away"),
        ("players", "First name,Surname,Team", "first_name last_name team"),
        ("players", "Forename,Last name,Club", "first_name last_name team"),
        ("tables", "Pos,Team,P,W,D,L,F,A,Pts", "place team played won drawn lost for against points"),
        ("ties", "Round,Match,Home,Score,Away,Venue,Date,Status", "round number home score away venue date state"),
        ("ties", "round,deadline,id,player1,player2,winner,score1,score2",
         "round play_by number home away winner home_score away_score"),
    ],
)  # fmt: skip
def test_headings_of_real_lists_are_found(kind, heading, places):
    wanted = {key: at for at, key in enumerate(places.split()) if key != "-"}
    assert match_columns(kind, heading.split(",")) == wanted


def test_names_are_taken_where_keys_of_a_program_stand_beside_them():
    heading = ["division", "date", "home", "away", "division_name", "home_name", "away_name", "time", "venue"]
    matched = match_columns(Content.FIXTURES, heading)
    assert {key: heading[at] for key, at in matched.items()} == {
        "division": "division_name", "date": "date", "time": "time", "home": "home_name", "away": "away_name",
        "venue": "venue",
    }  # fmt: skip


def test_a_heading_of_two_lines_is_one():
    lines = read_text(
        "\t\tHome\tSingle\tAway\tSingle\nDate\tDiv\tTeam\tWins\tTeam\tWins\n1/5/14\tRed\tAsh\t7\tElm\t8\n"
    )[0].lines
    heading, rows = split_heading(Content.RESULTS, lines)
    assert heading == ("Date", "Div", "Home Team", "Single Wins", "Away Team", "Single Wins")
    assert rows == lines[2:]
