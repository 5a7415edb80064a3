from random import Random

from league.reading.layouts import honours_list
from league.reading.values import ReadingQuestion, SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, typed

TROPHIES = ("SINGLES", "Hughes Cup", "Division Two", "PAIRS", "Captains' Shield", "Ladies' Singles", "Jubilee Trophy")
NONE = ("NOT PLAYED", "-", "no competition (Covid)", "void", "Not held", "?")

NAMES = {
    "year": ("Year", "Season"),
    "title": ("Trophy", "Competition", "Cup"),
    "winner": ("Winner", "Winners", "Won by"),
    "runner_up": ("Runner-up", "RUNNERS UP", "R/U"),
    "note": ("Notes", "Score"),
}


def answer(random: Random, pool: tuple[str, ...], above: str) -> tuple[str, dict[str, str]]:
    """What stands beside a year, and what it means."""
    first, other = random.sample(pool, 2)
    chance = random.random()
    if chance < 0.1:
        cell = random.choice(NONE), {}
    elif chance < 0.2 and above:
        cell = random.choice(("do.", "ditto", "as above")), {"winner": above}
    elif chance < 0.4:
        cell = f"{first} {random.choice(('bt', 'beat', 'defeated'))} {other}", {"winner": first, "runner_up": other}
    elif chance < 0.5:
        cell = f"{first} (runner-up {other})", {"winner": first, "runner_up": other}
    elif chance < 0.6:
        cell = f"{first} & {other} (shared)", {"winner": f"{first} & {other}", "note": "Shared"}
    else:
        cell = first, {"winner": first}
    return cell


def below_titles(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """A text with the years of each trophy below its name."""
    lines, wanted = random.choice(([], ["ROLL OF HONOUR", ""], ["Past winners"])), []
    apart = random.choice(("  ", " - ", ": ", ", ", " ", "\t", ". "))
    short, descending = random.random() < 0.4, random.random() < 0.3
    for title in random.sample(TROPHIES, random.randint(1, 4)):
        lines.append(f"{title}{random.choice(('', ':', ''))}")
        years = list(range(begun := random.randint(1947, 1990), begun + random.randint(2, 9)))
        above = ""
        for year in reversed(years) if descending else years:
            text = f"{year}-{(year + 1) % 100:02}" if short else str(year)
            cell, values = answer(random, random.choice((TEAMS, PEOPLE)), above)
            above = values.get("winner", "") if "note" not in values else ""
            lines.append(f"{text}{apart}{cell}")
            if values:
                wanted.append(Wanted(len(lines), {"year": text, "title": title, **values}))
        lines += [""] * random.randint(0, 2)
    return typed("\n".join(lines)), wanted


def with_headings(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """A table with a column for the trophy."""
    columns = ["year", "title", "winner", "runner_up", "note"][: random.choice((3, 4, 5))]
    random.shuffle(columns)
    rows = [*random.choice(([], [["Honours"]])), [random.choice(NAMES[key]) for key in columns]]
    wanted, once = [], random.random() < 0.4
    for year in range(1980, 1980 + random.randint(2, 6)):
        for number, title in enumerate(random.sample(TROPHIES, random.randint(1, 4))):
            first, other = random.sample(TEAMS + PEOPLE, 2)
            blank = random.random() < 0.15
            cells = {"year": f"{year}" if number == 0 or not once else "", "title": title}
            cells |= {"winner": random.choice(NONE) if blank else first, "runner_up": "" if blank else other}
            cells["note"] = random.choice(("5-4", ""))
            rows.append([cells[key] for key in columns])
            if not blank:
                values = {key: cells[key] for key in columns} | {"year": f"{year}"}
                wanted.append(Wanted(len(rows), values))
    return as_sheet(rows), wanted


def test_a_line_that_may_be_a_trophy_is_asked_about():
    text = "SINGLES\n1967 J. Hobbs\n1968 P. Nairn\nold Tom\n1969 S. Kirkby\n"
    (reading,) = honours_list.read(typed(text), CONTEXT)
    assert [row.values["winner"] for row in reading.rows] == ["J. Hobbs", "P. Nairn"]
    assert (reading.questions[0].key, reading.questions[0].choices[0][0]) == ("trophy:4", "trophy")


def test_a_list_of_one_trophy_without_its_name_asks_for_it():
    (reading,) = honours_list.read(as_sheet([["Year", "Winner"], ["1967", "Bell"]]), CONTEXT)
    assert reading.rows == ()
    assert reading.questions == (ReadingQuestion("trophy:1", "Which trophy is the list from line 1 of?"),)


def test_the_title_of_the_board_is_no_trophy():
    for text in ("ROLL OF HONOUR\n1967 J. Hobbs\n1968 P. Nairn\n", "Past winners\n1967 J. Hobbs\n1968 P. Nairn\n"):
        (reading,) = honours_list.read(typed(text, "Sheet1"), CONTEXT)
        assert (reading.rows, [question.key for question in reading.questions]) == ((), ["trophy"])
