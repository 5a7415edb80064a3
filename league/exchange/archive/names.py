"""What an archive has in place of primary keys and values: names of rows and people, and each value as JSON.

Runs inside the scope of the league. A value has one form for each type of column, whatever database it comes from.
Moments are in UTC, days and hours as ISO has them, amounts as text.
"""

import math
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from league.base.accounts.models import User
from league.exchange.archive.tables import BY_LABEL, HISTORY, PEOPLE, TRANSFERS, ArchiveTable
from league.teams.models import League

USER = User._meta.label
LEAGUE = "league"


class RowNames:
    """The names of one league's rows, worked out table by table as they are asked for."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.people: dict[int, str] = {}
        self._rows: dict[str, dict[Any, str]] = {League._meta.label: {league.pk: LEAGUE}}

    def of(self, label: str, key: Any) -> str | None:
        """The name of the row with this key; None for one that is not there (any more), or is another league's."""
        if label == USER:
            return self.person(key)
        return self.all(BY_LABEL[label]).get(key)

    def all(self, kind: ArchiveTable) -> dict[Any, str]:
        if kind.label not in self._rows:
            self._rows[kind.label] = dict(self._named(kind))
        return self._rows[kind.label]

    def person(self, key: int | None) -> str | None:
        """The name of a person, who is given one when first named."""
        return None if key is None else self.people.setdefault(key, f"{PEOPLE}/{len(self.people) + 1}")

    def _named(self, kind: ArchiveTable) -> Iterable[tuple[Any, str]]:
        fields: list[Any] = [kind.model._meta.get_field(name) for name in kind.called]
        for number, (key, *values) in enumerate(rows_of(kind, self.league).values_list("pk", *kind.called), start=1):
            parts = [
                (self.of(field.related_model._meta.label, value) or "").partition("/")[2]
                if field.is_relation
                else str(serialize_value(value))
                for field, value in zip(fields, values, strict=True)
            ] or [str(number)]
            yield key, "/".join([kind.name, *filter(None, parts)])


def rows_of(kind: ArchiveTable, league: League) -> QuerySet[Any]:
    """A table's rows of this league, in the order in which they were made. Runs inside its scope."""
    if kind.model is League:
        return League.objects.filter(pk=league.pk)
    rows: QuerySet[Any] = kind.objects.all()
    if kind is HISTORY:
        rows = rows.filter(league_id=league.pk).exclude(verb__in=TRANSFERS)
    return rows.order_by(*kind.order)


# --- a column's value as JSON, and back -------------------------------------------------------------------------------
Column: TypeAlias = "models.Field[Any, Any]"
Columns: TypeAlias = "models.ManyToManyField[Any, Any]"  # points at several rows


def columns(kind: ArchiveTable) -> Iterator[Column]:
    """The columns that an archive has of a table: not its key, and not its league, which is the archive's."""
    for column in kind.model._meta.concrete_fields:
        of_league = column.is_relation and column.related_model._meta.label == "teams.League"  # type: ignore[union-attr]
        if not (of_league or column.name in {*kind.fill, "id", "league_id"}):
            yield column


def lists(kind: ArchiveTable) -> tuple[Columns, ...]:
    return tuple(kind.model._meta.many_to_many)


def serialize_value(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case date() | time():
            return value.isoformat()
        case Decimal() | UUID():
            return str(value)
        case bytes() | memoryview():
            return b64encode(value).decode()
    return value


def parse_value(column: Column, value: Any) -> Any:
    if value is None:
        if not column.null:
            raise ValidationError("must have a value")
        return None
    if isinstance(column, models.JSONField):
        return value
    if isinstance(value, float) and not math.isfinite(value):
        raise ValidationError("is no number")
    try:
        python_value = parse_datetime(value) if isinstance(column, models.DateTimeField) else column.to_python(value)
    except (TypeError, ValueError, ArithmeticError, AttributeError) as error:
        raise ValidationError(f"{_shorten(value)} is not how this is written") from error
    again = serialize_value(python_value)
    if again != value or type(again) is not type(value):
        raise ValidationError(f"{_shorten(value)} is not how this is written")
    allowed = dict(column.flatchoices) if column.choices else {}
    if allowed and python_value not in allowed and not (column.blank and python_value in column.empty_values):
        raise ValidationError(f"{_shorten(value)} is not one of {', '.join(str(each) for each in allowed)}")
    column.run_validators(python_value)
    return python_value


def _shorten(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def points_at(column: Column) -> str | None:
    return column.related_model._meta.label if column.is_relation else None  # type: ignore[union-attr]


# --- where a primary key stands in JSON -------------------------------------------------------------------------------
# It is written as the archive's name of its row in braces, after what stood before it: "39" is "{players/h-goy}" and
# "v2" is "v{venues/the-crown}". One that leads to no row any more becomes a nought, and a second one two noughts, so
# that they stay apart and never lead to a row of another site.
Path = tuple[str, ...]
NameLookup = Callable[[str, int], str | None]  # the archive's name of a row, by the label of its table and its key
KeyLookup = Callable[[str], int | None]  # the key of the row that has this name

BARE = re.compile(r"([^\d{}]*)(\d{1,18})(\D[^{}]*)?", re.ASCII)
NAMED = re.compile(r"([^\d{}]*)\{([^{}]+)\}([^{}]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class KeyPattern:
    """What a key at some place leads to: `tables` by what stands before the number. `whole`: a number, not text."""

    tables: Mapping[str, str]
    whole: bool = False
    tail: bool = False


@dataclass(slots=True)
class MissingKeys:
    """The keys of one row that lead nowhere, in the order in which they are met."""

    seen: dict[tuple[str, str], int] = field(default_factory=dict)

    def noughts(self, before: str, number: str) -> str:
        letter = before.rpartition(":")[2]
        place = self.seen.setdefault((letter, number), sum(known == letter for known, _ in self.seen) + 1)
        return before + "0" * place


def keys_to_names(value: Any, key: KeyPattern, look: NameLookup, missing: MissingKeys) -> Any:
    """A key as the archive has it; what is no key stays as it is."""
    if key.whole:
        name = look(key.tables[""], value) if isinstance(value, int) and not isinstance(value, bool) else None
        return f"{{{name}}}" if name else None
    parts = _parts(BARE, value, key)
    if parts is None:
        return value
    before, number, rest = parts
    name = look(key.tables[before], int(number))
    return (f"{before}{{{name}}}" if name else missing.noughts(before, number)) + rest


def names_to_keys(value: Any, key: KeyPattern, find: KeyLookup, missing: MissingKeys) -> Any:
    """The same of this site; no bare number of another one is let through."""
    parts = _parts(NAMED, value, key)
    if parts is not None:
        before, name, rest = parts
        row_key = find(name)
        if row_key is not None:
            return row_key if key.whole else f"{before}{row_key}{rest}"
    if key.whole:
        return None
    bare = _parts(BARE, value, key)
    return value if bare is None else missing.noughts(bare[0], bare[1]) + bare[2]


def _parts(form: re.Pattern[str], value: Any, key: KeyPattern) -> tuple[str, str, str] | None:
    match = form.fullmatch(value) if isinstance(value, str) else None
    if match is None or match[1] not in key.tables or (match[3] and not key.tail):
        return None
    return match[1], match[2], match[3] or ""


def change_at(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """JSON with what stands at a path changed; "*" is every item, a number one of them. What is not there is let be."""
    if not path:
        return change(value)
    head, rest = path[0], path[1:]
    if isinstance(value, dict) and head in value:
        return {**value, head: change_at(value[head], rest, change)}
    if isinstance(value, list) and head == "*":
        return [change_at(each, rest, change) for each in value]
    if isinstance(value, list) and head.isdigit() and int(head) < len(value):
        return [change_at(each, rest, change) if at == int(head) else each for at, each in enumerate(value)]
    return value


def _at(key: KeyPattern, *places: str) -> tuple[tuple[Path, KeyPattern], ...]:
    return tuple((tuple(place.split(".")), key) for place in places)


PLAYER = KeyPattern({"": "teams.Player"})
# What a list calls its parts; R and F may have been taken back since. After a venue comes "@2" where nights differ.
LIST_KEYS = {
    "D": "schedule.Division", "T": "schedule.Entry", "V": "teams.Venue", "R": "schedule.Wish",
    "F": "schedule.PresetMatch", "spare-D": "schedule.Division", "opening-D": "schedule.Division",
    "derby-T": "schedule.Entry",
}  # fmt: skip
LISTED = KeyPattern(LIST_KEYS, tail=True)
OF_LIST = (
    "divisions.*.id", "divisions.*.teams.*", "divisions.*.quota.*.team", "venues.*.id", "teams.*.id", "teams.*.venue",
    "teams.*.division", "fixed.*.id", "fixed.*.division", "fixed.*.home", "fixed.*.away", "rules.*.id", "rules.*.team",
    "rules.*.teams.*", "rules.*.division", "published.*.division", "published.*.home", "published.*.away",
)  # fmt: skip
OF_MATCHES = ("*.0", "*.2", "*.3")
TASK = _at(LISTED, *OF_LIST)
MATCHES = _at(LISTED, *OF_MATCHES)
MOVED = _at(LISTED, *(f"matches.{place}" for place in OF_MATCHES))
# A clash says what of it is meant, as scoring.season.schedule.constraints has it: "venue:V7", "closed:V7:2026-11-02".
MEANT = ("fixed:F", "venue:V", "closed:V", "rounds:D", "gap:D", "run:D", "second_half:D")
CLASHING = KeyPattern({**LIST_KEYS, **{each: LIST_KEYS[each[-1]] for each in MEANT}}, tail=True)
WAYS = (*_at(CLASHING, "ids.*"), *_at(LISTED, *(f"ways.*.task.{place}" for place in OF_LIST)))

PATHS: Mapping[str, Mapping[str, tuple[tuple[Path, KeyPattern], ...]]] = {
    "results.Submission": {"card": _at(PLAYER, "lines.*.home.*.id", "lines.*.away.*.id")},
    "schedule.FinalTable": {"table": _at(KeyPattern({"": "schedule.Entry"}), "rows.*.row.team")},
    "cups.Fact": {
        "body": (
            *_at(KeyPattern({"v": "teams.Venue"}), "draw.entrants.*.venue", "entrants.*.venue"),
            *_at(KeyPattern({"t": "teams.Team"}), "draw.entrants.*.team", "entrants.*.team"),
        )
    },
    "matchnight.LiveEvent": {"body": _at(PLAYER, "home.*.key", "away.*.key")},
    "teams.Merge": {
        "moved": (
            *_at(KeyPattern({"": "teams.Registration"}, whole=True), "registrations.*.key"),
            *_at(KeyPattern({"": "teams.Player"}, whole=True), "others.*"),
            *_at(KeyPattern({"": "base.User"}, whole=True), "user"),
        )
    },
    "schedule.FixtureList": {
        "task": (
            *TASK,
            *_at(KeyPattern({"mend-": "schedule.Competition"}), "id"),
            *_at(KeyPattern({"": "teams.Venue"}, whole=True), "happened.venue", "happened.other"),
        ),
        "matches": MATCHES,
        "locked": MATCHES,
        "clash": WAYS,
    },
    "base.Entry": {"before": MOVED, "after": MOVED},
}
# The list of a season that is mended has fixtures where a new one has matches that were set beforehand.
MENDED = "mend-"
MENDING = {"F": "schedule.Fixture", "fixed:F": "schedule.Fixture"}
PLAIN = {
    "teams.League": ("rules",),
    "schedule.Competition": ("rules", "weights", "moving"),
    "schedule.Division": ("rules",),
    "schedule.Fixture": ("rules",),
    "schedule.FixtureList": ("figures",),
    "schedule.Wish": ("dates",),
    "results.Submission": ("problems", "overruled"),
    "results.Result": ("tally",),
    "results.PastFigures": ("figures",),
    "cups.Cup": ("rules", "draw_rules"),
    "matchnight.LiveMatch": ("rules",),
}


def keys_for(label: str, column: str, row: Mapping[str, Any]) -> tuple[tuple[Path, KeyPattern], ...]:
    """Where keys are in a column of this row: on a list that mends a season F is a fixture."""
    paths = PATHS.get(label, {}).get(column, ())
    task = row.get("task")
    if label != "schedule.FixtureList" or not isinstance(task, dict) or not str(task.get("id")).startswith(MENDED):
        return paths
    return tuple(
        (path, replace(key, tables={**key.tables, **MENDING}) if "F" in key.tables else key) for path, key in paths
    )
