"""Processes beside the test, which see its database and the kinds of job that it has done."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.db import connection

from league.base.jobs.actions import enqueue

ROOT, NOW = Path(settings.BASE_DIR), datetime(2026, 8, 20, 12, tzinfo=UTC)


def database_url():
    """Where the test's own database is."""
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(settings.DATABASE_URL)._replace(path=f"/{name}").geturl()


@pytest.fixture
def surroundings(monkeypatch, tmp_path):
    """The environment that every child process of the test is given from now on."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tests.league.jobs.child_settings")
    monkeypatch.setenv("DATABASE_URL", database_url())
    monkeypatch.setenv("VAR_DIR", str(tmp_path))


@pytest.fixture
def start(surroundings, tmp_path):
    """Start a process of ours, which is put down with the test."""
    started = []

    def begin(*words, module=None, **environment):
        command = [sys.executable, *(("-m", module) if module else ("manage.py",)), *words]
        with (tmp_path / "processes.log").open("ab") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=os.environ | environment, stdout=log, stderr=log)
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()


@pytest.fixture
def log(tmp_path):
    """The file in which jobs sign, each time they are called."""
    path = tmp_path / "log"
    path.touch()
    return path


def put_in(kind="add", key="sum", **args):
    return enqueue(key=key, kind=kind, args=args, title="Adding up", by=None, at=NOW, league_id=None)


def ended(job):
    job.refresh_from_db()
    return job.finished


def signed(log, words):
    """The processes that left these words."""
    return [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith(words)]
