"""Databases of earlier versions are brought up by today's code: every page answers, and no result changes.

One of them in each run, another by SEED; in make prove all, with all their pages.
"""

import json
import os
import re

import pytest

from tests.league.operations.conftest import ON_POSTGRES, OwnSite, empty_postgres
from tests.museum import exhibits
from tests.seeds import PROVING, SEED

ALL = [("sqlite", each) for each in exhibits.ON_SQLITE]
if ON_POSTGRES:
    ALL += [("postgresql", each) for each in exhibits.ON_POSTGRES]
SHOWN = ALL if PROVING else [ALL[SEED % len(ALL)]]
PAGES = 1000 if PROVING else 1  # of each address of the URLconf, for nobody and for one of each role


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
    site.manage("migrate", "--verbosity", "0")
    assert re.fullmatch(r"[1-9]\d* results made again, 0 changed\.\n", site.manage("retally"))
    visit = json.loads(
        site.manage(PAGES, module="tests.museum.visit", DJANGO_SETTINGS_MODULE="tests.settings").splitlines()[-1]
    )
    assert visit["faults"] == {}
    assert visit["opened"] > 50
