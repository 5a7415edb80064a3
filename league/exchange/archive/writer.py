"""Write a league into an archive, table by table: its memory does not grow with the league's years.

The same league at the same moment gives the same bytes on any database. Nothing reads back the CSV for people.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import models
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.models import Subject
from league.base.ui.spreadsheet import Value, csv_of
from league.exchange import archive as form
from league.exchange.archive.names import (
    Column,
    Columns,
    MissingKeys,
    RowNames,
    change_at,
    columns,
    keys_for,
    keys_to_names,
    lists,
    points_at,
    rows_of,
    serialize_value,
)
from league.exchange.archive.tables import BY_LABEL, HISTORY, PEOPLE, PHOTOS, SUBJECTS, TABLES, ArchiveTable
from league.results.models import Result
from league.results.queries.tables import seasons_of, table_shown
from league.schedule.models import Division, Fixture
from league.teams.models import League, Player, Registration

NOBODY = ".invalid"  # addresses that nobody has: such people cannot sign in
CHUNK = 500
EPOCH = (1980, 1, 1, 0, 0, 0)
ReportStep = Callable[[str, int, int], None]


@dataclass(slots=True)
class _Zip:
    file: ZipFile
    members: list[form.Member] = field(default_factory=list)

    def put(self, name: str, parts: Iterable[bytes], rows: int | None = None) -> None:
        entry = ZipInfo(name, EPOCH)
        entry.compress_type, entry.external_attr, entry.create_system = ZIP_DEFLATED, 0o644 << 16, 3
        digest, size = hashlib.sha256(), 0
        with self.file.open(entry, "w", force_zip64=True) as out:
            for part in parts:
                out.write(part)
                digest.update(part)
                size += len(part)
        self.members.append(form.Member(name, size, digest.hexdigest(), rows))

    def put_rows(self, name: str, rows: Iterable[dict[str, Any]], count: int) -> None:
        """A JSON list with a row to a line."""

        def lines() -> Iterator[bytes]:
            start = "[\n"
            for row in rows:
                yield f"{start}{form.line(row)}".encode()
                start = ",\n"
            yield b"[]\n" if start == "[\n" else b"\n]\n"

        self.put(f"{form.ROWS}{name}.json", lines(), count)


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is to go along besides: addresses and telephone numbers of people, photographs of paper cards."""

    people: bool = False
    photos: bool = False

    def __str__(self) -> str:
        addresses = "with addresses and telephone numbers" if self.people else "without addresses"
        return f"{addresses}, with photographs" if self.photos else addresses


def write_archive(
    league: League, out: IO[bytes], *, wanted: ExportOptions, site: str, at: datetime, say: ReportStep | None = None
) -> form.Manifest:
    """Write it to a file; `at` is when it is made, and the moment for which the CSV tables are."""
    with scope(league=league), ZipFile(out, "w", ZIP_DEFLATED) as file:
        zipped, names = _Zip(file), RowNames(league)
        kinds = [kind for kind in TABLES if kind is not PHOTOS or wanted.photos]
        for number, kind in enumerate(kinds):
            if say:
                say(f"Writing {kind.name.replace('-', ' ')}", number, len(kinds) + 1)
            private = () if wanted.people else kind.private
            zipped.put_rows(kind.name, _rows(kind, names, private), len(names.all(kind)))
        zipped.put_rows(PEOPLE, _people(names, with_addresses=wanted.people), len(names.people))
        if wanted.photos:
            for number, photo in enumerate(rows_of(PHOTOS, league), start=1):
                with photo.image.open("rb") as picture:
                    zipped.put(f"{form.PICTURES}{number}.jpg", [picture.read()])
        if say:
            say("Writing the sheets for people", len(kinds), len(kinds) + 1)
        for name, text in sheets_of(league, at):
            zipped.put(f"{form.SHEETS}{name}", [text.encode()])
        manifest = form.Manifest(
            slug=league.slug, league=league.name, site=site, made_at=at.replace(microsecond=0).isoformat(),
            people=wanted.people, photos=wanted.photos, files=tuple(sorted(zipped.members, key=lambda each: each.name)),
        )  # fmt: skip
        text = json.dumps(manifest.as_json(), indent=2, sort_keys=True, ensure_ascii=False)
        zipped.put(form.MANIFEST, [f"{text}\n".encode()])
    return manifest


def _rows(kind: ArchiveTable, names: RowNames, private: Iterable[str]) -> Iterator[dict[str, Any]]:
    plain = tuple(columns(kind))
    many = {each.name: _pairs(each, names) for each in lists(kind)}
    about = _subjects(names) if kind is HISTORY else {}
    called = names.all(kind)
    for row in rows_of(kind, names.league).iterator(chunk_size=CHUNK):
        record = {"id": called[row.pk], **_values(kind, plain, row, names)}
        record |= {name: pairs.get(row.pk, []) for name, pairs in many.items()} | dict.fromkeys(private, "")
        if kind is HISTORY:
            record["about"] = about.get(row.pk, [])
        yield record


def _values(kind: ArchiveTable, plain: Iterable[Column], row: models.Model, names: RowNames) -> dict[str, Any]:
    values = {each.name: getattr(row, each.attname) for each in plain}
    missing = MissingKeys()
    for column in plain:
        value, label = values[column.name], points_at(column)
        if label is not None:
            values[column.name] = None if value is None else names.of(label, value)
        elif isinstance(column, models.JSONField):
            for path, key in keys_for(kind.label, column.name, values):
                value = change_at(value, path, partial(keys_to_names, key=key, look=names.of, missing=missing))
            values[column.name] = value
        elif isinstance(column, models.FileField):
            values[column.name] = f"{form.PICTURES}{names.of(kind.label, row.pk).rpartition('/')[2]}.jpg"  # type: ignore[union-attr]
        else:
            values[column.name] = serialize_value(value)
    return values


def _pairs(column: Columns, names: RowNames) -> dict[Any, list[str]]:
    through: Any = column.remote_field.through
    ours, theirs = column.m2m_column_name(), column.m2m_reverse_name()
    label = column.related_model._meta.label
    mine = names.all(BY_LABEL[column.model._meta.label])
    names_by_key: dict[Any, list[str]] = {}
    for one, other in through.objects.order_by("pk").values_list(ours, theirs):
        name = names.of(label, other) if one in mine else None
        if name is not None:
            names_by_key.setdefault(one, []).append(name)
    return names_by_key


def _subjects(names: RowNames) -> dict[int, list[str]]:
    names_by_entry: dict[int, list[str]] = {}
    rows = Subject.objects.filter(entry__league_id=names.league.pk).order_by("entry", "pk")
    for entry, kind, key in rows.values_list("entry_id", "kind", "key"):
        name = names.of(SUBJECTS[kind], key) if kind in SUBJECTS else None
        if name is not None:
            names_by_entry.setdefault(entry, []).append(name)
    return names_by_entry


def _people(names: RowNames, *, with_addresses: bool) -> Iterator[dict[str, Any]]:
    people_by_key = User.objects.in_bulk(list(names.people))
    for key, name in names.people.items():
        person = people_by_key[key]
        row = {"id": name, "name": person.name}
        if with_addresses:
            row |= {"email": "" if person.email.endswith(NOBODY) else person.email, "phone": person.phone}
        yield row


# --- what an archive has for people -----------------------------------------------------------------------------------
TABLE = (
    "Place", "Team", "Played", "Won", "Drawn", "Lost", "Games for", "Games against", "Adjusted", "Points", "Reason",
)  # fmt: skip
MATCHES = (
    "Season", "Competition", "Division", "Week", "First date", "Date", "Time", "Home", "Away", "Venue", "State",
    "Home games", "Away games", "Result", "Code",
)  # fmt: skip
PLAYERS = ("Player", "Also known as", "Under 18", "Team", "Since", "Until", "Registration")


def sheets_of(league: League, at: datetime) -> Iterator[tuple[str, str]]:
    for season in seasons_of(league):
        for competition in season.competitions.all():
            for division in competition.divisions.all():
                competition.season, division.competition = season, competition
                yield f"tables/{season.slug}-{division.slug}.csv", csv_of(TABLE, _table(division, at))
    yield "matches.csv", csv_of(MATCHES, _matches())
    yield "players.csv", csv_of(PLAYERS, _players(league))


def _table(division: Division, at: datetime) -> Iterator[tuple[Value, ...]]:
    standings, _ = table_shown(division, at)
    for standing in standings.rows:
        row = standing.row
        yield (
            row.place, standing.name, row.played, row.won, row.drawn, row.lost, row.games_for, row.games_against,
            row.adjusted, row.points, row.reason,
        )  # fmt: skip


def _matches() -> Iterator[tuple[Value, ...]]:
    results = {each.fixture_id: each for each in Result.objects.defer("tally")}
    fixtures = Fixture.objects.select_related("division__competition__season", "home__team", "away__team", "venue")
    for match in fixtures.order_by("division__competition__season__starts", "first_date", "division", "week", "pk"):
        result = results.get(match.pk)
        competition = match.division.competition
        yield (
            competition.season.name, competition.name, match.stage or match.division.name, match.week,
            match.first_date, match.date, match.start_time, match.home.name, match.away.name if match.away else "",
            match.venue.name, str(match.status.label), *(result.games if result else (None, None)),
            result.get_state_display() if result else "", match.code,
        )  # fmt: skip


def _players(league: League) -> Iterator[tuple[Value, ...]]:
    rows: dict[int, list[Registration]] = {}
    for each in Registration.objects.select_related("team").order_by("pk"):
        rows.setdefault(each.player_id, []).append(each)
    for player in Player.objects.filter(league=league).order_by("slug"):
        under = "yes" if player.under_18 else ""
        for each in rows.get(player.pk, ()):
            yield (
                player.name, player.known_as, under, each.team.name, each.since, each.until, each.get_state_display(),
            )  # fmt: skip
        if player.pk not in rows:
            yield player.name, player.known_as, under, "", None, None, ""
