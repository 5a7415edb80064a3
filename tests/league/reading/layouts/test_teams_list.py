from random import Random

from league.reading.layouts import teams_list
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, TEAMS, Wanted, as_sheet, as_text, read_sample, typed

PUBS = ("The Crown", "Bell Inn", "W.M.C.", "Nag's Head", "Railway Social Club", "St. John's Hall", "Royal Oak Hotel")
DIVISIONS = ("Division One", "DIV A", "Division 2", "Section B", "Premier Division", "Red Division")
STARTS = {"8pm": "20:00", "7.30": "19:30", "19:45": "19:45", "8.15pm": "20:15", "": ""}
ADDRESSES = ("Church St", "14 Market Place", "Station Road, Northby")


def with_headings(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    columns = ["team", "venue", *random.sample(("start", "division", "night"), random.randint(0, 3))]
    if random.random() < 0.3:
        random.shuffle(columns)
    names = {"team": ("Team", "TEAM", "Side"), "venue": ("Venue", "Pub", "Home venue"), "start": ("Start", "Time"),
             "division": ("Division", "Div"), "night": ("Night", "Home night")}  # fmt: skip
    rows, wanted, division = (
        [*random.choice(([], [["Teams 2026"]])), [random.choice(names[key]) for key in columns]],
        [],
        "",
    )
    for team in random.sample(TEAMS, random.randint(2, 9)):
        if "division" not in columns and random.random() < 0.2:
            division = random.choice(DIVISIONS)
            rows.append([division])
        cells = {"team": team, "venue": random.choice((*PUBS, "")), "start": random.choice(list(STARTS))}
        cells |= {"division": random.choice(DIVISIONS), "night": random.choice(("Mon", "Tues/Thurs", "Weds"))}
        values = {key: cells[key] for key in columns if key != "team"} | {"name": team}
        values["start"] = STARTS[cells["start"]] if "start" in columns else ""
        if "division" not in columns:
            values["division"] = division
        rows.append([cells[key] for key in columns])
        wanted.append(Wanted(len(rows), values))
    return as_sheet(rows), wanted


def by_division(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """Divisions beside each other, with or without numbers."""
    divisions = random.sample(DIVISIONS, random.randint(1, 3))
    numbered, number = random.random() < 0.6, random.randint(3, 8)
    columns = [random.sample(TEAMS, number) for _ in divisions]
    if random.random() < 0.4:
        columns[-1][-1] = random.choice(("BYE", "-- Bye --", "Free"))
    rows, wanted = [divisions], []
    for at in range(number):
        row = [column[at] for column in columns]
        rows.append([f"{at + 1} {team}" if numbered else team for team in row])
        for team, division in zip(row, divisions, strict=True):
            if team not in ("BYE", "-- Bye --", "Free"):
                wanted.append(Wanted(len(rows), {"name": team, "division": division}))
    return random.choice((as_sheet(rows), as_text(random, rows))), wanted


def below_each_other(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines: list[str] = random.choice(([], ["Teams 2026-27", ""]))[:]
    wanted = []
    for division in random.sample(DIVISIONS, random.randint(1, 3)):
        lines.append(f"{division}{random.choice(('', ':'))}")
        for team in random.sample(TEAMS, random.randint(3, 8)):
            lines.append(team)
            wanted.append(Wanted(len(lines), {"name": team, "division": division}))
        lines.append("")
    return typed("\n".join(lines)), wanted


def venues(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines, wanted = [], []
    for pub in random.sample(PUBS, random.randint(2, 7)):
        address, postcode = random.choice(ADDRESSES), f"DL{random.randint(1, 19)} {random.randint(1, 9)}AA"
        lines.append(
            f"{pub}, {address}{random.choice((', ', ' '))}{random.choice((postcode, postcode.replace(' ', '')))}"
        )
        wanted.append(Wanted(len(lines), {"name": pub, "address": address, "postcode": postcode}))
    return typed("\n".join(lines)), wanted


def test_the_teams_and_venues_of_a_list_of_contacts():
    teams, pubs = teams_list.read(read_sample("17-contacts.csv"), CONTEXT)
    assert [(row.values["name"], row.values["venue"], row.values["captain"]) for row in teams.rows] == [
        ("Crown A", "Crown", "D Hartley"), ("Crown B", "Crown", "S. Kirkby"), ("Bell", "Bell Inn", "Moran"),
        ("WMC 'B'", "W.M.C.", "M Alderson"),
    ]  # fmt: skip
    assert [dict(row.values) for row in pubs.rows] == [
        {"name": "Crown", "notes": "Tap Rm"},
        {"name": "Bell Inn", "address": "Church St", "postcode": "DL0 0AA"},
        {"name": "W.M.C."},
    ]


def test_two_teams_of_nearly_one_name_stay_two():
    teams, _ = teams_list.read(read_sample("04-railway-and-railway-club.csv"), CONTEXT)
    assert [row.values["name"] for row in teams.rows] == ["Railway", "Railway Club"]


def test_who_entered_a_cup_is_no_list_of_teams():
    rows = [
        ["Cup", "Number", "Entry", "Plays for", "Division"],
        ["Dales Pairs", "1", "A Hird and B Raw", "Bell", "One"],
    ]
    assert teams_list.read(as_sheet(rows), CONTEXT) == ()
