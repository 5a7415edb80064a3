"""The months on the page about the site."""

from typing import Any

from django.template.defaultfilters import date as date_text

from league.ui.tables import Table, Text


class ServiceMonths(Table):
    """How many taps and pages were answered in time, month by month."""

    caption = "Answers in time"
    month = Text("Month")
    taps = Text("Scores")
    pages = Text("Pages")

    class Meta:
        empty_text = "Nothing has been counted yet. The first figures are here a minute after the first page."

    def render_month(self, value: Any) -> str:
        return date_text(value, "F Y")
