"""The rows of a spreadsheet with the outcome of each, and the lines of a sheet with what was made of them."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui.tables import Number, Table, Text
from league.exchange.choices import RowOutcome
from league.exchange.models import BundleSheet
from league.exchange.values.outcomes import RowPreview
from league.exchange.values.sheet_readings import KeyedReading
from league.reading.column_names import BESIDE
from league.reading.columns import columns_of
from league.reading.values import Content, ReadRow

STYLES = {RowOutcome.NEW: "tag tag--good", RowOutcome.CONFLICT: "tag tag--warn"}


class PreviewTable(Table):
    """One line for each row, with its number in the file. What becomes of it stands first, in view on every phone."""

    caption = "Outcome of each row"
    caption_hidden = True
    row_header = "number"
    number = Number("Row")
    outcome = Text("Outcome", classes="nowrap")
    words = Text("Details", classes="breaks")

    class Meta(Table.Meta):
        empty_text = "No rows with this outcome."

    def render_words(self, record: RowPreview) -> SafeString:
        notes = format_html_join("", '<br><span class="small">{}</span>', ((each,) for each in record.why))
        link = format_html('<br><a href="{}">{}</a>', *record.link) if record.link else ""
        return format_html("{}{}{}", record.words, notes, link)

    def render_outcome(self, record: RowPreview) -> SafeString:
        outcome = record.outcome
        return format_html('<span class="{}">{}</span>', STYLES.get(outcome, "tag"), outcome.label)


class ReadingTable(Table):
    caption = "Each line and what it was taken for"
    caption_hidden = True
    row_header = "number"
    number = Number("Line")
    original = Text("In the file", classes="breaks")
    taken = Text("What we read", classes="breaks", accessor="number")

    class Meta(Table.Meta):
        empty_text = "Nothing stands in it."

    def render_taken(self, record: dict[str, Any]) -> SafeString:
        return format_html(
            "{}{}",
            format_html_join("", "<div>{}</div>", ((words,) for words in record["rows"])),
            format_html_join("", '<div class="small muted">Left out: {}</div>', ((why,) for why in record["left"])),
        )


def read_lines(sheet: BundleSheet, taken: Sequence[KeyedReading]) -> list[dict[str, Any]]:
    """Each line of a sheet, what stands there, the rows of an import that were made of it, and what became none."""
    rows: dict[int, list[str]] = {}
    left: dict[int, dict[str, None]] = {}
    for keyed in taken:
        for row in keyed.reading.rows:
            rows.setdefault(row.place, []).append(_row_words(keyed.reading.content, row))
        for piece in keyed.reading.left_out:
            left.setdefault(piece.place, {})[piece.why] = None
    return [
        {
            "number": number, "original": " | ".join(cell for cell in cells if cell.strip()),
            "rows": rows.get(number, ()), "left": left.get(number, ()),
        }
        for number, cells in sheet.lines
    ]  # fmt: skip


def _row_words(content: Content, row: ReadRow) -> str:
    """A row in a line: "Crown A 5–4 Bell, 2026-11-24, 20:00, Division One"."""
    values, words = row.values, []
    if "home" in values and "away" in values:
        home, away = values.get("home_score", ""), values.get("away_score", "")
        between = f"{home}–{away}" if home and away else values.get("score", "") or "v"
        words = [f"{values['home']} {between} {values['away']}"]
    columns = (*columns_of(content), *BESIDE.get(content, ()))
    keys = [column.key for column in columns] or list(values)  # an honours board is no list of ours
    shown = {"home", "away", "home_score", "away_score", "score"} if words else set()
    words += [values[key] for key in [*keys, "state"] if key not in shown and values.get(key)]
    return ", ".join([*words, *row.notes])
