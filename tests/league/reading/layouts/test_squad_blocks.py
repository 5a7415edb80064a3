from random import Random

import pytest

from league.reading.layouts import squad_blocks
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, TEAMS, Wanted, as_sheet, typed

SURNAMES = (
    "Hartley",
    "Kirkby",
    "O'Brien",
    "Nairn",
    "Dale",
    "Airey",
    "Raine",
    "Moran",
    "McArdle",
    "Hobbs",
    "Hill",
    "Vicar",
)
FORENAMES = ("D", "S.", "Mary", "Bob", "J", "P.J.", "Ann", "Tom", "K", "Sean", "Ruth", "W")
STYLES = ("comma", "first", "initial last")


def squad(random: Random, style: str) -> list[tuple[str, str, str, str]]:
    """Players as they are written, with their names, roles and the captain's number."""
    players = []
    used = random.sample(SURNAMES, random.randint(2, 8))
    for number, surname in enumerate(used):
        forename = random.choice(FORENAMES)
        name = f"{forename} {surname}"
        text = f"{surname}, {forename}" if style == "comma" else name
        role = ("Captain", "Vice-captain")[number] if number < 2 else ""
        text += random.choice(((" (C)", " (Capt)"), (" (VC)", " (V.C.)"))[number]) if number < 2 else ""
        phone = "07700 900101" if number == 0 and random.random() < 0.6 else ""
        players.append((f"{text} {phone}".strip(), name, role, phone))
    if random.random() < 0.3:
        players.insert(random.randint(0, len(players)), ("???", "", "", ""))
    return players


def blocks(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """One below the other, apart by blank lines, by indentation or by a colon."""
    style, apart = random.choice(("comma", "first")), random.choice(("blank", "indent", "colon"))
    lines: list[str] = random.choice(([], ["SQUADS 2026-27", ""]))[:] if apart == "blank" else []
    wanted = []
    bullet = random.choice(("", "", "- ", "number"))
    for team in random.sample(TEAMS, random.randint(1, 6)):
        lines.append(team + (":" if apart == "colon" else ""))
        for number, (text, name, _, _) in enumerate(squad(random, style), start=1):
            before = f"{number}. " if bullet == "number" else bullet
            lines.append(("    " if apart == "indent" else "") + before + text)
            if name:
                wanted.append(Wanted(len(lines), {"name": name, "team": team}))
        lines += [""] * (random.randint(1, 2) if apart == "blank" else random.randint(0, 1))
    return typed("\n".join(lines)), wanted


def columns(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    teams = random.sample(TEAMS, random.randint(2, 4))
    style = random.choice(("comma", "first"))
    squads = [squad(random, style) for _ in teams]
    rows, wanted = [*random.choice(([], [["Squads"]])), teams], []
    for at in range(max(map(len, squads))):
        row = []
        for team, players in zip(teams, squads, strict=True):
            text, name = players[at][:2] if at < len(players) else ("", "")
            row.append(text)
            if name:
                wanted.append(Wanted(len(rows) + 1, {"name": name, "team": team}))
        rows.append(row)
    return as_sheet(rows), wanted


def inline(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines, wanted = [], []
    mark = random.choice((",", ";"))
    for team in random.sample([team for team in TEAMS if "," not in team], random.randint(2, 6)):
        players = squad(random, "comma" if mark == ";" and random.random() < 0.5 else "first")
        lines.append(f"{team}{random.choice((':', ' -'))} " + f"{mark} ".join(text for text, *_ in players))
        wanted += [Wanted(len(lines), {"name": name, "team": team}) for _, name, *_ in players if name]
    return typed("\n".join(lines)), wanted


def test_the_captain_has_the_number_and_others_have_none():
    text = "CROWN A\nHartley, D (C) 07700 900101\nKirkby, S (VC)\n???\nDale, Bob 07700 900109\n\n"
    players, people = squad_blocks.read(typed(text + "BELL\nMoran, J (C)\nHill, A\n"), CONTEXT)
    assert [(row.values["name"], row.values["team"]) for row in players.rows] == [
        ("D Hartley", "CROWN A"), ("S Kirkby", "CROWN A"), ("Bob Dale", "CROWN A"), ("J Moran", "BELL"),
        ("A Hill", "BELL"),
    ]  # fmt: skip
    assert [dict(row.values) for row in people.rows] == [
        {"name": "D Hartley", "role": "Captain", "team": "CROWN A", "phone": "07700 900101"},
        {"name": "S Kirkby", "role": "Vice-captain", "team": "CROWN A"},
        {"name": "J Moran", "role": "Captain", "team": "BELL"},
    ]
    assert [piece.original for piece in players.left_out] == ["???", "07700 900109"]


def test_a_squad_that_goes_on_below_a_blank_line_is_said_or_asked():
    text = "Crown A\nHartley, D (C)\n\nKirkby, S\nHill, A\n\nBell\nMoran, J (C)\nDale, B\n"
    players = squad_blocks.read(typed(text), CONTEXT)[0]
    assert [(row.values["name"], row.values["team"]) for row in players.rows][1] == ("S Kirkby", "Crown A")
    text = text.replace("Kirkby, S", "S Kirkby")
    players = squad_blocks.read(typed(text), CONTEXT)[0]
    assert [question.key for question in players.questions] == ["team:4"]


@pytest.mark.parametrize("mark", [".", ")", ""])
def test_a_team_with_a_number_in_its_name_is_no_next_player(mark):
    """Whose number is the next one, above squads that begin at 1 again."""
    squads = {"Bell": ("J Moran", "A Hill", "Bob Dale", "S Kirkby"), "5 Bells": ("Ann Raine", "K Airey")}
    lines = [
        line
        for team, players in squads.items()
        for line in (team, *(f"{number}{mark} {name}" for number, name in enumerate(players, start=1)))
    ]
    players = squad_blocks.read(typed("\n".join(lines)), CONTEXT)[0]
    assert [(row.values["team"], row.values["name"]) for row in players.rows] == [
        (team, name) for team, names in squads.items() for name in names
    ]


def test_squads_in_cells_may_stand_beside_each_other_with_pub_captain_and_numbers():
    rows = [["Squads 2026/27"], [], ["Hits & Giggles", "", "", "Bull B"], ["Horse & Jockey", "", "", "The Bull"],
            ["Captain", "Harry Airey", "", "Captain", "Mrs P Nairn"], ["Tel", "01518 250948", "", "Tel", ""],
            ["1", "John Smith", "", "1", "K O'Brien"], ["2", "Mary Dale", "", "2", "Tom Hill"],
            ["3", "Ann Raine", "", "3", "Bob Moran"]]  # fmt: skip
    players, people = squad_blocks.read(as_sheet(rows), CONTEXT)
    teams = {team: [row.values["name"] for row in players.rows if row.values["team"] == team]
             for team in ("Hits & Giggles", "Bull B")}  # fmt: skip
    assert teams == {
        "Hits & Giggles": ["Harry Airey", "John Smith", "Mary Dale", "Ann Raine"],
        "Bull B": ["P Nairn", "K O'Brien", "Tom Hill", "Bob Moran"],
    }
    assert [row.values.get("phone") for row in people.rows] == ["01518 250948", None]
    assert {"Horse & Jockey", "The Bull"} <= {piece.original for piece in players.left_out}
