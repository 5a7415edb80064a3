"""Points given and taken, under headings or a line each.

    Points deducted 2026-27                Date,Team,Pts,Reason
    Bull -3 (late card)                    12/10/26,Wherry,-2,No team
    2 points off Wherry, no card           19/10/26,Eels Foot,+1,Awarded on appeal

Points without a sign are taken off where a word says so, and asked about where none does.
"""

import re
from dataclasses import dataclass, replace

from league.reading.days import MONTH, day_at_start, season_in
from league.reading.sheet_dates import SheetDays
from league.reading.tabular import (
    amount,
    blocks_of,
    has_word,
    other_columns,
    row_of,
    text_lines,
    titles_above,
    whole,
    without_season,
    written,
)
from league.reading.values import Content, Context, LeftOut, Reading, ReadingQuestion, ReadRow, SheetLine, SourceSheet
from scoring.words import several

HEADINGS = {
    "team": ("team name", "side", "club", "name", "teams"),
    "points": ("pts", "point", "adjustment", "points adjustment", "points given or taken"),
    "taken": ("points deducted", "pts deducted", "pts ded", "deduction", "deducted", "ded", "points off", "pts off",
              "points lost", "penalty points", "penalty"),
    "reason": ("why", "for", "note", "notes", "remarks", "offence", "rule", "details", "comment", "because"),
    "on": ("date", "day", "match date", "counts from", "from", "when"),
    "kind": ("type", "what for"),
    "table": ("played", "p", "pld", "pl", "won", "w", "lost", "l", "drawn", "d", "pos", "position", "place"),
}  # fmt: skip
OFF = r"(?:deducted|off|docked|taken off|taken|lost|removed|penalty|deduction|less|minus|lose|loses|forfeit(?:ed)?)"
ON = r"(?:awarded|added|given|bonus|gained|plus|extra|gain|restored|given back)"
SIGN = "[-+–−]"
NUMBER = rf"(?P<sign>{SIGN}?)\s?(?P<number>\d{{1,3}}(?:\.5|\s?½)?)"
# No other number says more, and it is not the day of a month.
LAST = rf"(?!\s*(?::|{SIGN}\s?\d)|(?:st|nd|rd|th)?\s+{MONTH}|.*\d\s?(?:points?|pts?|pnts?)\b)"
POINTS = r"(?:\s?(?P<unit>points?|pts?|pnts?)\b\.?)"
LINES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{NUMBER}{POINTS}\s+(?P<word>{OFF}|{ON})?\s*(?:from|to|for)?\s+(?P<team>[^,;:(]+?)(?P<reason>\s*[,;:(].*|\s+for\s.*)?",
        rf"(?P<team>\S.*?)\s*[:,–-]?\s+(?P<word>{OFF}|{ON})\s+{NUMBER}{POINTS}?{LAST}(?P<reason>\W.*)?",
        rf"(?P<team>\S.*?)\s*[:,]?\s+(?:[–-]\s+)?{NUMBER}{POINTS}?{LAST}(?:\s+(?P<word>{OFF}|{ON})\b)?(?P<reason>\W.*)?",
    )
)
TITLE = re.compile(
    r"(?i)\b(?:deduct(?:ions?|ed)|penalt(?:y|ies)|adjustments?|docked|points? (?:off|awarded|lost|given|taken))\b",
)
SAID = re.compile(rf"(?i)\b(?:points?|pts?)\b.*\b{OFF}|\b{OFF}\b.*\b(?:points?|pts?)\b")
TAKEN = re.compile(r"(?i)deduct|penalt|docked|\boff\b|lost|taken")
TITLE_ALONE = "A title."
WITHDRAWAL = "A team that leaves is withdrawn on its own page, once it is here."
WITHDRAWN = re.compile(r"(?i)\b(?:withdr[ae]wn?|withdrawal|resigned|folded|dropped out|left the league)\b")
MONEY = re.compile(r"(?i)[£€$]|\bfines?\b")


@dataclass(frozen=True, slots=True)
class _Line:
    """What a line says of one team's points; `sign` is empty where nothing says whether they are given or taken."""

    line: SheetLine
    team: str
    number: str
    sign: str
    reason: str
    day: str = ""
    kind: str = ""


def read(sheet: SourceSheet, context: Context) -> tuple[Reading, ...]:
    if any(MONEY.search(cell) for line in sheet.lines for cell in line.cells):
        return ()
    if any("table" in block.columns for block in blocks_of(sheet, HEADINGS, ({"team"}, {"points", "taken"}))):
        return ()  # the points of a league table, with what each team has played and won
    lines, left = _under_headings(sheet)
    if not lines:
        lines, left = _in_lines(sheet)
    if not lines:
        return ()
    titles = " ".join([sheet.name, *(piece.original for piece in left)])
    days = SheetDays(context, [line.day for line in lines if line.day], season_in(titles))
    questions: dict[str, ReadingQuestion] = {}
    rows: list[ReadRow] = []
    for line in lines:
        sign = line.sign or {"off": "-", "on": "+"}.get(context.answers.get("unsigned", ""), "")
        if not sign:
            choices = (("off", "Taken off"), ("on", "Given"))
            text = f"“{whole(line.line)}”: are points without a sign taken off, or given?"
            questions.setdefault("unsigned", ReadingQuestion("unsigned", text, choices))
        day = days.read(line.day) if line.day else None
        notes = day.notes if day else ((f"“{line.day}” is not a date",) if line.day else ())
        if sign and not (day and day.waits):
            values = {"team": line.team, "points": sign + line.number, "reason": line.reason, "kind": line.kind}
            rows.append(row_of(line.line, values | ({"on": day.value} if day else {}), notes))
    pieces = len(lines) + len([piece for piece in left if piece.why not in (TITLE_ALONE, WITHDRAWAL)])
    sure = round(0.9 * len(lines) / pieces, 3)
    what = several(len(lines), "points adjustment")
    all_questions = (*questions.values(), *days.questions.values())
    return (Reading("deductions", Content.DEDUCTIONS, what, tuple(rows), tuple(left), all_questions, sure),)


def _under_headings(sheet: SourceSheet) -> tuple[list[_Line], list[LeftOut]]:
    blocks = blocks_of(sheet, HEADINGS, ({"team"}, {"points", "taken"}, {"reason", "taken"}))
    lines: list[_Line] = []
    left: list[LeftOut] = []
    for block in blocks:
        left += [*titles_above(block.above), *other_columns(block)]
        for line in block.lines:
            cell = block.cell(line, "taken") or block.cell(line, "points")
            number = amount(cell)
            if number is None or not number or not has_word(block.cell(line, "team")):
                left.append(LeftOut(line.number, whole(line), "No team with its points stands here."))
                continue
            sign = "-" if number < 0 or block.cell(line, "taken") else "+" if cell.lstrip().startswith("+") else ""
            texts = (block.cell(line, key) for key in ("reason", "on", "kind"))
            lines.append(_Line(line, block.cell(line, "team"), written(abs(number)), sign, *texts))
    return lines, left


def _in_lines(sheet: SourceSheet) -> tuple[list[_Line], list[LeftOut]]:
    texts = text_lines(sheet)
    title = next((line.cells[0] for line in texts[:3] if TITLE.search(line.cells[0])), "")
    pairs = [(line, _line(line)) for line in texts]
    lines = [read_line for _, read_line in pairs if read_line]
    left = [LeftOut(line.number, line.cells[0].strip(), TITLE_ALONE if line.cells[0] == title else _why_not(line))
            for line, read_line in pairs if read_line is None]  # fmt: skip
    is_about_points = title or any(SAID.search(line.cells[0]) for line in texts)
    numbered = sum(re.search(r"\d", line.cells[0]) is not None for line in texts)
    if not is_about_points or len(lines) * 2 < numbered:
        return [], []
    if TAKEN.search(title):
        lines = [replace(line, sign=line.sign or "-") for line in lines]
    return lines, left


def _why_not(line: SheetLine) -> str:
    if WITHDRAWN.search(line.cells[0]):
        return WITHDRAWAL
    if season_in(line.cells[0]) and not without_season(line.cells[0]):
        return TITLE_ALONE
    return "No team with its points stands here."


def _line(line: SheetLine) -> _Line | None:
    text = re.sub(r"^\s*(?:[-•*·]\s+(?=\w)|\(?\d{1,2}[.)]\s+(?=[^\W\d]))", "", line.cells[0]).strip().rstrip(".")
    span = day_at_start(text)
    day, text = (text[: span.end], text[span.end :].lstrip(" :,–-")) if span else ("", text)
    for pattern in LINES:
        match = pattern.fullmatch(text)
        if match is None or not has_word(match["team"]) or re.search(rf"\d\s*{SIGN}\s*\d", text):
            continue
        word = match["word"] or ""
        sign = "-" if re.fullmatch(OFF, word, re.IGNORECASE) else "+" if word else match["sign"]
        sign = "-" if sign in {"–", "−"} else sign
        if not (sign or match["unit"] or match["reason"]) or (match["reason"] and not has_word(match["reason"])):
            continue
        number = amount(match["number"])
        reason = re.sub(r"^(?:for|because of|as)\s+", "", (match["reason"] or "").strip(" -–:,;."))
        reason = reason[1:-1] if reason.startswith("(") and reason.find(")") == len(reason) - 1 else reason
        if number:
            return _Line(line, match["team"].strip(" :-–,"), written(abs(number)), sign, reason, day)
    return None
