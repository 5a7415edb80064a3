"""A number to ring is a link, on a phone the quickest way to a secretary."""

import pytest

from league.base.templatetags.ui import dialled


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann, 07700 900123", 'Ann, <a href="tel:07700900123">07700 900123</a>'),
        ("+44 (0)1632 960101 & a@b.uk", '<a href="tel:+441632960101">+44 (0)1632 960101</a> &amp; a@b.uk'),
        ("Founded 1966-67, ring 2 times", "Founded 1966-67, ring 2 times"),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_numbers_are_links(text, shown):
    assert dialled(text) == shown
