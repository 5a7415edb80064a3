"""Numbers and addresses of people: for officers and captains of their league, signed in, and on no other page."""

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.teams.choices import RoleKind
from league.teams.models import Player
from tests.factories import league_in_season, make_role, make_user
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
NUMBER = "07700 900123"


@pytest.fixture
def known(small):
    """Everybody has a number; a player who signs in is one of the Crown."""
    with scopes_disabled():
        user = make_user("Crown PlayerA")
        make_role(user, small.league, RoleKind.PLAYER, small.entries[0].team)
        Player.objects.filter(name="Crown PlayerA").update(user=user)
        User.objects.update(phone=NUMBER)
    return small, user


def addresses(small):
    """Every page of the league that strangers may open."""
    with scopes_disabled():
        player = Player.objects.get(name="Crown PlayerA", league=small.league)
        fixture = small.fixtures[0]
        team, venue = small.entries[0].team, small.entries[0].team.venue
    names = ("league-home", "table", "seasons", "fixtures", "teams", "players", "rule-book", "search")
    yield from (reverse(name, args=["leek"]) for name in names)
    yield "/leek/teams/?show=venues"
    yield f"{reverse('search', args=['leek'])}?q=crown"
    yield from (row.get_absolute_url() for row in (player, team, venue, fixture))


@pytest.mark.parametrize("who", ["anonymous", "nobody", "player", "other captain"])
def test_no_page_tells_them(known, client, who):
    small, player = known
    with scopes_disabled():
        if who == "other captain":
            client = signed_in(league_in_season("teesdale", "teesdale", teams=2).captains[0])
    if who == "nobody":
        client = signed_in(make_user("No Role"))
    if who == "player":
        client = signed_in(player)
    emails = set(User.objects.values_list("email", flat=True))
    for address in addresses(small):
        page = client.get(address)
        assert page.status_code == 200, address
        body = page.content.decode()
        assert NUMBER not in body, address
        assert not [email for email in emails if email in body], address


def test_the_contact_list_is_for_officers_and_captains(known):
    small, player = known
    url = reverse("contacts", args=["leek"])
    for user in (small.captains[0], small.secretary):
        body = signed_in(user).get(url).content.decode()
        assert NUMBER in body
        assert small.captains[1].email in body
        assert player.email not in body


def test_private_pages_are_not_kept_by_a_shared_phone(known):
    small, _ = known
    for name in ("contacts", "people", "registrations"):
        answer = signed_in(small.secretary).get(reverse(name, args=["leek"]))
        assert "no-store" in answer.headers["Cache-Control"]


def test_strangers_read_initials(known):
    with scopes_disabled():
        player = Player.objects.select_related("league").get(name="Crown PlayerA")
        assert player.public_name == "C PlayerA"
        player.under_18 = True
        assert player.public_name == "C P"
