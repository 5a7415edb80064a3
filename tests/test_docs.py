"""The documents keep their word: what they point at is there, and what they tell somebody to type works."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.test_words import files, shown_in

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
TOPS = ("league/", "scoring/", "templates/", "static/", "tests/", "docs/", "docker/", ".ci/")


def prose(text: str) -> str:
    """The text without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def anchors(path: Path) -> set[str]:
    """The places in a document that a link can lead to, named as GitHub names them."""
    headings = re.findall(r"^#+ (.+)$", prose(path.read_text()), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(path: Path) -> list[str]:
    """The links and pictures of a document that lead nowhere; addresses on the web are not asked for."""
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(path.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, place = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        if not there.exists() or (place and place not in anchors(there)):
            broken.append(target)
    return broken


def targets() -> set[str]:
    return set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    assert broken_links(path) == []


def test_the_search_for_broken_links_finds_them(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# One thing\n[a](#one-thing) [b](#two) [c](page.md) [d](gone.md) ![e](gone.png) [f](https://x.org)\n"
    )
    assert broken_links(page) == ["#two", "gone.md", "gone.png"]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_files_that_are_named_exist(path):
    """A path in code style that begins with one of our folders; with a star, a space or NAME it is a pattern."""
    named = [name for name in re.findall(r"`([^`\n]+)`", prose(path.read_text())) if name.startswith(TOPS)]
    plain = [name for name in named if not re.search(r"[*<{ …]|\b[A-Z]{3,}\b", name)]
    assert [name for name in plain if not (ROOT / name.partition("::")[0].rstrip("/")).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_make_targets_that_are_named_exist(path):
    if path.name == "CHANGELOG.md":  # which tells of those that were taken away, too
        return
    text = path.read_text()
    typed = re.findall(r"(?:^|`|[A-Z]=\S+ )make (\w[\w-]*)", text, flags=re.MULTILINE)
    assert set(typed) <= targets()


def test_the_readme_tells_of_every_make_target():
    told = set(re.findall(r"make (\w[\w-]*)", (ROOT / "README.md").read_text()))
    assert told == targets()


OPERATORS = (
    "operations",
    "running",
    "archive",
    "fixture-lists",
    "secretary",
    "captain",
    "cups",
    "privacy",
    "webhooks",
)
OTHER_FORMS = re.compile(r"manage\.py|\.venv/bin/python|\bmake (?:run|serve)\b|\.ci/environment")


def told_to_operators() -> dict[str, str]:
    """What the documents for operators, the pages, the messages and what they copy from docker/ tell them to type."""
    documents = [ROOT / "docs" / f"{name}.md" for name in OPERATORS]
    messages = [path for path in files() if path.suffix != ".js"]
    shown = {path: "\n".join(shown_in(path.suffix, path.read_text())) for path in messages}
    spoken = "\n".join(
        re.findall(r"^\s*(?:say|stop|echo) .*$", (ROOT / "docker/install").read_text(), flags=re.MULTILINE)
    )
    texts = {path: path.read_text() for path in [*documents, ROOT / "docker" / "env.example"]} | shown
    return {path.relative_to(ROOT).as_posix(): text for path, text in texts.items()} | {"docker/install": spoken}


def test_operators_are_told_one_form_of_every_command():
    told = told_to_operators()
    assert {place: OTHER_FORMS.findall(text) for place, text in told.items() if OTHER_FORMS.search(text)} == {}
    typed = {
        name: place
        for place, text in told.items()
        for name in re.findall(r"(?:`|^    (?:\w+=\S+ )?)double-six ([a-z_]+)", text, flags=re.MULTILINE)
    }
    assert "upgrade" in typed
    assert {name: place for name, place in typed.items() if name not in {*get_commands(), "help"}} == {}


def test_the_readme_leads_to_every_document():
    linked = set(re.findall(r"\]\((docs/[^)/#]+)\)", (ROOT / "README.md").read_text()))
    assert linked == {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").glob("*.md")}


def test_every_decision_says_why_and_at_what_cost():
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        parts = re.findall(r"^## (.+)$", page.read_text(), flags=re.MULTILINE)
        assert parts == ["Context", "Choice", "Cost"], page.name
