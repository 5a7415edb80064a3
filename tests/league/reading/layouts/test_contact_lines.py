from random import Random

from league.reading.layouts import people_rows, teams_list
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, TEAMS, Wanted, typed

NAMES = (
    "Dave Hardy",
    "Sue Larter",
    "Brian Mace",
    "Pat O'Brien",
    "Terry Boast",
    "Ann-Marie Dale",
    "J. Cubitt",
    "Mo Khan",
)
LINES = (
    ("{team} - Capt: {one}, tel {phone}", "Captain", ""), ("{team}: captain {one}, {phone}", "Captain", ""),
    ("{team} - Captain {one} {phone}, Vice: {two}", "Captain", "Vice-captain"),
    ("{team}'s captain is {one} ({phone}), and {two} is vice.", "Captain", "Vice-captain"),
    ("{team} (captain {one}, {phone})", "Captain", ""), ("{team}: {one} is captain, {phone}", "Captain", ""),
    ("{team} - Sec: {one}, {phone}", "Secretary", ""),
    ("{team}: skipper {one} {phone}; deputy {two}", "Captain", "Vice-captain"),
)  # fmt: skip
OFFICERS = ("Secretary", "Treasurer", "Chairman", "President")


def of_teams(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines, wanted = random.choice(([], ["CONTACTS", ""]))[:], []
    form, first, second = random.choice(LINES)
    for team in random.sample([team for team in TEAMS if not set(",(&") & set(team)], random.randint(2, 7)):
        one, two = random.sample(NAMES, 2)
        phone = f"07700 900{random.randint(100, 999)}"
        email = random.random() < 0.2
        lines.append(form.format(team=team, one=one, two=two, phone=phone + (", x@example.org" if email else "")))
        values = {"team": team, "name": one, "role": first, "phone": phone}
        wanted.append(Wanted(len(lines), values | ({"email": "x@example.org"} if email else {})))
        if second:
            wanted.append(Wanted(len(lines), {"team": team, "name": two, "role": second}))
    return typed("\n".join(lines)), wanted


def of_officers(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines, wanted = random.choice(([], ["OFFICERS 2026-27"]))[:], []
    apart = random.choice((": ", " - ", " – "))
    for role in random.sample(OFFICERS, random.randint(2, 4)):
        name, phone = random.choice(NAMES), f"01632 960{random.randint(100, 999)}"
        address = random.choice(("", "", ", 4 The Street, Northby", ", 12 High Road"))
        lines.append(f"{role}{apart}{random.choice(('', 'Mrs ', 'Mr '))}{name}{address}, {phone}")
        wanted.append(Wanted(len(lines), {"name": name, "role": role, "phone": phone}))
    return typed("\n".join(lines)), wanted


def test_people_without_a_role_are_asked_about_once():
    sheet = typed("Swan - Kev Doyle 07700 900201\nGriffin - Mo Khan 07700 900203")
    (reading,) = people_rows.read_lines(sheet, CONTEXT)
    assert ([question.key for question in reading.questions], reading.rows) == (["role"], ())


def test_a_squad_in_a_line_is_no_list_of_contacts():
    assert (
        people_rows.read_lines(typed("Swan: K Doyle (capt), M Khan, A Finn\nBell: J Page (capt), T Ray"), CONTEXT) == ()
    )


def test_officers_above_a_list_of_venues_are_people_and_no_venues():
    text = (
        "Contacts 2026/27\nPresident: Mrs P Nairn, tel 01484 555012\nTreasurer: Ian O'Brien, tel 07700 900456\nVenues\n"
    )
    text += "Cross Keys – 3 Mill Lane, Northby BK1 1AB, tel 01484 600100\nBull – 4 Mill Lane, Northby BK2 2AB\n"
    text += "Plough - 5 Mill Lane, Northby BK2 2AC\n"
    (people,) = people_rows.read_lines(typed(text), CONTEXT)
    (venues,) = teams_list.read(typed(text), CONTEXT)
    assert [row.values["role"] for row in people.rows] == ["President", "Treasurer"]
    assert people.sure >= 0.75
    assert [row.values["name"] for row in venues.rows] == ["Cross Keys", "Bull", "Plough"]
    assert venues.rows[0].values | {"address": "3 Mill Lane, Northby", "postcode": "BK1 1AB"} == venues.rows[0].values
    assert venues.rows[0].values["notes"] == "Tel. 01484 600100"
