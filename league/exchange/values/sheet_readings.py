"""Readings of a sheet as they are kept, which of them are meant, their rows as those of an import, and their season."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from league.exchange.choices import WITH_DIVISION, ImportKind
from league.exchange.values.columns import missing_columns
from league.exchange.values.scores import has_score
from league.reading.column_names import BESIDE
from league.reading.columns import columns_of, match_columns, split_heading
from league.reading.days import season_in
from league.reading.marks import DIVISION
from league.reading.values import Content, LeftOut, Reading, ReadingQuestion, ReadRow, SourceSheet
from league.schedule.models import Season

MOST_READINGS = 8
LONGEST_ORIGINAL = 200
TAKEN_FROM = 0.6  # how sure a reading must be to be taken before anybody has said so
SURE, LIKELY = 0.75, TAKEN_FROM
# What one sheet may have at once; otherwise readings of one sheet exclude each other.
TOGETHER = (
    {Content.VENUES, Content.TEAMS, Content.PEOPLE, Content.PLAYERS},
    {Content.RESULTS, Content.TABLES},
    {Content.FIXTURES, Content.NIGHTS},
)
MATCHES = frozenset({Content.FIXTURES, Content.RESULTS})
DATED = MATCHES | {Content.NIGHTS, Content.TIES}  # whose days tell of which season a sheet is
STATE_WORDS = {
    "postponed": "P/P", "void": "void", "abandoned": "abandoned", "result_awaited": "R/A",
    "walkover": "W/O", "walkover_home": "home walkover", "walkover_away": "away walkover",
}  # fmt: skip


# --- to JSON and back -------------------------------------------------------------------------------------------------
def keep_readings(readings: Sequence[Reading]) -> list[dict[str, Any]]:
    return [
        {
            "layout": reading.layout, "content": reading.content.value, "what": reading.what, "sure": reading.sure,
            "rows": [[row.place, row.original[:LONGEST_ORIGINAL], dict(row.values), list(row.notes)]
                     for row in reading.rows],
            "left_out": [[piece.place, piece.original[:LONGEST_ORIGINAL], piece.why] for piece in reading.left_out],
            "questions": [[ask.key, ask.text, [list(choice) for choice in ask.choices]] for ask in reading.questions],
        }
        for reading in readings[:MOST_READINGS]
    ]  # fmt: skip


def kept_reading(kept: Mapping[str, Any]) -> Reading:
    return Reading(
        kept["layout"], Content(kept["content"]), kept["what"],
        tuple(ReadRow(place, original, values, tuple(notes)) for place, original, values, notes in kept["rows"]),
        tuple(LeftOut(*piece) for piece in kept["left_out"]),
        tuple(ReadingQuestion(key, text, tuple((answer, words) for answer, words in choices))
              for key, text, choices in kept["questions"]),
        kept["sure"],
    )  # fmt: skip


# --- which of them are meant ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class KeyedReading:
    """A reading under the name by which somebody chooses it, and whether it is meant."""

    key: str
    reading: Reading
    taken: bool

    @property
    def sureness(self) -> str:
        """Nothing where it was read without doubt."""
        sure = self.reading.sure
        return "" if sure >= SURE else "probably" if sure >= LIKELY else "a guess: look at it"


def keyed_readings(kept: Iterable[Mapping[str, Any]], taken: Sequence[str] | None) -> list[KeyedReading]:
    readings = [kept_reading(each) for each in kept]
    keys: list[str] = []
    for reading in readings:
        # A list of matches may turn out to be one of results once its questions are answered.
        key = f"{reading.layout}-{'matches' if reading.content in MATCHES else reading.content}"
        keys.append(f"{key}-{keys.count(key) + 1}" if key in keys else key)
    if taken is not None and (not taken or set(taken) & set(keys)):
        chosen = set(taken)
    else:
        chosen = {keys[at] for at in _usual(readings)}
    return [KeyedReading(key, reading, key in chosen) for key, reading in zip(keys, readings, strict=True)]


def _usual(readings: Sequence[Reading]) -> list[int]:
    if not readings or readings[0].sure < TAKEN_FROM:
        return []
    family = next((family for family in TOGETHER if readings[0].content in family), {readings[0].content})
    places: dict[Content, int] = {}
    for at, reading in enumerate(readings):
        if reading.sure >= TAKEN_FROM and reading.content in family:
            places.setdefault(reading.content, at)
    return list(places.values())


def best_of_kind(kept: Iterable[Mapping[str, Any]], kind: ImportKind) -> list[str]:
    return [keyed.key for keyed in keyed_readings(kept, None) if may_be_of(kind, keyed.reading)][:1]


def may_be_of(kind: ImportKind, reading: Reading) -> bool:
    """Fixtures may have results among them; and matches that are all asked about may turn out to be results."""
    in_doubt = reading.content in MATCHES and not reading.rows
    as_fixtures = kind is ImportKind.FIXTURES and reading.content is Content.RESULTS
    return reading.content.value == kind.value or as_fixtures or (kind is ImportKind.RESULTS and in_doubt)


# --- rows of an import ------------------------------------------------------------------------------------------------
def import_rows(kind: ImportKind, rows: Sequence[Mapping[str, str]]) -> tuple[list[str], list[list[str]]]:
    """The keys of the columns that any row has, and the cells of every row below them."""
    values = [_with_score(row) if kind is ImportKind.RESULTS else dict(row) for row in rows]
    keys = [column.key for column in columns_of(kind) if any(row.get(column.key) for row in values)]
    keys += [column.key for column in columns_of(kind) if column.needed and column.key not in keys]
    if kind is ImportKind.RESULTS and not {"score", "home_score"} & set(keys):
        keys.append("score")
    return keys, [[row.get(key, "") for key in keys] for row in values]


def labels_of(kind: ImportKind, keys: Iterable[str]) -> list[str]:
    labels = {column.key: column.label for column in columns_of(kind)}
    return [labels[key] for key in keys]


def beside(reading: Reading) -> list[str]:
    """What the rows say besides, and an import of that kind does not keep: "Division", "Home night"."""
    columns = BESIDE.get(reading.content, ())
    return [
        column.label for column in columns
        if column.key not in {"week", "status"} and any(row.values.get(column.key) for row in reading.rows)
    ]  # fmt: skip


def _with_score(values: Mapping[str, str]) -> dict[str, str]:
    """A row whose state, if it has one, stands with its score as people write it: "9-0 w/o", "P/P"."""
    row, state = dict(values), STATE_WORDS.get(values.get("state", ""), "")
    home, away = row.get("home_score", ""), row.get("away_score", "")
    if not state:
        return row
    row |= {"home_score": "", "away_score": "", "score": state}
    if home and away:
        mark = "W/O" if values["state"].startswith("walkover") else state
        row["score"] = f"{home}-{away} {mark}"
    return row


# --- plain lists, whose columns can be matched as they stand ----------------------------------------------------------
LAYOUT = "plain_list"
LEAST = 0.5  # how sure it must be to be offered: about half of the headings are known
WITHOUT_LAYOUT = (ImportKind.DEDUCTIONS,)


def is_plain_list(kind: ImportKind, sheet: SourceSheet) -> bool:
    """One row of known headings, and below it only rows of that kind: no headings between them, no division above."""
    if kind is ImportKind.RECORDS:  # "Won" is a number in one list, and a word in the next
        return False
    heading, rows = split_heading(kind, sheet.lines)
    matching = match_columns(kind, heading)
    if len(rows) == len(sheet.lines) or DIVISION.search(sheet.name) or missing_columns(kind, matching):
        return False
    if kind is ImportKind.RESULTS and not has_score(matching):
        return False
    alone = [filled[0] for row in rows if len(filled := [cell for cell in row.cells if cell]) == 1]
    return not any(kind in WITH_DIVISION or DIVISION.search(cell) for cell in alone)  # a match has several cells


def plain_readings(sheet: SourceSheet, others: Sequence[Reading]) -> list[Reading]:
    """The sheet as a plain list, of kinds without a layout or, where no layout is sure of it, of all."""
    sure = any(reading.sure >= TAKEN_FROM for reading in others)
    kinds = WITHOUT_LAYOUT if sure else tuple(ImportKind)
    contents = {reading.content.value for reading in others}
    lists = (_reading(kind, sheet) for kind in kinds if kind.value not in contents and is_plain_list(kind, sheet))
    return [reading for reading in lists if reading.sure >= LEAST]


def _reading(kind: ImportKind, sheet: SourceSheet) -> Reading:
    heading, lines = split_heading(kind, sheet.lines)
    keys = {column.key for column in columns_of(kind)}
    matching = {key: at for key, at in match_columns(kind, heading).items() if key in keys}
    rows = tuple(
        ReadRow(line.number, " | ".join(filter(None, line.cells)), values)
        for line in lines
        if (values := {key: line.cells[at] for key, at in matching.items() if at < len(line.cells) and line.cells[at]})
    )
    named = sum(not name.startswith("Column ") for name in heading) or 1
    return Reading(LAYOUT, Content(kind.value), f"a plain list of {kind.label.lower()}", rows,
                   sure=round(0.9 * len(matching) / named, 3))  # fmt: skip


# --- which season they are of -----------------------------------------------------------------------------------------
LONGEST = timedelta(days=400)
TITLES = 3  # first lines that may say of which season a sheet is
USUAL_START, USUAL_END = (9, 1), (5, 31)


@dataclass(frozen=True, slots=True)
class ProposedSeason:
    name: str
    starts: date
    ends: date

    @property
    def halfway(self) -> date:
        return self.starts + (self.ends - self.starts) / 2


def days_of(readings: Iterable[Reading]) -> list[date]:
    """The first and the last day of the rows, if any has one; days as they were typed do not count."""
    days = []
    for row in (row.values for reading in readings for row in reading.rows):
        with suppress(ValueError):
            days.append(date.fromisoformat(row.get("date") or row.get("play_by") or ""))
    return [min(days), max(days)] if days else []


def days_named(sheet: SourceSheet, file: str, like: Season | None) -> list[date]:
    """A day of the season that the titles of a sheet name, "Division 1 fixtures 2026-27"; none where they name none."""
    titles = [sheet.name, *(" ".join(line.cells) for line in sheet.lines[:TITLES]), file.rpartition(".")[0]]
    year = next((year for title in titles if (year := season_in(title))), None)
    start = (like.starts.month, like.starts.day) if like else USUAL_START
    return [_day(year, *start)] if year else []


def season_with(days: Sequence[date], seasons: Iterable[Season]) -> Season | None:
    """The season in which all of the days are, or that is called as the one of those days would be."""
    years = list(seasons)
    for season in years:
        if season.starts <= days[0] and days[-1] <= season.ends:
            return season
    proposed = proposed_season(days, years[0] if years else None)
    return next((season for season in years if proposed and season.name == proposed.name), None)


def proposed_season(days: Sequence[date], like: Season | None) -> ProposedSeason | None:
    """The season of these days, as long as the league's other one, so that both halves come to the same."""
    if not days or days[-1] - days[0] > LONGEST:
        return None
    start = (like.starts.month, like.starts.day) if like else USUAL_START
    end = (like.ends.month, like.ends.day) if like else USUAL_END
    turns = date(2000, start[0], 1)  # a season that begins a little early is still that one
    early = (turns - timedelta(days=45)).month if start[0] > 2 else start[0]
    year = days[0].year if days[0].month >= early else days[0].year - 1
    over = end <= start
    starts = min(_day(year, *start), days[0])
    ends = max(_day(year + over, *end), days[-1])
    return ProposedSeason(name_of_years(year, year + over), starts, ends)


def name_of_years(first: int, last: int) -> str:
    """As seasons are called: "1998-99", or "1998" within one year."""
    return str(first) if first == last else f"{first}-{last % 100:02d}"


def _day(year: int, month: int, day: int) -> date:
    return date(year, month, 28 if (month, day) == (2, 29) else day)
