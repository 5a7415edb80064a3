"""An old address leads to the part of the page that has it now, with all that was asked."""

import pytest
from django.test import RequestFactory

from league.base.ui.old_addresses import leads_to


@pytest.mark.parametrize(
    ("view", "path", "parts", "expected"),
    [
        (leads_to("averages", "season"), "/", {"league": "x", "season": "2025-26"}, "/x/averages/?season=2025-26"),
        (leads_to("averages", "season", order="improved"), "/", {"league": "x"}, "/x/averages/?order=improved"),
        (leads_to("player", section="others"), "/", {"league": "x", "player": "y"}, "/x/players/y/#others"),
        (
            leads_to("averages", "division"),
            "/?page=2",
            {"league": "x", "division": "b"},
            "/x/averages/?division=b&page=2",
        ),
    ],
)
def test_an_old_address_leads_on_for_good(view, path, parts, expected):
    answer = view(RequestFactory().get(path), **parts)
    assert (answer.status_code, answer["Location"]) == (301, expected)
