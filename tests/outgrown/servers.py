"""Redis and PostgreSQL of a test's own, which may be killed and started again without harm to anybody else."""

import os
import shutil
import socket
import subprocess
from pathlib import Path

from tests.waiting import until

_OURS = []


def free_port():
    """A port that nobody else is given while this process lives: it is ours, and whoever names it may listen on it."""
    ours = socket.socket()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ours.bind(("127.0.0.1", 0))
    _OURS.append(ours)
    return ours.getsockname()[1]


def listens(port):
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Redis:
    """A server on a port of its own that keeps nothing, as docs/operations.md wants it."""

    def __init__(self, folder: Path):
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        options = ["--port", str(self.port), "--save", "", "--maxmemory-policy", "noeviction", "--dir", str(folder)]
        self.command = [shutil.which("redis-server"), *options]
        self.process = None

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        assert until(lambda: listens(self.port))

    def kill(self):
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    stop = kill


class Postgres:
    """A cluster of its own that keeps what it says it has kept, behind a Unix socket in its folder."""

    def __init__(self, folder: Path):
        folder.mkdir(exist_ok=True)
        self.box, self.data = folder, folder / "data"
        self.bin = max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
        self.url = f"postgres://postgres@/double_six?host={folder}"
        self.owner = []
        if os.geteuid() == 0:  # the server refuses to be run by root
            shutil.chown(folder, "postgres")
            self.owner = ["runuser", "-u", "postgres", "--"]

    def make(self):
        self._run("initdb", "-D", self.data, "-A", "trust", "-U", "postgres", "--no-sync")
        self.start()
        self._run("createdb", "-h", self.box, "-U", "postgres", "double_six")

    def start(self):
        options = f"-k {self.box} -c listen_addresses= -c max_connections=100"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", self.box / "log", "-o", options, "start")

    def kill(self):
        """As a crash of the machine would: the server is gone at once, and cannot tidy up."""
        main = int((self.data / "postmaster.pid").read_text().split()[0])
        family = subprocess.run(["pgrep", "-P", str(main)], capture_output=True, text=True, check=False).stdout.split()
        for pid in (main, *map(int, family)):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                continue
        assert until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in (main, *family)))

    def stop(self):
        command = [*self.owner, self.bin / "pg_ctl", "-D", self.data, "-m", "immediate", "stop"]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)

    def _run(self, name, *words):
        command = [*self.owner, self.bin / name, *map(str, words)]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, cwd="/")
