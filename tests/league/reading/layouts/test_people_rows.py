from dataclasses import replace
from random import Random

from league.reading.layouts import people_rows
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, read_sample

TEAM = ("TEAM", "Team", "Club", "Team name")
CAPTAIN = ("CAPT.", "Captain", "Capt", "SKIPPER", "Team Captain", "Contact")
DEPUTY = ("Vice", "V. Capt.", "Vice Captain", "Deputy")
PHONE = ("TEL", "Tel.", "Mob", "Phone", "Telephone No.", "Mobile")
EMAIL = ("E-mail", "Email", "EMAIL ADDRESS")
ROLES = ("Treasurer", "Results Secretary", "Chairman", "President", "Knock-out co-ordinator", "Scorer")


def number(random: Random) -> tuple[str, str]:
    """A telephone number as it is written, and as it should be taken."""
    figures = f"{random.randint(0, 999):03}"
    mobile = random.choice((f"07700 900{figures}", f"07700-900{figures}", f"07700900{figures}"))
    return random.choice(((mobile, mobile), (f"7700900{figures}", f"07700900{figures}"), (f"01632 960{figures}",) * 2))


def person(random: Random) -> tuple[str, str]:
    name = random.choice(PEOPLE)
    shapes = [(name, name)] * 5
    first, _, last = name.rpartition(" ")
    if " " not in first and "." not in first:
        shapes += [(f"{last}, {first}", name)]
    shapes += [(f"Mrs {name}", name), (f"Mr. {name}", name), (last, last)]
    return random.choice(shapes)


def reached(random: Random) -> tuple[str, dict[str, str]]:
    """What stands beside a name, and what it says."""
    first, as_first = number(random)
    second, _ = number(random)
    email = f"someone{random.randint(1, 99)}@example.org"
    return random.choice(
        [(first, {"phone": as_first})] * 5
        + [("", {}), ("-", {}), ("ex-directory", {}), (f"ring pub {first}", {"phone": as_first})]
        + [(f"{first} / {second}", {"phone": as_first}), (f"{first} or {second}", {"phone": as_first})]
        + [(email, {"email": email}), (email.replace("@", "(at)"), {"email": email})]
    )


def contacts(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    heads = [random.choice(TEAM), random.choice(CAPTAIN), random.choice(PHONE)]
    beside = random.sample(("VENUE", "Night", "Div", "Notes"), random.randint(0, 2))
    with_deputy, with_email = random.random() < 0.4, random.random() < 0.3
    heads += [random.choice(EMAIL)] if with_email else []
    heads += [random.choice(DEPUTY), random.choice(PHONE)] if with_deputy else []
    rows = [*random.choice(([], [["Captains 2026-27"]], [["CONTACT LIST"], []])), heads + beside]
    wanted = []
    for team in random.sample(TEAMS, random.randint(2, 10)):
        name, as_name = random.choice((*[person(random)] * 6, ("???", ""), ("", "")))
        cell, values = reached(random)
        row = [team, name, cell]
        if with_email:
            row.append("capt@example.net" if as_name and "email" not in values else "")
            values = values | ({"email": "capt@example.net"} if row[-1] else {})
        if as_name:
            wanted.append(Wanted(len(rows) + 1, {"name": as_name, "role": "Captain", "team": team, **values}))
        if with_deputy:
            name, as_name = person(random)
            cell, values = reached(random)
            row += [name, cell]
            wanted.append(Wanted(len(rows) + 1, {"name": as_name, "role": "Vice-captain", "team": team, **values}))
        rows.append(row + [f"{key} {len(rows)}" for key in beside])
    return rows, wanted


def officers(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """A line for each officer, with the name in one column or in two."""
    two = random.random() < 0.4
    columns = ["role", *(("first", "last") if two else ("name",)), "phone", "email"]
    random.shuffle(columns)
    names = {
        "role": "Office",
        "first": "First name",
        "last": "Surname",
        "name": "Name",
        "phone": "Tel",
        "email": "Email",
    }
    rows, wanted = [[names[key] for key in columns]], []
    for role in random.sample(ROLES, random.randint(1, 5)):
        first, last = random.choice(("Ann", "Bob", "J.", "Mary-Jo")), random.choice(("Hill", "O'Brien", "St John"))
        cells = {"role": role, "first": first, "last": last, "name": f"{first} {last}", "email": "x@example.org"}
        cells["phone"], taken = number(random)
        rows.append([cells[key] for key in columns])
        values = {"name": f"{first} {last}", "role": role, "phone": taken, "email": "x@example.org"}
        wanted.append(Wanted(len(rows), values))
    return as_sheet(rows), wanted


def test_the_contacts_of_a_league():
    (reading,) = people_rows.read(read_sample("17-contacts.csv"), CONTEXT)
    assert [dict(row.values) for row in reading.rows] == [
        {"name": "D Hartley", "role": "Captain", "team": "Crown A", "phone": "07700 900101"},
        {"name": "S. Kirkby", "role": "Captain", "team": "Crown B", "phone": "07700-900102"},
        {"name": "Moran", "role": "Captain", "team": "Bell", "phone": "01632 960103"},
        {"name": "M Alderson", "role": "Captain", "team": "WMC 'B'", "email": "malderson@example.org"},
    ]
    assert reading.rows[2].notes == ("“ring pub” stands beside the number: it may be the pub’s number",)
    assert [(piece.original, piece.why) for piece in reading.left_out] == [
        ("01632 960101", "D Hartley can have one number here.")
    ]


def test_a_number_gets_its_nought_back():
    (reading,) = people_rows.read(read_sample("07-phone-without-its-zero.csv"), CONTEXT)
    assert reading.rows[0].values["phone"] == "07700900102"
    assert reading.rows[0].notes == ("The first 0 of the number was missing",)


def test_the_secretary_of_a_team_is_asked_about():
    rows = as_sheet([["Team", "Captain", "Sec'y"], ["Bell", "Ann Hill", "Bob Dale"]])
    (reading,) = people_rows.read(rows, CONTEXT)
    assert [row.values["name"] for row in reading.rows] == ["Ann Hill"]
    assert [question.key for question in reading.questions] == ["team_secretary"]
    (reading,) = people_rows.read(rows, replace(CONTEXT, answers={"team_secretary": "Vice-captain"}))
    assert [row.values["role"] for row in reading.rows] == ["Captain", "Vice-captain"]
