"""Killed at any moment, an operation leaves what was there or what was to be, and goes on when it is typed again."""

import os
import re
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from league.operations.backup_file import backups_in, unpack_backup
from tests.league.operations.conftest import KINDS, OwnSite
from tests.league.operations.test_moving import other_database
from tests.league.operations.test_museum import laid
from tests.seeds import SEED

KILLS = int(os.environ.get("OPERATION_KILLS", "1"))  # of each operation, on each database
OLDEST = "2026-11-21-live"
LONGEST = 12.0  # seconds: what has ended by then was not killed
pytestmark = pytest.mark.proof


@pytest.fixture
def moments():
    random = Random(SEED)
    return [random.uniform(0.5, LONGEST) for _ in range(KILLS)]


def test_a_backup_is_whole_or_not_there(site, moments):
    before = site.database.rows()
    for moment in moments:
        site.kill_after(moment, "backup", "--to", site.backups)
        for file in backups_in(site.backups).values() if site.backups.exists() else ():
            with TemporaryDirectory() as box:
                assert unpack_backup(file, Path(box)).rows == before
    assert "Backup proved" in site.run("backup", "--to", site.backups)
    assert set(site.backups.iterdir()) == set(backups_in(site.backups).values())


def test_a_restore_is_all_or_nothing(site, moments):
    site.add_photograph("before.jpg")
    site.run("backup", "--to", site.backups)
    states = {"Skelby Thursday Dominoes League": {"before.jpg"}, "After": {"after.jpg"}}
    for moment in moments:
        site.rename_league("After")
        site.add_photograph("after.jpg")
        site.kill_after(moment, "restore", site.backups, "--replace")
        [league] = site.league
        assert states[league] <= set(site.photographs())
        assert site.database.faults() == []
    site.run("restore", site.backups, "--replace")
    assert (site.league, site.photographs()) == (["Skelby Thursday Dominoes League"], ["before.jpg"])


def test_a_move_is_all_or_nothing(site, moments):
    before = site.database.rows()
    for number, moment in enumerate(moments):
        other = OwnSite(site.folder, other_database(site, f"killed_{number}"))
        site.kill_after(moment, "move_to", other.url)
        assert site.database.rows() == before
        if other.database.holds_people():
            assert other.database.rows() == before
        else:
            assert site.manage("move_to", other.url).endswith("start the site.\n")


@pytest.mark.parametrize("kind", KINDS)
def test_an_upgrade_goes_on_where_it_was_killed(kind, tmp_path, moments):
    """From the oldest exhibit; the way back that it prints leads back."""
    site = laid(kind, OLDEST, tmp_path)
    before = site.database.migrations()
    for moment in moments:
        site.kill_after(moment, "upgrade", "--to", site.backups)
    said = site.manage("upgrade", "--to", site.backups)
    assert re.search(r"Backup proved: .*; [1-9]\d* results made again, 0 changed; \d+ kept\.", said)
    assert "accounts.0001_initial" in before
    assert "base.0001_initial" in site.database.migrations()
    with TemporaryDirectory() as box:
        oldest = min(backups_in(site.backups, "before-upgrade").items())[1]
        assert set(before) <= set(unpack_backup(oldest, Path(box)).migrations)
    assert f"double-six restore {max(backups_in(site.backups, 'before-upgrade').items())[1]} --replace" in said
