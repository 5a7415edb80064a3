"""Invitations that people come to late: good until the season has begun, and renewed with one tap after that."""

import re
from datetime import date, datetime, timedelta

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.accounts.models import User
from league.base.accounts.permissions import invitation_over
from league.exchange.actions.erasure import delete_invitations
from league.schedule.models import Fixture, Season
from league.teams.actions.people import invite_person
from league.teams.choices import RoleKind
from tests.factories import FIRST_NIGHT
from tests.league.accounts.test_sign_in import code_in
from tests.league.conftest import deliver

pytestmark = pytest.mark.django_db
UK = timezone.get_default_timezone()
SUMMER = datetime(2026, 7, 1, 12, tzinfo=UK)
MID_SEASON = datetime(2026, 11, 1, 12, tzinfo=UK)


@pytest.fixture
def invited(small):
    """Invite a player at a moment; the person and the link in their mail."""
    cache.clear()

    def done(at: datetime, kind: RoleKind = RoleKind.PLAYER) -> tuple[User, str]:
        with scope(league=small.league):
            role = invite_person(
                league=small.league, email="ann@example.org", name="Ann Raine", kind=kind, at=at,
                team=small.entries[2].team, by=small.secretary,
            )  # fmt: skip
            deliver(at)
        return role.user, re.search(r"/invitation/\S+", mail.outbox[-1].body)[0]

    return done


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UK)


def test_one_sent_in_summer_is_good_until_two_weeks_after_the_first_match(small, invited, client, time_machine):
    user, link = invited(SUMMER)
    last = FIRST_NIGHT + timedelta(days=14)
    assert not invitation_over(user, noon(last))
    assert invitation_over(user, noon(last + timedelta(days=1)))
    assert delete_invitations(at=noon(last)) == 0
    time_machine.move_to(noon(last), tick=False)
    assert client.get(link).status_code == 200
    time_machine.move_to(noon(last + timedelta(days=1)), tick=False)
    assert client.get(link).status_code == 410


def test_before_any_fixture_the_first_day_of_the_season_counts_and_without_a_season_there_is_no_end(small, invited):
    user, _ = invited(SUMMER)
    with scopes_disabled():
        Fixture.objects.all().delete()
        assert invitation_over(user, noon(date(2026, 9, 16)))
        assert not invitation_over(user, noon(date(2026, 9, 15)))
        Season.objects.all().delete()
    assert not invitation_over(user, noon(date(2027, 6, 1)))


def test_one_sent_in_mid_season_is_good_for_its_days(small, invited):
    user, _ = invited(MID_SEASON)
    assert not invitation_over(user, MID_SEASON + timedelta(days=13))
    assert invitation_over(user, MID_SEASON + timedelta(days=15))


def test_a_page_that_has_run_out_renews_itself_with_one_tap(small, invited, client, time_machine):
    _, link = invited(MID_SEASON)
    time_machine.move_to(MID_SEASON + timedelta(days=20), tick=False)
    page = client.get(link)
    assert page.status_code == 410
    assert "E-mail me a new link" in page.content.decode()
    mail.outbox.clear()

    answer = client.post(f"{link}renewal/", follow=True)

    deliver()
    assert (answer.status_code, "We have e-mailed you a new link" in answer.content.decode()) == (200, True)
    [message] = mail.outbox
    assert message.to == ["ann@example.org"]
    assert message.reply_to == [small.secretary.email]
    fresh = re.search(r"https?://[^/]+(/invitation/\S+)", message.body)[1]
    assert client.get(fresh).status_code == 200
    assert client.post(f"{link}renewal/").url == link
    deliver()
    assert len(mail.outbox) == 1  # it is good again, so there is nothing to renew
    assert sign_in(client).redirect_chain[-1][0] == reverse("my-season", args=["leek"])


def test_who_signs_in_too_late_is_told_what_to_do(small, invited, client, time_machine):
    invited(MID_SEASON, RoleKind.CAPTAIN)
    time_machine.move_to(MID_SEASON + timedelta(days=20), tick=False)

    page = sign_in(client)

    assert page.status_code == 200
    assert "you were invited as captain of Plough in Leek Dominoes" in page.content.decode()
    assert "_auth_user_id" not in client.session
    action = re.search(r'action="(/invitation/[^"]+/renewal/)"', page.content.decode())[1]
    assert client.post(action, follow=True).status_code == 200
    deliver()
    assert sign_in(client).redirect_chain[-1][0] == reverse("your-match", args=["leek"])


def test_a_stranger_at_the_page_for_latecomers_learns_nothing(small):
    page = Client().get(reverse("invitation-over"))
    assert page.status_code == 200
    assert "E-mail me a new link" not in page.content.decode()
    assert Client().post("/invitation/made-up/renewal/").status_code == 410


def sign_in(client):
    """By a code from the mailbox, as everybody does."""
    client.post(reverse("account_request_login_code"), {"email": "ann@example.org"})
    return client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])}, follow=True)
