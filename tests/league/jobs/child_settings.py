"""The settings of the processes that tests start: with the kinds of job that tests have done."""

from tests.settings import *  # noqa: F403

INSTALLED_APPS = [*INSTALLED_APPS, "tests.league.jobs.work"]  # noqa: F405
