"""The knock-out co-ordinator: made by the secretary, at home among cups, and no officer of results."""

from django.urls import reverse

from league.teams.choices import RoleKind
from league.teams.models import Role
from league.teams.queries.people import landing_of
from tests.league.cups.world import opened


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


def test_everybody_finds_the_cups(small, client):
    opened(small, "singles", "Bell Cup")
    page = client.get(reverse("league-home", args=["leek"])).content.decode()
    assert f'href="{reverse("cups", args=["leek"])}"' in page
    assert "Bell Cup" in page
