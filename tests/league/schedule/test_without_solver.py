"""The site where the solver's libraries are not installed, as in the processes of an outgrown site that serve pages."""

import json
import os
import subprocess
import sys
from pathlib import Path

from league.schedule.solver import INSTALLED, NOT_INSTALLED

ROOT = Path(__file__).parents[3]


def test_without_the_solver_every_page_is_served_and_a_list_fails_in_a_sentence(tmp_path):
    environment = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    command = [sys.executable, "-m", "tests.league.schedule.without_solver"]
    told = subprocess.run(
        command, cwd=ROOT, env={**environment, "VAR_DIR": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    seen = json.loads(told.stdout)

    assert set(seen["pages"].values()) == {200}, seen["pages"]
    assert seen["asked"] == 302
    assert seen["job"] == ["failed", NOT_INSTALLED, ""]
    assert NOT_INSTALLED in seen["shown"]
    assert seen["command"] == NOT_INSTALLED
    assert seen["loaded"] == []


def test_where_the_tests_run_the_solver_is_installed():
    assert INSTALLED
