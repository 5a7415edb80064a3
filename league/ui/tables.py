"""The base of every table of the site, drawn by ui/_table.html. Knows columns and headings; refuses to know rows.

    class Players(Table):
        caption = "Players of Crown A"
        name = Text(linkify=True)
        played = Number("Played", short="P")
        average = Number("Average pegs", short="Avg", wide=True)

A table is sorted by its headings only if its Meta says `orderable = True` and its view configures it. The `row_attrs`
of a Meta are a class, or a function of the record that gives one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from functools import cache, cached_property, partial
from operator import attrgetter
from typing import Any, NamedTuple, Self

import django_tables2
from django.core.paginator import Page
from django.utils.formats import localize
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow
from django_tables2.utils import signature

from league.ui import formats
from league.ui.palette import Kit


class _Headed:
    """What both kinds of column share: a short heading with the long one behind it, and columns for wide screens."""

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

    def __deepcopy__(self, _memo: object) -> Self:
        """For each table the library copies its columns; what they hold is never written in."""
        return copy(self)

    @property
    def header(self) -> SafeString | str | None:
        long: str | None = super().header  # type: ignore[misc]
        return _abbreviated(long, self.short) if self.short else long


@cache
def _abbreviated(long: str | None, short: str) -> SafeString:
    return format_html('<abbr title="{}">{}</abbr>', long, short)


def _with_class(attrs: dict[str, Any], names: str) -> dict[str, Any]:
    joined = f"{attrs.get('class', '')} {names}".strip()
    return {**attrs, "class": joined} if joined else attrs


class Text(_Headed, django_tables2.Column):
    """Words, ranged left."""


class Number(_Headed, django_tables2.Column):
    """Figures, ranged right; `strong` for the one that decides."""

    def __init__(
        self, verbose_name: str | None = None, *, strong: bool = False, classes: str = "", **options: Any
    ) -> None:
        super().__init__(verbose_name, classes=f"num {'strong ' if strong else ''}{classes}".strip(), **options)


class FormStrip(_Headed, django_tables2.Column):
    """The last results from "W", "D" and "L", newest last."""

    def render(self, value: Iterable[str]) -> SafeString:
        return form_strip(value)


LETTERS = {
    letter: format_html('<li class="form-strip__{}"><abbr title="{}">{}</abbr></li>', letter.lower(), word, letter)
    for letter, word in formats.RESULTS.items()
}


def form_strip(letters: Iterable[str]) -> SafeString:
    """A letter for each result, with its word behind it; a dash when there is none."""
    shown = "".join(LETTERS[letter] for letter in letters)
    return SafeString(f'<ol class="form-strip">{shown}</ol>' if shown else "\N{EN DASH}")


UP, DOWN = "\N{BLACK UP-POINTING TRIANGLE}", "\N{BLACK DOWN-POINTING TRIANGLE}"


def movement_mark(places: int) -> SafeString:
    """How many places somebody went up, or down if negative: an arrow with the number to see, and words to hear."""
    if not places:
        return SafeString("")
    way, arrow = (
        ("up", "\N{BLACK UP-POINTING TRIANGLE}") if places > 0 else ("down", "\N{BLACK DOWN-POINTING TRIANGLE}")
    )
    return format_html(
        '<span class="moved moved--{0}"><span aria-hidden="true">{1}{2}</span>'
        '<span class="hidden-visually"> {0} {2}</span></span>',
        way,
        arrow,
        abs(places),
    )


def chip(kit: Kit) -> SafeString:
    """A small tile in a team's colours, to stand before its name; nothing for a team without any."""
    return format_html('<i class="kit-chip {}"></i>', kit.classes) if kit else SafeString("")


def with_chip(kit: Kit, name: str) -> SafeString:
    """A name, or a link of one, with the chip of its colours before it; a long name wraps beside it."""
    return format_html('<span class="chipped">{}{}</span>', chip(kit), name) if kit else format_html("{}", name)


def _class(names: str | None) -> str:
    """Of names that stand in the code."""
    return f' class="{names}"' if names else ""


class TableLine(NamedTuple):
    """One row: its attributes and its cells, both written out."""

    attrs: str
    cells: SafeString


class _CellWriter:
    """Writes the cells of one column; what all of them share is looked up once and not for every cell."""

    def __init__(self, bound: BoundColumn, classes: str | None, *, heads: bool) -> None:
        self._bound, self._default, self._link = bound, bound.default, bound.link
        self._render = bound.render
        self._wanted, self._takes_all = _arguments_of(self._render.__func__)
        self._shows_value = self._render.__func__ is django_tables2.Column.render and not self._link
        *way, self._last = bound.accessor.bits
        self._holder = attrgetter(".".join(way)) if way else None
        self._display = f"get_{self._last}_display"
        self._plain: dict[type, bool] = {}
        self._shown = {"column": bound.column, "bound_column": bound, "table": bound._table}  # noqa: SLF001
        name, scope = ("th", ' scope="row"') if heads else ("td", "")
        self._before, self._after = f"<{name}{scope}{_class(classes)}>", f"</{name}>"

    def write(self, row: BoundRow) -> str:
        content = self._content(row)
        if type(content) is int or type(content) is SafeString:
            return f"{self._before}{content}{self._after}"  # numbers have no commas here
        return f"{self._before}{conditional_escape(localize(content))}{self._after}"

    def _content(self, row: BoundRow) -> Any:
        """What stands in the cell; where that is no plain attribute, as the library finds it."""
        try:
            holder = self._holder(row.record) if self._holder else row.record
            value = getattr(holder, self._last)
        except AttributeError:
            holder = value = None
        plain = self._plain.get(type(holder))
        if plain is None:
            plain = holder is not None and not isinstance(holder, Mapping) and not hasattr(holder, self._display)
            self._plain[type(holder)] = plain
        if not plain or callable(value):
            return row._get_and_render_with(self._bound, partial(self._draw, row), self._default)  # noqa: SLF001
        if value in self._bound.column.empty_values:
            return self._default
        return value if self._shows_value else self._draw(row, self._bound, value)

    def _draw(self, row: BoundRow, _bound: BoundColumn, value: Any = None) -> Any:
        given = {**self._shown, "value": value, "record": row.record, "bound_row": row}
        content = self._render(**(given if self._takes_all else {name: given[name] for name in self._wanted}))
        return self._link(content, **given) if self._link else content


@cache
def _arguments_of(method: Callable[..., Any]) -> tuple[tuple[str, ...], bool]:
    """What a method that renders cells is given but itself, and whether it takes all that there is."""
    (_, *wanted), rest = signature(method)
    return tuple(wanted), bool(rest)


class Table(django_tables2.Table):
    """`caption` is said to everybody and, with `caption_hidden`, shown to nobody; `row_header` names the row."""

    caption = ""
    caption_hidden = False
    row_header = ""
    page: Page[Any] | None = None  # or each look for one in vain goes through all that a table has

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
        """The id of the table's box; two tables of one class on a page are told apart by `prefix`."""
        return f"{self.prefix}{type(self).__name__.lower()}"

    @cached_property
    def _columns(self) -> list[tuple[BoundColumn, dict[str, Any]]]:
        """The columns with their attributes, which the library works out each time that it is asked."""
        return [(bound, bound.attrs) for bound in self.columns]

    @property
    def heads(self) -> SafeString:
        """Its headings, where it is sorted by none of them."""
        heads = (
            f'<th scope="col"{_class(attrs["th"].get("class"))}>{conditional_escape(bound.header)}</th>'
            for bound, attrs in self._columns
        )
        return SafeString("".join(heads))

    @property
    def paginated_rows(self) -> Iterable[BoundRow]:
        """The rows of this page, or all; the library asks only whether there is a `page`."""
        return self.page.object_list if self.page else self.rows

    def lines(self) -> Iterator[TableLine]:
        """The rows of this page, as django-tables2 gives them."""
        writers = [
            _CellWriter(bound, attrs["td"].get("class"), heads=bound.name == self.row_header)
            for bound, attrs in self._columns
        ]
        for row in self.paginated_rows:
            yield TableLine(self._attrs(row), SafeString("".join([each.write(row) for each in writers])))

    @property
    def body(self) -> SafeString:
        """The same written out."""
        return SafeString("".join([f"<tr {line.attrs}>{line.cells}</tr>" for line in self.lines()]))

    def _attrs(self, row: BoundRow) -> SafeString:
        """The class of a row: what its Meta says of the record, and whether it is an odd one."""
        own, turn = self.row_attrs.get("class"), row.get_even_odd_css_class()
        own = own(record=row.record) if callable(own) else own
        return format_html('class="{} {}"', own, turn) if own else SafeString(f'class="{turn}"')

    @property
    def has_wide(self) -> bool:
        """Whether a phone leaves columns out."""
        return any(getattr(bound.column, "wide", False) for bound in self.columns)

    @property
    def key(self) -> SafeString:
        """What short headings stand for, for the line that says it.

        The dot between two goes with the columns for wide screens, on either side of the first that is always shown.
        """
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


@cache
def _stands_for(short: str, long: str, before: str, after: str, *, wide: bool) -> SafeString:
    kind = SafeString(' class="wide"' if wide else "")
    return format_html("<span{}>{}<b>{}</b> {} {}</span> ", kind, before, short, long.lower(), after)
