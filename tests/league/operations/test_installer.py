"""The parts of docker/install that can be tried without a machine of its own: what it asks, and what it writes."""

import re
import subprocess
import sys

import pytest

from tests.league.operations.conftest import ROOT

INSTALLER = (ROOT / "docker" / "install").read_text()
ASKING = re.search(r"^ask_settings\(\) \{.*?^\}", INSTALLER, flags=re.DOTALL | re.MULTILINE)[0]
CHECKING = re.search(r"^starts_with\(\) \{.*?^\}", INSTALLER, flags=re.DOTALL | re.MULTILINE)[0]
HEAD = re.search(r"^old_domain=.*?^setting\(\).*?$", INSTALLER, flags=re.DOTALL | re.MULTILINE)[0]


def ask(folder, domain, answers):
    """Run ask_settings in this folder as the installer does; what is in the file of settings afterwards."""
    (folder / "srv").mkdir(exist_ok=True)
    for name, place in (
        (".venv", sys.prefix),
        ("league", ROOT / "league"),
        ("pyproject.toml", ROOT / "pyproject.toml"),
    ):
        if not (folder / "srv" / name).exists():
            (folder / "srv" / name).symlink_to(place)
    script = (
        f"set -euo pipefail\nhome={folder}/srv settings={folder}/settings state=/state backups=/backups second=''\n"
        f"domain={domain}\nsay() {{ :; }}\n{HEAD}\n{CHECKING}\n{ASKING}\nask_settings"
    )
    subprocess.run(["/bin/bash", "-c", script], input=answers, text=True, check=True, capture_output=True, env={})
    return dict(line.split("=", 1) for line in (folder / "settings").read_text().splitlines())


def test_a_second_domain_takes_the_place_of_the_first_everywhere(tmp_path):
    ask(tmp_path, "leauge.example", "submission://name:password@mail.example:587\n\n")
    settings = ask(tmp_path, "league.example", "")
    assert settings["ALLOWED_HOSTS"] == "league.example,127.0.0.1"
    assert settings["DEFAULT_FROM_EMAIL"] == "Double Six <league@league.example>"
    assert settings["EMAIL_URL"] == "submission://name:password@mail.example:587"


@pytest.mark.parametrize(
    "mistyped",
    ["mail.example", "name:password@mail.example:587", "http://mail.example", "smtp://", "smtp://a:b#c@d:25"],
)
def test_a_mail_server_that_is_none_is_asked_for_again_and_so_is_a_sender(tmp_path, mistyped):
    answers = f"{mistyped}\nsmtp://mail.example:25\nthe secretary\nsecretary@league.example\n"
    settings = ask(tmp_path, "league.example", answers)
    assert settings["EMAIL_URL"] == "smtp://mail.example:25"
    assert settings["DEFAULT_FROM_EMAIL"] == "Double Six <secretary@league.example>"


@pytest.mark.parametrize("answers", ["", "smtp://", "smtp://mail.example:25\nthe secretary"])
def test_answers_that_break_off_are_not_kept(tmp_path, answers):
    settings = ask(tmp_path, "league.example", answers)
    assert settings.get("EMAIL_URL", "smtp://mail.example:25") == "smtp://mail.example:25"
    assert settings["DEFAULT_FROM_EMAIL"] == "Double Six <league@league.example>"


def test_no_mail_server_is_an_answer_too(tmp_path):
    assert "EMAIL_URL" not in ask(tmp_path, "league.example", "\n\n")
