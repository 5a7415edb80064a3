"""One outgrown site for the tests of this folder, which one worker runs one after the other."""

import pytest

from tests.outgrown.whole import whole_site


@pytest.fixture(scope="session")
def whole():
    with whole_site(matches=19, nights=4) as whole:
        yield whole
