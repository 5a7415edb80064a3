"""The site as systemd would run it: the very commands of the units in docker/systemd, started again when they die."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from tests.outgrown.servers import free_port, listens
from tests.waiting import until

ROOT = Path(__file__).parents[2]
UNITS = ROOT / "docker" / "systemd"
WITH_US = ("setpriv", "--pdeathsig", "KILL")  # nothing goes on when the test has been killed
EVERYTHING = ("web@1", "web@2", "live@1", "live@2", "worker", "beat")


def setting(name: str, key: str) -> str:
    """A setting of a process's unit ("web@1": of the unit "web@"); "" if it says nothing of it."""
    unit, at, process = name.partition("@")
    text = (UNITS / f"double-six-{unit}{at}.service").read_text()
    found = re.search(rf"^{key}=(.*)$", text, flags=re.MULTILINE)
    return found[1].replace("%i", process) if found else ""


def command(name: str, places: dict[str, str]) -> list[str]:
    """What a process's unit runs, with its places on the disk replaced by others."""
    words = setting(name, "ExecStart")
    for place, other in places.items():
        words = words.replace(place, other)
    return shlex.split(words)


class Site:
    """Its processes by the names of their units. `folder` must have a short name: Unix sockets are in it."""

    def __init__(self, folder: Path, *, database: str, redis: str, **environment: str):
        self.folder, self.run = folder, folder / "run"
        self.places = {
            "/srv/double-six/.venv/bin": str(Path(sys.executable).parent),
            "/srv/double-six": str(ROOT),
            "/run/double-six": str(self.run),
            "/var/lib/double-six": str(folder / "var"),
        }
        ours = {"DATABASE_URL": database, "REDIS_URL": redis, "VAR_DIR": str(folder / "var")}
        public = {"SECRET_KEY": "of-this-test-alone-" * 4, "ALLOWED_HOSTS": "*", "HTTPS": "no", "DEMO": "no"}
        public |= {"SECOND_FACTOR_FOR_OFFICERS": "no", "API_REQUESTS_A_MINUTE": "100000"}  # programs act for everybody
        proxied = {"TRUSTED_PROXIES": "1", "LIVE_STREAMS_AT_ONE_ADDRESS": "10000"}
        names = {"DJANGO_SETTINGS_MODULE": "league.site.settings", "PYTHONPATH": str(ROOT)}
        self.settings = ours | public | proxied | environment
        self.environment = os.environ | names | self.settings
        self.processes: dict[str, subprocess.Popen] = {}
        self.commands: dict[str, list[str]] = {}
        self.over = threading.Event()
        self.reader: subprocess.Popen | None = None
        self.watch = threading.Thread(target=self._watch, daemon=True)

    def command(self, name: str) -> list[str]:
        return command(name, self.places)

    def prepare(self):
        """What double-six-prepare.service does once, before everything else."""
        self.run.mkdir(exist_ok=True)
        done = subprocess.run(
            self.command("prepare"), cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr

    def start(self, *names: str):
        self.commands |= {name: self.command(name) for name in names}
        for name in names:
            self._begin(name)
        if not self.watch.is_alive():
            self.watch.start()
        for name in names:
            assert until(lambda name=name: self.answers(name)), self.log(name)

    def start_proxy(self) -> int:
        """nginx with the file that a site has; the port it listens on."""
        port = free_port()
        own = (ROOT / "docker" / "nginx.conf").read_text()
        for place, other in (
            ("/run/double-six", str(self.run)),
            ("/var/cache/double-six", str(self.folder / "cache")),
            ("listen 80;", f"listen 127.0.0.1:{port};"),
        ):
            assert place in own
            own = own.replace(place, other)
        (self.folder / "site.conf").write_text(own)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = "".join(f"{kind}_temp_path {self.folder}/nginx-{kind};" for kind in kinds)
        root = "user root;" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{root} daemon off; worker_processes 1; worker_rlimit_nofile 20000; pid {self.folder}/nginx.pid;"
            f"events {{ worker_connections 8000; }} error_log {self.folder}/proxy.log warn;"
            f"http {{ access_log off; {temporary} include {self.folder}/site.conf; }}"
        )
        nginx = shutil.which("nginx") or "/usr/sbin/nginx"
        self.commands["proxy"] = [nginx, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
        self._begin("proxy")
        assert until(lambda: listens(port)), (self.folder / "proxy.log").read_text()
        return port

    def serve(self, port: int):
        """All of it in one process, as `manage.py serve` has it."""
        self.commands["serve"] = [sys.executable, "manage.py", "serve", "--port", str(port)]
        self._begin("serve")
        assert until(lambda: listens(port)), self.log("serve")

    def socket(self, name: str) -> Path | None:
        """Where a process of pages or streams listens."""
        kind, at, process = name.partition("@")
        return self.run / f"{kind}-{process}.sock" if at else None

    def answers(self, name: str) -> bool:
        """Whether a process is well, as docker/healthy finds it; of those that listen nowhere, whether it is there."""
        socket, path = self.socket(name), "/readyz" if name.startswith("web") else "/healthz"
        if socket is None:
            return self.processes[name].poll() is None
        asked = [sys.executable, ROOT / "docker" / "healthy", socket, path]
        return subprocess.run(asked, capture_output=True, check=False).returncode == 0

    def is_well(self) -> bool:
        return all(self.answers(name) for name in self.processes)

    def kill(self, name: str):
        """As `kill -9` of everything that systemd counts to the unit. What watches starts it again."""
        os.killpg(self.processes[name].pid, signal.SIGKILL)
        self.processes[name].wait()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def stop(self):
        self.over.set()
        if self.watch.is_alive():
            self.watch.join()
        if self.reader is not None:
            self.reader.kill()
            self.reader.communicate()
        for process in self.processes.values():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            process.wait()

    def manage(self, *words: str, module: str = "", **environment: str) -> str:
        """What a command of the site's own prints."""
        command = [sys.executable, *(["-m", module] if module else ["manage.py"]), *words]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment | environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def rows(self, *words: str) -> Any:
        """What `tests.outgrown.rows` answers, one process for all questions."""
        if self.reader is None or self.reader.poll() is not None:
            with (self.folder / "rows.log").open("ab") as log:
                self.reader = subprocess.Popen(
                    [sys.executable, "-m", "tests.outgrown.rows"], cwd=ROOT, env=self.environment,
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
                )  # fmt: skip
        self.reader.stdin.write(json.dumps(words) + "\n")
        self.reader.stdin.flush()
        answer = self.reader.stdout.readline()
        assert answer, self.log("rows")
        return json.loads(answer)

    def _begin(self, name: str):
        with (self.folder / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [*WITH_US, *self.commands[name]],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def _watch(self):
        """Restart=always, RestartSec=1."""
        dead: dict[str, float] = {}
        while not self.over.wait(0.05):
            for name, process in list(self.processes.items()):
                if process.poll() is None:
                    continue
                since = dead.setdefault(name, time.monotonic())
                if time.monotonic() - since >= 1:
                    self._begin(name)
                    del dead[name]
