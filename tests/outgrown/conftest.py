"""One outgrown site for the tests of this folder, which one worker runs one after the other."""

import json
from pathlib import Path

import pytest

from tests.outgrown.site import ROOT
from tests.outgrown.whole import whole_site


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Two such sites at once on a small machine would only wait for each other."""
    for item in items:
        if Path(item.fspath).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.xdist_group("outgrown"))


@pytest.fixture(scope="session")
def whole():
    with whole_site(matches=13, nights=4) as whole:
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
