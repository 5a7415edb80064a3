"""A long list part by part, so that nothing is left out or told twice while rows come in.

A cursor names the last row that was told by what the list is ordered by, and is signed, so that nobody makes one up.
"""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TypeVar

from django.core.signing import BadSignature, Signer
from django.db.models import Model, Q, QuerySet
from ninja import Schema

from league.exchange.schemas import Asked, Listed

Row = TypeVar("Row", bound=Model)
Out = TypeVar("Out", bound=Schema)


class CursorError(Exception):
    """A cursor that is not one of this list's."""

    def __init__(self) -> None:
        super().__init__("This is not a cursor of this list. Start again without one.")


def page_of(
    rows: QuerySet[Row], order: Sequence[str], query: Asked, name: str, out: type[Out], *,
    serialize: Callable[[Row], Out] | None = None,
) -> Listed[Out]:  # fmt: skip
    """The part of a list that was asked for. `order` are fields, unique together, "-" before one that falls.

    A cursor of a list of another `name` raises CursorError. Without `serialize` a row has the attributes of `out`.
    """
    signer = Signer(salt=f"api.cursor.{name}")
    fields = [field.removeprefix("-") for field in order]
    if query.cursor is not None:
        try:
            values = signer.unsign_object(query.cursor)
        except (BadSignature, ValueError):
            raise CursorError from None
        if not isinstance(values, list) or len(values) != len(fields):
            raise CursorError
        rows = rows.filter(_after(order, values))
    page = list(rows.order_by(*order)[: query.limit + 1])
    part, onward = page[: query.limit], None
    if len(page) > query.limit:
        onward = signer.sign_object([str(attrgetter(field.replace("__", "."))(part[-1])) for field in fields])
    items = [serialize(row) if serialize else out.from_orm(row) for row in part]
    return Listed[out].model_construct(items=items, next=onward)  # type: ignore[valid-type]


def _after(order: Sequence[str], values: Sequence[str]) -> Q:
    """What comes after the row with these values: the first field that differs decides."""
    after = Q(pk__in=())
    same = Q()
    for field, value in zip(order, values, strict=True):
        name = field.removeprefix("-")
        way = "lt" if field.startswith("-") else "gt"
        after |= same & Q(**{f"{name}__{way}": value})
        same &= Q(**{name: value})
    return after
