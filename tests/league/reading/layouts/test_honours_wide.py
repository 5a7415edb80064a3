from random import Random

from league.reading.layouts import honours_wide
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, read_sample

DIVISIONS = ("A DIV", "Division One", "Div 2", "Premier", "PREM", "Sect. B", "League Champions", "Winter Lge")
CUPS = (
    "SINGLES",
    "Captain's Cup",
    "Jubilee Shield",
    "Mens Singles",
    "K.O. Cup",
    "Summer Singles",
    "Drinka Pinta Trophy",
)
PAIRS = ("PAIRS", "Mixed Doubles", "Hughes Mem. Pairs")
SECONDS = ("RUNNERS UP", "Runners-up", "R/U", "Runner Up", "2nd", "Beaten finalist")
NOTHING = ("", "-", "–", "--", ".")
VOID = (
    "NOT PLAYED",
    "Not held",
    "VOID (COVID)",
    "No competition",
    "void",
    "N/P",
    "Cancelled - Covid",
    "No League (war)",
)


def board(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """A board, and the rows that it should become."""
    above = random.choice(([], [["Honours"], []], [["ROLL OF HONOUR"]]))
    titles = random.sample(DIVISIONS, random.randint(1, 3)) + random.sample(CUPS, random.randint(0, 3))
    titles += random.sample(PAIRS, random.randint(0, 1))
    if len(titles) == 1:
        titles += ["Fours"]
    with_second = {title: random.random() < 0.5 for title in titles}
    second = random.choice(SECONDS)
    two_lines = random.random() < 0.25 and any(with_second.values())
    head, under = [random.choice(("YEAR", "Season", "", "Yr"))], [""]
    for title in titles:
        head.append(title)
        under.append(random.choice(("Winners", "Winner")))
        if with_second[title]:
            head.append("" if two_lines else second if random.random() < 0.7 else f"{title} {second}")
            under.append(second)
    rows = [*above, head, *([under] if two_lines else [])]
    wanted: list[Wanted] = []
    year, last = random.randint(1946, 2000), dict[str, str]()
    split = random.choice(("one", "hyphen", "slash", "long", "dash"))
    for _ in range(random.randint(2, 12)):
        text = _year(year, split)
        value = text.replace("–", "-")
        row = [random.choice((text, text, f"{text} "))]
        whole = random.random() < 0.08
        for at, title in enumerate(titles):
            names = TEAMS if title in DIVISIONS else PEOPLE
            first, other = random.sample(names, 2)
            chance = 0 if whole and at == 0 else random.random()
            says, winner, runner_up, note = _cell(random, chance, (first, other), title in PAIRS, last.get(title, ""))
            if whole and at:
                says, winner, runner_up, note = "", "", "", ""
            row.append(says)
            if with_second[title]:
                beside = random.choice((other, other, *NOTHING)) if winner and not runner_up and not note else ""
                row.append(beside)
                runner_up = runner_up or (beside if beside not in NOTHING else "")
            last[title] = winner if not note else ""
            if winner:
                values = {"year": value, "title": title, "winner": winner, "runner_up": runner_up, "note": note}
                wanted.append(Wanted(len(rows) + 1, values))
        rows.append(row)
        year += random.choice((1, 1, 1, 2))
    if random.random() < 0.3:
        rows.append(["Trophies to be returned by 1st May"])
    return as_sheet(rows), wanted


DITTOES = ("do.", "do", "ditto", "“", '"', "as above")


def _year(year: int, split: str) -> str:
    following = f"{(year + 1) % 100:02}"
    return {
        "one": f"{year}", "hyphen": f"{year}-{following}", "slash": f"{year}/{following}",
        "long": f"{year}-{year + 1}", "dash": f"{year}–{following}",
    }[split]  # fmt: skip


def _cell(random: Random, chance: float, names: tuple[str, str], pair: bool, above: str) -> tuple[str, str, str, str]:
    """What a cell says, with the winner, the runner-up and the note that it means."""
    first, other = names
    both = f"{first} & {other}"
    if chance < 0.06:
        cell = random.choice(VOID), "", "", ""
    elif chance < 0.14:
        cell = random.choice(NOTHING), "", "", ""
    elif chance < 0.22 and above:
        cell = random.choice(DITTOES), above, "", ""
    elif chance < 0.30:
        cell = f"{both} {random.choice(('(shared)', '(Shared)', '(joint)'))}", both, "", "Shared"
    elif chance < 0.38:
        cell = f"{first} {random.choice(('bt', 'beat', 'bt.'))} {other}", first, other, ""
    else:
        cell = (both, both, "", "") if pair else (first, first, "", "")
    return cell


def test_the_board_of_a_league():
    (reading,) = honours_wide.read(read_sample("18-honours-wide.csv"), CONTEXT)
    assert [dict(row.values) for row in reading.rows] == [
        {"year": "1966-67", "title": "A DIV", "winner": "Oddfellows", "runner_up": "Beacon"},
        {"year": "1966-67", "title": "B DIV", "winner": "Royal Star", "runner_up": "Fleece"},
        {"year": "1967/68", "title": "A DIV", "winner": "Oddfellows", "runner_up": "Oddfellows B"},
        {"year": "1967/68", "title": "SINGLES", "winner": "J. Hobbs"},
        {"year": "2023-24", "title": "A DIV", "winner": "Crown A & Bell", "note": "Shared"},
        {"year": "2023-24", "title": "B DIV", "winner": "Legion", "runner_up": "Con Club"},
        {"year": "2023-24", "title": "SINGLES", "winner": "D Hartley", "runner_up": "S Kirkby"},
        {"year": "2023-24", "title": "PAIRS", "winner": "Hobbs & Nairn"},
        {"year": "2023-24", "title": "CAPTAINS CUP", "winner": "Raine"},
    ]
    assert [(piece.place, piece.why) for piece in reading.left_out] == [
        (3, "There is no winner."),
        (4, "1978: “NOT PLAYED”, for the whole year."),
        (5, "2019-20: “VOID (COVID)”, for the whole year."),
    ]
    assert reading.questions == ()


def test_a_pair_of_teams_is_asked_about():
    rows = [
        ["Year", "Premier", "Cup"],
        ["1980", "Bell", "Crown A"],
        ["1981", "Crown A", "Bell"],
        ["1982", "Bell & Crown A", ""],
    ]
    (reading,) = honours_wide.read(as_sheet(rows), CONTEXT)
    assert len(reading.rows) == 4
    assert [question.key for question in reading.questions] == ["shared:bell and crown a"]
