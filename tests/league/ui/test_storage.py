"""Static files as a real site collects them: every script that another imports has a name of its own contents."""

import re

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings

IMPORTS = re.compile(r'(?:from|import)\s*"(\.[^"]+)"')


def test_scripts_import_each_other_by_names_that_change_with_them(tmp_path):
    from league import settings as real

    with override_settings(STATIC_ROOT=tmp_path, STORAGES=real.STORAGES):
        call_command("collectstatic", "--noinput", verbosity=0)
        entry = tmp_path / staticfiles_storage.stored_name("js/scorer/app.js")
        imported = [entry.parent / each for each in IMPORTS.findall(entry.read_text())]
        assert len(imported) > 5
        assert [each for each in imported if not each.is_file()] == []
        assert [each.name for each in imported if not re.search(r"\.[0-9a-f]{12}\.js$", each.name)] == []
        ours = sorted((settings.BASE_DIR / "static" / "js").rglob("*.js"))
        assert all((tmp_path / staticfiles_storage.stored_name(f"js/{_under(path)}")).is_file() for path in ours)


def _under(path):
    return path.relative_to(settings.BASE_DIR / "static" / "js").as_posix()
