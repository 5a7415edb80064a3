from dataclasses import replace
from random import Random

from league.reading.layouts import squad_rows
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, read_sample

NAMES = {
    "name": ("Player", "Name", "PLAYER NAME", "Full name"),
    "first": ("First name", "Forename", "Christian name"),
    "last": ("Surname", "Last name"),
    "team": ("Team", "Club", "Plays for"),
    "since": ("Registered", "Date registered", "Joined", "Signed"),
    "known_as": ("Nickname", "Known as"),
    "under_18": ("Under 18", "U18", "Junior"),
    "phone": ("Tel", "Mobile"),
}
DAYS = (("03/09/2026", "2026-09-03"), ("3 Sept 2026", "2026-09-03"), ("12th October", "2026-10-12"), ("", ""))


def rows_of(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    two = random.random() < 0.35
    comma = not two and random.random() < 0.3
    columns = ["team", *(("first", "last") if two else ("name",))]
    columns += random.sample(("since", "known_as", "under_18", "phone"), random.randint(0, 3))
    if random.random() < 0.4:
        random.shuffle(columns)
    once = random.random() < 0.3
    rows = [*random.choice(([], [["Registered players"]])), [random.choice(NAMES[key]) for key in columns]]
    wanted = []
    for team in random.sample(TEAMS, random.randint(1, 5)):
        for number, name in enumerate(random.sample(PEOPLE, random.randint(1, 7))):
            first, _, last = name.partition(" ")
            shown, mark = name, random.choice(("", "", "", " (C)", " (VC)"))
            if comma:
                shown = f"{last}, {first}"
            elif not two and random.random() < 0.15:
                shown = f"{random.choice(('Mr', 'Mrs', 'Dr.'))} {name}"
            day, since = random.choice(DAYS)
            young = random.choice((("Y", "yes"), ("N", ""), ("", "")))
            cells = {"team": team if number == 0 or not once else "", "name": shown + mark, "first": first}
            cells |= {"last": last, "since": day}
            cells |= { "known_as": "Bob", "under_18": young[0], "phone": "07700 900123"}  # fmt: skip
            values = {"name": name, "team": team, "since": since, "known_as": "Bob", "under_18": young[1]}
            gone = {"since", "known_as", "under_18"} - set(columns)
            rows.append([cells[key] for key in columns])
            wanted.append(Wanted(len(rows), {key: value for key, value in values.items() if key not in gone}))
    return rows, wanted


def names(context, sample):
    return [(row.values["name"], row.values["team"]) for row in squad_rows.read(read_sample(sample), context)[0].rows]


def test_first_name_and_surname_are_joined():
    assert names(CONTEXT, "03-first-name-and-surname.csv") == [("Ann Hill", "Crown A"), ("Bob Dale", "Bell")]


def test_two_of_one_name_are_two_rows_that_say_so():
    (reading,) = squad_rows.read(read_sample("05-two-people-of-one-name.csv"), CONTEXT)
    assert [row.values["team"] for row in reading.rows] == ["Crown A", "Bell"]
    assert all("more than once" in row.notes[0] for row in reading.rows)


def test_a_surname_in_front_is_asked_about_once():
    (reading,) = squad_rows.read(read_sample("06-surname-first-and-titles.csv"), CONTEXT)
    assert [question.key for question in reading.questions] == ["comma"]
    answered = replace(CONTEXT, answers={"comma": "yes"})
    assert names(answered, "06-surname-first-and-titles.csv") == [
        ("Smith", "Crown A"), ("Alan Hill", "Crown A"), ("P Nairn", "Bell")
    ]  # fmt: skip


def test_players_below_the_name_of_their_team():
    rows = [["Crown A"], ["Player", "Joined"], ["Ann Hill", "3/9/26"], ["Bell"], ["Player", "Joined"], ["Li Wei", ""]]
    rows += [["Zed"], ["Bob Dale", "4/9/26"]]
    (reading,) = squad_rows.read(as_sheet(rows), CONTEXT)
    assert [question.key for question in reading.questions] == ["team:6", "team:7"]
    answers = {"team:6": "player", "team:7": "team"}
    (reading,) = squad_rows.read(as_sheet(rows), replace(CONTEXT, answers=answers))
    assert [(row.values["name"], row.values["team"]) for row in reading.rows] == [
        ("Ann Hill", "Crown A"), ("Li Wei", "Bell"), ("Bob Dale", "Zed")
    ]  # fmt: skip


def test_a_title_that_may_be_of_the_whole_list_is_no_team():
    rows = [["Registered 2026"], ["Player", "Joined"], ["Ann Hill", "3/9/26"]]
    (reading,) = squad_rows.read(as_sheet(rows, "Sheet1"), CONTEXT)
    assert (reading.rows, [question.key for question in reading.questions]) == ((), ["team:2"])
