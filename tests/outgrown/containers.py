"""The same site in containers: the commands of docker/compose.yaml, by podman, from the image of `make prove-image`.

PostgreSQL, Redis and nginx are this machine's own, in place of what a registry has. The network is the machine's too.
"""

import os
import subprocess
from pathlib import Path

import yaml

from tests.outgrown.site import EVERYTHING, ROOT, Site

COMPOSE = yaml.safe_load((ROOT / "docker" / "compose.yaml").read_text())["services"]
USER = 10001
# Nobody may write to its root or do what the site's user may not; no limit above what this machine has itself.
CONFINED = (
    "--read-only", "--tmpfs=/tmp", "--cap-drop=ALL", "--security-opt=no-new-privileges", "--network=host",
    "--cgroups=disabled", "--ulimit=nofile=1024:16384", "--ulimit=nproc=1000:1000",
)  # fmt: skip


class Containers(Site):
    """Parts by the names of their units, `web@1` for `web-1`."""

    def __init__(self, folder: Path, *, image: str, **settings: str):
        super().__init__(folder, **settings)
        self.image = image
        for place in (self.run, folder / "var"):
            place.mkdir()
            os.chown(place, USER, USER)

    def command(self, name: str) -> list[str]:
        told = {**self.settings, "VAR_DIR": "/var/double-six"}
        places = {self.run: "/run/double-six", self.folder / "var": "/var/double-six"}
        places[self.folder / "database"] = str(self.folder / "database")
        return [
            "podman", "run", "--rm", "--replace", f"--name={container(name)}", *CONFINED,
            *(f"--env={key}={value}" for key, value in told.items()),
            *(f"--volume={place}:{inside}" for place, inside in places.items()),
            self.image, *COMPOSE[name.replace("@", "-")]["command"],
        ]  # fmt: skip

    def kill(self, name: str):
        podman("kill", "--signal=KILL", container(name))
        self.processes[name].wait()

    def stop(self):
        super().stop()
        podman("rm", "--force", "--ignore", "--time=0", *map(container, EVERYTHING))


def container(name: str) -> str:
    return f"double-six-{name.replace('@', '-')}"


def podman(*words: str) -> None:
    subprocess.run(["podman", *words], stdout=subprocess.DEVNULL, check=True)
