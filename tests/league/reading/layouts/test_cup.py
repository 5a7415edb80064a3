from dataclasses import replace
from datetime import date, timedelta
from random import Random

from league.reading.files import read_draw
from league.reading.layouts import cup
from league.reading.values import SourceSheet
from tests.league.reading.variants import (
    CONTEXT,
    PEOPLE,
    SAMPLES,
    TEAMS,
    Wanted,
    as_sheet,
    read_sample,
    typed,
)

ROUNDS = ("Last 16", "Quarter-Finals", "Semi-Finals", "Final", "1st Round", "Round 2", "Preliminary Round", "QF")
NAMES = {
    "round": ("Round", "Rd", "Stage"),
    "number": ("Match", "Tie", "No"),
    "home": ("Home", "Player 1", "Team 1"),
    "away": ("Away", "Player 2", "Team 2"),
    "score": ("Score", "Result"),
    "home_score": ("Score 1", "HS", "Home score"),
    "away_score": ("Score 2", "AS", "Away score"),
    "winner": ("Winner", "Won by"),
    "venue": ("Venue", "Pub"),
    "date": ("Date", "Played on"),
    "state": ("Status", "Notes"),
}


def tie(random: Random, names: tuple[str, ...]) -> tuple[dict[str, str], dict[str, str]]:
    """The cells of a tie, and what it means."""
    home, away = random.sample(names, 2)
    first, second = random.sample(range(12), 2)
    score = {
        "score": f"{first}{random.choice(('-', ' - ', '–'))}{second}",
        "home_score": f"{first}",
        "away_score": f"{second}",
    }
    winner = home if first > second else away
    sides = {"home": home, "away": away}
    result = {"home_score": f"{first}", "away_score": f"{second}", "winner": winner}
    level = {"score": "10-10", "home_score": "10", "away_score": "10"}
    nil = {"score": "0-0", "home_score": "0", "away_score": "0"}
    one = {"score": "1-0", "home_score": "1", "away_score": "0"}
    bye = random.choice(("BYE", "-- Bye --", "Bye"))
    return random.choice(
        [(sides | score | {"state": "played", "winner": winner}, sides | result)] * 6
        + [(sides | level, sides | {"home_score": "10", "away_score": "10", "state": "undecided"})]
        + [(sides | nil | {"state": "scheduled"}, sides | {"state": "not_played"})]
        + [(sides, sides | {"state": "not_played"})]
        + [({"home": home, "away": bye, "state": "bye"}, {"home": home, "winner": home, "state": "bye"})]
        + [({"home": bye, "away": away}, {"home": away, "winner": away, "state": "bye"})]
        + [
            (
                sides | one | {"state": "w/o"},
                sides | {"home_score": "1", "away_score": "0", "winner": home, "state": "walkover"},
            )
        ]
        + [({"home": "TBC", "away": "TBC"}, {}), ({}, {}), ({"home": "Winner of Match 3", "away": away}, {})]
    )


def rows_of(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    columns = ["round", "number", "home", *random.choice((("score",), ("home_score", "away_score"))), "away", "state"]
    columns += random.sample(("winner", "venue", "date"), random.randint(0, 3))
    if random.random() < 0.3:
        columns.remove("round")
        random.shuffle(columns)
        columns.insert(0, "round")
    once = random.random() < 0.3
    names = random.choice((TEAMS, PEOPLE))
    title = random.choice(("", "Knockout Cup"))
    rows = [*([[title]] if title else []), [random.choice(NAMES[key]) for key in columns]]
    wanted = []
    at = date(2026, 10, 5)
    for name in random.sample(ROUNDS, random.randint(1, 4)):
        at += timedelta(days=28)
        for number in range(1, random.randint(2, 6)):
            cells, values = tie(random, names)
            cells = cells | {
                "round": name if number == 1 or not once else "",
                "number": str(number),
                "venue": "The Crown",
            }
            cells["date"] = f"{at:%a} {at.day} {at:%b}"
            rows.append([cells.get(key, "") for key in columns])
            beside = {"round": name, "number": str(number), "venue": "The Crown", "date": at.isoformat()}
            if values:
                kept = {key: beside[key] for key in beside if key in columns} | ({"cup": title} if title else {})
                wanted.append(Wanted(len(rows), values | kept))
    return rows, wanted


def piece(random: Random) -> tuple[str, dict[str, str]]:
    """A tie in words, and what it means."""
    home, away = random.sample([name for name in TEAMS if "," not in name], 2)
    most, least = sorted(random.sample(range(20), 2), reverse=True)
    sides = {"home": home, "away": away}
    won = sides | {"winner": home, "home_score": f"{most}", "away_score": f"{least}"}
    lost = sides | {"winner": away, "home_score": f"{least}", "away_score": f"{most}"}
    return random.choice((
        (f"{home} v {away}", sides | {"state": "not_played"}),
        (f"{home} bt {away} {most}-{least}", won),
        (f"{home} beat {away}", sides | {"winner": home}),
        (f"{home} lost to {away}", sides | {"winner": away}),
        (f"{home} {most}-{least} {away}", won),
        (f"{home} {least} - {most} {away}", lost),
        (f"{home} {most}, {away} {least}", won),
        (f"{home} {least} {away} {most}", lost),
        (f"{home} v {away} {most}-{least}", won),
        (f"{home} w/o {away}", sides | {"winner": home, "state": "walkover"}),
        (f"{home} bye", {"home": home, "winner": home, "state": "bye"}),
        (f"{home} - bye", {"home": home, "winner": home, "state": "bye"}),
    ))  # fmt: skip


def below_rounds(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines: list[str] = random.choice(([], ["HUGHES CUP", ""]))[:]
    wanted, numbered, title = [], random.random() < 0.4, "HUGHES CUP" if lines else ""
    for name in random.sample(ROUNDS, random.randint(1, 4)):
        by = random.choice(("", "", " (to be played by 14 Feb)", " - 14 February", " (14 Feb)"))
        shown = name.upper() if random.random() < 0.3 else name
        lines.append(f"{shown}{by}{random.choice(('', ':'))}")
        for number in range(1, random.randint(3, 7)):
            text, values = piece(random)
            lines.append(f"{number}. {text}" if numbered else text)
            values |= {"round": shown, "play_by": "2027-02-14" if by else "", "number": str(number) if numbered else ""}
            values |= {"cup": title}
            wanted.append(Wanted(len(lines), values))
        lines += [""] * random.randint(0, 1)
    return typed("\n".join(lines)), wanted


def behind_rounds(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines, wanted = [], []
    for name in random.sample(ROUNDS, random.randint(2, 4)):
        ties = [piece(random) for _ in range(random.randint(2, 5))]
        lines.append(
            f"{name}{random.choice((': ', ' - '))}{'; '.join(text for text, _ in ties)}{random.choice(('', '.'))}"
        )
        wanted += [Wanted(len(lines), values | {"round": name}) for _, values in ties]
    return typed("\n".join(lines)), wanted


def test_a_cup_whose_weekdays_are_of_another_season():
    sheet = read_sample("14-cup-results-no-year.csv")
    (reading,) = cup.read(sheet, CONTEXT)
    assert [row.values["home"] for row in reading.rows] == ["Kings Mill"]
    assert [question.key for question in reading.questions] == ["year"]
    (reading,) = cup.read(sheet, replace(CONTEXT, answers={"year": "2025"}))
    tie = {"round": "Last 16", "number": "1", "home": "Plough G", "away": "Ruabank Cons B", "winner": "Plough G"}
    tie |= {"home_score": "11", "away_score": "9", "venue": "Plough G", "date": "2025-12-10"}
    assert dict(reading.rows[0].values) == tie
    assert [row.values.get("state") for row in reading.rows] == [None, "undecided", "bye", "not_played"]
    assert [piece.why for piece in reading.left_out] == ["Nobody is drawn yet."]


def test_the_draw_of_a_program():
    sheet, *_ = read_draw((SAMPLES / "13-knockout-draw-deadlines.json").read_text())
    (reading,) = cup.read(sheet, CONTEXT)
    assert [question.key for question in reading.questions] == ["day-wed-11th-march-2027"]
    (reading,) = cup.read(sheet, replace(CONTEXT, answers={"day-wed-11th-march-2027": "2027-03-10"}))
    assert [(row.values["home"], row.values.get("away"), row.values.get("state")) for row in reading.rows] == [
        ("P. Hartley", None, "bye"), ("R. Hutton", "S. Airey", None), ("T. Corson", "P. Hamblin", "walkover")
    ]  # fmt: skip
    assert {row.values["play_by"] for row in reading.rows} == {"2027-03-10"}


def test_a_winner_who_did_not_win_by_the_score_is_asked_about():
    rows = [["Round", "Home", "Score", "Away", "Winner"], ["Final", "Bell", "5-4", "Plough", "Plough"]]
    (reading,) = cup.read(as_sheet(rows), CONTEXT)
    assert reading.rows == ()
    assert [question.key for question in reading.questions] == ["tie:2:bell"]


def test_what_can_be_parted_in_two_ways_is_left_out():
    (reading,) = cup.read_text(typed("Final\nClub 147 9 5 Bells 3\nBell v Plough\n"), CONTEXT)
    assert [row.values["home"] for row in reading.rows] == ["Bell"]
    assert [piece.original for piece in reading.left_out] == ["Final", "Club 147 9 5 Bells 3"]


def test_numbers_beside_the_v_are_of_the_names_where_a_team_is_called_so_and_are_asked_about_where_they_may_be():
    draw = "Semi-finals\nClub 147 v 5 Bells\nPlough v Crown A\nFinal\nClub 147 v Plough\n"
    (reading,) = cup.read_text(typed(draw), CONTEXT)
    assert [(row.values["home"], row.values["away"], row.values["state"]) for row in reading.rows] == [
        ("Club 147", "5 Bells", "not_played"), ("Plough", "Crown A", "not_played"), ("Club 147", "Plough", "not_played")
    ]  # fmt: skip
    alone = typed("Final\nClub 147 v 5 Bells\n")
    (reading,) = cup.read_text(alone, CONTEXT)
    assert (reading.rows, [question.key for question in reading.questions]) == ((), ["facing-2-club 147"])
    for answer, names in (("names", ("Club 147", "5 Bells", None)), ("score", ("Club", "Bells", "147"))):
        (reading,) = cup.read_text(alone, replace(CONTEXT, answers={"facing-2-club 147": answer}))
        (row,) = reading.rows
        assert (row.values["home"], row.values["away"], row.values.get("home_score")) == names


def test_ties_in_cells_have_their_scores_around_the_v_and_the_night_of_their_round():
    rows = [["Knock-out Cup 2026-27"], ["First round - 27 October"], ["Crown A", "5", "v", "4", "Crown B"],
            ["Bull A", "3½", "v", "5½", "Legion"], ["Cross Keys", "w/o", "v", "", "Bull B"], [],
            ["Semi-finals (26 January)"], ["Legion", "", "v", "", "Crown A"]]  # fmt: skip
    (reading,) = cup.read_text(as_sheet(rows), CONTEXT)
    assert [(row.values["home"], row.values["away"], row.values.get("winner")) for row in reading.rows] == [
        ("Crown A", "Crown B", "Crown A"), ("Bull A", "Legion", "Legion"), ("Cross Keys", "Bull B", "Cross Keys"),
        ("Legion", "Crown A", None),
    ]  # fmt: skip
    assert {row.values["cup"] for row in reading.rows} == {"Knock-out Cup"}
    assert [row.values["play_by"] for row in reading.rows[2:]] == ["2026-10-27", "2027-01-26"]
    assert reading.rows[2].values["state"] == "walkover"


def test_who_is_said_to_have_won_a_level_tie_went_through():
    text = "Final (14 April 2026, at the Legion)\nCrown A 4½ Bull A 4½ (Bull A won the decider)\n"
    (reading,) = cup.read_text(typed(text), CONTEXT)
    assert reading.rows[0].values | {"winner": "Bull A", "play_by": "2026-04-14"} == reading.rows[0].values
