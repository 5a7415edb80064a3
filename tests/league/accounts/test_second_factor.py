"""Officers outside a demonstration: a second step before anything, and who they are again before handing out power."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django_scopes import scopes_disabled

import league.site.urls  # noqa: F401  # made before DEMO is turned off here, as the other tests need them
from league.teams.choices import RoleKind
from league.teams.models import Role
from tests.factories import league_in_season, make_role, make_user
from tests.league.accounts.test_sign_in import app_code, ask_code, code_in
from tests.league.api.programs import program_of

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)
SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def small(db):
    cache.clear()
    with scopes_disabled():
        return league_in_season(teams=2)


@pytest.fixture
def strict(settings):
    settings.SECOND_FACTOR_FOR_OFFICERS = True
    settings.DEMO = False


OFFICES = frozenset({RoleKind.SECRETARY, RoleKind.RESULTS_OFFICER, RoleKind.COORDINATOR, RoleKind.TREASURER})


def private_pages(patterns, before=""):
    """The address in a league of each page of a league that is not for the public."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from private_pages(each.url_patterns, route)
        elif route.count("<") == 1 and route.startswith("<") and getattr(each.callback, "login_required", True):
            yield route.replace(route.partition("/")[0], "/leek")


@pytest.mark.parametrize("kind", OFFICES)
def test_an_office_needs_a_second_step_that_this_session_has_shown(client, small, strict, kind):
    """On each private page: after the mailbox alone, with a factor of another session, and after showing it."""
    user, pages = make_user("Olive Officer"), sorted(private_pages(get_resolver().url_patterns))
    with scopes_disabled():
        make_role(user, small.league, kind)
    client.force_login(user)
    assert len(pages) > 60
    assert {leads_to(client.get(page)) for page in pages} == {reverse("mfa_index")}
    TOTP.activate(user, SECRET)
    assert [leads_to(client.get(page)) for page in pages] == [
        f"{reverse('mfa_reauthenticate')}?next={page}" for page in pages
    ]
    assert client.post(reverse("mfa_reauthenticate"), {"code": app_code(SECRET)}).status_code == 302
    assert client.get(reverse("contacts", args=["leek"])).status_code == 200


@pytest.mark.parametrize("kind", sorted(set(RoleKind) - OFFICES))
def test_a_role_of_a_team_needs_none(client, small, strict, kind):
    user = make_user("Terry Team")
    with scopes_disabled():
        make_role(user, small.league, kind, small.entries[0].team)
    client.force_login(user)
    assert {leads_to(client.get(reverse(name, args=["leek"]))) for name in ("contacts", "people", "money")} == {""}


def leads_to(answer):
    return answer["Location"] if answer.status_code == 302 and "/accounts/" in answer["Location"] else ""


def test_a_session_from_before_the_second_step_is_ended_and_cannot_take_it_away(client, small, strict):
    before = Client()
    for browser in (before, client):
        ask_code(browser, small.secretary.email)
        browser.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    secret = client.get(reverse("mfa_activate_totp")).context["form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": app_code(secret)})
    assert client.get(reverse("people", args=["leek"])).status_code == 200
    assert before.get(reverse("people", args=["leek"])).url.startswith(reverse("account_login"))
    assert before.post(reverse("mfa_deactivate_totp")).url.startswith(reverse("account_login"))
    assert Authenticator.objects.filter(user=small.secretary, type="totp").exists()


def test_a_password_does_not_stand_for_the_second_step(client, small, strict):
    TOTP.activate(small.secretary, SECRET)
    client.force_login(small.secretary)
    Authenticator.objects.create(user=small.secretary, type="webauthn", data={"name": "Passkey", "credential": {}})
    other = client.get(reverse("mfa_reauthenticate"))
    assert f'href="{reverse("mfa_reauthenticate_webauthn")}">Your passkey</a>' in other.text
    asked = client.get(reverse("account_reauthenticate"))
    assert asked.url.startswith(reverse("mfa_reauthenticate"))
    assert client.post(reverse("mfa_deactivate_totp")).url.startswith(reverse("mfa_reauthenticate"))
    assert Authenticator.objects.filter(user=small.secretary).exists()


def test_nothing_is_written_before_the_second_step(client, small, strict):
    client.force_login(small.secretary)
    values = {"name": "Dave Raine", "email": "dave@example.org", "kind": "secretary", "team": ""}
    assert client.post(reverse("invite-person", args=["leek"]), values).url == reverse("mfa_index")
    with scopes_disabled():
        assert Role.objects.filter(kind="secretary").count() == 1


def test_the_site_administrator_needs_one_for_the_admin_pages(client, small, strict):
    admin = make_user("Ada Admin", is_superuser=True, is_staff=True)
    client.force_login(admin)
    assert client.get("/admin/").url == reverse("mfa_index")
    assert client.get(reverse("new-league")).url == reverse("mfa_index")
    assert client.get(reverse("console")).url == reverse("mfa_index")
    TOTP.activate(admin, SECRET)
    assert client.get("/admin/").url == f"{reverse('mfa_reauthenticate')}?next=/admin/"
    client.post(reverse("mfa_reauthenticate"), {"code": app_code(SECRET)})
    assert client.get("/admin/").status_code == 200


def test_the_first_administrator_signs_in_without_any_mail(client, db, strict, monkeypatch):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "correct horse battery")
    call_command("createsuperuser", interactive=False, email="Boss@Example.org", name="Ada Admin", verbosity=0)
    answer = client.post(
        reverse("account_login"), {"login": "boss@example.org", "password": "correct horse battery"}, follow=True
    )
    assert "_auth_user_id" in client.session
    assert not mail.outbox
    answer = client.get(reverse("new-league"), follow=True)
    assert answer.redirect_chain[-1][0].startswith("/me/?open=second-step")
    assert "Set one up to carry on." in answer.text
    assert answer.status_code == 200


def test_captains_and_the_demonstration_need_none(client, small, strict, settings):
    client.force_login(small.captains[0])
    assert client.get(reverse("squad", args=["leek", "crown-a"])).status_code == 200
    settings.SECOND_FACTOR_FOR_OFFICERS = False
    client.force_login(small.secretary)
    assert client.get(reverse("squads", args=["leek"])).status_code == 200


def sign_in_with_both(client, user):
    ask_code(client, user.email)
    client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    client.post(reverse("mfa_authenticate"), {"code": app_code(SECRET)})


def test_giving_a_role_asks_again_after_a_quarter_of_an_hour(client, small, strict, time_machine):
    time_machine.move_to(NOW)
    TOTP.activate(small.secretary, SECRET)
    sign_in_with_both(client, small.secretary)
    invite = reverse("invite-person", args=["leek"])
    assert client.get(invite).status_code == 301
    assert f'action="{invite}"' in client.get(invite, follow=True).text

    time_machine.move_to(NOW + timedelta(minutes=16))
    for method in (client.get, client.post):
        asked = method(invite)
        assert asked.url == f"{reverse('mfa_reauthenticate')}?next={invite}"
    people = client.get(reverse("people", args=["leek"])).text
    assert (f'action="{invite}"' in people, f'href="{invite}"' in people) == (False, True)
    kept = client.post(invite, {"name": "Kim Bell"}, headers={"referer": f"http://testserver{invite}"})
    assert (kept.status_code, "confirm first that it is you" in kept.text) == (403, True)
    assert 'name="name" value="Kim Bell"' in kept.text

    answer = client.post(f"{reverse('mfa_reauthenticate')}?next={invite}", {"code": app_code(SECRET)})
    assert answer.url == invite
    assert f'action="{invite}"' in client.get(invite, follow=True).text


def test_the_demonstration_asks_nothing(client, small):
    client.force_login(small.secretary)
    assert client.get(reverse("invite-person", args=["leek"])).status_code == 301


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize(("who", "away"), [("captain", timedelta(days=89)), ("secretary", timedelta(hours=11))])
def test_coming_back_in_time_keeps_somebody_signed_in(client, small, time_machine, who, away):
    """Each visit counts the time anew: three visits, each just in time."""
    user = small.captains[0] if who == "captain" else small.secretary
    TOTP.activate(user, SECRET)
    time_machine.move_to(NOW)
    client.force_login(user)
    client.post(reverse("mfa_reauthenticate"), {"code": app_code(SECRET)})
    for visit in range(4):
        time_machine.move_to(NOW + visit * away)
        assert client.get(reverse("contacts", args=["leek"])).status_code == 200
    time_machine.move_to(NOW + 3 * away + away * 1.2)
    assert client.get(reverse("contacts", args=["leek"])).status_code == 302


def test_a_captain_made_secretary_stays_no_longer_than_a_secretary(client, small, strict, time_machine):
    captain = small.captains[0]
    TOTP.activate(captain, SECRET)
    time_machine.move_to(NOW)
    client.force_login(captain)
    client.post(reverse("mfa_reauthenticate"), {"code": app_code(SECRET)})
    client.get(reverse("contacts", args=["leek"]))
    with scopes_disabled():
        make_role(captain, small.league, RoleKind.SECRETARY)
    client.get(reverse("contacts", args=["leek"]))
    time_machine.move_to(NOW + timedelta(hours=13))
    assert client.get(reverse("contacts", args=["leek"])).status_code == 302


def test_an_officer_makes_no_token_and_reads_with_none_before_the_second_step(client, small, settings):
    program = program_of(small.secretary)
    with scopes_disabled():
        small.league.public = False
        small.league.save()
    assert program.get("leagues/leek/teams").status_code == 200
    settings.SECOND_FACTOR_FOR_OFFICERS, settings.DEMO = True, False
    client.force_login(small.secretary)
    assert client.get("/me/programs/").url == reverse("mfa_index")
    assert client.post("/me/programs/", {"name": "x", "scope": "read", "lasts": "90"}).url == reverse("mfa_index")
    assert program.get("leagues/leek/teams").status_code == 401
    captain = program_of(small.captains[0])
    assert captain.get("leagues/leek/teams").status_code == 200
    TOTP.activate(small.secretary, SECRET)
    assert program.get("leagues/leek/teams").status_code == 200


def test_an_officer_who_only_opens_pages_of_the_site_stays_no_longer(client, small, strict, time_machine):
    time_machine.move_to(NOW)
    client.force_login(small.secretary)
    client.get(reverse("me"))
    time_machine.move_to(NOW + timedelta(hours=13))
    assert client.get(reverse("me")).status_code == 302
