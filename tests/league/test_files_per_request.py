"""How many files of ours are run to draw the pages that are read most may only fall."""

import sys
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from league.results.choices import SentFor
from league.teams.models import Player
from tests import ceilings

ROOT = Path(__file__).parents[2]
OURS = (f"{ROOT}/league/", f"{ROOT}/scoring/")


def files_run(client: Client, path: str) -> set[str]:
    """The files of ours with a function that is called while a page is drawn for the second time, and was not kept."""
    path += "?columns=all"
    assert client.get(path).status_code == 200, path
    files = set()

    def note(frame, event, arg):
        if event == "call" and not frame.f_code.co_name.startswith("<"):
            files.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        client.get(path)
    finally:
        sys.setprofile(before)
    return {name for name in files if name.startswith(OURS)}


@pytest.mark.usefixtures("pages_unnoted")
def test_a_page_is_drawn_by_no_more_files_than_before(evening, client):
    evening.send(SentFor.HOME)
    league, fixture = evening.small.league, evening.fixture
    player = Player.objects.filter(league=league).order_by("pk")[0]
    pages = {
        "home": f"/{league.slug}/",
        "table": reverse("table", args=[league.slug]),
        "match": fixture.get_absolute_url(),
        "team": evening.small.entries[0].team.get_absolute_url(),
        "player": player.get_absolute_url(),
    }
    numbers = {name: len(files_run(client, path)) for name, path in pages.items()}
    faults = ceilings.faults("files_per_request", numbers)
    assert not faults, "\n".join(faults)
