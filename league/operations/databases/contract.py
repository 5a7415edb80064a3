"""What both kinds of database can do, and what stops them."""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from league.base.accounts.models import User
from league.teams.models import League

Rows = dict[str, int]
SIGN_INS = ("base_session", "accounts_session", "django_session")  # of today, of version 1, of versions before 1.1
MIGRATIONS = "django_migrations"


class OperationError(Exception):
    """What was asked for cannot be done, in a sentence that says what to do."""


class DatabaseInUseError(OperationError):
    """Somebody else, such as the running site, is using the database."""


class Database(ABC):
    """One database, by its address. `kind` is its make, `file_name` what a copy of it is called in a backup; `errors`
    are what its driver raises.
    """

    kind: str
    file_name: str
    errors: tuple[type[Exception], ...]

    def __init__(self, url: str) -> None:
        self.url = url

    @abstractmethod
    def copy_to(self, path: Path) -> Rows:
        """Write a copy of one moment while others read and write, without sessions; the rows of every table in it."""

    @abstractmethod
    def scratch(self, copy: Path | None, folder: Path) -> AbstractContextManager["Database"]:
        """A database beside this one that is gone afterwards: restored from a copy, or without tables."""

    @abstractmethod
    def faults(self) -> list[str]:
        """What is damaged, a line each: broken pages, and rows that point at rows that are not there."""

    @abstractmethod
    def rows(self) -> Rows:
        """How many rows every table has."""

    @abstractmethod
    def values(self, table: str, column: str) -> list[Any]:
        """Every value of a column; none if there is no such table or column."""

    @abstractmethod
    def end_sign_ins(self) -> None:
        """Sign everybody out: delete their sessions."""

    @abstractmethod
    def refuse_sessions(self) -> None:
        """DatabaseInUseError if somebody has the database open, as far as that can be seen."""

    @abstractmethod
    def replace_with(self, other: "Database") -> None:
        """Take on all that a scratch database holds, at once or not at all."""

    @abstractmethod
    def django_settings(self) -> dict[str, Any]:
        """As an entry of DATABASES."""

    def migrations(self) -> list[str]:
        """What the database has been migrated to, such as "teams.0004_crest"; nothing for one without tables."""
        pairs = zip(self.values(MIGRATIONS, "app"), self.values(MIGRATIONS, "name"), strict=True)
        return sorted(f"{app}.{name}" for app, name in pairs)

    def holds_people(self) -> bool:
        """Whether there is a league or an account in it, which nobody would like to lose."""
        rows = self.rows()
        return any(
            rows.get(table) for table in (League._meta.db_table, User._meta.db_table, "accounts_user")
        )  # of version 1
