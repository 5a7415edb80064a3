from random import Random

import pytest

from league.reading.layouts import cup_columns
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, as_text, typed

HEADINGS = {
    8: ("Last 16", "1st Round", "Round 1"), 4: ("Quarter-finals", "QF", "Quarter Finals"),
    2: ("Semi-finals", "SF", "SEMI-FINALS"), 1: ("Final", "FINAL"), 0: ("Winner", "Winners", "Champions"),
}  # fmt: skip
OWN = {8: "Last 16", 4: "Quarter-finals", 2: "Semi-finals", 1: "Final"}


def tree(random: Random) -> tuple[list[list[str]], list[Wanted]]:  # noqa: C901 -- one choice after the other
    """A cup played as far as it goes; names one below the other, parted in pairs, or each between the two before it."""
    size, shape = random.choice((4, 8, 16)), random.choice(("even", "pairs", "drawn"))
    style = random.choice(("beside", "behind", "none", *(["below"] if shape == "drawn" else [])))
    heads, width, chance = random.random() < 0.7, 2 if style == "beside" else 1, random.choice((1, 1, 0.8))
    names: list[str] = random.sample(random.choice((TEAMS, PEOPLE)), size)
    if random.random() < 0.3:
        names[random.randrange(1, size, 2)] = random.choice(("BYE", "Bye", "-- Bye --"))
    lines = [
        at * {"even": 1, "pairs": 1, "drawn": 4}[shape] + (at // 2 if shape == "pairs" else 0) for at in range(size)
    ]
    cells, heading, wanted, column = dict(zip(((line, 0) for line in lines), names, strict=True)), {}, [], 0
    current: list[str] = names
    while len(current) > 1:
        heading[column] = random.choice(HEADINGS[len(current) // 2])
        through = []
        for at in range(0, len(current), 2):
            (home, away), (first, second), score = current[at : at + 2], lines[at : at + 2], random.sample(range(10), 2)
            bye, played = "bye" in away.casefold(), bool(home and away) and random.random() < chance
            winner = home if bye else "" if not played else home if score[0] > score[1] else away
            of = {"round": heading[column] if heads else OWN[len(current) // 2], "home": home}
            for line, name, games in ((first, home, score[0]), (second, away, score[1])):
                if played and not bye and style == "behind":
                    cells[line, column] = f"{name} {games}"
                elif played and not bye and style == "beside":
                    cells[line, column + 1] = str(games)
            middle = (first + second) // 2 if shape == "drawn" else at // 2 if shape == "even" else first
            if winner:
                cells[middle, column + width] = winner
            if winner and not bye and style == "below":
                cells[middle + 1, column + width] = "-".join(map(str, sorted(score, reverse=True)))
            scores = {} if style == "none" else {"home_score": f"{score[0]}", "away_score": f"{score[1]}"}
            if bye:
                wanted.append((first, of | {"winner": home, "state": "bye"}))
            elif home and away:
                wanted.append(
                    (first, of | {"away": away} | (scores | {"winner": winner} if winner else {"state": "not_played"}))
                )
            through.append((middle, winner))
        column, lines, current = column + width, [line for line, _ in through], [name for _, name in through]
    heading[column] = random.choice(HEADINGS[0])
    rows = [[heading.get(at, "") for at in range(column + 1)]] if heads else []
    rows += [
        [cells.get((line, at), "") for at in range(column + 1)] for line in range(max(line for line, _ in cells) + 1)
    ]
    return rows, [Wanted(line + 1 + heads, values) for line, values in wanted]


def in_cells(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    rows, wanted = tree(random)
    return as_sheet(rows), wanted


def in_text(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    rows, wanted = tree(random)
    return as_text(random, rows), wanted


def test_a_tree_in_a_text_with_lines_and_halves():
    text = "HUGHES CUP 2026-27\n\nCrown A 4½ ──┐\n             ├── Crown A\nBell 3½ ───┘\n"
    text += "Fleece ──┐\n             ├── Plough\nPlough"
    (reading,) = cup_columns.read(typed(text), CONTEXT)
    assert [dict(row.values) for row in reading.rows] == [
        {"cup": "HUGHES CUP", "round": "Semi-finals", "home": "Crown A", "away": "Bell", "winner": "Crown A",
         "home_score": "4.5", "away_score": "3.5"},
        {"cup": "HUGHES CUP", "round": "Semi-finals", "home": "Fleece", "away": "Plough", "winner": "Plough"},
        {"cup": "HUGHES CUP", "round": "Final", "home": "Crown A", "away": "Plough", "state": "not_played"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    "columns",
    [
        ("Hartley Hall Wei Nairn", "Kirkby Bell Vicar McArdle"),  # squads
        ("Crown Bell Plough Fleece", "Crown Bell"),  # both of one tie
        ("Crown Bell Plough Fleece Legion Railway", "Crown"),  # which of six meet is not said
    ],
)
def test_columns_of_names_that_do_not_come_from_each_other_are_no_tree(columns):
    names = [column.split() for column in columns]
    rows = [[column[at] if at < len(column) else "" for column in names] for at in range(len(names[0]))]
    assert cup_columns.read(as_sheet(rows), CONTEXT) == ()
