"""Variants of what people bring, made from a known truth, and the judge of what was read of them."""

import csv
import os
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from league.reading.files import read_file
from league.reading.values import Content, Context, Reading, SheetLine, SourceSheet
from tests.seeds import SEED

VARIANTS = int(os.environ.get("VARIANTS", "30"))
CONTEXT = Context(today=date(2026, 11, 28), starts=date(2026, 9, 1), ends=date(2027, 5, 31))
SAMPLES = Path(__file__).with_name("samples")
TEAMS = (
    "Crown A", "Crown B", "Bell", "Plough", "Fleece", "Legion", "W.M.C.", "WMC 'B'", "Nag's Head", "Rose & Crown",
    "Turks Hd", "Station Htl", "Hit and Miss", "Good, Bad & Curly", "Oddfellows", "Ex-Service", "St. John's", "1st XI",
    "The Bay Horse", "Club 147", "Pro's & Con's", "Queen's Arms (Lge)", "Railway", "Railway Club", "5 Bells",
    "Red Lion M",
)  # fmt: skip
PEOPLE = (
    "D Hartley", "S. Kirkby", "J. Hobbs", "Mary O'Brien", "P.J. Raine", "Ann-Marie Dale", "T McArdle", "Wm. Airey",
    "Sean Hall", "K Nairn", "Bob St John", "A N Other", "Li Wei", "Ruth van Dyke", "Jo Bell", "Sid Vicar",
)  # fmt: skip


@dataclass(frozen=True)
class Wanted:
    """A row that should be read: `place` is its line."""

    place: int
    values: Mapping[str, str]


def read_sample(name: str) -> SourceSheet:
    """A sample of comma-separated values, or of text."""
    text = (SAMPLES / name).read_text(encoding="utf-8")
    return typed(text) if name.endswith((".txt", ".json")) else as_sheet(list(csv.reader(StringIO(text))))


def as_sheet(rows: Sequence[Sequence[object]], name: str = "") -> SourceSheet:
    lines = []
    for number, row in enumerate(rows, start=1):
        cells = [" ".join(str(cell).split()) for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            lines.append(SheetLine(number, tuple(cells)))
    return SourceSheet(name, tuple(lines))


def typed(text: str, name: str = "") -> SourceSheet:
    """A text, with a cell for each tab."""
    lines = as_sheet([line.split("\t") for line in text.splitlines()]).lines
    return SourceSheet(name, lines, text)


def as_text(random: Random, rows: Sequence[Sequence[object]]) -> SourceSheet:
    """Rows as somebody types them, in columns of spaces."""
    widths = Counter[int]()
    for row in rows:
        for at, cell in enumerate(row):
            widths[at] = max(widths[at], len(str(cell)))
    gap = random.randint(2, 5)
    return typed("\n".join("".join(str(cell).ljust(widths[at] + gap) for at, cell in enumerate(row)) for row in rows))


ABOVE = (["Northby & District Dominoes League"], ["Produced by the Secretary"], ["", "", "Private and confidential"])
BELOW = ("E & O E", "Printed 3 June", "Please tell the secretary of mistakes", "* = see rule 7")


Rows = Callable[[Random], tuple[list[Any], list[Wanted]]]
Maker = Callable[[Random], tuple[SourceSheet, list[Wanted]]]


def in_cells(rows: Rows) -> Maker:
    def cells(random: Random) -> tuple[SourceSheet, list[Wanted]]:
        made, wanted = rows(random)
        return as_sheet(made), wanted

    return cells


def in_text(rows: Rows) -> Maker:
    def text(random: Random) -> tuple[SourceSheet, list[Wanted]]:
        made, wanted = rows(random)
        return as_text(random, made), wanted

    return text


def with_noise(random: Random, sheet: SourceSheet, wanted: Sequence[Wanted]) -> tuple[SourceSheet, list[Wanted]]:
    """The sheet with an empty column in front, a line above or a remark below, as people leave them."""
    lines = [(line.number, list(line.cells)) for line in sheet.lines]
    if sheet.text or not lines:
        return sheet, list(wanted)
    if random.random() < 0.2:
        lines = [(number, ["", *cells]) for number, cells in lines]
    further = int(random.random() < 0.2)
    if further:
        lines = [(1, random.choice(ABOVE)), *((number + 1, cells) for number, cells in lines)]
    if random.random() < 0.2:
        lines.append((lines[-1][0] + 2, [random.choice(BELOW)]))
    changed = tuple(SheetLine(number, tuple(cells)) for number, cells in lines)
    return SourceSheet(sheet.name, changed), [Wanted(row.place + further, row.values) for row in wanted]


def as_file(random: Random, sheet: SourceSheet) -> SourceSheet:
    """The sheet as it is read from a file of some separator and encoding, or pasted with tabs."""
    if sheet.text or max((len(line.cells) for line in sheet.lines), default=0) < 2 or random.random() < 0.3:
        return sheet
    rows: list[tuple[str, ...]] = [()] * sheet.lines[-1].number
    for line in sheet.lines:
        rows[line.number - 1] = line.cells
    width = max(map(len, rows))
    out = StringIO()
    mark = random.choice((",", ",", ";", "\t", "|"))
    full = [(*row, *[""] * (width - len(row))) for row in rows]
    csv.writer(out, delimiter=mark, quoting=random.choice((csv.QUOTE_MINIMAL, csv.QUOTE_ALL))).writerows(full)
    for encoding in random.sample(("utf-8", "utf-8-sig", "utf-16", "cp1252"), 4):
        try:
            (read,) = read_file(out.getvalue().encode(encoding))
        except UnicodeEncodeError:
            continue
        return read
    return sheet


def prove(
    make: Maker,
    read: Callable[[SourceSheet, Context], tuple[Reading, ...]],
    content: Content,
    keys: Sequence[str] = (),
) -> Counter[str]:
    """How the variants of a layout went; a row that is wrong in silence fails, with its seed and its sheet."""
    counts: Counter[str] = Counter()
    for seed in range(SEED * 1000, SEED * 1000 + VARIANTS):
        random = Random(seed)
        sheet, wanted = with_noise(random, *make(random))
        sheet = as_file(random, sheet)
        more, faults = judge(read(sheet, CONTEXT), content, wanted, keys)
        shown = "\n".join(" | ".join((str(line.number), *line.cells)) for line in sheet.lines)
        assert not faults, "\n".join((f"seed {seed}", *faults, shown, sheet.text))
        counts += more
    print(f"{read.__module__.rpartition('.')[2]} {make.__name__}: {dict(counts)}")  # noqa: T201 - the table of make prove
    return counts


def judge(
    readings: Sequence[Reading], content: Content, wanted: Sequence[Wanted], keys: Sequence[str] = ()
) -> tuple[Counter[str], list[str]]:
    """How many rows were right, asked about and left out; and what is wrong in silence."""
    mine = [reading for reading in readings if reading.content == content]
    faults: list[str] = []
    counts: Counter[str] = Counter()
    if not mine:
        return Counter(refused=len(wanted)), faults
    reading = max(mine, key=lambda one: one.sure)
    truth = [_plain(row.values, keys) for row in wanted]
    rest = list(truth)
    for row in reading.rows:
        values = _plain(row.values, keys)
        if values in rest:
            rest.remove(values)
            counts["right"] += 1
        else:
            faults.append(f"line {row.place}: {values}, from “{row.original}”")
    places = {piece.place for piece in reading.left_out}
    for row in wanted:
        if _plain(row.values, keys) not in rest:
            continue
        rest.remove(_plain(row.values, keys))
        if row.place in places:
            counts["left out"] += 1
        elif reading.questions:
            counts["asked"] += 1
        else:
            faults.append(f"line {row.place}: nothing became of {row.values}")
    return counts, faults


def _plain(values: Mapping[str, str], keys: Sequence[str]) -> dict[str, str]:
    return {key: value for key, value in values.items() if value and (not keys or key in keys)}
