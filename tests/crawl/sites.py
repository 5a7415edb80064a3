"""The sites that are crawled, made once and kept: a demonstration, a site with nothing in it, a league just begun.

The clock stands still, and what is random follows from the name of what is being done.
"""

import os
import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from io import StringIO
from pathlib import Path

import time_machine
from django.conf import settings
from django.core.files.storage import default_storage, storages
from django.core.management import call_command
from django.db import connection
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.exchange.demo import moment
from league.notifications.actions.write_messages import process_audit_log
from league.teams.actions.leagues import create_league
from league.teams.choices import LeagueNight, RoleKind
from league.teams.models import League, Role
from tests.league.demo.conftest import TODAY

ADMIN, FAN = "admin@demo.example", "fan@demo.example"
_dice = random.Random()


def frozen() -> AbstractContextManager[object]:
    """Late on the evening that the demonstration is about."""
    return time_machine.travel(moment(TODAY, 22), tick=False)


def fix_chance(name: str) -> None:
    """From here on all that is random, secrets and UUIDs too, follows from this name."""
    os.urandom = random._urandom = _dice.randbytes
    _dice.seed(name)
    random.seed(name)


def use(folder: Path) -> None:
    """Have this process work on the database and the files of this folder."""
    connection.close()
    connection.settings_dict["NAME"] = str(folder / "site.sqlite3")
    settings.MEDIA_ROOT = str(folder / "media")
    assert str(default_storage.location) == settings.MEDIA_ROOT, storages


def _demo() -> None:
    call_command("load_demo", today=TODAY, stdout=StringIO())


def _empty() -> None:
    User.objects.create_user(ADMIN, "Alex Administrator", None, is_staff=True, is_superuser=True, demo=True)


def _begun() -> None:
    """A league without a season, and its secretary."""
    _empty()
    league = create_league(
        preset="leek", name="Leek Fives and Threes", short_name="Leek", slug="leek", by=None, at=now(),
        night=LeagueNight.TUESDAY, contact="Sue Secretary, 01538 496 0000",
    )  # fmt: skip
    user = User.objects.create_user("secretary@leek.example", "Sue Secretary", None, demo=True)
    with scopes_disabled():
        Role.objects.create(league=league, user=user, kind=RoleKind.SECRETARY, since=now())


SITES: dict[str, Callable[[], None]] = {"demo": _demo, "empty": _empty, "begun": _begun}


def make(folder: Path) -> dict[str, str]:
    """Make the site that the folder is named after, or bring one that was kept up to this code: its people."""
    kept = (folder / "site.sqlite3").exists()
    use(folder)
    (folder / "media").mkdir(parents=True, exist_ok=True)
    with frozen():
        fix_chance(folder.name)
        call_command("migrate", verbosity=0)
        if not kept:
            SITES[folder.name]()
            while process_audit_log(at=now()):
                pass
    emails = _people()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return emails


def _people() -> dict[str, str]:
    """The sign-in of the first of each role in each league of the site in use; "" signs nobody in."""
    emails = {"visitor": ""}
    if User.objects.filter(email=FAN).exists():
        emails["signed-in"] = FAN
    with scopes_disabled():
        for league in League.objects.order_by("pk"):
            for role in Role.objects.filter(league=league, user__isnull=False).order_by("pk").select_related("user"):
                emails.setdefault(f"{league.slug}.{role.kind}", role.user.email)
    return emails | {"admin": ADMIN}
