"""A process in which the solver's libraries cannot be imported, as where pages are served: what it shows, as JSON.

Run by test_without_solver.py, with a database of its own.
"""

import json
import os
import sys
from importlib.machinery import PathFinder

ABSENT = {"cv2", "llvmlite", "numba", "numpy", "ortools", "pandas", "zxingcpp"}


class WithoutSolver(PathFinder):
    """Finds everything that is installed but the solver's libraries."""

    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None if fullname.partition(".")[0] in ABSENT else super().find_spec(fullname, path, target)


def seen() -> dict:
    """Who answers what, and what becomes of a list that is asked for."""
    from django.core.management import CommandError, call_command
    from django.test import Client
    from django.urls import reverse
    from django_scopes import scope, scopes_disabled

    from league.base.jobs.actions import run_job
    from league.base.jobs.models import Job
    from league.operations.management.commands import serve  # noqa: F401  # what `make run` is
    from league.schedule.models import FixtureList
    from tests.factories import league_in_season, make_division, make_entry, make_season

    with scopes_disabled():
        small = league_in_season(squad=1)
        season = make_season(small.league, "2027-28", current=False)
        division = make_division(season)
        for entry in small.entries:
            make_entry(division, entry.team)
    client, here = Client(), ["leek", "2027-28"]
    client.force_login(small.secretary)
    pages = ["/", "/leek/", *(reverse(name, args=here) for name in ("season-nights", "season-lists"))]
    codes = {page: client.get(page).status_code for page in pages}
    asked = client.post(reverse("new-list", args=here), {"seconds": "30"})
    with scope(league=small.league):
        run_job(Job.objects.get(key=FixtureList.objects.get().job).pk)
        job = Job.objects.get()
    try:
        call_command("solve_fixtures", prepare=True)
    except CommandError as error:
        command = str(error)
    return {
        "pages": codes,
        "asked": asked.status_code,
        "job": [job.state, job.error, job.trace],
        "shown": client.get(asked["Location"]).content.decode(),
        "command": command,
        "loaded": sorted(ABSENT & set(sys.modules)),
    }


def main() -> None:
    sys.meta_path[:] = [WithoutSolver if each is PathFinder else each for each in sys.meta_path]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings
    from django.db import connection
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()
    settings.DATABASES["default"]["TEST"]["MIGRATE"] = False
    connection.creation.create_test_db(verbosity=0)
    try:
        sys.stdout.write(json.dumps(seen()))
    finally:
        connection.creation.destroy_test_db(":memory:", verbosity=0)


if __name__ == "__main__":
    main()
