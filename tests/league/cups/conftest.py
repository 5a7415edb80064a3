"""Who runs the cups of a small league."""

import pytest

from league.teams.choices import RoleKind
from tests.factories import make_role, make_user


@pytest.fixture
def coordinator(small, client):
    user = make_user("Cora Co-ordinator")
    make_role(user, small.league, RoleKind.COORDINATOR)
    client.force_login(user)
    return user
