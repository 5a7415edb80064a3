"""Lists in many shapes written by hand, each with the rows that must come of it and what must be asked.

A heading has the name, the content, the keys of the values and, where questions are answered, `key=answer; key=answer`.
"""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from league.reading.files import read_file
from league.reading.recognise import readings
from league.reading.values import Context

TEXT = (Path(__file__).parent / "samples" / "lists-by-hand.txt").read_text(encoding="utf-8")
LISTS = {block.partition(" | ")[0]: block for block in TEXT.removeprefix("=== ").split("\n=== ")}
CONTEXT = Context(date(2026, 11, 29), date(2026, 9, 1), date(2027, 5, 31))


@pytest.mark.parametrize("name", LISTS)
def test_a_list_is_read_right_or_asked_about(name):
    heading, _, block = LISTS[name].partition("\n")
    _, content, keys, *answers = heading.split(" | ")
    text, wanted = block.split("\n---")
    answered = {key: answer for key, _, answer in (part.partition("=") for one in answers for part in one.split("; "))}
    context = replace(CONTEXT, answers=answered)

    sheets = read_file(f"{text}\n".encode(), "list.json" if name == "JSON" else "")
    reading = max((one for sheet in sheets for one in readings(sheet, context)), key=lambda one: one.sure)

    rows = [" | ".join(row.values.get(key, "") for key in keys.split()).rstrip() for row in reading.rows]
    asked = [f"? {question.key}" for question in reading.questions]
    assert (reading.content, [*rows, *asked]) == (content, wanted.strip("\n").splitlines())
