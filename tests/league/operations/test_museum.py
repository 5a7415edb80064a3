"""Databases of earlier versions are brought up by today's code: every page answers, and no result changes.

One of them in each run, another by SEED; in make prove all, and more of their pages.
"""

import json
import os
import re
import shutil
import subprocess

import pytest

from tests.league.operations.conftest import KINDS, ON_POSTGRES, ROOT, OwnSite, empty_postgres
from tests.museum import exhibits
from tests.seeds import PROVING, SEED

ALL = [("sqlite", each) for each in exhibits.ON_SQLITE]
if ON_POSTGRES:
    ALL += [("postgresql", each) for each in exhibits.ON_POSTGRES]
SHOWN = ALL if PROVING else [ALL[SEED % len(ALL)]]
PAGES = 25 if PROVING else 1  # of each address of the URLconf, for nobody and for one of each role


def laid(kind, exhibit, folder):
    if kind == "sqlite":
        site = OwnSite(folder)
        exhibits.lay_sqlite(exhibit, site.database.path)
        return site
    site = OwnSite(folder, empty_postgres(f"double_six_exhibit_{re.sub(r'[^a-z0-9]', '_', exhibit)}_{os.getpid()}"))
    exhibits.lay_postgres(exhibit, site.url)
    return site


@pytest.mark.parametrize(("kind", "exhibit"), SHOWN)
def test_an_earlier_version_is_brought_up(kind, exhibit, tmp_path):
    site = laid(kind, exhibit, tmp_path)
    site.manage("make_tables")
    assert re.fullmatch(r"[1-9]\d* results made again, 0 changed\.\n", site.manage("retally"))
    visit = json.loads(
        site.manage(PAGES, module="tests.museum.visit", DJANGO_SETTINGS_MODULE="tests.settings").splitlines()[-1]
    )
    assert visit["faults"] == {}
    assert visit["opened"] > 50


def code_of_newest_exhibit(folder):
    """What the site was when the newest exhibit was made, as it lies in git's history."""
    newest = max(exhibits.FOLDER.glob("*.sql.xz"))
    git = ["git", "-C", str(ROOT)]
    asked = [*git, "log", "-1", "--diff-filter=A", "--format=%H", "--", str(newest)]
    commit = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    if not commit:
        pytest.skip("This copy has no history, and so no earlier code.")
    packed = subprocess.run([*git, "archive", commit], capture_output=True, check=True).stdout
    folder.mkdir()
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    shutil.copy(ROOT / "tests" / "museum" / "visit.py", folder / "tests" / "museum")
    return folder


@pytest.mark.proof
@pytest.mark.skipif(not PROVING, reason="two minutes: make prove")
@pytest.mark.parametrize("kind", KINDS)
def test_the_code_before_works_on_the_tables_of_today(kind, tmp_path):
    """As it does while a site of several processes is restarted one by one: pages are opened, and forms sent."""
    exhibit = max(exhibits.ON_SQLITE if kind == "sqlite" else exhibits.ON_POSTGRES)
    site = laid(kind, exhibit, tmp_path)
    site.manage("make_tables")
    before = OwnSite(tmp_path, site.url, code_of_newest_exhibit(tmp_path / "code"))
    visit = json.loads(
        before.manage(3, "forms", module="tests.museum.visit", DJANGO_SETTINGS_MODULE="tests.settings").splitlines()[-1]
    )
    assert visit["faults"] == {}
    assert visit["opened"] >= 500
    assert re.fullmatch(r"[1-9]\d* results made again, 0 changed\.\n", site.manage("retally"))
