"""The base of every table of the site: columns and headings of django-tables2, drawn by ui/_table.html.

    class Players(Table):
        caption = "Players of Crown A"
        name = Text(linkify=True)
        played = Number("Played", short="P")
        average = Number("Average pegs", short="Avg", wide=True)

A table is sorted by its headings only if its Meta says `orderable = True` and its view configures it. The `row_attrs`
of a Meta are a class, or a function of the record that gives one.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import django_tables2
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow

from league.base.ui.palette import form_strip


class _Headed:
    def __init__(
        self,
        verbose_name: str | None = None,
        *,
        short: str = "",
        wide: bool = False,
        attrs: dict[str, Any] | None = None,
        classes: str = "",
        **options: Any,
    ) -> None:
        text = f"{classes} wide" if wide else classes
        cells = {cell: _with_class((attrs or {}).get(cell, {}), text) for cell in ("th", "td", "tf")}
        super().__init__(verbose_name=verbose_name, attrs={**(attrs or {}), **cells}, **options)  # type: ignore[call-arg]
        self.short, self.wide = short, wide

    @property
    def header(self) -> SafeString | str | None:
        long: str | None = super().header  # type: ignore[misc]
        return format_html('<abbr title="{}">{}</abbr>', long, self.short) if self.short else long


def _with_class(attrs: dict[str, Any], names: str) -> dict[str, Any]:
    joined = f"{attrs.get('class', '')} {names}".strip()
    return {**attrs, "class": joined} if joined else attrs


class Text(_Headed, django_tables2.Column):
    """Words, ranged left."""


class Number(_Headed, django_tables2.Column):
    def __init__(
        self, verbose_name: str | None = None, *, strong: bool = False, classes: str = "", **options: Any
    ) -> None:
        super().__init__(verbose_name, classes=f"num {'strong ' if strong else ''}{classes}".strip(), **options)


class FormStrip(_Headed, django_tables2.Column):
    def render(self, value: Iterable[str]) -> SafeString:
        return form_strip(value)


def movement_mark(places: int) -> SafeString:
    if not places:
        return SafeString("")
    way = "up" if places > 0 else "down"
    arrow = "\N{BLACK UP-POINTING TRIANGLE}" if places > 0 else "\N{BLACK DOWN-POINTING TRIANGLE}"
    return format_html(
        '<span class="moved moved--{0}"><span aria-hidden="true">{1}{2}</span>'
        '<span class="hidden-visually"> {0} {2}</span></span>',
        way,
        arrow,
        abs(places),
    )


class Table(django_tables2.Table):
    """`caption` is said to everybody and, with `caption_hidden`, shown to nobody; `row_header` names the row.

    Below the row of `unfolded` stands what `unfolded_by` has about this `record`, such as forms.
    """

    caption = ""
    caption_hidden = False
    row_header = ""
    unfolded: Any = None
    unfolded_by = ""

    class Meta:
        orderable = False

    def __init__(self, *args: Any, caption: str = "", **kwargs: Any) -> None:
        kwargs.setdefault("orderable", getattr(self.Meta, "orderable", False))
        super().__init__(*args, **kwargs)
        self.caption = caption or self.caption
        assert self.caption, "A table says what it is: give its class or this call a caption."
        self.row_header = self.row_header or next(iter(self.base_columns), "")

    @property
    def box_id(self) -> str:
        """Two tables of one class are told apart by `prefix`."""
        return f"{self.prefix}{type(self).__name__.lower()}"

    def unfold(self, kind: str, opened: str) -> None:
        """Open the row of `opened`, such as "role-16", on its own page unless the address names one."""
        for number, row in enumerate(self.data):
            if f"{kind}-{row.pk}" == opened:
                self.unfolded, per_page = row, self.paginator.per_page
                if self.prefixed_page_field not in self.request.GET:
                    self.paginate(page=number // per_page + 1, per_page=per_page)

    def lines(self) -> Iterator[tuple[BoundRow, list[tuple[BoundColumn, str | None, Any]]]]:
        classes = [column.attrs["td"].get("class") for column in self.columns]
        for row in self.paginated_rows:
            yield row, [(column, name, cell) for name, (column, cell) in zip(classes, row.items(), strict=True)]

    @property
    def has_wide(self) -> bool:
        return any(getattr(bound.column, "wide", False) for bound in self.columns)

    @property
    def key(self) -> SafeString:
        """Dots between two follow the columns for wide screens."""
        columns = [bound.column for bound in self.columns if getattr(bound.column, "short", "")]
        shown = next((number for number, each in enumerate(columns) if not each.wide), 0)
        dots = [
            ("", DOT) if number < shown else (DOT, "") if number > shown else ("", "") for number in range(len(columns))
        ]
        return SafeString(
            "".join(
                _stands_for(each.short, each.verbose_name, *dot, wide=each.wide)
                for each, dot in zip(columns, dots, strict=True)
            )
        )


DOT = "\N{MIDDLE DOT}\N{NO-BREAK SPACE}"


def _stands_for(short: str, long: str, before: str, after: str, *, wide: bool) -> SafeString:
    kind = SafeString(' class="wide"' if wide else "")
    return format_html("<span{}>{}<b>{}</b> {} {}</span> ", kind, before, short, long.lower(), after)
