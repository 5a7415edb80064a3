"""A copy that follows the site on SQLite holds what was committed, and is restored like a backup."""

import shutil
import sqlite3

import pytest

from league.operations.actions.backups import follow
from league.operations.databases import OperationError, database_at
from tests.league.operations.conftest import OwnSite


@pytest.fixture
def own(museum_site, tmp_path):
    site = OwnSite(tmp_path)
    shutil.copy(museum_site.database.path, site.database.path)
    return site


def test_what_was_committed_is_copied_and_what_was_not_is_not(own, settings):
    settings.MEDIA_ROOT = own.var / "media"
    copy = own.folder / "elsewhere"
    following = follow(own.database, copy)
    assert [next(following), next(following)] == [True, False]
    own.rename_league("Committed")
    own.add_photograph("card.jpg")
    with sqlite3.connect(own.database.path, isolation_level=None) as writing:
        writing.execute("BEGIN IMMEDIATE")
        writing.execute("UPDATE teams_league SET name = 'Not yet'")
        assert [next(following), next(following)] == [True, False]
        writing.execute("ROLLBACK")
    assert database_at(f"sqlite:///{copy / 'current.sqlite3'}").values("teams_league", "name") == ["Committed"]

    other = OwnSite(own.folder / "other")
    assert other.run("restore", copy).startswith(f"Restored {copy}, made on ")
    assert (other.league, other.photographs(), other.database.rows()) == (
        ["Committed"], ["card.jpg"], own.database.rows(),
    )  # fmt: skip


def test_postgresql_is_followed_by_its_own_means(tmp_path):
    with pytest.raises(OperationError, match="Only SQLite is followed"):
        next(follow(database_at("postgres://nobody@/nothing?host=/nowhere"), tmp_path))
