"""A link inside a form, or beside it to the same page, loses what was typed: there are none but the ways out of it."""

import re

import pytest
from django.conf import settings

FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
LINK = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
MARKUP = re.compile(r"<[^>]+>|{%.*?%}", re.DOTALL)
# Who taps one of these wants to leave the form. `leave` is "Cancel" or what the page calls keeping things as they are.
WAYS_OUT = re.compile(r"Cancel|Back|Start again|Unfollow|What is this\?|Dispute it|{{ leave }}")
INCLUDE = re.compile(r'{% include "([^"]+)"')
FOLDERS = settings.TEMPLATES[0]["DIRS"]
TEMPLATES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.html"))]
TYPED = re.compile(r'{{ form }}|<textarea|<input\b(?![^>]*type="hidden")', re.DOTALL)
AGAIN = re.compile(r'<a\b[^>]*href="\?', re.DOTALL)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_link_in_a_form_loses_what_was_typed(path):
    forms = [form for form in FORM.findall(path.read_text()) if 'method="post"' in form]
    links = [" ".join(MARKUP.sub("", link).split()) for form in forms for link in LINK.findall(form)]
    assert [link for link in links if not WAYS_OUT.match(link)] == []


def _with_includes(path):
    text = path.read_text()
    parts = [folder / name for name in INCLUDE.findall(text) for folder in FOLDERS if (folder / name).exists()]
    return text + "".join(_with_includes(part) for part in parts if part != path)


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_link_beside_a_form_shows_the_page_again_without_what_was_typed(path):
    text = _with_includes(path)
    forms = [form for form in FORM.findall(text) if 'method="post"' in form and TYPED.search(form)]
    assert AGAIN.findall(text) == [] or forms == []
