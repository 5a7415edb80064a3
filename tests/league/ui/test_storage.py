"""Static files as a real site collects them: every script that another imports has a name of its own contents."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

from league import settings as real

OURS = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))
WORD = re.compile(r"[\w$]+")  # of the language, and of what is said in it
TEXT = re.compile(r"`[^`]*`")
IMPORTS = re.compile(r'(?:from|import)\s*"(\.[^"]+)"')


@pytest.fixture(scope="module")
def gathered(tmp_path_factory):
    """The folder of the files as collected, while the storage of a real site is the one in use."""
    root = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=root, STORAGES=real.STORAGES):
        call_command("collectstatic", "--noinput", verbosity=0)
        yield root


def test_scripts_import_each_other_by_names_that_change_with_them(gathered):
    entry = gathered / staticfiles_storage.stored_name("js/scorer/app.js")
    imported = [entry.parent / each for each in IMPORTS.findall(entry.read_text())]
    assert len(imported) > 5
    assert [each for each in imported if not each.is_file()] == []
    assert [each.name for each in imported if not re.search(r"\.[0-9a-f]{12}\.js$", each.name)] == []
    assert all((gathered / staticfiles_storage.stored_name(f"js/{_under(path)}")).is_file() for path in OURS)


def test_scripts_leave_comments_and_white_space_at_home_and_nothing_else(gathered):
    for path in OURS:
        script = (gathered / staticfiles_storage.stored_name(f"js/{_under(path)}")).read_text()
        assert WORD.findall(IMPORTS.sub("", script)) == WORD.findall(_code(IMPORTS.sub("", path.read_text())))
        assert len(script) < len(path.read_text())


def test_no_text_of_a_script_has_another_inside_it():
    """The minifier takes the inner one for code, and its spaces go: "Open:double 0"."""
    texts = [(path.name, text) for path in OURS for text in TEXT.findall(_code(path.read_text()))]
    assert [each for each in texts if each[1].count("{") != each[1].count("}")] == []


def _code(script):
    """What is no comment, read line by line."""
    lines, inside = [], False
    for line in script.splitlines():
        inside = inside or line.strip().startswith("/**")
        if not inside and not line.strip().startswith("//"):
            lines.append(line.partition(" // ")[0])
        inside = inside and "*/" not in line
    return "\n".join(lines)


def _under(path):
    return path.relative_to(settings.BASE_DIR / "static" / "js").as_posix()
