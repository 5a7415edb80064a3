"""Where people are after signing in, and the administrator's console."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.timezone import now

from league.base.jobs.models import Job, JobState
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import Message
from league.results.choices import SentFor
from league.teams.choices import RoleKind
from league.teams.queries.people import OFFICES, landing_of
from tests.factories import make_league, make_role, make_user
from tests.league.html import words_on


@pytest.fixture
def administrator(db):
    return make_user("Ada Admin", is_superuser=True, is_staff=True)


@pytest.mark.parametrize("kind", RoleKind)
def test_after_signing_in_each_role_is_on_a_page_that_it_may_open(kind, small, client):
    person = make_user("Pat Person")
    make_role(person, small.league, kind, None if kind in OFFICES else small.entries[0].team)
    client.force_login(person)
    assert client.get(reverse("start"), follow=True).status_code == 200


def test_an_administrator_lands_on_the_console_and_whoever_has_no_role_on_the_front_page(administrator):
    assert landing_of(administrator) == reverse("console")
    assert landing_of(make_user("Nora Nobody")) == reverse("home")


def _failed_message(league, at):
    return Message.objects.create(
        league=league, key=f"{league.slug}-{at}", kind=MessageKind.TOMORROW, to=make_user(), address="a@example.org",
        subject="Lost", text="Lost", made_at=at, not_before=at, state=MessageState.FAILED,
    )  # fmt: skip


def test_the_console_counts_cards_and_what_failed_in_each_league(evening, administrator, client):
    evening.send(SentFor.HOME)
    league, other = evening.small.league, make_league("mow-cop", name="Mow Cop League", public=False)
    _failed_message(league, now())
    _failed_message(league, now() - timedelta(days=8))
    failed = {"state": JobState.FAILED, "created_at": now(), "finished_at": now(), "error": "No list keeps the rules."}
    Job.objects.create(key="a", kind="draft", title="Fixture list 3", league_id=league.pk, **failed)
    client.force_login(administrator)
    page = client.get(reverse("console"))
    signs = {each.league.slug: each for each in page.context["signs"]}
    assert (signs[league.slug].teams, signs[league.slug].failed_mails) == (len(evening.small.entries), 1)
    assert signs[league.slug].card_at is not None
    assert signs[other.slug] == (other, 0, None, None, 0)
    words = words_on(page)
    assert "Fixture list 3 No list keeps the rules." in words
    assert "Mow Cop League Private" in words


def test_the_console_says_what_to_do_where_there_is_no_backup(administrator, client, settings, tmp_path):
    settings.DEMO, settings.VAR_DIR = False, tmp_path
    client.force_login(administrator)
    words = words_on(client.get(reverse("console")))
    assert "There is no backup yet: if this server breaks, every league on it is lost." in words
    assert "Type double-six backup on the server to make one now." in words
    assert "Last backup None Make one" in words


@pytest.mark.parametrize("leagues", [1, 3])
def test_the_console_costs_the_same_for_one_league_and_for_three(
    leagues, administrator, client, django_assert_num_queries
):
    for number in range(leagues):
        make_league(f"league-{number}")
    client.force_login(administrator)
    with django_assert_num_queries(10):
        client.get(reverse("console"))
