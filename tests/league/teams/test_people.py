"""Inviting, ending a role, contacts: over HTTP."""

import re
from html import unescape
from smtplib import SMTPRecipientsRefused

import pytest
from django.core import mail, signing
from django.core.cache import cache
from django.core.mail.backends.base import BaseEmailBackend
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.teams.choices import RoleKind
from league.teams.models import Role
from league.teams.queries.people import INVITATION
from tests.factories import make_player, make_role, make_user
from tests.league.conftest import deliver
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits():
    cache.clear()


def invite(client, small, **extra):
    values = {
        "name": "Dave Raine",
        "email": "Dave.Raine@Example.org",
        "kind": "captain",
        "team": small.entries[2].team.pk,
    }
    return client.post(reverse("invite-person", args=["leek"]), values | extra)


def test_an_invitation_from_the_mail_to_the_league(small, client):
    answer = invite(signed_in(small.secretary), small)
    user = User.objects.get(email="dave.raine@example.org")
    with scopes_disabled():
        row = f"role-{user.roles.get().pk}"
    assert (answer.status_code, answer.url) == (302, f"{reverse('people', args=['leek'])}?open={row}#{row}")
    assert not user.has_usable_password()
    deliver()
    [message] = mail.outbox
    assert message.subject == "Leek Dominoes: you are captain of Plough"
    assert message.reply_to == [small.secretary.email]
    link = re.search(r"https?://[^/]+(/invitation/\S+)", message.body)[1]

    page = client.get(link)
    assert "captain of Plough" in page.content.decode()
    assert User.objects.get(pk=user.pk).last_login is None
    client.post(reverse("account_request_login_code"), {"email": page.context["role"].user.email})
    code = re.search(r"^    (\S+)$", mail.outbox[1].body, re.MULTILINE)[1]
    client.post(reverse("account_confirm_login_code"), {"code": code})
    assert client.get(reverse("squad", args=["leek", "plough"])).status_code == 200
    assert Entry.objects.get(verb="invite_person").words == "Dave Raine was invited as captain of Plough"


def test_invited_person_is_shown_as_such_on_the_page_of_the_row(small):
    with scopes_disabled():
        for number in range(30):
            make_role(make_user(f"Officer {number}"), small.league, RoleKind.RESULTS_OFFICER)
    secretary = signed_in(small.secretary)
    page = secretary.get(invite(secretary, small, team=small.entries[0].team.pk).url).content.decode()
    opened = page.partition('id="role-')[2]
    assert "Page 2 of 2" in page
    assert 'Captain of Crown A <span class="tag tag--warn">Invited</span>' in page
    assert "Dave Raine was invited at" in opened
    assert "Crown A already has a captain: Crown A Captain." in opened
    assert page.count("Invited</span>") == 1


def test_invited_person_is_tagged_in_the_contacts_until_they_sign_in(small):
    secretary = signed_in(small.secretary)
    invite(secretary, small)
    contacts = reverse("contacts", args=["leek"])
    tagged = r"<strong>Dave Raine</strong>\s*<span class=\"tag tag--warn\">Invited</span>"
    assert re.search(tagged, secretary.get(contacts).content.decode())
    User.objects.filter(name="Dave Raine").update(last_login=now())
    assert "Invited" not in secretary.get(contacts).content.decode()


def test_who_has_a_role_is_given_another_without_typing_the_address_again(small):
    client = signed_in(small.secretary)
    invite(client, small)
    with scopes_disabled():
        role = Role.objects.get(user__email="dave.raine@example.org")
    page = client.get(reverse("end-role", args=["leek", role.pk]), follow=True).content.decode()
    link = unescape(re.search(r'href="(\S+besides=\d+\S+)">\s*Give Dave Raine\s+another role', page)[1])
    form = client.get(link).content.decode()
    assert 'value="Dave Raine"' in form
    assert 'value="dave.raine@example.org"' in form
    for nobody in ("x", "0", str(role.pk + 10**20)):
        assert 'value="dave' not in client.get(link.replace(str(role.pk), nobody)).content.decode()


def test_a_link_that_is_false_or_old_or_taken_back_says_so(small, client, time_machine):
    made_up = client.get(reverse("invitation", args=["made-up"]))
    assert made_up.status_code == 410
    assert "This link does not work" in made_up.content.decode()
    invite(signed_in(small.secretary), small)
    with scopes_disabled():
        role = Role.objects.get(user__email="dave.raine@example.org")
    token = signing.dumps({"role": role.pk}, salt=INVITATION)
    assert client.get(reverse("invitation", args=[token])).status_code == 200
    assert client.get(reverse("invitation", args=[signing.dumps({"role": role.pk}, salt="other")])).status_code == 410
    signed_in(small.secretary).post(reverse("end-role", args=["leek", role.pk]))
    assert client.get(reverse("invitation", args=[token])).status_code == 410


def test_a_link_works_for_fourteen_days(small, client, time_machine):
    import datetime as dt

    start = dt.datetime(2026, 11, 1, 12, tzinfo=dt.UTC)
    time_machine.move_to(start)
    invite(signed_in(small.secretary), small)
    deliver()
    link = re.search(r"https?://[^/]+(/invitation/\S+)", mail.outbox[0].body)[1]
    time_machine.move_to(start + dt.timedelta(days=13, hours=23))
    assert client.get(link).status_code == 200
    time_machine.move_to(start + dt.timedelta(days=14, minutes=1))
    assert client.get(link).status_code == 410


def test_somebody_known_gets_the_role_and_keeps_the_name(small):
    invite(signed_in(small.secretary), small, email=small.captains[0].email.upper(), name="Somebody Else")
    captain = User.objects.get(pk=small.captains[0].pk)
    assert captain.name == "Crown A Captain"
    with scope(league=small.league):
        assert {role.team.name for role in Role.objects.filter(user=captain)} == {"Crown A", "Plough"}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"team": ""}, "Choose the team."),
        ({"email": "nonsense"}, "Enter an e-mail address like name@example.org."),
        ({"kind": "emperor"}, "Choose again for"),
    ],
)
def test_a_wrong_invitation_writes_and_sends_nothing(small, wrong, says):
    page = invite(signed_in(small.secretary), small, **wrong)
    assert page.status_code == 422
    assert says in page.content.decode()
    assert not User.objects.filter(email="dave.raine@example.org").exists()
    assert mail.outbox == []


def test_the_same_role_twice_is_refused(small):
    secretary = signed_in(small.secretary)
    invite(secretary, small)
    page = invite(secretary, small)
    assert page.status_code == 422
    assert "already has that role" in page.content.decode()


def test_another_leagues_team_cannot_be_given(small):
    from tests.factories import make_league, make_team

    with scopes_disabled():
        other = make_team(make_league("teesdale", "teesdale"), "Raby Arms")
    page = invite(signed_in(small.secretary), small, team=other.pk)
    assert page.status_code == 422
    assert not User.objects.filter(email="dave.raine@example.org").exists()


def test_an_invitation_that_the_mail_server_refuses_is_shown_to_the_secretary(small, settings):
    settings.MAIL_TRANSPORT = "tests.league.teams.test_people.RefusingBackend"
    page = signed_in(small.secretary)
    invite(page, small)
    deliver()
    shown = page.get(reverse("messages", args=["leek"])).content.decode()
    assert "Not delivered" in shown
    assert "Leek Dominoes: you are captain of Plough" in shown


class RefusingBackend(BaseEmailBackend):
    def send_messages(self, messages):
        raise SMTPRecipientsRefused({to: (550, b"no such mailbox") for mail in messages for to in mail.to})


def test_an_ended_role_counts_on_the_next_request(small):
    captain = signed_in(small.captains[0])
    squad = reverse("squad", args=["leek", "crown-a"])
    assert captain.get(squad).status_code == 200
    with scopes_disabled():
        role = Role.objects.get(user=small.captains[0])
    answer = signed_in(small.secretary).post(reverse("end-role", args=["leek", role.pk]))
    assert answer.status_code == 302
    assert captain.get(squad).status_code == 403
    with scopes_disabled():
        assert Role.objects.get(pk=role.pk).ended_at is not None


def test_the_last_secretary_stays(small):
    with scopes_disabled():
        role = Role.objects.get(user=small.secretary)
    page = signed_in(small.secretary).post(reverse("end-role", args=["leek", role.pk]))
    assert page.status_code == 422
    assert "A league needs a secretary" in page.content.decode()
    with scopes_disabled():
        make_role(make_user("Second Secretary"), small.league, RoleKind.SECRETARY)
    assert signed_in(small.secretary).post(reverse("end-role", args=["leek", role.pk])).url == reverse("me")


def test_inviting_again_is_for_those_who_never_came(small):
    secretary = signed_in(small.secretary)
    invite(secretary, small)
    with scopes_disabled():
        role = Role.objects.get(user__email="dave.raine@example.org")
    assert secretary.post(reverse("invite-again", args=["leek", role.pk])).status_code == 302
    deliver()
    assert len(mail.outbox) == 2


def test_a_captain_who_plays_is_the_player_of_that_name(small):
    with scopes_disabled():
        player = make_player(small.entries[2].team, "Dave Raine")
    invite(signed_in(small.secretary), small)
    with scopes_disabled():
        player.refresh_from_db()
    assert player.user.email == "dave.raine@example.org"


def test_own_details(small):
    captain = signed_in(small.captains[0])
    assert captain.post(reverse("me"), {"name": " Harry  Goy", "phone": "01833 555 0101"}).status_code == 302
    user = User.objects.get(pk=small.captains[0].pk)
    assert user.phone == "01833 555 0101"
    assert captain.post(reverse("me"), {"name": "", "phone": ""}).status_code == 422
    assert "in figures" in captain.post(reverse("me"), {"name": "Ann", "phone": "abc"}).content.decode()
    assert User.objects.get(pk=user.pk).name == user.name


def test_people_pages_cost_the_same_for_few_and_many(small, count_queries):
    secretary = signed_in(small.secretary)
    urls = [reverse(name, args=["leek"]) for name in ("people", "contacts")]
    few = [count_queries(secretary, url) for url in urls]
    with scopes_disabled():
        for number in range(10):
            make_role(make_user(f"Extra {number}"), small.league, RoleKind.VICE_CAPTAIN, small.entries[1].team)
    assert [count_queries(secretary, url) for url in urls] == few
    assert max(few) <= 12


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        ("secretary", "/leek/inbox/"),
        ("results", "/leek/inbox/"),
        ("captain", "/leek/your-match/"),
        ("vice", "/leek/your-match/"),
        ("player", "/leek/me/"),
        (None, "/"),
    ],
)
def test_where_signing_in_leads(small, kind, where):
    user = make_user("Somebody New")
    if kind is not None:
        team = None if kind in {"secretary", "results"} else small.entries[2].team
        with scopes_disabled():
            make_role(user, small.league, RoleKind(kind), team)
    assert signed_in(user).get(reverse("start")).url == where


def test_the_best_role_leads(small):
    """A captain in one league who is secretary of another lands in the inbox."""
    from tests.factories import make_league

    with scopes_disabled():
        make_role(small.captains[0], make_league("teesdale", "teesdale"), RoleKind.SECRETARY)
    assert signed_in(small.captains[0]).get(reverse("start")).url == "/teesdale/inbox/"
    page = signed_in(small.captains[0]).get(reverse("me")).content.decode()
    assert "Captain of Crown A" in page
    assert ">Secretary</a>" in page
