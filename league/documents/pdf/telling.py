"""What a screen reader is told about tables that are none.

Most of our papers put things beside each other with tables, which the library draws fastest. Only one that names its
columns or rows is told as a table; of any other, what is in it is told in its order.
"""

from collections.abc import Iterator
from typing import Any

WITHIN = frozenset({"/THead", "/TBody", "/TFoot", "/TR", "/TH", "/TD"})


def without_layout_tables(_document: object, pdf: Any) -> None:
    """The library calls it with the finished PDF: tables without a single header become plain divisions."""
    there: Iterator[Any] = (each for each in pdf.objects if isinstance(each, dict) and "S" in each)
    by_number = {each.number: each for each in there}
    tables = [each for each in by_number.values() if each["S"] == "/Table"]
    for table in tables:
        own = tuple(_own(table, by_number))
        if not any(each["S"] == "/TH" for each in own):
            for each in own:
                each["S"] = "/Div"
                each.pop("A", None)


def _own(element: Any, by_number: dict[int, Any]) -> Iterator[Any]:
    """A table with its rows and cells, but nothing of the tables within those."""
    yield element
    for kid in element["K"]:
        below = by_number.get(_number(kid))
        if below is not None and below["S"] in WITHIN:
            yield from _own(below, by_number)


def _number(kid: Any) -> int:
    """The number that a reference leads to: "12 0 R" in bytes. Places within the page are plain numbers: none."""
    return int(kid.split()[0]) if isinstance(kid, bytes) else -1
