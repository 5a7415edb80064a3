"""Static files as a real site collects them: every script that another imports has a name of its own contents."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client, override_settings

from league.base.server.refusals import WORDS, refusal
from league.base.ui.static_files import _kept as stylesheets
from league.pages.views import site
from league.site import settings as real

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


NAMED = re.compile(r"""\{% static ['"]([^'"]+)['"]""")


def test_every_file_that_a_template_names_was_gathered(gathered):
    """One that was not keeps its plain name, so nothing else would say so."""
    paths = (settings.BASE_DIR / "templates").rglob("*.html")
    names = {name for path in paths for name in NAMED.findall(path.read_text())}
    assert len(names) > 10
    assert names <= staticfiles_storage.hashed_files.keys()


@pytest.fixture
def ungathered(tmp_path):
    """A real site for which no file was ever gathered."""
    stylesheets.cache_clear()
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=real.STORAGES):
        yield
    stylesheets.cache_clear()


@pytest.mark.django_db
def test_every_error_page_is_drawn_where_no_file_was_gathered(ungathered, client, rf):
    request = rf.get("/")
    request.user, request.session = AnonymousUser(), {}
    pages = [site.bad_request(request), site.forbidden(request), site.server_error(request)]
    pages += [client.get("/no-such-league/nothing/")]
    pages += [Client(enforce_csrf_checks=True).post("/accounts/login/"), client.get("/")]
    pages += [refusal("/", status) for status in WORDS]
    assert [page.status_code for page in pages] == [400, 403, 500, 404, 403, 200, *WORDS]
    assert [page for page in pages if b"<h1>" not in page.content] == []
    assert all(b'href="/style/' in page.content for page in pages)


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
