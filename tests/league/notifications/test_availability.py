"""Who is reminded to say whether they can play, and who no more; what a captain hears by tea time."""

from datetime import timedelta

from django.test import Client

from league.base.accounts.models import User
from league.matchnight.actions.availability import ask_nights, pick_team
from league.matchnight.models import AvailabilitySettings
from league.notifications.actions.preferences import set_sms_opt_in
from league.notifications.choices import Channel, MessageKind
from league.notifications.models import SmsOptIn
from league.notifications.sms import SMS_LENGTH, fit_sms
from league.teams.choices import RoleKind
from tests.factories import make_role, make_user
from tests.league.availability.asking import link_for, say, turn_on
from tests.league.notifications.conftest import told
from tests.league.notifications.test_letters import by_the_clock, local

MINUTE = timedelta(minutes=1)


def with_accounts(evening, number: int):
    """The first players of Crown A by name, who sign in."""
    team = evening.small.entries[0].team
    found = [row.player for row in team.registrations.select_related("player__league").order_by("player__name")][
        :number
    ]
    for player in found:
        player.user = make_user(player.name)
        player.save()
        make_role(player.user, team.league, RoleKind.PLAYER, team)
    return team, found


def asked(moment) -> list:
    found = [each for each in by_the_clock(moment - MINUTE, moment) if each.kind == MessageKind.AVAILABILITY]
    return sorted(each.to.name for each in found)


def test_only_who_has_not_answered_is_reminded_so_many_days_before(evening):
    team, (first, second, third) = with_accounts(evening, 3)
    night = evening.fixture.date
    ten = local(2, 10)
    assert asked(ten) == []
    turn_on(team, by=evening.home, first=5, last=1)
    say(link_for(team, first), night)
    assert asked(ten) == sorted([second.name, third.name])
    assert asked(ten + timedelta(days=1)) == []
    say(link_for(team, second), night)
    assert asked(local(6, 10)) == [third.name]


def test_letter_leads_to_the_players_own_page_and_nobody_elses(evening):
    team, (first, second) = with_accounts(evening, 2)
    turn_on(team, by=evening.home)
    moment = local(2, 10)
    letters = {each.to.name: each for each in by_the_clock(moment - MINUTE, moment) if each.kind == "availability"}
    for player, other in ((first, second), (second, first)):
        text = letters[player.name].text
        assert link_for(team, player).address in text
        assert link_for(team, other).address not in text


def test_last_reminder_is_a_text_to_who_asked_for_texts_and_has_not_answered(evening, settings):
    settings.SMS_GATEWAY = "league.notifications.sms.FileGateway"
    team, (first, second, third) = with_accounts(evening, 3)
    league, night = team.league, evening.fixture.date
    turn_on(team, by=evening.secretary, texts=True)
    User.objects.filter(pk__in=[first.user_id, second.user_id, third.user_id]).update(phone="07700 900123")
    for player in (first, second):
        set_sms_opt_in(league=league, user=User.objects.get(pk=player.user_id), questions=True, at=local(2, 9))
    say(link_for(team, first), night)
    assert [each.to for each in by_the_clock(local(2, 9), local(2, 10)) if each.channel == Channel.TEXT] == []
    (text,) = [each for each in by_the_clock(local(6, 9), local(6, 10)) if each.channel == Channel.TEXT]
    assert (text.to, text.address) == (second.user, "+447700900123")
    address = settings.SITE_URL.rstrip("/") + link_for(team, second).address
    assert text.text == fit_sms("Can you play on Mon 7 Sep? Crown A v Bell", link=address)
    assert text.text.endswith(address)
    assert len(text.text) <= SMS_LENGTH
    assert Client().get(address.removeprefix(settings.SITE_URL.rstrip("/"))).status_code == 200


def test_texts_that_ask_are_for_players_whose_secretary_turned_them_on(evening, settings):
    team, (player,) = with_accounts(evening, 1)
    client, choices = Client(), "/leek/what-we-send/"
    client.force_login(player.user)
    User.objects.filter(pk=player.user_id).update(phone="07700 900123")
    page = f"/leek/squads/{team.slug}/availability/settings/"
    captain, secretary = Client(), Client()
    captain.force_login(evening.home)
    secretary.force_login(evening.secretary)
    values = {"enabled": "on", "first_days": 5, "last_days": 1, "texts": "on"}
    secretary.post(page, values)
    assert not AvailabilitySettings.objects.get(team=team).texts  # no gateway
    settings.SMS_GATEWAY = "league.notifications.sms.FileGateway"
    captain.post(page, values)
    assert not AvailabilitySettings.objects.get(team=team).texts
    assert "Text messages" not in client.get("/me/?league=leek").content.decode()
    secretary.post(page, values)
    captain.post(page, {"enabled": "on", "first_days": 4, "last_days": 1})
    row = AvailabilitySettings.objects.get(team=team)
    assert (row.first_days, row.texts) == (4, True)
    assert "Text me if my team still needs to know" in client.get("/me/?league=leek").content.decode()
    client.post(f"{choices}texts/", {"questions": "on", "changes": "on"})
    wish = SmsOptIn.objects.get()
    assert (wish.user, wish.changes, wish.questions) == (player.user, False, True)


def test_captain_hears_by_tea_time_who_said_what(evening):
    team, (first, second) = with_accounts(evening, 2)
    turn_on(team, by=evening.home)
    say(link_for(team, first), evening.fixture.date)
    (letter,) = by_the_clock(local(7, 15), local(7, 16))
    assert letter.to == evening.home
    assert letter.subject == "Crown A v Bell tonight: 1 can play, 7 have not answered"
    assert f"Yes: {first.name}" in letter.text
    assert second.name in letter.text


def test_who_is_picked_or_asked_about_a_night_hears_once(evening):
    team, (first, second) = with_accounts(evening, 2)
    fixture, at = evening.fixture, local(4, 12)
    turn_on(team, by=evening.home)
    told(at)
    pick_team(fixture=fixture, team=team, players=[first.pk], by=evening.home, at=at)
    pick_team(fixture=fixture, team=team, players=[first.pk, second.pk], by=evening.home, at=at)
    assert [each.to.name for each in told(at)] == sorted([first.name, second.name])
    other = fixture.date + timedelta(days=3)
    ask_nights(fixture=fixture, team=team, nights=[other], by=evening.home, at=at)
    say(link_for(team, first), other, at=at)
    assert [each.to.name for each in told(at)] == [second.name]
