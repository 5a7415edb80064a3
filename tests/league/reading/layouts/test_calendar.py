from dataclasses import replace
from datetime import date, timedelta
from random import Random

from league.reading.layouts import calendar
from tests.league.reading.variants import CONTEXT, Wanted, as_sheet, read_sample, typed

TITLES = {
    "league": ("League {n}", "League Week {n}", "Week {n}", "Lge {n}", "Division matches {n}"),
    "cup": (
        "Memorial Cup 1st Round",
        "Pairs 1st Round",
        "Singles heats",
        "K.O. Cup Semi-Finals",
        "Shield Final",
        "Fours",
    ),
    "free": ("FREE", "XMAS", "No games", "Half term", "Catch-up", "Bank Holiday", "Christmas & New Year"),
    "other": ("AGM", "Presentation Night", "Captains' meeting", "Annual dinner"),
}
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
NOTES = ("", "", "", "8 venues", "at the Crown", "start 8pm")


def written(at: date, shape: str) -> str:
    th = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd", 31: "st"}.get(at.day, "th")
    short = WEEKDAYS[at.weekday()]
    return {
        "numbers": f"{at.day}/{at.month}/{at.year}", "short": f"{at.day:02}/{at.month:02}/{at:%y}",
        "dots": f"{at.day}.{at.month}.{at:%y}", "words": f"{at.day} {at:%b}", "weekday": f"{short} {at.day} {at:%b}",
        "ordinal": f"{at.day}{th} {at:%B}", "dash": f"{at.day}-{at:%b}",
        "long": f"{at:%A} {at.day}{th} {at:%B} {at.year}",
    }[shape]  # fmt: skip


def nights(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    shape = random.choice(("numbers", "short", "dots", "words", "weekday", "ordinal", "long", "dash"))
    rows: list[list[str]] = random.choice(
        ([], [["Typical Calendar"]], [["Date", "Event", "Notes"]], [["Calendar 2026-27"], []])
    )[:]
    at, number, wanted = date(2026, 9, 7) + timedelta(days=random.randint(0, 6)), 0, []
    numbered = random.random() < 0.2
    for week in range(1, random.randint(4, 25)):
        kind = random.choice(("league", "league", "league", "cup", "free", "other"))
        number += kind == "league"
        title, note = random.choice(TITLES[kind]).format(n=number), random.choice(NOTES)
        wrong = "weekday" in shape and random.random() < 0.05
        day = written(at, shape)
        if wrong:
            day = day.replace(WEEKDAYS[at.weekday()], WEEKDAYS[(at.weekday() + 1) % 7])
        rows.append([*([str(week)] if numbered else []), day, title, note])
        note = "; ".join(filter(None, (note, f"Week {week}" if numbered else "")))
        wanted.append(Wanted(len(rows), {"date": at.isoformat(), "kind": kind, "title": title, "note": note}))
        at += timedelta(days=random.choice((7, 7, 7, 14)))
        if at > date(2027, 5, 25):
            break
    return rows, wanted


def test_the_calendar_of_a_league():
    (reading,) = calendar.read(read_sample("20-season-calendar.csv"), CONTEXT)
    assert [(row.values["date"], row.values["kind"], row.values["title"]) for row in reading.rows] == [
        ("2026-10-10", "league", "League 1"),
        ("2026-10-17", "league", "League 2"),
        ("2026-11-07", "cup", "Memorial Cup 1st Round"),
        ("2026-11-21", "cup", "Pairs 1st Round"),
        ("2027-02-13", "cup", "Memorial 2nd Rd / 1st Rd Plate"),
        ("2027-03-06", "free", "FREE"),
    ]
    assert [question.key for question in reading.questions] == ["night:shield league"]
    answered = replace(CONTEXT, answers={"night:shield league": "cup"})
    (reading,) = calendar.read(read_sample("20-season-calendar.csv"), answered)
    assert dict(reading.rows[4].values) == {"date": "2026-12-12", "kind": "cup", "title": "Shield League 1"}


def test_days_below_the_name_of_their_month():
    text = "OCTOBER\nMon 5  League 1\nMon 12  Pairs 1st Rd\nNOVEMBER\n9th  AGM\nWed 16  League 2\n"
    (reading,) = calendar.read(typed(text), CONTEXT)
    assert [row.values["date"] for row in reading.rows] == ["2026-10-05", "2026-10-12", "2026-11-09"]
    assert reading.questions[0].text == "“Wed 16 NOV” is a Monday in 2026. Which date is it?"


def test_weekdays_of_another_season_are_asked_about_once():
    rows = [["Mon 8 Sep", "League 1"], ["Mon 15 Sep", "League 2"], ["Mon 22 Sep", "Cup 1st Round"]]
    (reading,) = calendar.read(as_sheet(rows), CONTEXT)
    assert reading.rows == ()
    assert [question.key for question in reading.questions] == ["year"]
    (reading,) = calendar.read(as_sheet(rows), replace(CONTEXT, answers={"year": "2025"}))
    assert [row.values["date"] for row in reading.rows] == ["2025-09-08", "2025-09-15", "2025-09-22"]
