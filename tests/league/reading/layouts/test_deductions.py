from random import Random

from league.reading.layouts import deductions
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, TEAMS, Wanted, as_sheet, as_text, read_sample, typed

REASONS = ("late card", "no team raised", "ineligible player", "failed to fulfil fixture", "unpaid subs", "rule 14(b)")
DAYS = {"12/10/2026": "2026-10-12", "5 Nov": "2026-11-05", "Mon 7 Sep": "2026-09-07", "18/01/27": "2027-01-18"}
OFF = (
    *("{team} -{number} ({reason})", "{team} −{number} {reason}", "{team}: {number} points deducted ({reason})"),
    *("{team} docked {number} pts for {reason}", "{number} points off {team}, {reason}"),
    *("{number} pts deducted from {team} for {reason}", "{team} lose {number} points - {reason}"),
)
ON = (
    "{team} +{number} ({reason})",
    "{team}: {number} points awarded ({reason})",
    "{team} given {number} pts, {reason}",
)


def under_headings(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    columns = ["team", "points", *random.sample(("reason", "on", "kind"), random.randint(1, 3))]
    if "reason" not in columns:
        columns.append("reason")
    random.shuffle(columns)
    taken = random.random() < 0.5
    names = {"team": ("Team", "Club", "Side"), "points": ("Points deducted", "Pts ded") if taken else ("Pts", "Points"),
             "reason": ("Reason", "Why", "Notes"), "on": ("Date", "When"), "kind": ("Type", "What for")}  # fmt: skip
    rows = [*random.choice(([], [["Points adjustments 2026-27"]])), [random.choice(names[key]) for key in columns]]
    wanted = []
    for team in random.sample(TEAMS, random.randint(1, 6)):
        number, day = random.randint(1, 6), random.choice(list(DAYS))
        off = taken or random.random() < 0.6
        cells = {"team": team, "reason": random.choice(REASONS), "on": day, "kind": "Deduction" if off else "Award"}
        cells["points"] = str(number) if taken else f"{'-' if off else '+'}{number}"
        values = {key: cells[key] for key in columns} | {"points": f"{'-' if off else '+'}{number}"}
        rows.append([cells[key] for key in columns])
        wanted.append(Wanted(len(rows), values | ({"on": DAYS[day]} if "on" in columns else {})))
    return random.choice((as_sheet(rows), as_text(random, rows))), wanted


def in_lines(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    lines = random.choice((["Points deducted 2026/27"], ["DEDUCTIONS", ""], ["Penalty points"]))[:]
    form, dated, wanted = random.choice(OFF), random.random() < 0.3, []
    for team in random.sample([team for team in TEAMS if "," not in team and "(" not in team], random.randint(2, 7)):
        number, reason, on = random.randint(1, 6), random.choice(REASONS[:-1]), random.random() < 0.15
        text = random.choice(ON) if on else form
        day = random.choice(list(DAYS)) if dated else ""
        bullet = "" if dated else random.choice(("", "", "- ", "• "))
        lines.append(f"{bullet}{day}{' ' * bool(day)}{text.format(team=team, number=number, reason=reason)}")
        values = {"team": team, "points": f"{'+' if on else '-'}{number}", "reason": reason}
        wanted.append(Wanted(len(lines), values | ({"on": DAYS[day]} if day else {})))
    return typed("\n".join(lines)), wanted


def test_points_without_a_sign_are_asked_about_once():
    sheet = typed("ADJUSTMENTS\nBell 2 ineligible player\nCrown A 1 late card")
    (reading,) = deductions.read(sheet, CONTEXT)
    assert ([question.key for question in reading.questions], reading.rows) == (["unsigned"], ())


def test_a_final_table_is_no_list_of_deductions():
    assert deductions.read(read_sample("07c-final-table-old-program.csv"), CONTEXT) == ()


def test_the_day_on_which_a_team_withdrew_is_no_number_of_points():
    text = "2026/27\nPlough -2, late card (3 Nov)\nBull A minus 1 point, ineligible player\n"
    text += "Ship Inn have withdrawn from Division Two, 17 November 2026.\n"
    (reading,) = deductions.read(typed(text), CONTEXT)
    assert [row.values["team"] for row in reading.rows] == ["Plough", "Bull A"]
    assert reading.rows[0].values["reason"] == "late card (3 Nov)"
    assert not reading.questions
    assert reading.sure > 0.75
