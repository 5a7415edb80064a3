"""Who is told of a protest, and that one mail goes to a side."""

from dataclasses import replace

import pytest

from league.notifications.actions.preferences import set_copy_opt_in
from league.notifications.queries.recipients import has_copies
from league.results.actions.cards import answer_card, answer_protests, make_protest
from league.results.choices import SentFor
from league.teams.actions.people import end_role
from league.teams.choices import RoleKind
from league.teams.models import Role
from tests.factories import make_role, make_user
from tests.league.notifications.conftest import said, told
from tests.league.notifications.test_letters import as_written
from tests.league.results.evening import CLOSING_TIME, other_winner


@pytest.fixture
def protested(evening):
    """Bell protest about a result that both sides have agreed."""
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    told()
    make_protest(
        fixture=evening.fixture, side=SentFor.AWAY, text="Their sixth man\nis not registered.", by=evening.away,
        at=CLOSING_TIME,
    )  # fmt: skip


def test_a_protest_is_told_to_the_secretary_who_answers_it_and_to_the_other_side(evening, protested):
    letters = {each.to: each for each in told()}
    assert letters.keys() == {evening.secretary, evening.home}
    assert "/protest/answer/" in letters[evening.secretary].text
    assert "/protest/answer/" not in letters[evening.home].text
    as_written("protest_to_secretary", letters[evening.secretary])
    as_written("protest_to_captain", letters[evening.home])


def test_both_sides_are_told_the_answer_to_a_protest(evening, protested):
    told()
    answer_protests(fixture=evening.fixture, answer="He signed on the night.", by=evening.secretary, at=CLOSING_TIME)
    letters = told()
    assert said(letters) == [
        ("Bell Captain", "Crown A v Bell: complaint answered"),
        ("Crown A Captain", "Crown A v Bell: complaint answered"),
    ]
    assert "“He signed on the night.”" in letters[0].text


def test_a_protest_on_a_card_goes_to_the_officers_with_the_card(evening):
    make_role(make_user("Rita Results"), evening.small.league, RoleKind.RESULTS_OFFICER)
    evening.send(SentFor.HOME, replace(evening.card(), protest="We began twenty minutes late."))
    assert said(told()) == [
        ("Bell Captain", "Crown A 4\N{EN DASH}5 Bell: confirm or dispute"),
        ("Rita Results", "Crown A have complained about Crown A v Bell"),
        ("Sam Secretary", "Crown A have complained about Crown A v Bell"),
    ]


@pytest.fixture
def vice(evening):
    """Bell's vice-captain."""
    person = make_user("Vic Vice")
    make_role(person, evening.small.league, RoleKind.VICE_CAPTAIN, evening.small.entries[1].team)
    return person


def test_one_mail_goes_to_a_side_unless_its_vice_captain_asks_for_another(evening, vice):
    evening.send(SentFor.HOME)
    assert [each.to for each in told()] == [evening.away]
    set_copy_opt_in(league=evening.small.league, user=vice, wanted=True, at=CLOSING_TIME)
    evening.send(SentFor.HOME, other_winner(evening.card()))
    assert [each.to for each in told()] == [evening.away, vice]


def test_the_vice_captain_is_told_where_there_is_no_captain(evening, vice):
    end_role(role=Role.objects.get(user=evening.away), by=evening.secretary, at=CLOSING_TIME)
    told()
    evening.send(SentFor.HOME)
    assert [each.to for each in told()] == [vice]


def test_a_vice_captain_chooses_to_have_the_captains_mails(evening, vice, client):
    page = "/leek/what-we-send/"
    client.force_login(evening.away)
    assert "Send me what my captain gets" not in client.get("/me/?league=leek").content.decode()
    client.force_login(vice)
    assert "Send me what my captain gets" in client.get("/me/?league=leek").content.decode()
    for chosen in ({"copies": "on"}, {}):
        client.post(page, {"kinds": ["card-sent"], **chosen})
        assert has_copies(vice, evening.small.league) is bool(chosen)
