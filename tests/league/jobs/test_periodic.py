"""What is looked at every so often."""

import importlib
import sys
from datetime import UTC, datetime, timedelta

import pytest

from league.base.jobs import runner
from league.base.jobs.runner import SubprocessRunner
from tests.waiting import until

NOW = datetime(2026, 8, 20, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def called(monkeypatch):
    """The moments at which a look that is due every minute was called, beside one that always fails."""
    monkeypatch.setattr(runner, "tasks", {})
    moments: list[datetime] = []

    @runner.periodic_task(MINUTE)
    def fail(now):
        raise ZeroDivisionError

    @runner.periodic_task(MINUTE)
    def look(now):
        moments.append(now)

    return moments


def test_a_round_is_gone_at_once_and_then_when_its_time_has_come(called):
    for seconds in (0, 20, 40, 60, 70, 119, 120):
        runner.run_due(NOW + timedelta(seconds=seconds))
    assert called == [NOW, NOW + MINUTE, NOW + 2 * MINUTE]


def test_what_fails_is_said_and_keeps_nobody_waiting(called, caplog):
    runner.run_due(NOW)
    assert called == [NOW]
    assert "fail failed, and is called again in 0:01:00" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_runnerfinds_what_the_apps_look_at(called, monkeypatch, settings):
    monkeypatch.delitem(sys.modules, "tests.league.jobs.work.periodic", raising=False)
    monkeypatch.setattr("league.base.jobs.runner.POLL_SECONDS", 0.01)
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "tests.league.jobs.work"]
    runner = SubprocessRunner()
    runner.start()
    until(lambda: called)
    runner.stop()
    assert importlib.import_module("tests.league.jobs.work.periodic").looked == called != []
