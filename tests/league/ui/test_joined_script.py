"""The scorer's script: what it may weigh, that every module is in it once, and what cannot be joined."""

import re
from graphlib import CycleError

import pytest
from django.conf import settings
from django.urls import reverse

from league.ui.joined_script import joined, script

JS = settings.BASE_DIR / "static" / "js"


@pytest.fixture
def write(tmp_path):
    """Write modules by name; the first is the entry, whose path is given back."""

    def written(**texts):
        for name, text in texts.items():
            (tmp_path / f"{name}.js").write_text(text)
        return tmp_path / f"{next(iter(texts))}.js"

    return written


def test_script_weighs_at_most_31_kb_on_the_wire():
    assert len(script().gzipped) <= 31_000


def test_script_has_every_element_of_the_scorer_once_and_imports_nothing():
    text = script().plain.decode()
    sources = [*(JS / "scorer").glob("*.js"), JS / "crib-board.js"]
    defined = re.compile(r'customElements\.define\("([\w-]+)"')
    assert sorted(defined.findall(text)) == sorted(
        name for path in sources for name in defined.findall(path.read_text())
    )
    assert re.findall(r'^import\b|^export\b|\bfrom ?"', text, re.MULTILINE) == []


def test_modules_keep_their_names_and_come_after_what_they_import(write):
    entry = write(
        a='import { one as two } from "./b.js";\nimport "./c.js";\n\nconst x = two;\n',
        b='import { x } from "./c.js";\n\nexport const one = x;\nconst two = 2;\n\nexport { two };\n',
        c="export async function x() {}\n",
    )
    text = re.sub(r"\s+", " ", joined(entry))
    assert text == (
        "const $0 = (() => { async function x() {} return { x }; })(); "
        "const $1 = (() => { const { x } = $0; const one = x; const two = 2; return { one, two }; })(); "
        "const $2 = (() => { const { one: two } = $1; const x = two; return { }; })(); "
    )


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export let a = 1;",
        "export { one as two };",
        'import * as b from "./b.js";',
        'const b = () => import("./b.js");',
    ],
)
def test_what_is_said_in_another_way_is_an_error(write, line):
    with pytest.raises(ValueError, match="cannot join"):
        joined(write(a=f"{line}\n", b=""))


def test_two_modules_that_import_each_other_are_an_error(write):
    with pytest.raises(CycleError):
        joined(write(a='import "./b.js";\n', b='import "./a.js";\n'))


def test_script_is_kept_for_a_year_and_an_old_address_gives_the_newest(client):
    now = client.get(reverse("scorer-script", args=[script().digest]))
    old = client.get(reverse("scorer-script", args=["0123456789ab"]))
    assert (now["Content-Type"], now["Cache-Control"]) == (
        "text/javascript; charset=utf-8",
        "public, max-age=31536000, immutable",
    )
    assert (old.content, old["Cache-Control"]) == (script().plain, "public, max-age=60")
