"""Questions that Django composes once, and asks again with other values.

Putting a wide question together takes Django several times what the database takes to answer it. Only the SQL is kept,
which hangs on the tables and not on what is in them; of what was answered nothing is.
"""

import re
from collections.abc import Callable, Iterable
from datetime import date, datetime
from enum import Enum
from functools import wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model, QuerySet, Value
from django_scopes import get_scope, scope

Given = ParamSpec("Given")
Row = TypeVar("Row")


def composed_once(build: Callable[Given, QuerySet[Any, Row]]) -> Callable[Given, list[Row]]:
    """For a function that makes a queryset of the values it is given, in order: it becomes one that gives the rows.

    It is called when it is asked first, with blanks, and once more where another of the values is None, True or False.
    So it reads neither clock nor settings, and does nothing with a value but filter by it. The league of the scope is
    one value more. How many values there are is in the SQL.
    """
    questions: dict[tuple[object, ...], _Question] = {}

    @wraps(build)
    def rows(*given: Given.args, **named: Given.kwargs) -> list[Row]:
        assert not named, "The values of a question are given in order."
        within = get_scope()
        values = (*given, within.get("league"))
        kinds = (value if _stays(value) else _Blank for value in values)
        key = (connections[DEFAULT_DB_ALIAS].vendor, within.get("_enabled"), "league" in within, *kinds)
        if key not in questions:
            questions[key] = _compose(build, values, within)
        return questions[key].ask(values)

    return rows


def first_composed_once(build: Callable[Given, QuerySet[Any, Row]]) -> Callable[Given, Row | None]:
    """The same where one row at the most is wanted: the function becomes one that gives it, or None."""
    rows = composed_once(build)

    @wraps(build)
    def first(*given: Given.args, **named: Given.kwargs) -> Row | None:
        return next(iter(rows(*given, **named)), None)

    return first


class _Blank(NamedTuple):
    """Where one of the values is filled in."""

    place: int


def _stays(value: object) -> bool:
    """Whether a value is part of the SQL, since no blank can stand for it."""
    return value is None or isinstance(value, bool)


class _Question(NamedTuple):
    rows: QuerySet[Any, Any]
    compiler: Any
    sql: str
    params: dict[str, Any]
    converters: dict[int, Any]  # by the column, what makes its values of what the database gives

    def ask(self, values: tuple[Any, ...]) -> list[Any]:
        """The rows, by the connection that this thread has."""
        if not self.sql:
            return []
        compiler, query, rows = map(_twin, (self.compiler, self.rows.query, self.rows))
        compiler.connection = connections[DEFAULT_DB_ALIAS]
        params = {
            name: _param(values[each.place], compiler.connection) if isinstance(each, _Blank) else each
            for name, each in self.params.items()
        }
        compiler.as_sql = lambda *_, **__: (self.sql, params)
        compiler.get_converters = lambda _: self.converters
        query.get_compiler = lambda *_, **__: compiler
        rows._query = query  # noqa: SLF001
        return list(rows)


def _twin(of: Any) -> Any:
    """Another one that has the same attributes, a tenth of what it takes Django to copy a queryset."""
    twin = object.__new__(type(of))
    twin.__dict__.update(of.__dict__)
    return twin


def _compose(build: Callable[..., QuerySet[Any, Any]], values: tuple[Any, ...], within: dict[str, Any]) -> _Question:
    *blanks, league = (value if _stays(value) else Value(_Blank(place)) for place, value in enumerate(values))
    with scope(**within | ({"league": league} if "league" in within else {})):
        rows = build(*blanks)
        assert not rows._prefetch_related_lookups, "What is prefetched is another question."  # type: ignore[attr-defined]  # noqa: SLF001
        compiler = rows.query.get_compiler(DEFAULT_DB_ALIAS)
        try:
            sql, params = compiler.as_sql()
        except EmptyResultSet:  # nothing is in an empty list
            sql, params, converters = "", {}, {}
        else:
            sql, params = _with_names(sql, params)
            compiler.connection = connections.create_connection(DEFAULT_DB_ALIAS)  # no thread's, and never opened
            converters = compiler.get_converters([each[0] for each in compiler.select[: compiler.col_count]])
    compiler.connection = None  # which is another thread's as soon as this is asked by another
    return _Question(rows, compiler, sql, params, converters)


def _with_names(sql: str, params: Iterable[Any]) -> tuple[str, dict[str, Any]]:
    """The SQL with the codes and numbers written into it that are always the same, and the params that are left.

    A plan for all values can use an index of some rows alone only where it is said which. The others have names, since
    Django looks through the whole of the SQL for params without, each time that SQLite is asked.
    """
    given = iter(params)
    left: dict[str, Any] = {}

    def written(place: re.Match[str]) -> str:
        if place[0] == "%%":
            return "%%"
        match value := next(given):
            case str() if not value or value.isidentifier():  # a choice's code, in which is nothing to escape
                return f"'{value}'"
            case int() if not isinstance(value, bool):
                return f"{value:d}"
        name = f"p{len(left)}"
        left[name] = value
        return f"%({name})s"

    return re.sub("%[%s]", written, sql), left


def _param(value: object, connection: Any) -> object:
    """A value as the database is given it."""
    given = value.pk if isinstance(value, Model) else value.value if isinstance(value, Enum) else value
    match given:
        case int():  # of one size: PostgreSQL would plan the question anew for small, larger and large numbers
            return connection.ops.adapt_integerfield_value(given, "BigIntegerField")
        case UUID():
            return given if connection.features.has_native_uuid_field else given.hex
        case datetime():
            return connection.ops.adapt_datetimefield_value(given)
        case date():
            return connection.ops.adapt_datefield_value(given)
        case _:
            return given
