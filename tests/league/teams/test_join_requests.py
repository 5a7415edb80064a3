"""Join links: handed out, opened by strangers, answered by the secretary; and nothing for anybody before that."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.exchange.actions.erasure import delete_join_requests
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.teams.actions.join_requests import make_join_links
from league.teams.models import JoinLink, JoinRequest, League, Player, Registration, Role
from league.teams.queries.squads import join_token
from league.teams.views import join_requests
from tests.league.person import signed_in
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
ANN = {"name": "Ann  Raine", "email": "Ann@Example.org", "phone": "01632 960123", "kind": "captain"}


@pytest.fixture
def links(small):
    """The league's link and each team's, by the team's slug ("" for the league), as addresses."""
    cache.clear()
    with scope(league=small.league):
        make_join_links(league=small.league, by=small.secretary, at=NOW)
        rows = list(JoinLink.objects.select_related("team"))
        return {row.team.slug if row.team else "": reverse("join", args=[join_token(row)]) for row in rows}


def waiting():
    with scopes_disabled():
        return [str(asked) for asked in JoinRequest.objects.select_related("team").order_by("pk")]


def press(secretary, *, first: bool = False):
    """Approve from the inbox: everybody at once, or the first one."""
    page = secretary.get(reverse("inbox", args=["leek"])).content.decode()
    keys = re.findall(r'name="request" value="(\d+)"', page)
    return secretary.post(reverse("approve-joining", args=["leek"]), {"request": keys[:1] if first else keys})


def test_a_stranger_asks_and_gets_nothing_before_the_secretary_says_yes(small, links):
    client, users = Client(), User.objects.count()
    page = client.get(links["plough"])
    assert "Join Plough, Leek Dominoes" in page.content.decode()
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert 'name="team"' not in page.content.decode()

    answer = client.post(links["plough"], ANN, follow=True)

    assert "Request sent" in answer.content.decode()
    assert waiting() == ["Ann Raine, captain of Plough"]
    assert (User.objects.count(), Role.objects.model._base_manager.count(), mail.outbox) == (users, 5, [])
    assert "_auth_user_id" not in client.session
    secretary = signed_in(small.secretary)
    shown = secretary.get(reverse("inbox", args=["leek"])).content.decode()
    assert "Ann Raine, captain of Plough" in shown
    assert "Plough has a captain already, Plough Captain." in shown

    assert press(secretary).url == reverse("inbox", args=["leek"])

    assert waiting() == []
    with scope(league=small.league):
        role = Role.objects.get(user__email="ann@example.org")
    assert (role.kind, role.user.name, role.user.phone) == ("captain", "Ann Raine", "01632 960123")
    process_audit_log(at=Entry.objects.latest("pk").at)
    with scope(league=small.league):
        assert "/invitation/" in Message.objects.get(address="ann@example.org").text


def test_the_league_s_own_link_asks_for_the_team_and_all_are_approved_at_once(small, links):
    client = Client()
    assert client.post(links[""], ANN).status_code == 422
    plough, swan = (entry.team for entry in small.entries[2:4])
    bob = ANN | {"name": "Bob Ward", "email": "bob@example.org", "kind": "vice"}
    assert client.post(links[""], ANN | {"team": plough.pk}).status_code == 302
    assert client.post(links[""], bob | {"team": swan.pk}).status_code == 302
    assert client.post(links[""], ANN | {"team": plough.pk, "name": "Ann Rayne"}).status_code == 302
    assert waiting() == ["Ann Rayne, captain of Plough", "Bob Ward, vice-captain of Swan"]
    secretary = signed_in(small.secretary)
    assert "Approve all 2" in secretary.get(reverse("inbox", args=["leek"])).content.decode()
    press(secretary, first=True)
    assert waiting() == ["Ann Rayne, captain of Plough"]
    press(secretary)
    assert waiting() == []
    again = secretary.post(reverse("approve-joining", args=["leek"]), {"request": ["1"]}, follow=True)
    assert "the requests have already been answered" in again.content.decode()


def test_a_player_is_registered_unless_the_secretary_should_look_first(small, links):
    client, secretary = Client(), signed_in(small.secretary)
    for name in ("Zebedee Quill", "Bell Playera", "Plough PlayerB"):
        asked = {"name": name, "email": f"{name.split()[1].lower()}@example.org", "kind": "player"}
        assert client.post(links["plough"], asked).status_code == 302
    press(secretary)
    with scope(league=small.league):
        held = Registration.objects.filter(player__user__isnull=False, team__slug="plough").select_related("player")
        states = {row.player.name: row.state for row in held}
        assert Player.objects.filter(name="Plough PlayerB").count() == 1
    # Of two people called much the same nobody is registered unseen, and who was on the list is signed in as that one.
    assert states == {"Zebedee Quill": "approved", "Bell Playera": "requested", "Plough PlayerB": "approved"}


def test_who_is_refused_leaves_nothing(small, links):
    Client().post(links["plough"], ANN)
    with scopes_disabled():
        asked = JoinRequest.objects.get()
    secretary = signed_in(small.secretary)
    secretary.post(reverse("refuse-joining", args=["leek", asked.pk]))
    assert waiting() == []
    assert not User.objects.filter(email="ann@example.org").exists()
    assert not any("Ann" in entry.words for entry in Entry.objects.all())
    assert mail.outbox == []


def test_requests_that_nobody_answers_are_forgotten(small, links):
    Client().post(links["plough"], ANN)
    with scopes_disabled():
        at = JoinRequest.objects.get().at
    assert delete_join_requests(at=at + timedelta(days=59)) == 0
    assert delete_join_requests(at=at + timedelta(days=61)) == 1
    assert waiting() == []


def test_links_are_renewed_and_turned_off(small, links, client):
    secretary = signed_in(small.secretary)
    with scopes_disabled():
        row = JoinLink.objects.get(team__slug="plough")
        other = JoinLink.objects.get(team__slug="swan")
    secretary.post(reverse("renew-join-link", args=["leek", row.pk]))
    secretary.post(reverse("revoke-join-link", args=["leek", other.pk]))
    for slug in ("plough", "swan"):
        answer = client.get(links[slug])
        assert (answer.status_code, answer["X-Robots-Tag"]) == (410, "noindex, nofollow")
        assert client.post(links[slug], ANN).status_code == 410
    with scopes_disabled():
        fresh = JoinLink.objects.get(team__slug="plough", revoked_at=None)
    assert client.get(reverse("join", args=[join_token(fresh)])).status_code == 200
    shown = secretary.get(reverse("join-links", args=["leek"])).content.decode()
    assert join_token(fresh) in shown
    assert join_token(row) not in shown
    assert client.get(reverse("join", args=[f"{row.pk}.made-up"])).status_code == 410


def test_the_links_are_printed_as_patterns_for_the_camera(small, links):
    answer = signed_in(small.secretary).get(reverse("join-sheets", args=["leek"]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize(
    ("wrong", "status", "says"),
    [
        ({"name": "Ann"}, 200, "Enter a first name and a surname, or tick that this is the whole name."),
        ({"email": "ann"}, 422, "Enter an e-mail address like name@example.org."),
        ({"kind": "secretary"}, 422, "Choose again for"),
    ],
)
def test_what_is_wrong_is_said_and_stays_on_the_form(small, links, wrong, status, says):
    page = Client().post(links["plough"], ANN | wrong)
    assert page.status_code == status
    assert says in page.content.decode()
    assert "01632 960123" in page.content.decode()
    assert waiting() == []


def test_nobody_asks_without_end(small, links, monkeypatch):
    monkeypatch.setattr(join_requests, "TRIES", join_requests.TRIES._replace(most=3))
    client = Client()
    given = [client.post(links["plough"], ANN | {"email": f"{n}@example.org"}).status_code for n in range(5)]
    assert given == [302, 302, 302, 422, 422]
    assert len(waiting()) == 3


def test_a_private_league_s_link_tells_its_name_to_who_has_it(small, links, client):
    League.objects.update(public=False)
    assert client.get(links["plough"]).status_code == 200
    assert client.get("/leek/").status_code == 404


# --- a captain's own link ---------------------------------------------------------------------------------------------
def own(small, name, number=0):
    return reverse(name, args=["leek", small.entries[number].team.slug])


def test_a_captain_has_the_link_and_the_code_of_their_own_team(small, links):
    captain = signed_in(small.captains[0])
    page = captain.get(own(small, "team-join-link")).content.decode()
    assert links["crown-a"] in page
    assert "<svg" in page
    assert "https://wa.me/?text=Join%20Crown%20A" in page
    paper = captain.get(own(small, "team-join-sheet"))
    assert paper["Content-Type"] == "application/pdf"
    assert own(small, "team-join-link") in captain.get(own(small, "squad")).content.decode()


def test_a_captain_has_no_link_of_another_team(small, links):
    captain = signed_in(small.captains[0])
    assert captain.get(own(small, "team-join-link", 1)).status_code == 403
    assert captain.get(own(small, "team-join-sheet", 1)).status_code == 403
    assert captain.post(own(small, "renew-team-join-link", 1)).status_code == 403
    assert Client().get(links["bell"]).status_code == 200


def test_a_captain_renews_the_link_and_the_old_one_stops(small, links):
    captain = signed_in(small.captains[0])
    answer = captain.post(own(small, "renew-team-join-link"), follow=True)
    assert "Crown A has a new link. The old one no longer works." in answer.content.decode()
    assert Client().get(links["crown-a"]).status_code == 410
    assert links["crown-a"] not in answer.content.decode()
    with scopes_disabled():
        entry = Entry.objects.latest("pk")
    assert (entry.verb, entry.by) == ("renew_join_link", small.captains[0])


def test_where_no_link_was_made_the_captain_is_sent_to_the_secretary(small):
    captain = signed_in(small.captains[0])
    assert "Ask the secretary to create one." in captain.get(own(small, "team-join-link")).content.decode()
    answer = captain.post(own(small, "renew-team-join-link"), follow=True)
    assert "Ask the secretary to create one." in answer.content.decode()
    assert "Create join links" in signed_in(small.secretary).get(own(small, "team-join-link")).content.decode()
    assert captain.get(own(small, "team-join-sheet")).status_code == 404
