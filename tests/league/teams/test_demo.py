"""One-tap sign-in: as any demonstration person, and impossible anywhere else."""

import importlib
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import SystemCheckError
from django.test import override_settings
from django.urls import clear_url_caches, reverse
from django.urls.base import set_urlconf

import league.site.urls
from league.teams.choices import RoleKind
from tests.factories import make_league, make_role, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def demo_captain(small):
    from django_scopes import scopes_disabled

    user = make_user("Demo Captain", demo=True)
    with scopes_disabled():
        make_role(user, small.league, RoleKind.CAPTAIN, small.entries[0].team)
    return user


@pytest.fixture
def production():
    """The site with DEMO off: its addresses made again, as at a start."""
    with override_settings(DEMO=False):
        importlib.reload(league.site.urls)
        clear_url_caches()
        set_urlconf(None)
        yield
    importlib.reload(league.site.urls)
    clear_url_caches()


def test_one_tap_signs_in(client, demo_captain):
    page = client.get(reverse("demo"))
    assert "Demo Captain" in page.content.decode()
    assert "<strong>Captain of Crown A</strong> Sends match cards" in page.content.decode()
    answer = client.post(reverse("demo-sign-in", args=[demo_captain.pk]))
    assert (answer.status_code, answer.url) == (302, reverse("start"))
    assert client.session["_auth_user_id"] == str(demo_captain.pk)
    assert client.get(reverse("start")).url == reverse("your-match", args=["leek"])
    assert "You are Demo Captain. <a" in client.get("/leek/table/").content.decode()


def test_people_are_by_league_and_team_with_three_to_try_first(client, small, demo_captain):
    from django_scopes import scopes_disabled

    with scopes_disabled():
        other = make_league("dales")
        for name, league, kind, team in (
            ("Sue Secretary", small.league, RoleKind.SECRETARY, None),
            ("Rita Results", small.league, RoleKind.RESULTS_OFFICER, None),
            ("Vic Vice", small.league, RoleKind.VICE_CAPTAIN, small.entries[0].team),
            ("Dan Dales", other, RoleKind.SECRETARY, None),
        ):
            make_role(make_user(name, demo=True), league, kind, team)
    make_user("Spencer Spectator", demo=True)
    shown = client.get(reverse("demo")).context

    assert [person["user"].name for person in shown["first"]] == ["Dan Dales", "Demo Captain", "Rita Results"]
    assert [
        (
            title,
            [person["user"].name for person in people],
            [(team, [(person["user"].name, person["does"]) for person in theirs]) for team, theirs in teams],
        )
        for title, people, teams in shown["groups"]
    ] == [
        ("The whole site", ["Spencer Spectator"], []),
        ("Dales Dominoes", ["Dan Dales"], []),
        (
            "Leek Dominoes",
            ["Rita Results", "Sue Secretary"],
            [("Crown A", [("Demo Captain", "Captain"), ("Vic Vice", "Vice-captain")])],
        ),
    ]


def test_one_tap_goes_where_the_person_was_going(client, demo_captain):
    where = reverse("squad", args=["leek", "crown-a"])
    assert client.post(reverse("demo-sign-in", args=[demo_captain.pk]), {"next": where}).url == where
    elsewhere = client.post(reverse("demo-sign-in", args=[demo_captain.pk]), {"next": "https://example.com/"})
    assert elsewhere.url == reverse("start")


def test_reading_signs_nobody_in(client, demo_captain):
    assert client.get(reverse("demo-sign-in", args=[demo_captain.pk])).status_code == 405
    assert "_auth_user_id" not in client.session


def test_real_people_cannot_be_signed_in_as(client, small):
    assert client.post(reverse("demo-sign-in", args=[small.secretary.pk])).status_code == 404
    assert "_auth_user_id" not in client.session
    assert small.secretary.name not in client.get(reverse("demo")).content.decode()


def test_the_addresses_do_not_exist_outside_a_demonstration(client, demo_captain, production):
    assert client.get("/demo/").status_code == 404
    assert client.post(f"/demo/{demo_captain.pk}/").status_code == 404
    assert "_auth_user_id" not in client.session


def test_the_view_itself_refuses_outside_a_demonstration(client, demo_captain):
    with override_settings(DEMO=False):
        assert client.post(reverse("demo-sign-in", args=[demo_captain.pk])).status_code == 404
    assert "_auth_user_id" not in client.session


def deploy_problems():
    try:
        call_command("check", "--deploy", "--fail-level", "ERROR", stdout=StringIO(), stderr=StringIO())
    except SystemCheckError as fault:
        return str(fault)
    return ""


def test_a_demonstration_does_not_pass_the_deployment_check():
    with override_settings(DEMO=True):
        assert "accounts.E001" in deploy_problems()
    with override_settings(DEMO=False):
        assert "accounts.E001" not in deploy_problems()


def test_the_list_costs_the_same_for_many_people(client, small, demo_captain, django_assert_num_queries):
    from django_scopes import scopes_disabled

    for more in (0, 10):
        with scopes_disabled():
            for number in range(more):
                make_role(make_user(f"Extra {number}", demo=True), small.league, RoleKind.PLAYER, small.entries[1].team)
        with django_assert_num_queries(2):
            client.get(reverse("demo"))


@pytest.mark.parametrize(("contact", "link"), [("", False), ("office@league.example", True)])
def test_a_league_is_asked_for_at_the_address_of_the_site_or_of_its_administrator(
    client, production, settings, contact, link
):
    settings.SITE_CONTACT, settings.DEFAULT_FROM_EMAIL = contact, "Double Six <mailer@league.example>"
    page = client.get("/").content.decode()
    assert "Ask the administrator of this site for a league." in page
    assert ("mailto:office@league.example?" in page, "Ask for a league" in page) == (link, link)
    assert "mailer@" not in page
