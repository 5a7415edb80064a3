"""The knock-out co-ordinator: made by the secretary, at home among cups, and no officer of results."""

import pytest
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.teams.choices import RoleKind
from league.teams.models import Role
from league.teams.queries.people import landing_of
from tests.factories import league_in_season
from tests.league.cups.world import opened
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def small():
    with scopes_disabled():
        made = league_in_season(teams=2, squad=1)
    with scope(league=made.league):
        yield made


def invite(client, **typed):
    data = {"name": "Cora Co-ordinator", "email": "cora@example.org"} | typed
    return client.post(reverse("invite-person", args=["leek"]), data)


def test_the_secretary_makes_a_coordinator_without_a_team_and_a_scorer_for_one(small, client):
    client.force_login(small.secretary)
    team = small.entries[0].team
    assert invite(client, kind="cups", team=team.pk).status_code == 302
    role = Role.objects.get(kind=RoleKind.COORDINATOR)
    assert (role.user.email, role.team, role.does) == ("cora@example.org", None, "Knock-out co-ordinator")
    assert invite(client, kind="scorer").status_code == 422
    assert invite(client, kind="scorer", team=team.pk, email="sid@example.org").status_code == 302
    assert Role.objects.get(kind=RoleKind.SCORER).team == team


def test_a_coordinator_comes_in_among_the_cups(small, coordinator, client):
    assert landing_of(coordinator) == reverse("cups", args=["leek"])
    page = client.get(reverse("cups", args=["leek"])).content.decode()
    bar = page[page.index('<ul class="nav__list">') : page.index("<summary>More")]
    assert [name for name in ("Cups", "Inbox", "Fixtures", "Table") if f">{name}</a>" in bar] == [
        "Cups", "Inbox", "Fixtures", "Table"
    ]  # fmt: skip
    assert "Open a cup" in page


def test_a_coordinator_rings_people_but_decides_no_card(small, coordinator, client):
    assert client.get(reverse("contacts", args=["leek"])).status_code == 200
    fixture = small.fixtures[0]
    address = reverse("match-decision", args=["leek", fixture.first_date, fixture.slug])
    assert client.get(address).status_code == 403
    cup = opened(small, "singles", "Bell Cup")
    assert client.get(cup.part("chasing")).status_code == 200
    assert signed_in(small.captains[0]).get(cup.part("chasing")).status_code == 403
    assert "All clear" in client.get(reverse("inbox", args=["leek"])).content.decode()


def test_everybody_finds_the_cups(small, client):
    opened(small, "singles", "Bell Cup")
    page = client.get(reverse("league-home", args=["leek"])).content.decode()
    assert f'href="{reverse("cups", args=["leek"])}"' in page
    assert "Bell Cup" in page
