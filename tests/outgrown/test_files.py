"""The files of the outgrown shape agree: containers run what the units run, and the proxy looks where they listen."""

import re
import shutil
import subprocess

import pytest
import yaml

from league.base.server.limits import ARCHIVES, FILES, FORMS, MB
from tests.outgrown.site import EVERYTHING, ROOT, UNITS, command, setting

DOCKER = ROOT / "docker"
COMPOSE = yaml.safe_load((DOCKER / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
PROXY = (DOCKER / "nginx.conf").read_text()
IN_CONTAINERS = {"/srv/double-six/.venv/bin/": "", "/var/lib/double-six": "/var/double-six"}


@pytest.mark.parametrize("name", ["prepare", *EVERYTHING])
def test_a_container_runs_what_the_unit_runs(name):
    service = SERVICES[name.replace("@", "-")]
    nice = ["nice"] if setting(name, "Nice") else []
    assert service["command"] == nice + command(name, IN_CONTAINERS)


def test_the_target_wants_every_unit_and_nothing_else():
    wanted = re.findall(r"double-six-([\w@]+)\.service", (UNITS / "double-six.target").read_text())
    assert set(wanted) == {"prepare", *EVERYTHING}
    units = {path.stem.removeprefix("double-six-") for path in UNITS.glob("*.service")}
    assert {re.sub(r"@.*", "@", name) for name in wanted} == units


@pytest.mark.parametrize("name", EVERYTHING)
def test_what_dies_is_started_again_once_the_database_is_up_to_date(name):
    assert setting(name, "Restart") == "always"
    assert setting(name, "Wants") == setting(name, "After") == "double-six-prepare.service"
    service = SERVICES[name.replace("@", "-")]
    assert service["restart"] == "unless-stopped"
    assert service["depends_on"] == {"prepare": {"condition": "service_completed_successfully"}}


def test_the_proxy_asks_for_everything_that_listens():
    asked = set(re.findall(r"server unix:(\S+\.sock)", PROXY))
    listening = {
        re.search(r"/run/double-six/\S+\.sock", " ".join(service["command"]))[0]
        for service in SERVICES.values()
        if ".sock" in " ".join(service.get("command", ()))
    }
    assert asked == listening
    assert {f"/run/double-six/{name.replace('@', '-')}.sock" for name in EVERYTHING if "@" in name} == asked


def test_every_container_that_listens_is_asked_how_it_is():
    for name, service in SERVICES.items():
        if name.startswith(("web", "live")):
            test = service["healthcheck"]["test"]
            assert test[1:3] == ["docker/healthy", f"/run/double-six/{name}.sock"]
            assert SERVICES["proxy"]["depends_on"][name] == {"condition": "service_healthy"}
    assert (DOCKER / "healthy").stat().st_mode & 0o111


def test_secrets_and_volumes_are_declared_and_no_secret_is_a_variable():
    used = {secret for service in SERVICES.values() for secret in service.get("secrets", ())}
    assert used == set(COMPOSE["secrets"])
    volumes = {volume.split(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert {name for name in volumes if not name.startswith(".")} == set(COMPOSE["volumes"])
    for service in SERVICES.values():
        named = service.get("environment", {})
        assert not {"SECRET_KEY", "DATABASE_URL", "EMAIL_URL", "POSTGRES_PASSWORD"} & set(named)


def test_redis_never_throws_a_message_away():
    assert "noeviction" in SERVICES["redis"]["command"]


def test_what_compose_asks_for_stands_in_its_example():
    asked = set(re.findall(r"\$\{([A-Z_]+)", (DOCKER / "compose.yaml").read_text()))
    offered = set(re.findall(r"^([A-Z_]+)=", (DOCKER / "env.example").read_text(), flags=re.MULTILINE))
    assert offered <= asked
    assert asked - offered == {"HTTPS"}


def test_the_image_holds_what_the_commands_name():
    image = (DOCKER / "Dockerfile").read_text()
    for file in ("docker/gunicorn.conf.py", "docker/healthy"):
        assert re.search(rf"^COPY .*{re.escape(file)}", image, flags=re.MULTILINE)
    for place in ("/var/double-six", "/run/double-six"):
        assert place in image


def test_systemd_understands_the_units(tmp_path):
    """As far as it can without the programs being where the units say."""
    checker = shutil.which("systemd-analyze")
    for path in UNITS.iterdir():
        text = path.read_text()
        (tmp_path / path.name).write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
        assert re.search(r"^\[Unit\]$", text, flags=re.MULTILINE)
    if checker:
        names = [str(path) for path in sorted(tmp_path.iterdir())]
        told = subprocess.run([checker, "verify", *names], capture_output=True, text=True, check=False)
        assert "double-six" not in told.stderr, told.stderr


def test_the_units_of_a_small_site_run_commands_that_there_are():
    small = DOCKER / "small"
    commands = {re.search(r"manage\.py (\w+)", path.read_text())[1] for path in small.glob("*.service")}
    assert commands == {"serve", "backup", "follow"}
    for each in commands:
        assert list(ROOT.glob(f"league/*/management/commands/{each}.py"))
    named = set(re.findall(r"docker/small/([\w.-]+\w)", (DOCKER / "install").read_text()))
    units = {"double-six", "double-six-backup", "double-six-follow.service"}
    assert {each.rstrip("-") for each in named} <= {"Caddyfile", *units}
    assert len((DOCKER / "install").read_text().splitlines()) < 210


def test_proxies_site_and_documents_have_one_limit_for_each_kind_of_file():
    caddy = (DOCKER / "small" / "Caddyfile").read_text()
    assert re.findall(r"max_size (\d+)MiB", caddy) == [str(ARCHIVES.most // MB)]
    assert re.findall(r"client_max_body_size (\d+)m;", PROXY) == [str(FILES.most // MB), str(ARCHIVES.most // MB)]
    assert f"at most {FILES.most // MB} MB, or {ARCHIVES.most // MB} MB for a whole league" in PROXY
    documents = (ROOT / "docs" / "operations.md").read_text()
    assert f"more than {FORMS.most // MB} MB; {FILES.most // MB} MB where a picture or sheet is sent" in documents
    assert f"{ARCHIVES.most // MB} MB for a whole league" in documents
