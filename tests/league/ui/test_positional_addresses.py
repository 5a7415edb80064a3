"""An address by its name and by position alone means one page: two of one name differ by what their parts are."""

import re
from pathlib import Path

from django.urls import get_resolver

TEMPLATES = Path(__file__).parents[3] / "templates"
BY_POSITION = re.compile(r"{% url '([\w-]+)'((?:\s+[\w.]+(?!=))+)(?: as \w+)?\s*%}")


def meanings(name: str, count: int) -> set[tuple[str, ...]]:
    possibilities = get_resolver().reverse_dict.getlist(name)
    return {tuple(parts) for ways, *_ in possibilities for _, parts in ways if len(parts) == count}


def test_no_template_names_an_address_that_could_be_two():
    uses = [
        (path.name, name, len(parts.split()))
        for path in TEMPLATES.rglob("*.html")
        for name, parts in BY_POSITION.findall(path.read_text())
    ]
    assert len(uses) > 100
    assert [(page, name) for page, name, count in uses if len(meanings(name, count)) > 1] == []
