"""Rows with what is joined to them, where many rows share it: each joined row is made a model once, not once a row.

A season's 480 matches have 40 teams, four divisions and one league with its rules in JSON. Django makes all of them
again for every match, which costs more than reading them; this makes them when they are met first. What shares a row
shares its object, so whoever changes one changes what all of them show: right for a page, and for actions the same row.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from django.db.models import Model, QuerySet
from django.db.models.base import ModelState
from django.db.models.query import ModelIterable

Rows = TypeVar("Rows", bound=QuerySet[Any])
Converters = dict[int, tuple[list[Any], Any]]  # by the column of the row, as a compiler of Django's has them


def with_shared_relations(rows: Rows) -> Rows:
    """The same rows, in which what `select_related` joins is one object for each row of its own table.

    For rows of a model's own manager: what a manager of another row's related ones knows is not set.
    """
    shared: Rows = rows.all()
    shared._iterable_class = _SharedRows  # noqa: SLF001
    return shared


class _SharedRows(ModelIterable):
    """Does what Django's own does for each row, and asks of joined rows first whether they are known."""

    def __iter__(self) -> Iterator[Any]:
        db = self.queryset.db
        compiler = self.queryset.query.get_compiler(using=db)
        results = compiler.execute_sql(chunked_fetch=self.chunked_fetch, chunk_size=self.chunk_size)
        select, wanted = compiler.select, compiler.klass_info
        converters = compiler.get_converters([column for column, *_ in select[: compiler.col_count]])
        first, last = wanted["select_fields"][0], wanted["select_fields"][-1] + 1
        names = [column.target.attname for column, *_ in select[first:last]]
        own = _within(converters, [*range(first, last), *compiler.annotation_col_map.values()])
        joined = _joined(wanted, _Reading(select, db, converters, compiler.connection, {}))
        for row in map(list, chain.from_iterable(results)):
            _convert(row, own, compiler.connection)
            instance = _row_of(wanted["model"], db, names, row[first:last])
            for each in joined:
                each.populate(row, instance)
            for name, column in compiler.annotation_col_map.items():
                setattr(instance, name, row[column])
            yield instance


class _Reading(NamedTuple):
    """What all joined tables of one query are read by; `every` is what was met of any of them, by model and key."""

    select: Any
    db: str
    converters: Converters
    connection: Any
    every: dict[tuple[Any, Any], Model]


class _SharedRelation:
    """One joined table: what of it has been met, by key, with what is joined to that in turn.

    What a row names by its key and some row before it was joined to, a team its league, it is given without a join.
    """

    def __init__(self, wanted: Any, reading: _Reading) -> None:
        self._model, self._reading = wanted["model"], reading
        self._first, self._end = wanted["select_fields"][0], wanted["select_fields"][-1] + 1
        self._names = [column.target.attname for column, *_ in reading.select[self._first : self._end]]
        self._key = self._first + self._names.index(self._model._meta.pk.attname)
        self._own = _within(reading.converters, range(self._first, self._end))
        self._joined = _joined(wanted, reading)
        self._set, self._set_back = wanted["local_setter"], wanted["remote_setter"]
        self._named = _relations_of(self._model)
        self._known: dict[Any, Model] = {}

    def populate(self, row: list[Any], parent: Model) -> None:
        key = row[self._key]
        instance = None if key is None else self._known.get(key) or self._made(key, row)
        self._set(parent, instance)
        if instance is not None:
            self._set_back(instance, parent)

    def _made(self, key: Any, row: list[Any]) -> Model:
        _convert(row, self._own, self._reading.connection)
        instance = _row_of(self._model, self._reading.db, self._names, row[self._first : self._end])
        for each in self._joined:
            each.populate(row, instance)
        for field in self._named:
            other = self._reading.every.get((field.related_model, instance.__dict__.get(field.attname)))
            if other is not None and not field.is_cached(instance):
                field.set_cached_value(instance, other)
        self._known[key] = instance
        self._reading.every.setdefault((self._model, instance.pk), instance)
        return instance


@cache
def _relations_of(model: type[Model]) -> list[Any]:
    return [field for field in model._meta.concrete_fields if field.is_relation]


def _row_of(model: type[Model], db: str, names: Sequence[str], values: Sequence[Any]) -> Model:
    """As `from_db` makes it, without going through all fields to find those that were read: a third of the time.

    No field of ours puts away its value in another place, and nobody waits for the signals of a row being made.
    """
    instance = model.__new__(model)
    state = ModelState()
    state.adding, state.db = False, db
    instance.__dict__.update(zip(names, values, strict=True), _state=state)
    return instance


def _joined(wanted: Any, reading: _Reading) -> list[_SharedRelation]:
    return [_SharedRelation(each, reading) for each in wanted.get("related_klass_infos", [])]


def _within(converters: Converters, columns: Sequence[int]) -> list[tuple[int, list[Any], Any]]:
    return [(column, *converters[column]) for column in columns if column in converters]


def _convert(row: list[Any], converters: list[tuple[int, list[Any], Any]], connection: Any) -> None:
    """Make of what the database gave in these columns what fields hold."""
    for column, each, expression in converters:
        for convert in each:
            row[column] = convert(row[column], expression, connection)
