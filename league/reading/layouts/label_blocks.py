"""Records written as lines with labels, as a form or a program prints them: put below each other under headings.

Home team: Crown A            Team      Bell
Away team: Bell               Captain   J Hobbs
Score: 6-3                    Tel       01632 960124

Home team: Plough             Team      Crown A
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from league.reading.column_names import BESIDE, COLUMNS, EMAIL, PHONE
from league.reading.match_columns import HEADINGS
from league.reading.tabular import compared, filled, text_lines, whole
from league.reading.values import SheetLine, SourceSheet

LONGEST_LABEL, LONGEST_LINE = 30, 400
MARKED = re.compile(r"\s*(?P<label>[^\W\d_][^:=\t]*?|[%#])\s*(?::|=|\s[-–—])(?:\s+(?P<value>.*))?")
SPACED = re.compile(r"\s*(?P<label>\S+(?: \S+){0,3}?)(?:\t|\s{2,})\s*(?P<value>\S.*)")
NEXT = re.compile(r"(?:\s{2,}|\t|\s*[;|]\s*)(?=[^\W\d_][\w' /-]{1,28}:\s)")
NAMES = frozenset(
    compared(name) for columns in (*COLUMNS.values(), *BESIDE.values()) for column in columns for name in column.names
) | {name for names in HEADINGS.values() for name in names}
REACHED = {compared(name) for name in ("e-mail", "phone", *EMAIL, *PHONE)}
REMARKS = "Remarks"  # the heading of lines of a record that have no label
Pair = tuple[str, str]


@dataclass(slots=True)
class LabelledRecord:
    """What stands behind the labels of a record, which begins at line `number`, in their order."""

    number: int
    pairs: list[Pair] = field(default_factory=list)

    @property
    def labels(self) -> list[str]:
        return [compared(label) for label, _ in self.pairs]


def as_table(sheet: SourceSheet) -> SourceSheet:
    """Two records or more under one heading; the sheet as it is where labels do not repeat as those of records do."""
    in_cells = all(len(filled(line)) <= 2 for line in sheet.lines) and any(len(line.cells) > 1 for line in sheet.lines)
    lines = [(line, tuple(_pairs(line))) for line in (sheet.lines if in_cells else text_lines(sheet))]
    labels = Counter(compared(label) for _, pairs in lines for label, _ in pairs)
    usual = {
        label for label, count in labels.items() if label in NAMES or (count > 1 and 3 * count >= max(labels.values()))
    }
    lines = [(line, _usual(line, pairs, usual)) for line, pairs in lines]
    labelled = [pairs for _, pairs in lines if pairs]
    if sum(map(len, labelled)) < 4 or 3 * len(labelled) < 2 * len(lines) or len(usual & NAMES) < 2:
        return sheet
    reader = _Records(lines)
    pieces = list(reader.pieces())
    records = [piece for piece in pieces if isinstance(piece, LabelledRecord)]
    common = [label for label in usual if 3 * sum(label in record.labels for record in records) > 2 * len(records)]
    if len(records) < 2 or len(common) < 2 or not _are_whole(records, apart=reader.apart) or _are_led(pieces):
        return sheet
    headings, rows = _columns(records)
    cells = iter(rows)
    table = [
        SheetLine(piece.number, piece.cells if isinstance(piece, SheetLine) else tuple(next(cells))) for piece in pieces
    ]
    first = pieces.index(records[0])
    heading = SheetLine(records[0].number, tuple(headings))
    return SourceSheet(sheet.name, (*table[:first], heading, *table[first:]))


def _pairs(line: SheetLine) -> Iterator[Pair]:
    """The labels of a line with what stands behind each; of one with anything else in it none."""
    cells = filled(line)
    label = cells[0].rstrip(" :=") if cells else ""
    is_label = label[:1].isalpha() or compared(label) in NAMES
    if len(cells) == 2 and is_label and len(label) <= LONGEST_LABEL and line.cells[0].strip() and ":" not in label:
        yield label, cells[1]
    elif len(cells) == 1 and line.cells[0].strip() and len(cells[0]) <= LONGEST_LINE:
        parts = NEXT.split(cells[0])
        matches = [MARKED.fullmatch(part) or (SPACED.fullmatch(part) if len(parts) == 1 else None) for part in parts]
        if all(match and len(match["label"]) <= LONGEST_LABEL for match in matches):
            yield from ((match["label"].strip(), (match["value"] or "").strip()) for match in matches if match)


def _usual(line: SheetLine, pairs: tuple[Pair, ...], usual: AbstractSet[str]) -> tuple[Pair, ...]:
    """The pairs of a line whose labels are all usual; of a usual label alone one with nothing behind it."""
    alone = whole(line).rstrip(" :=")
    if not pairs and compared(alone) in usual:
        return ((alone, ""),)
    return pairs if all(compared(label) in usual for label, _ in pairs) else ()


class _Records:
    """Parts records at empty lines, if none stands within one, or before the first label, which nearly all have."""

    def __init__(self, lines: Sequence[tuple[SheetLine, Sequence[Pair]]]) -> None:
        numbers = [line.number for line, _ in lines]
        self.lines = list(zip([True, *(b > a + 1 for a, b in pairwise(numbers))], lines, strict=True))
        sizes: list[int] = []
        for gap, (_, pairs) in self.lines:
            sizes = [*sizes, 0] if gap else sizes
            sizes[-1] += len(pairs)
        self.apart = len(sizes) > 1 and 1 not in sizes
        labels = [compared(label) for _, pairs in lines for label, _ in pairs]
        counts = Counter(label for label in labels if label not in REACHED)
        self.first = counts.most_common(1)[0][0] if counts else ""
        self.leading = {*labels[: labels.index(self.first)]} if self.first else set()

    def pieces(self) -> Iterator[LabelledRecord | SheetLine]:
        record: LabelledRecord | None = None
        for gap, (line, pairs) in self.lines:
            record = None if gap and self.apart else record
            if not pairs and record is not None and self.apart:
                record.pairs.append((REMARKS, whole(line)))
            elif not pairs:
                record = None
                yield SheetLine(line.number, (whole(line),))
            for label, value in pairs:
                leads = compared(label) == self.first or compared(label) in self.leading
                if record is None or (leads and self.first in record.labels):
                    record = LabelledRecord(line.number)
                    yield record
                record.pairs.append((label, value))


def _are_whole(records: Sequence[LabelledRecord], *, apart: bool) -> bool:
    """Whether labels stand in one order, and none comes twice but numbers and addresses of several people."""
    orders = {pair for record in records for pair in combinations(dict.fromkeys(record.labels), 2)}
    in_order = apart or not any((second, first) in orders for first, second in orders)
    return in_order and not any(_twice(record) - REACHED for record in records)


def _twice(record: LabelledRecord) -> set[str]:
    return {label for label, count in Counter(record.labels).items() if count > 1 and label != compared(REMARKS)}


def _are_led(pieces: Sequence[LabelledRecord | SheetLine]) -> bool:
    """Whether most records stand below a line without a label, which then says of what they are."""
    records = [at for at, piece in enumerate(pieces) if isinstance(piece, LabelledRecord)]
    return 2 * sum(at > 0 and isinstance(pieces[at - 1], SheetLine) for at in records) > len(records)


def _columns(records: Sequence[LabelledRecord]) -> tuple[list[str], list[list[str]]]:
    """The headings, and the cells of every record. A label that comes twice has a column for each that it is below."""
    twice = {label for record in records for label in _twice(record)}
    order: list[tuple[str, str]] = []
    names: dict[tuple[str, str], str] = {}
    values: list[dict[tuple[str, str], str]] = []
    for record in records:
        values.append({})
        at, before = 0, ""
        for (label, value), plain in zip(record.pairs, record.labels, strict=True):
            key = (plain, before if plain in twice else "")
            if key not in names:
                order.insert(at, key)
            names.setdefault(key, label)
            at, before = order.index(key) + 1, plain
            values[-1][key] = " ".join(filter(None, (values[-1].get(key, ""), value)))
    return [names[key] for key in order], [[row.get(key, "") for key in order] for row in values]
