"""The rows of a spreadsheet with the outcome of each, as columns."""

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui.tables import Number, Table, Text
from league.exchange.values.outcomes import RowOutcome, RowPreview
from league.exchange.values.read_lines import ReadLine

STYLES = {
    RowOutcome.NEW: "tag tag--good",
    RowOutcome.CHANGED: "tag",
    RowOutcome.SAME: "tag",
    RowOutcome.LEFT: "tag",
    RowOutcome.CONFLICT: "tag tag--warn",
}


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

    def __init__(self, rows: Sequence[RowPreview], **kwargs: Any) -> None:
        super().__init__(rows, **kwargs)

    def render_words(self, record: RowPreview) -> SafeString:
        notes = format_html_join("", '<br><span class="small">{}</span>', ((each,) for each in record.why))
        link = format_html('<br><a href="{}">{}</a>', *record.link) if record.link else ""
        return format_html("{}{}{}", record.words, notes, link)

    def render_outcome(self, record: RowPreview) -> SafeString:
        return format_html('<span class="{}">{}</span>', STYLES[record.outcome], record.named)


class ReadingTable(Table):
    """Each line of a sheet, with what it was taken for."""

    caption = "Each line and what it was taken for"
    caption_hidden = True
    row_header = "number"
    number = Number("Line")
    original = Text("In the file", classes="breaks")
    taken = Text("What we read", classes="breaks", accessor="number")

    class Meta(Table.Meta):
        empty_text = "Nothing stands in it."

    def __init__(self, rows: Sequence[ReadLine], **kwargs: Any) -> None:
        super().__init__(rows, **kwargs)

    def render_taken(self, record: ReadLine) -> SafeString:
        return format_html(
            "{}{}",
            format_html_join("", "<div>{}</div>", ((words,) for words in record.rows)),
            format_html_join("", '<div class="small muted">Left out: {}</div>', ((why,) for why in record.left)),
        )
