"""From an empty site to the first published fixtures: ten teams, ten pubs, ten captains, and how much has to be typed.

Walked as the administrator would, by the links and buttons of the pages. A form is a page that is sent; a field is one
that is typed or chosen by hand: what the page has filled in already is not counted. A pasted row counts as one field.
"""

import sys

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope

import league.site.urls  # noqa: F401  # made before DEMO is turned off here, as the other tests need them
from league.base.accounts.models import User
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.schedule.models import Fixture, Season
from league.teams.models import League, Role, Team, Venue
from tests.league.accounts.test_sign_in import app_code
from tests.league.person import Person

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"
PUBS = ("Crown", "Bell", "Plough", "Swan", "Red Lion", "Anchor", "Fleece", "Star", "Globe", "Ship")
CAPTAINS = ("Ann", "Bob", "Cath", "Dave", "Eve", "Fred", "Gill", "Hugh", "Ivy", "Jim")
ROWS = [
    (f"{pub} A", f"The {pub}", f"{name} Raine", f"{name.lower()}@example.org", f"01632 9600{number:02}")
    for number, (pub, name) in enumerate(zip(PUBS, CAPTAINS, strict=True), start=1)
]
KEYS = ("name", "venue", "captain", "email", "phone")
TYPED = {f"row-{row}-{key}": cell for row, cells in enumerate(ROWS, 1) for key, cell in zip(KEYS, cells, strict=True)}
PASTED = {"pasted": "\n".join("\t".join(row) for row in ROWS)}
MOST_FORMS, MOST_FIELDS = 12, 100


@pytest.fixture
def person(db, settings):
    """The administrator of a site outside the demonstration, who has just been made on the machine."""
    cache.clear()
    settings.SECOND_FACTOR_FOR_OFFICERS = True
    settings.DEMO = False
    User.objects.create_superuser("ada@example.org", "Ada Admin", PASSWORD)
    return Person()


@pytest.mark.parametrize(("rows", "fields"), [(TYPED, 50), (PASTED, 10)], ids=["typed", "pasted"])
def test_from_an_empty_site_to_the_first_published_fixtures(person, rows, fields, capsys):
    sign_in(person)
    person.follow("Set up the first league")
    name = {"name": "Barnard Castle Dominoes", "short_name": "Barney", "preset": "teesdale"}
    assert "Get started: 2 of 8 done" in person.send("Create league", name).text

    person.follow("Add venues and teams")
    shown = person.send("Check the rows", rows, fields=fields)
    assert "10 teams, 10 venues and 10 invitations" in shown.text
    person.send("Import 10 rows")
    next_step(person, "Set up a season")
    person.send("Set up the season", {"name": "2027-28", "starts": "2027-09-06", "ends": "2028-04-24"})
    next_step(person, "Make a draft list")
    person.send("Make a quick round robin")
    next_step(person, "Publish the fixtures")
    person.send("Publish these 90 matches")

    assert "Get started" not in person.open("/barney/").text
    league = League.objects.get()
    with scope(league=league):
        assert (Team.objects.count(), Venue.objects.count(), Fixture.objects.count()) == (10, 10, 90)
        assert Season.objects.get().current
        assert Role.objects.filter(kind="captain").count() == 10
    assert "Crown A" in Client().get(reverse("fixtures", args=["barney"])).content.decode()
    assert_invited(league)
    with capsys.disabled():
        sys.stdout.write(f"\n{len(person.sent)} forms, {person.fields} fields: {person.sent}\n")
    assert len(person.sent) <= MOST_FORMS
    assert person.fields <= MOST_FIELDS


def sign_in(person: Person) -> None:
    """The administrator's first sign-in, with the second step that is asked for before anything else."""
    assert "sign in as its administrator" in person.open("/").text
    person.open(reverse("account_login"))
    person.send("Sign in", {"login": "ada@example.org", "password": PASSWORD})
    person.open("/")
    person.follow("Set up the first league")
    assert person.at == f"{reverse('me')}?open=second-step#second-step"
    person.open(reverse("mfa_activate_totp"))
    person.send("Set up", {"code": app_code(person.client.session["mfa.totp.secret"])})
    person.open("/")


def next_step(person: Person, words: str) -> None:
    """Press the button of what comes next, which leads to the same place from the inbox and from the league's page."""
    addresses = [
        [where for said, where in person.open(page).links if said == words] for page in ("/barney/inbox/", "/barney/")
    ]
    assert addresses[0] == addresses[1]
    person.follow(words)


def assert_invited(league: League) -> None:
    """Each captain has one mail with a page that signs them in; nobody but them."""
    process_audit_log(at=now())
    with scope(league=league):
        sent = list(Message.objects.filter(kind="role").values_list("address", "text"))
    assert sorted(address for address, _ in sent) == sorted(f"{name.lower()}@example.org" for name in CAPTAINS)
    assert all("/invitation/" in text for _, text in sent)
