"""Parts of an address that are more than text. Importing this module makes them known to `path()`."""

from datetime import date

from django.urls import register_converter


class DayConverter:
    """A date as an address has it, <day:date>: "2026-11-24". Anything else is not an address of ours."""

    regex = r"\d{4}-\d{2}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date | str) -> str:
        return str(value)


class MonthConverter:
    """A month as an address has it, <month:first>: "2026-11", by its first day."""

    regex = r"\d{4}-\d{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(f"{value}-01")

    def to_url(self, value: date | str) -> str:
        return str(value)[:7]


register_converter(DayConverter, "day")
register_converter(MonthConverter, "month")
