"""Every recipe of docs/operations.md about keeping a site works as it is typed there, in other folders."""

import re
import shlex
import subprocess

from league.operations.databases import database_at
from tests.league.operations.conftest import ROOT
from tests.league.operations.test_moving import other_database
from tests.waiting import until

TEXT = (ROOT / "docs" / "operations.md").read_text()
PROSE = re.sub(r"^```.*?^```", "", TEXT, flags=re.DOTALL | re.MULTILINE)
BLOCKS = [block.strip() for block in re.findall(r"(?:^    .*\n)+", PROSE, flags=re.MULTILINE)]
# Blocks that need another machine than that of a test, by their first words, and what tries them instead.
ELSEWHERE = {
    "SECRET_KEY=at-least-thirty-two-letters-by-chance": "settings, not commands: tests/test_settings.py",
    "MAIL_IN_URL=": "settings of a mailbox: tests/league/notifications/test_incoming.py",
    "cd docker": "needs a container engine; tests/outgrown/test_files.py holds the files together",
    "docker build": "needs a container engine",
    "CREATE EXTENSION": "needs a site of thousands of leagues on PostgreSQL",
    "systemctl restart": "needs systemd; tests/outgrown kills each of these parts",
    "Backup proved: ": "what a command says",
    "age -r ": "needs age, a program of its own, and a key",
}
RECIPES = [block for block in BLOCKS if not block.startswith(tuple(ELSEWHERE))]
OURS = r"(?:MOVE_TO=\S+ )?double-six (backup|restore|follow|move_to|upgrade)\b"


def typed(site, recipe, **places):
    """Type a recipe with its folders and addresses put elsewhere; what it says."""
    for place, other in ({"/var/backups/double-six": site.backups} | places).items():
        recipe = recipe.replace(place, str(other))
    environment = {**site.environment, "PATH": f"{ROOT}:{site.environment['PATH']}"}
    done = subprocess.run(
        ["sh", "-euc", recipe], cwd=site.backups.parent, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def recipe(command):
    [found] = [block for block in RECIPES if f"double-six {command}" in block]
    return found


def test_every_block_is_a_recipe_that_is_tried_or_says_what_tries_it():
    assert [block for block in RECIPES if not re.fullmatch(rf"{OURS}.*", block)] == []
    assert {re.search(OURS, block)[1] for block in RECIPES} == {"backup", "restore", "follow", "move_to", "upgrade"}
    unused = [words for words in ELSEWHERE if not any(block.startswith(words) for block in BLOCKS)]
    assert unused == []


def test_a_site_is_backed_up_restored_and_moved_as_the_text_says(site):
    said = typed(site, recipe("backup"))
    [shown] = [block for block in BLOCKS if block.startswith("Backup proved: ")]
    pattern = re.sub(
        r"\\d\+(?:-\\d\+)?", r"[\\d.-]+", re.sub(r"\d+", r"\\d+", re.escape(shown.split("double-six-")[1]))
    )
    assert re.search(pattern, said.replace("\n", "")), (pattern, said)
    site.rename_league("After")
    assert typed(site, recipe("restore")).startswith("Restored ")
    assert site.league == ["Skelby Thursday Dominoes League"]
    moved = typed(site, recipe("move_to"), **{"postgres://name:password@host/database": other_database(site, "typed")})
    assert moved.endswith("Now set DATABASE_URL to that database, and start the site.\n")


def test_a_copy_follows_a_site_as_the_text_says(museum_site, tmp_path):
    copy = tmp_path / "second"
    command = shlex.split(recipe("follow").replace("/mnt/second/double-six", str(copy)))
    kept = "INSERT INTO django_session VALUES ('key-that-signs-in', 'x', '2099-01-01 00:00:00')"
    museum_site.execute(kept)
    following = museum_site.begin(*command[1:])
    assert until((copy / "current.sqlite3").exists)
    following.terminate()
    following.communicate()
    followed = database_at(f"sqlite:///{copy}/current.sqlite3")
    signed_in = museum_site.database.rows()["django_session"]
    assert (followed.rows() | {"django_session": signed_in}, followed.faults()) == (museum_site.database.rows(), [])
    museum_site.execute("DELETE FROM django_session")
    assert b"key-that-signs-in" not in (copy / "current.sqlite3").read_bytes()


def test_the_key_that_the_text_prints_is_long_enough():
    [command] = set(re.findall(r"`(python3 -c \"import secrets[^`]+)`", TEXT))
    printed = subprocess.run(["sh", "-euc", command], capture_output=True, text=True, check=True).stdout.strip()
    assert len(printed) >= 32
