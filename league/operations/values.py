"""What is known of backups without looking at any: the note that the last one left."""

import json
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.timezone import localtime

from league.operations.databases import Rows

NOTE = "last.json"
BACKUP = "backup"  # the kind of job, and its key
CLOCK = timedelta(minutes=5)  # by which clocks of one machine may differ in a day


@dataclass(frozen=True, slots=True)
class LastBackup:
    """`time` is when the last proved backup was made, `what` a line about it, `counts` its rows by table.

    `ok` says whether nothing has failed since; if something has, `failure` is what, and `tried` when. Moments are in
    ISO 8601; "" where there is none yet.
    """

    ok: bool = True
    time: str = ""
    what: str = ""
    counts: Rows = field(default_factory=dict)
    tried: str = ""
    failure: str = ""

    @property
    def proved_at(self) -> datetime | None:
        return datetime.fromisoformat(self.time) if self.time else None

    @property
    def tried_at(self) -> datetime | None:
        return datetime.fromisoformat(self.tried) if self.tried else None

    def age(self, now: datetime) -> timedelta | None:
        """How long ago the last proved backup was made; None for one of the future, of which a wrong clock wrote."""
        return now - self.proved_at if self.proved_at and self.proved_at <= now + CLOCK else None

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def last_backup() -> LastBackup:
    """As VAR_DIR/backups/last.json says; an empty note if there is none, or none that can be read."""
    try:
        return LastBackup(**json.loads(note_path().read_text()))
    except (OSError, ValueError, TypeError):
        return LastBackup()


def note_path() -> Path:
    return Path(settings.VAR_DIR) / "backups" / NOTE


NIGHT = range(3, 7)  # hours of the site's own time
RECENT, LATE, AGAIN = timedelta(hours=20), timedelta(hours=30), timedelta(hours=6)


def backup_is_due(last: LastBackup, now: datetime) -> bool:
    """Whether the site makes a backup itself: at night when there is none of the day, or at once when one is late.

    A site that has none yet waits for its first night; one that failed is tried again after six hours.
    """
    if settings.DEMO or settings.BACKUP_DIR == "no":
        return False
    if last.failure and timedelta(0) <= now - datetime.fromisoformat(last.tried) < AGAIN:
        return False
    age = last.age(now)
    if localtime(now).hour in NIGHT:
        return age is None or age > RECENT
    return age is not None and age > LATE
