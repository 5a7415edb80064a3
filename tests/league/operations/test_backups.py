"""A backup is made while the site runs, proved, kept as long as it should be, and comes back whole."""

import json
import tarfile
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from fcntl import LOCK_SH, flock

import pytest
from django.core.management import CommandError, call_command

from league.operations.actions import backups
from league.operations.backup_file import BEFORE_UPGRADE, backups_in, backups_to_keep, newest_backup, unpack_backup
from league.operations.databases import OperationError
from tests.league.operations.conftest import beside

NIGHT = datetime(2026, 11, 24, 3, tzinfo=UTC)


@contextmanager
def serving(site):
    with (site.var / "serving").open("a") as marker:
        flock(marker, LOCK_SH)
        yield


def test_a_backup_is_proved_noted_and_restored_elsewhere(site, original, tmp_path_factory):
    site.add_photograph("card.jpg")
    with serving(site):
        line = site.run("backup", "--to", site.backups)
    [file] = backups_in(site.backups).values()
    assert line.startswith(f"Backup proved: {file}, ")
    assert line.endswith(" 1 file; 89 results made again, 0 changed; 1 kept.\n")
    noted = json.loads((site.var / "backups" / "last.json").read_text())
    assert (noted["ok"], noted["what"] + "\n", noted["counts"]) == (True, line, site.database.rows())
    assert (file.stat().st_mode & 0o777, site.backups.stat().st_mode & 0o777) == (0o600, 0o700)

    other = beside(original, tmp_path_factory.mktemp("elsewhere"))
    said = other.run("restore", site.backups)
    assert said.startswith(f"Restored {file}, made on ")
    assert "is kept" not in said
    assert (other.database.rows(), other.league, other.photographs()) == (noted["counts"], site.league, ["card.jpg"])
    assert other.manage("retally").endswith(" 0 changed.\n")


def test_nobody_is_signed_in_by_a_backup_whatever_it_holds(site):
    tables = ("base_session", "django_session")
    values = "(session_key, session_data, expire_date{}) VALUES ('key-that-signs-in', 'x', '2099-01-01 00:00:00'{})"
    site.execute("INSERT INTO base_session " + values.format(", digest", ", 'x'"))
    site.execute("INSERT INTO django_session " + values.format("", ""))
    site.run("backup", "--to", site.backups)
    [file] = backups_in(site.backups).values()
    with tarfile.open(file) as archive:
        files = {each.name: archive.extractfile(each).read() for each in archive if each.isfile()}
    assert len(files) > 1
    assert not [name for name, content in files.items() if b"key-that-signs-in" in content]
    assert [site.database.values(table, "session_key") for table in tables] == [["key-that-signs-in"]] * 2
    site.run("restore", site.backups, "--replace")
    assert [site.database.values(table, "session_key") for table in tables] == [[], []]


def test_a_night_proves_the_newest_cards_and_what_restores_or_upgrades_all(site, monkeypatch):
    monkeypatch.setattr(backups, "MOST_PROVED", 1)
    assert "; 1 result made again, 0 changed; " in site.run("backup", "--to", site.backups)
    with site.here():
        line = backups.make_backup(to=site.backups, at=NIGHT, kind=BEFORE_UPGRADE, may_change=True)
    assert "; 89 results made again, 0 changed; " in line
    assert " 89 results made again, 0 changed" in site.run("restore", site.backups, "--replace")


def test_no_key_is_in_a_backup_and_no_paper_that_is_made_again(site):
    (site.var / "media" / "papers").mkdir()
    (site.var / "media" / "papers" / "booklet.pdf").write_bytes(b"%PDF")
    site.run("backup", "--to", site.backups)
    [file] = backups_in(site.backups).values()
    key = (site.var / "demonstration.key").read_bytes()
    with tarfile.open(file) as archive:
        contents = {each.name: archive.extractfile(each).read() for each in archive}
    assert set(contents) == {"manifest.json", site.database.file_name}
    assert [name for name, content in contents.items() if key in content] == []


def test_what_was_there_is_kept_and_the_way_back_is_a_restore(site):
    site.add_photograph("before.jpg")
    site.run("backup", "--to", site.backups)
    site.rename_league("After")
    site.add_photograph("after.jpg")
    name = site.refused("restore", site.backups)
    assert "There are people in the database already. Add --replace" in name
    assert (site.league, site.photographs()) == (["After"], ["after.jpg", "before.jpg"])

    said = site.run("restore", site.backups, "--replace")
    assert (site.league, site.photographs()) == (["Skelby Thursday Dominoes League"], ["before.jpg"])
    kept = said.split("is kept: ")[1].split("\n")[0]

    site.run("restore", kept, "--replace")
    assert (site.league, site.photographs()) == (["After"], ["after.jpg", "before.jpg"])


def test_nothing_is_restored_under_a_site_that_runs(site):
    site.run("backup", "--to", site.backups)
    site.rename_league("Running")
    with serving(site):
        assert "The site is running. Stop it first." in site.refused("restore", site.backups, "--replace")
    assert site.league == ["Running"]


def test_a_damaged_file_is_refused_and_nothing_changes(site):
    site.run("backup", "--to", site.backups)
    [file] = backups_in(site.backups).values()
    whole = file.read_bytes()
    for spoilt in (whole[: len(whole) // 2], whole[:-40], b"not a backup"):
        file.write_bytes(spoilt)
        assert "is not a whole backup of Double Six" in site.refused("restore", file, "--replace")
    assert "There is no backup at" in site.refused("restore", site.folder / "nowhere")
    assert site.league == ["Skelby Thursday Dominoes League"]


def test_a_folder_of_other_backups_says_which_files_it_has(tmp_path):
    """As on the day of a site's first upgrade, when none has been made at night yet."""
    (tmp_path / "before-upgrade-20261124-030000.tar.gz").touch()
    with pytest.raises(OperationError, match=r"Name one: before-upgrade-20261124-030000\.tar\.gz\."):
        newest_backup(tmp_path)


def test_a_file_that_would_lie_elsewhere_is_refused(tmp_path):
    for name, kind in (("../out", tarfile.REGTYPE), ("/tmp/out", tarfile.REGTYPE), ("link", tarfile.SYMTYPE)):
        with tarfile.open(tmp_path / "evil.tar.gz", "w:gz") as archive:
            entry = tarfile.TarInfo(name)
            entry.type = kind
            archive.addfile(entry)
        with pytest.raises(OperationError, match="is no file of a backup"):
            unpack_backup(tmp_path / "evil.tar.gz", tmp_path / "box")
    assert not (tmp_path / "out").exists()


def test_rows_that_came_out_differently_are_said_and_the_backup_is_not_called_proved(site):
    site.execute("UPDATE results_result SET home_games = home_games + 1")
    said = site.refused("backup", "--to", site.backups)
    assert "No proved backup was made. Of its" in said
    assert backups_in(site.backups) == {}
    assert len(backups_in(site.backups, "unproved")) == 1
    noted = json.loads((site.var / "backups" / "last.json").read_text())
    assert (noted["ok"], noted["time"]) == (False, "")
    assert noted["failure"] in said


def test_an_empty_site_is_backed_up_too(original, tmp_path):
    assert "0 rows, 0 files; 0 results made again" in beside(original, tmp_path).run("backup")


@pytest.mark.django_db
def test_retallying_a_database_without_a_season_does_not_sound_like_success():
    with pytest.raises(CommandError, match="There is no season in this database, so nothing was made again"):
        call_command("retally")


@pytest.mark.parametrize(
    ("nights", "kept"),
    [
        (1, [0]),
        (8, [0, 1, 2, 3, 4, 5, 6]),  # Wednesday to Tuesday; Monday is in the week of the newest
        (21, [0, 1, 2, 3, 4, 5, 6, 9, 16]),
        (400, [0, 1, 2, 3, 4, 5, 6, 9, 16, 23, 24, 55, 85, 116, 147, 177, 208, 238, 269, 297, 328]),
    ],
)
def test_days_weeks_and_months_are_kept(nights, kept):
    """Counted in nights before a Tuesday, 24 November 2026."""
    found = backups_to_keep(NIGHT - timedelta(days=number) for number in range(nights))
    assert sorted((NIGHT - each).days for each in found) == kept


def test_old_backups_go_when_a_new_one_is_proved(site):
    site.backups.mkdir()
    for number in range(1, 40):
        made = datetime.now(UTC) - timedelta(days=number)
        (site.backups / made.strftime("double-six-%Y%m%d-030000.tar.gz")).write_bytes(b"")
    (site.backups / "notes.txt").write_text("mine")
    site.run("backup", "--to", site.backups)
    assert 9 <= len(backups_in(site.backups)) <= 14
    assert (site.backups / "notes.txt").exists()
