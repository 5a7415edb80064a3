"""The solver compiled before any test looks at its clock."""

import pytest

from league.schedule.solver.solve import prepare


@pytest.fixture(autouse=True, scope="session")
def compiled():
    prepare()
