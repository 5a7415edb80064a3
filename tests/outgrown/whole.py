"""The whole outgrown shape in one place: PostgreSQL, Redis, every process of the site, the proxy, and a league."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.outgrown.containers import Containers
from tests.outgrown.servers import Postgres, Redis, free_port
from tests.outgrown.site import EVERYTHING, Site

IMAGE = os.environ.get("OUTGROWN_IMAGE", "")  # whose containers take the place of processes


class Whole:
    """`matches` are as `lay` prints them, `port` is the proxy's."""

    def __init__(self, folder: Path):
        self.postgres, self.redis = Postgres(folder / "database"), Redis(folder)
        settings = {"database": self.postgres.url, "redis": self.redis.url}
        self.site = Containers(folder, image=IMAGE, **settings) if IMAGE else Site(folder, **settings)
        self.matches: list[dict] = []
        self.port = 0

    def start(self, matches: int, nights: int):
        self.postgres.make()
        self.redis.start()
        self.site.prepare()
        told = self.site.manage(str(matches), str(nights), module="tests.outgrown.lay")
        self.matches = [json.loads(line) for line in told.splitlines()]
        self.site.start(*EVERYTHING)
        self.port = self.site.start_proxy()

    def place(self, name: str) -> str:
        """Where one process of pages or streams is reached, without the proxy."""
        return str(self.site.socket(name))

    def rows(self, *words: str):
        return self.site.rows(*words)

    def stop(self):
        self.site.stop()
        self.redis.stop()
        self.postgres.stop()


@contextmanager
def _kept_in(kind):
    """A site in a folder of its own, which is gone without a trace afterwards.

    In memory where there is some: what is tried is what processes do, and not how quick a disk is.
    """
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else "/tmp"
    folder = Path(tempfile.mkdtemp(prefix="double-six-", dir=memory))
    folder.chmod(0o755)  # the server of the database is somebody else
    whole = kind(folder)
    try:
        yield whole
    finally:
        whole.stop()
        shutil.rmtree(folder)


@contextmanager
def whole_site(matches: int, nights: int) -> Iterator[Whole]:
    """The outgrown shape for a block."""
    with _kept_in(Whole) as whole:
        whole.start(matches, nights)
        yield whole


class Embedded:
    """The site as `manage.py serve` runs it: one process, SQLite in a file, no Redis."""

    def __init__(self, folder: Path):
        self.site = Site(folder, database=f"sqlite:///{folder}/double-six.sqlite3", redis="", TRUSTED_PROXIES="0")
        self.matches: list[dict] = []
        self.port = free_port()

    def start(self, matches: int, nights: int):
        self.site.prepare()
        told = self.site.manage(str(matches), str(nights), module="tests.outgrown.lay")
        self.matches = [json.loads(line) for line in told.splitlines()]

    def compile(self):
        """Do now what the server would do at low priority after its first start."""
        self.site.manage("solve_fixtures", "--prepare")

    def serve(self):
        self.site.serve(self.port)

    def rows(self, *words: str):
        return self.site.rows(*words)

    def stop(self):
        self.site.stop()


@contextmanager
def embedded_site(matches: int, nights: int) -> Iterator[Embedded]:
    """The default for a block."""
    with _kept_in(Embedded) as whole:
        whole.start(matches, nights)
        yield whole
