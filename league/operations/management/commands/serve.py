"""`manage.py serve`: everything that stands between a fresh clone and a page in the browser. `make run` calls it."""

import errno
import fcntl
import os
import socket
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management import CommandError
from django.core.management.base import BaseCommand, CommandParser
from django.db import connection

from league.base.accounts.models import User
from league.base.server.limits import HeadLimitProtocol
from league.operations.actions.tables import steps_to_take
from league.schedule.solver import COMPILED, INSTALLED
from league.teams.models import League

LOOPBACK = ("127.0.0.1", "::1", "localhost")


class Command(BaseCommand):
    help = "Migrate, load the demonstration into an empty database, gather the static files, and serve."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default=settings.HOST)
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--no-start", action="store_true", help="prepare everything and stop")

    def handle(self, *, host: str, port: int, no_start: bool, **_options: Any) -> None:
        if settings.DEMO and host not in LOOPBACK:
            raise CommandError(f"A demonstration lets anybody in, so it listens on 127.0.0.1 only, not on {host}.")
        if not no_start:
            refuse_taken_port(host, port)
        os.umask(0o077)  # the database, photographs and backups are nobody else's
        settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
        hold_while_serving()
        if steps_to_take(connection):
            do_apart("make_tables")
        if settings.DEMO:
            refuse_real_people()
        if settings.DEMO and not League.objects.exists():
            self.stdout.write("Loading the demonstration leagues")
            self.stdout.flush()
            do_apart("load_demo")
        gather_static_files()
        if no_start:
            return
        self.stdout.write(f"\nDouble Six is at http://{host}:{port}/")
        if settings.DEMO:
            self.stdout.write(f"Sign in with one tap, as a captain or the secretary, at http://{host}:{port}/demo/")
        self.stdout.write("Stop it with Ctrl+C.\n")
        self.stdout.flush()
        prepare_solver()
        serve(host, port)


def do_apart(*words: str) -> None:
    """Run a command in a process of its own, whose memory is given back before this one serves."""
    connection.close()
    code = subprocess.run([sys.executable, "manage.py", *words], cwd=settings.BASE_DIR, check=False).returncode  # noqa: S603
    if code:
        sys.exit(code)  # it has said why


def refuse_real_people() -> None:
    """Nothing is done to a database that was filled by people and not by the demonstration."""
    if User.objects.exists() and not User.objects.filter(demo=True).exists():
        raise CommandError(
            "There are real people in this database, so it is not started as a demonstration. "
            "Take out DEMO to start it as a real site; for a demonstration name another folder in VAR_DIR."
        )


def refuse_taken_port(host: str, port: int) -> None:
    """Say so before anything else is done when something else already answers on the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CommandError(f"Port {port} is taken. Choose another: PORT={port + 1}") from error
            raise CommandError(f"Cannot listen on {host}:{port}: {error.strerror}. Set HOST or PORT.") from error


def gather_static_files() -> None:
    """Run collectstatic when a file has changed since it last ran: compressing them all takes seconds."""
    stamp = settings.VAR_DIR / "static.stamp"
    digest = fingerprint(settings.STATICFILES_DIRS)
    if stamp.exists() and stamp.read_text() == digest and (settings.STATIC_ROOT / "staticfiles.json").exists():
        return
    do_apart("collectstatic", "--no-input", "--verbosity=0", "--clear")
    stamp.write_text(digest)


def hold_while_serving() -> None:
    """Hold the file that says that the site is served, for as long as the process lives, whatever it becomes."""
    marker = os.open(settings.SERVING_MARKER, os.O_RDWR | os.O_CREAT, 0o600)
    os.set_inheritable(marker, True)  # noqa: FBT003
    try:
        fcntl.flock(marker, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        raise CommandError("A backup is being restored. Start again when that is done.") from None


def prepare_solver() -> None:
    """Have the solver, where there is one, compiled in the background if it is not yet: no list need wait."""
    if COMPILED.exists() or not INSTALLED:
        return
    command = ["nice", "-n", "19", sys.executable, "manage.py", "solve_fixtures", "--prepare", "--while-fed"]
    fed, _held = os.pipe()  # whose other end is closed with this process, however that ends
    silent = subprocess.DEVNULL
    subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=fed, stdout=silent, stderr=silent)  # noqa: S603
    os.close(fed)


def fingerprint(folders: list[Path]) -> str:
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    states = [
        f"{path}:{path.stat().st_size}:{path.stat().st_mtime_ns}" for path in [*files, settings.BASE_DIR / "uv.lock"]
    ]
    return sha256("\n".join(states).encode()).hexdigest()


def serve(host: str, port: int) -> None:
    """Be uvicorn from now on, in this process, which has loaded the site: Django in a fixed pool of threads."""
    connection.close()
    uvicorn.run(
        "league.site.asgi:application",
        host=host,
        port=port,
        loop="uvloop",
        http=HeadLimitProtocol,
        proxy_headers=False,  # whose word counts is TRUSTED_PROXIES' matter
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
        access_log=False,
        log_level="warning",
    )
