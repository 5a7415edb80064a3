"""The rows of a league made again from an archive's, table by table, in the transaction of `import_league`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache, partial
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.validators import validate_email
from django.db import models
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.models import Subject
from league.exchange.archive import ArchiveError
from league.exchange.archive.names import (
    LEAGUE,
    USER,
    Column,
    MissingKeys,
    change_at,
    columns,
    keys_for,
    lists,
    names_to_keys,
    parse_value,
    points_at,
)
from league.exchange.archive.reader import OpenArchive
from league.exchange.archive.tables import BY_LABEL, HISTORY, PEOPLE, SUBJECTS, TABLES, UNREADABLE, ArchiveTable
from league.exchange.archive.writer import NOBODY
from league.results.actions.cards import new_receipts
from league.schedule.actions.lists import new_codes
from league.teams.models import League

MAX_PROBLEMS = 30
BATCH = 500
PLACES = {kind.label: number for number, kind in enumerate(TABLES)}
FILES = {kind.label: kind.name for kind in TABLES} | {USER: PEOPLE, League._meta.label: LEAGUE}
Row = dict[str, Any]


@dataclass(slots=True)
class ArchiveImport:
    """One league arriving at `address`. `keys` has the key of every row by its name in the archive."""

    archive: OpenArchive
    address: str
    at: datetime
    league: League | None = None
    keys: dict[str, Any] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    history: list[int] = field(default_factory=list)
    _later: list[tuple[models.Model, Column, str]] = field(default_factory=list)
    _pictures: list[tuple[Any, str]] = field(default_factory=list)

    # --- people ---------------------------------------------------------------------------------------------------
    def add_people(self, rows: Sequence[Row]) -> None:
        """Who is known here by the same address, or somebody new; without an address nobody can sign in as them."""
        people_by_email = {each.email: each for each in User.objects.filter(email__in=[_address(row) for row in rows])}
        for number, row in enumerate(rows, start=1):
            try:
                person = people_by_email.get(_address(row)) or _new_person(row)
            except ValidationError as error:
                self._wrong(f"data/{PEOPLE}.json", number, "person", "; ".join(error.messages))
                continue
            if person.pk in self.keys.values():
                self._wrong(f"data/{PEOPLE}.json", number, "email", "is another person’s too")
            self.keys[row["id"]] = person.pk
            people_by_email[person.email] = person
        self._refuse_wrong()

    # --- tables ---------------------------------------------------------------------------------------------------
    def add_rows(self, kind: ArchiveTable, rows: Sequence[Row]) -> None:
        rows = [{kind.renamed.get(name, name): value for name, value in row.items()} for row in rows]
        with scope(league=self.league):
            anew = _new_ids(kind, rows, self.address)
            made = [self._made(kind, number, row, anew) for number, row in enumerate(rows, start=1)]
            self._refuse_wrong()
            created = kind.objects.bulk_create(made, batch_size=BATCH)
            for row, one in zip(rows, created, strict=True):
                self.keys[row["id"]] = one.pk
            for column in lists(kind):
                self._join(kind, column, rows)
        if kind.model is League:
            if len(created) != 1 or LEAGUE not in self.keys:
                raise ArchiveError("data/league.json: an archive has one league.")
            self.league = League.objects.get(pk=self.keys[LEAGUE])
        if kind is HISTORY:
            self._link_subjects(rows)

    def finish(self) -> League:
        if self.league is None:
            raise ArchiveError("data/league.json: there is no league in it.")
        rows_by_column: dict[tuple[str, str], list[models.Model]] = {}
        with scope(league=self.league):
            for row, column, name in self._later:
                if name not in self.keys:
                    raise ArchiveError(f"{name} is not in the archive, though {row} leads to it.")
                setattr(row, column.attname, self.keys[name])
                rows_by_column.setdefault((row._meta.label, column.name), []).append(row)
            for (label, field_name), rows in rows_by_column.items():
                BY_LABEL[label].objects.bulk_update(rows, [field_name], batch_size=BATCH)
        return self.league

    def drop_pictures(self) -> None:
        for storage, name in self._pictures:
            storage.delete(name)

    # --- one row --------------------------------------------------------------------------------------------------
    def _made(self, kind: ArchiveTable, number: int, row: Row, anew: Mapping[str, Mapping[Any, Any]]) -> models.Model:
        wanted = _columns_of(kind.label)
        for name in sorted(row.keys() - wanted.keys() - _others_of(kind.label)):
            self._wrong(kind.file, number, name, "is nothing that this site knows")
        defaults = {name: fill(self.at) for name, fill in kind.fill.items()}
        if self.league is not None and _is_of_league(kind.label):
            defaults["league_id"] = self.league.pk
        made = kind.model(**defaults)
        missing = MissingKeys()
        for name, column in wanted.items():
            if name not in row:
                continue  # an older archive: the field has the value of a row that was made before it was there
            try:
                self._set(made, kind, column, row, missing)
                if isinstance(row[name], str) and row[name] in anew.get(name, {}):
                    setattr(made, name, anew[name][row[name]])
            except ValidationError as error:
                self._wrong(kind.file, number, name, "; ".join(error.messages))
        if kind.single == ("id",):
            _rename_event(made, row["id"], anew["id"])
        return made

    def _set(self, made: models.Model, kind: ArchiveTable, column: Column, row: Row, missing: MissingKeys) -> None:
        value, label = row[column.name], points_at(column)
        if label is not None:
            self._point(made, kind, column, label, value)
        elif isinstance(column, models.FileField):
            self._store(made, column, value)
        elif isinstance(column, models.JSONField):
            for path, key in keys_for(kind.label, column.name, row):
                value = change_at(value, path, partial(names_to_keys, key=key, find=self.keys.get, missing=missing))
            value = parse_value(column, value)
            if column.name in kind.reads and value not in (None, {}, []):
                try:
                    kind.reads[column.name](value)
                except UNREADABLE as error:
                    raise ValidationError(f"cannot be read: {error}"[:200]) from error
            setattr(made, column.attname, value)
        else:
            setattr(made, column.attname, parse_value(column, value))

    def _point(self, made: models.Model, kind: ArchiveTable, column: Column, label: str, value: Any) -> None:
        if value is None and column.null:
            return
        if not isinstance(value, str) or value.partition("/")[0] != FILES[label]:
            raise ValidationError(f"does not lead to a row of {FILES[label]}")
        if label != USER and PLACES[label] >= PLACES[kind.label]:
            self._later.append((made, column, value))
        elif value in self.keys:
            setattr(made, column.attname, self.keys[value])
        else:
            raise ValidationError(f"leads to {value}, which is not in the archive")

    def _store(self, made: models.Model, column: Column, value: Any) -> None:
        try:
            data = self.archive.picture(value)
        except ArchiveError as error:
            raise ValidationError(list(error.problems)) from error
        stored = getattr(made, column.attname)
        stored.save(f"{uuid4().hex}.jpg", ContentFile(data), save=False)
        self._pictures.append((stored.storage, stored.name))

    # --- what stands beside the rows ------------------------------------------------------------------------------
    def _join(self, kind: ArchiveTable, column: Any, rows: Sequence[Row]) -> None:
        through = column.remote_field.through
        ours, theirs = column.m2m_column_name(), column.m2m_reverse_name()
        label = column.related_model._meta.label
        pairs = []
        for number, row in enumerate(rows, start=1):
            for name in row.get(column.name, []):
                if not isinstance(name, str) or name.partition("/")[0] != FILES[label] or name not in self.keys:
                    self._wrong(kind.file, number, column.name, f"leads to {name}, which is not in the archive")
                else:
                    pairs.append(through(**{ours: self.keys[row["id"]], theirs: self.keys[name]}))
        self._refuse_wrong()
        through.objects.bulk_create(pairs, batch_size=BATCH)

    def _link_subjects(self, rows: Sequence[Row]) -> None:
        kinds = {FILES[label]: kind for kind, label in SUBJECTS.items()}
        made = []
        for number, row in enumerate(rows, start=1):
            self.history.append(self.keys[row["id"]])
            for name in row.get("about", []):
                kind = kinds.get(str(name).partition("/")[0])
                if kind is None or name not in self.keys:
                    self._wrong(HISTORY.file, number, "about", f"leads to {name}, which is not in the archive")
                else:
                    made.append(Subject(entry_id=self.keys[row["id"]], kind=kind, key=self.keys[name]))
        self._refuse_wrong()
        Subject.objects.bulk_create(made, batch_size=BATCH)

    # --- what is wrong --------------------------------------------------------------------------------------------
    def _wrong(self, file: str, number: int, name: str, words: str) -> None:
        self.problems.append(f"{file}, row {number}, {name}: {words}.".replace("..", "."))

    def _refuse_wrong(self) -> None:
        if self.problems:
            more = len(self.problems) - MAX_PROBLEMS
            first = self.problems[:MAX_PROBLEMS]
            raise ArchiveError(*first, *([f"And {more} more like these."] if more > 0 else []))


@cache
def _columns_of(label: str) -> Mapping[str, Column]:
    return {column.name: column for column in columns(BY_LABEL[label])}


@cache
def _others_of(label: str) -> frozenset[str]:
    kind = BY_LABEL[label]
    return frozenset(
        {*kind.fill, "id", *(column.name for column in lists(kind)), *(["about"] if kind is HISTORY else [])}
    )


@cache
def _is_of_league(label: str) -> bool:
    return any(each.name in {"league", "league_id"} for each in BY_LABEL[label].model._meta.concrete_fields)


def _address(row: Row) -> str:
    return str(row.get("email") or "").strip().lower()


def _new_person(row: Row) -> User:
    name, phone, address = row.get("name"), row.get("phone", ""), _address(row)
    if not isinstance(name, str) or not isinstance(phone, str):
        raise ValidationError("has no name")
    if not address:
        return User.objects.create_user(f"{uuid4().hex}@nobody{NOBODY}", name, is_active=False)
    validate_email(address)
    return User.objects.create_user(address, name, phone=phone)


# --- what may be there only once on a site ----------------------------------------------------------------------------
# Codes, receipts and the ids of events, made anew where they are taken: a league that comes to a site where nobody has
# them keeps them all, and with them the codes on its printed cards.
def _new_ids(kind: ArchiveTable, rows: Sequence[Mapping[str, Any]], address: str) -> Mapping[str, Mapping[Any, Any]]:
    """For each field that must be the only one: what stands there instead of what is taken."""
    new_ids: dict[str, dict[Any, Any]] = {}
    for name in kind.single:
        values = [value.removeprefix(f"{kind.name}/") for row in rows if isinstance(value := row.get(name), str)]
        if kind.model is League:
            new_ids[name] = dict.fromkeys(values, address)
            continue
        taken = _already_used(kind, name, values)
        if name == "code":
            new_ids[name] = dict(zip(taken, new_codes(f"{address}/{each}" for each in taken), strict=False))
        elif name == "receipt":
            new_ids[name] = dict(zip(taken, new_receipts(taken), strict=False))
        else:
            new_ids[name] = {each: str(uuid5(UUID(int=0), f"{address}/{each}")) for each in taken}
    return new_ids


def _rename_event(made: models.Model, name: str, instead: Mapping[str, str]) -> None:
    """Give an event its id, which is its key; where those of the log are taken, the new ones wherever one is named."""
    bare = name.rpartition("/")[2]
    try:
        made.pk = UUID(instead.get(bare, bare))
    except ValueError as error:
        raise ArchiveError(f"{name} is not the name of an event.") from error
    if instead:
        made.body = _replaced(made.body, instead)  # type: ignore[attr-defined]


def _already_used(kind: ArchiveTable, name: str, values: Sequence[str]) -> list[str]:
    rows: Any = models.QuerySet(kind.model)  # of all leagues, which have one set of them
    used_values: set[str] = set()
    for start in range(0, len(values), BATCH):
        try:
            used = rows.filter(**{f"{name}__in": values[start : start + BATCH]}).values_list(name, flat=True)
        except ValidationError:
            continue  # one of them is none, which is said of its row
        used_values |= {str(each) for each in used}
    return [each for each in dict.fromkeys(values) if each in used_values]


def _replaced(value: Any, instead: Mapping[str, str]) -> Any:
    match value:
        case dict():
            return {key: _replaced(each, instead) for key, each in value.items()}
        case list():
            return [_replaced(each, instead) for each in value]
        case str():
            return instead.get(value, value)
    return value
