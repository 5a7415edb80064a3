from dataclasses import replace
from datetime import date, timedelta
from random import Random

from league.reading.files import read_file
from league.reading.layouts.calendar import read_sentences
from league.reading.values import SourceSheet
from tests.league.reading.layouts.test_calendar import written
from tests.league.reading.variants import CONTEXT, Wanted, typed

FOR = {
    "free": ("No matches", "No games", "Free weeks", "Half term", "Christmas break"),
    "cup": ("Cup semi-finals", "Singles heats"),
    "other": ("AGM", "Presentation evening"), "league": ("League week 3", "Division matches"),
}  # fmt: skip


def clause(random: Random, nights: list[date]) -> tuple[str, list[dict[str, str]]]:
    """Some nights and what they are for, in words, and what they mean."""
    kind = random.choice([*FOR] if len(nights) < 3 else ["free", "cup"])
    title, shape = random.choice(FOR[kind]), random.choice(("words", "ordinal", "weekday"))
    days = [written(at, shape) for at in nights]
    if shape != "weekday" and len({at.month for at in nights}) == 1 and random.random() < 0.5:
        days = [day.split()[0] for day in days[:-1]] + days[-1:]
    last = random.choice((" and ", " & ", ", and "))
    listed = ", ".join(days[:-1]) + last + days[-1] if len(days) > 1 else days[0]
    note = random.choice(("", "", "", "at the Crown", "from 8pm"))
    text = random.choice((
        f"{title} on {listed} {note}", f"{title} {listed} {note}", f"{title}: {listed} {note}",
        f"{title} is {listed} {note}", f"The {title} will be held on {listed} {note}",
        f"On {listed} there is {title} {note}", f"{listed}: {title} {note}",
    )).strip()  # fmt: skip
    before = text.startswith(("On ", listed))
    said = {"kind": kind, "title": f"{title} {note}".strip() if before else title, "note": "" if before else note}
    return text, [said | {"date": at.isoformat()} for at in nights]


def sentences(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    at, lines, wanted = date(2026, 9, 7) + timedelta(days=random.randrange(5)), [""], []
    while at < date(2027, 5, 1):
        nights = [at + timedelta(days=7 * by) for by in range(random.choice((1, 1, 2, 2, 3)))]
        at = nights[-1] + timedelta(days=random.choice((7, 14, 28)))
        text, values = clause(random, nights)
        if lines[-1] and random.random() < 0.5:
            lines[-1] += random.choice(("; ", ". ")) + text
        else:
            lines += [text]
        wanted += [Wanted(len(lines), each) for each in values]
    return typed("\n".join(line + random.choice((".", "")) for line in lines)), wanted


def read(text: str, **answers: str):
    return read_sentences(typed(text), replace(CONTEXT, answers=answers))[0]


def test_the_nights_of_a_span_are_those_of_a_weekday():
    text = "AGM 24 May\nNo matches from 21 December to 4 January"
    assert [question.key for question in read(text).questions] == ["span_night"]
    dates = [row.values["date"] for row in read(text, span_night="1").rows]
    assert dates == ["2027-05-24", "2026-12-22", "2026-12-29"]


def test_a_table_with_commas_is_no_list_of_days():
    (sheet,) = read_file(b"Week,W/C,\n1,7 Sept,League\n2,14 Sept,League\n3,21 Sept,Singles (heats)\n")
    assert read_sentences(sheet, CONTEXT) == ()


def test_a_sentence_that_moves_matches_is_left_out():
    reading = read("AGM 24 May\nFinal 3 May\nMatches of 1 February will be played on 8 February")
    assert [piece.place for piece in reading.left_out] == [3]
