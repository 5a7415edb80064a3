"""A link inside a form loses what was typed: there are none but the ways out of it."""

import re

import pytest
from django.conf import settings

FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
LINK = re.compile(r"<a\b[^>]*>(.*?)</a>", re.DOTALL)
MARKUP = re.compile(r"<[^>]+>|{%.*?%}", re.DOTALL)
# Who taps one of these wants to leave the form. `leave` is "Cancel" or what the page calls keeping things as they are.
WAYS_OUT = re.compile(r"Cancel|Back|Start again|Unfollow|What is this\?|Dispute it|{{ leave }}")
TEMPLATES = [path for folder in settings.TEMPLATES[0]["DIRS"] for path in sorted(folder.rglob("*.html"))]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_link_in_a_form_loses_what_was_typed(path):
    forms = [form for form in FORM.findall(path.read_text()) if 'method="post"' in form]
    links = [" ".join(MARKUP.sub("", link).split()) for form in forms for link in LINK.findall(form)]
    assert [link for link in links if not WAYS_OUT.match(link)] == []
