"""One outgrown site for the tests of this folder, which one worker runs one after the other."""

import json

import pytest

from tests.outgrown.site import ROOT
from tests.outgrown.whole import whole_site


@pytest.fixture(scope="session")
def whole():
    with whole_site(matches=19, nights=4) as whole:
        yield whole


@pytest.fixture
def figures():
    """Notes what a proof has measured, as a line of JSON in var/proofs.jsonl."""

    def note(**measured):
        path = ROOT / "var" / "proofs.jsonl"
        path.parent.mkdir(exist_ok=True)
        with path.open("a") as file:
            file.write(json.dumps(measured) + "\n")

    return note
