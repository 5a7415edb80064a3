"""A player's own page by the link: what it opens, what a button does, and that nothing else opens by it."""

import re
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.base.ui.formats import night
from league.matchnight.actions.availability import add_absence, ask_nights, renew_link, revoke_link
from league.matchnight.models import Absence, NightAnswer, PlayerAnswer
from league.matchnight.queries.nights import SIGNER, PersonalLink, link_at, questions_for
from league.pages.queries.league import PLAYER_COOKIE
from league.schedule.actions.matches import rearrange_fixture
from league.teams.choices import RoleKind
from league.teams.models import Player, Role
from tests.factories import make_squad, make_team, make_user
from tests.league.availability.asking import link_for, say, turn_on
from tests.league.availability.conftest import TUESDAY
from tests.league.person import signed_in

STRANGERS = 200


def press(link: PersonalLink, on: date, answer: str = "yes", key=None, client: Client | None = None):
    data = {"night": on.isoformat(), "answer": answer, "key": str(key or uuid4())}
    return (client or Client()).post(link.address, data)


def rows() -> list[tuple]:
    return list(PlayerAnswer.objects.order_by("pk").values_list("player", "night", "answer"))


def test_page_is_for_whoever_has_the_link_and_looking_writes_nothing(asking, django_assert_num_queries):
    link, before = asking.link(), Entry.objects.count()
    answer = Client().get(link.address)
    assert answer.status_code == 200
    assert (answer["X-Robots-Tag"], answer["Referrer-Policy"]) == ("noindex, nofollow", "same-origin")
    assert "no-store" in answer["Cache-Control"]
    assert re.findall(r'value="(yes|if-needed|no)"\s+aria-pressed="(\w+)"', answer.content.decode())[:3] == [
        ("yes", "false"), ("if-needed", "false"), ("no", "false"),
    ]  # fmt: skip
    assert (PlayerAnswer.objects.count(), Entry.objects.count()) == (0, before)


def test_one_press_is_one_answer_and_the_last_one_counts(asking):
    link, key = asking.link(), uuid4()
    assert press(link, asking.night, key=key).status_code == 302
    assert press(link, asking.night, key=key).status_code == 302
    assert rows() == [(link.player.pk, asking.night, "yes")]
    press(link, asking.night, "no")
    assert len(rows()) == 2
    assert questions_for(link, TUESDAY.date())[0].word.answer is NightAnswer.NO
    shown = Client().get(link.address).content.decode()
    assert re.search(r'value="no"\s+aria-pressed="true"', shown)


def test_a_key_of_somebody_else_answers_for_nobody(asking):
    key = uuid4()
    press(asking.link(0), asking.night, key=key)
    refused = press(asking.link(1), asking.night, key=key)
    assert refused.status_code == 422
    assert "That button was for something else" in refused.content.decode()
    assert len(rows()) == 1


@pytest.mark.parametrize("values", [{}, {"night": "2026-09-07"}, {"night": "x", "answer": "yes", "key": "1"}])
def test_what_is_no_answer_is_refused_and_says_what_to_do(asking, values):
    refused = Client().post(asking.link().address, values)
    assert refused.status_code == 422
    assert "Nothing was saved. Press one of the buttons." in refused.content.decode()


def test_answers_are_for_the_night_and_a_match_that_moves_has_none(asking):
    link, fixture, first = asking.link(), asking.evening.fixture, asking.night
    say(link, first)
    moved = first + timedelta(days=2)
    rearrange_fixture(fixture=fixture, date=moved, reason="Snow", by=asking.evening.secretary, at=TUESDAY)
    found = {question.night: question.word.answer for question in questions_for(link, TUESDAY.date())}
    assert found[moved] is None
    assert press(link, first).status_code == 422
    assert len(rows()) == 1


def test_holidays_are_the_answer_until_there_is_another(asking):
    link, client = asking.link(), Client()
    days = {"first": asking.night - timedelta(days=1), "last": asking.night + timedelta(days=1)}
    for _ in range(2):
        assert client.post(f"{link.address}away/", days).status_code == 302
    assert Absence.objects.count() == 1
    (question, *_) = questions_for(link, TUESDAY.date())
    assert (question.word.answer, question.word.away) == (NightAnswer.NO, True)
    press(link, asking.night)
    assert questions_for(link, TUESDAY.date())[0].word.answer is NightAnswer.YES
    away = Absence.objects.get()
    client.post(f"{asking.link(1).address}away/{away.pk}/removal/")
    assert Absence.objects.count() == 1
    client.post(f"{link.address}away/{away.pk}/removal/")
    assert Absence.objects.count() == 0


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        (date(2026, 9, 9), date(2026, 9, 8), "The last day is before the first."),
        (date(2026, 8, 1), date(2026, 8, 8), "Those days are over."),
        (date(2026, 9, 9), date(2027, 12, 1), "That is longer than a year."),
    ],
)
def test_days_that_cannot_be_are_refused_in_words(asking, first, last, said):
    with pytest.raises(ValidationError, match=said):
        add_absence(link=asking.link(), first=first, last=last, at=TUESDAY)
    answer = Client().post(f"{asking.link().address}away/", {"first": first, "last": last})
    assert (answer.status_code, said in answer.content.decode()) == (422, True)


def test_another_night_is_asked_about_beside_the_match(asking):
    other = asking.night + timedelta(days=3)
    ask_nights(fixture=asking.evening.fixture, team=asking.team, nights=[other], by=asking.evening.home, at=TUESDAY)
    link = asking.link()
    assert [(each.night, each.instead) for each in questions_for(link, TUESDAY.date())][:2] == [
        (asking.night, False), (other, True),
    ]  # fmt: skip
    assert press(link, other).status_code == 302


# --- what a link does not open ----------------------------------------------------------------------------------------
def test_a_link_replaced_or_turned_off_opens_nothing(asking):
    old = asking.link()
    renew_link(team=asking.team, player=old.player, by=asking.evening.home, at=TUESDAY)
    new = asking.link()
    assert [Client().get(each.address).status_code for each in (old, new)] == [404, 200]
    answer = Client().post(f"{new.address}renewal/")
    assert Client().get(answer.url).status_code == 200
    assert [Client().post(f"{each.address}renewal/").status_code for each in (old, new)] == [404, 404]
    revoke_link(team=asking.team, player=old.player, by=asking.evening.home, at=TUESDAY)
    assert Client().get(answer.url).status_code == 404
    assert "This link no longer works" in Client().get(new.address).content.decode()


def test_no_link_opens_while_the_team_does_not_ask_or_the_player_is_gone(asking):
    link = asking.link()
    asking.team.registrations.filter(player=link.player).update(until=TUESDAY.date() - timedelta(days=1))
    assert Client().get(link.address).status_code == 404
    assert Client().get(link_for(asking.other, asking.players[1]).address).status_code == 404
    second = asking.link(1)
    asking.team.active = False
    asking.team.save()
    assert Client().get(second.address).status_code == 404


def test_links_of_two_hundred_people_open_nobody_elses(asking):
    """Each link as it is opens one page; put together from two people's it opens none."""
    with scopes_disabled():
        teams = [make_team(asking.team.league, f"Team {number}") for number in range(10)]
        people = {team: make_squad(team, [f"Player {team.slug} {n}" for n in range(STRANGERS // 10)]) for team in teams}
    for team in teams:
        turn_on(team, by=asking.evening.home)
    links = [PersonalLink(team, player, 1) for team, squad in people.items() for player in squad]
    league, today = asking.team.league, TUESDAY.date()
    found = [link_at(link.token, league, today) for link in links]
    assert [(each.team.pk, each.player.pk) for each in found] == [(each.team.pk, each.player.pk) for each in links]
    signatures = [link.token.partition(".")[2] for link in links]
    opened = [
        (link, other)
        for link in links
        for other in (signatures[(links.index(link) + step) % STRANGERS] for step in (1, 7, 20, 101))
        if link_at(f"{link.token.partition('.')[0]}.{other}", league, today)
    ]
    assert opened == []
    # Signed by us, but of somebody who is not in that team's squad.
    strangers = [SIGNER.sign(f"{asking.team.pk}-{link.player.pk}-1") for link in links]
    assert [each for each in strangers if link_at(each, league, today)] == []


def test_whoever_signs_in_answers_on_their_own_page_and_comes_back_to_it(asking):
    user = make_user("Kath")
    Player.objects.filter(pk=asking.players[0].pk).update(user=user)
    client, link = signed_in(user), asking.link()
    page = client.get("/leek/me/").content.decode()
    assert f"Can you play on {night(asking.night)}?" in " ".join(page.split())
    form = dict(re.findall(r'type="hidden" name="(night|key|back)" value="([^"]*)"', page))
    answer = client.post(link.address, {**form, "answer": "if-needed"}, follow=True)
    assert answer.redirect_chain == [("/leek/me/", 302)]
    shown = answer.content.decode()
    assert f"You can play if needed on {night(asking.night)}." in shown
    assert re.findall(r'name="answer"\s+value="([\w-]+)"\s+aria-pressed="true"', shown) == ["if-needed"]
    assert rows() == [(link.player.pk, asking.night, "if-needed")]


def test_your_match_shows_a_player_what_they_said_and_a_captain_the_way_to_who_can_play(asking):
    user = make_user("Kath")
    Player.objects.filter(pk=asking.players[0].pk).update(user=user)
    Role.objects.create(user=user, league=asking.team.league, kind=RoleKind.PLAYER, team=asking.team, since=TUESDAY)

    def shown(reader):
        return " ".join(signed_in(reader).get("/leek/your-match/").content.decode().split())

    assert "Can you play?" in shown(user)
    say(asking.link(), asking.night, NightAnswer.NO)
    assert "Can you play?" not in shown(user)
    assert re.search(r"You said no\. <a href=\"/leek/availability/\">Change", shown(user))
    assert re.search(r'<a class="button button--big"[^>]*>Who can play\?', shown(asking.evening.home))


def test_nobody_is_asked_on_the_page_of_a_name_chosen_in_the_browser(asking, client):
    client.cookies[PLAYER_COOKIE] = asking.players[0].slug
    shown = client.get("/leek/me/").content.decode()
    assert asking.players[0].public_name in shown
    assert "Can you play" not in shown
    assert asking.link().token not in shown
