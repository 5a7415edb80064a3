"""Export a whole league as an archive, and import one: all of it in one transaction, or nothing and why not.

Importing writes rows of other apps: they were written by those apps' actions on another site, whose history comes
along. Each value is checked as a form would, each JSON read by those who will read it, each row by the database, and at
last every table and bracket is worked out.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import IO

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import DataError, IntegrityError, connection
from django.db.models import Model
from django_scopes import scope

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.cups.models import Cup
from league.cups.queries.cup_state import snapshots_of
from league.exchange.actions.archive_import import ArchiveImport
from league.exchange.archive.format import AddressError, ArchiveError, Manifest
from league.exchange.archive.reader import open_archive
from league.exchange.archive.tables import PEOPLE, TABLES, UNREADABLE
from league.exchange.archive.writer import ExportOptions, ReportStep, write_archive
from league.notifications.actions.write_messages import mark_processed
from league.results.queries.tables import divisions, seasons_of, standings
from league.teams.choices import SITE_WORDS
from league.teams.models import League

SEASONS = "seasons"  # the table that says how many there are


def export_league(
    *,
    league: League,
    out: IO[bytes],
    wanted: ExportOptions,
    by: User | None,
    at: datetime,
    say: ReportStep | None = None,
) -> Manifest:
    """Write a league into a file. Its history tells that this was done, and with what; an archive does not."""
    with _snapshot():
        manifest = write_archive(league, out, wanted=wanted, site=settings.SITE_URL, at=at, say=say)
    with write_tx():
        text = f"The whole league was exported, {wanted}"
        record(verb="export_league", words=text, at=at, by=by, league_id=league.pk, about=(league,))
    return manifest


def import_league(
    *,
    source: IO[bytes],
    slug: str = "",
    by: User | None,
    at: datetime,
    keep: bool = True,
    say: ReportStep | None = None,
    about: tuple[Model, ...] = (),
) -> tuple[League, Manifest]:
    """The league of this archive under its own address, or under `slug`, and what the archive says of itself.

    ArchiveError says everything that is wrong. Without `keep` all is taken back. `say` may raise to end it; the
    history's entry is `about` that besides the league.
    """
    with open_archive(source) as archive:
        total, done = 2 * len(TABLES) + archive.manifest.rows.get(SEASONS, 0), count()

        def begin(words: str) -> None:
            number = next(done)
            if say:
                say(words, number, total)

        tables = {}
        for kind in TABLES:
            begin(f"Reading {kind.name.replace('-', ' ')}")
            tables[kind.name] = archive.rows(kind.name)
        archive.check_all()
        address = free_address(slug or archive.manifest.slug)
        coming = ArchiveImport(archive, address, at)
        with _all_or_nothing(coming), write_tx():
            coming.add_people(archive.rows(PEOPLE))
            for kind in TABLES:
                begin(f"Importing {kind.name.replace('-', ' ')}")
                coming.add_rows(kind, tables.pop(kind.name))
            league = coming.finish()
            _verify(league, at, begin)
            text = f"The league was imported from {archive.manifest.site}, exported {archive.manifest.made_at}"
            record(verb="import_league", words=text, at=at, by=by, league_id=league.pk, about=(league, *about))
            mark_processed(coming.history, at=at)
            if not keep:
                raise _DryRunError
        return league, archive.manifest


class _DryRunError(Exception):
    """Everything went well, and is taken back."""


@contextmanager
def _snapshot() -> Iterator[None]:
    """The database as it was when reading began; Django's own transaction on SQLite would lock out all who write."""
    if connection.in_atomic_block:
        yield
        return
    begin = "BEGIN DEFERRED" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    with connection.cursor() as cursor:
        cursor.execute(begin)
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")


def _verify(league: League, at: datetime, begin: Callable[[str], None]) -> None:
    """Work out every table and every cup once: what cannot be is not imported."""
    with scope(league=league):
        try:
            seasons = list(seasons_of(league))
            for number, season in enumerate(seasons, start=1):
                begin(f"Season {number} of {len(seasons)}: working out the tables of {season}")
                for division in divisions(season.slug):
                    standings(division, at)
            snapshots_of(list(Cup.objects.select_related("division__competition__season__league").order_by("pk")), at)
        except UNREADABLE as error:
            raise ArchiveError(f"The tables cannot be worked out from what is in the archive: {error}.") from error


def free_address(slug: str) -> str:
    """The word as an address has it. AddressError if it cannot be one, or another league has it."""
    try:
        validate_slug(slug)
    except ValidationError as error:
        raise AddressError("The league’s web address can have only letters, numbers and hyphens.") from error
    slug = slug.lower()
    if len(slug) > 50 or slug in SITE_WORDS or League.objects.filter(slug=slug).exists():
        raise AddressError(f"The address “{slug}” is taken here. Choose another one.")
    return slug


@contextmanager
def _all_or_nothing(coming: ArchiveImport) -> Iterator[None]:
    """What the database refuses, in words; and no picture stays behind of what was taken back."""
    try:
        yield
    except BaseException as error:
        coming.drop_pictures()
        if isinstance(error, IntegrityError | DataError):
            raise ArchiveError(f"The rows of the archive do not fit together: {str(error).splitlines()[0]}.") from error
        if not isinstance(error, _DryRunError):
            raise
