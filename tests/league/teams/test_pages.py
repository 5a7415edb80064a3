"""The pages of people and places do what they say."""

from contextlib import suppress
from dataclasses import replace
from datetime import date

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.ui.formats import night
from league.teams.actions.leagues import close_venue
from league.teams.actions.registrations import ask_registration, ask_transfer
from league.teams.choices import RoleKind
from league.teams.models import Closure, Player, Registration, Role, Team, Transfer, Venue
from league.teams.queries.squads import squad_of
from scoring import codec
from scoring.card.league_rules import LeagueRules
from tests.factories import make_role, make_user
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


@pytest.fixture
def world(small):
    """The small league with something that waits at each address: its rows by what they are called there."""
    with scopes_disabled():
        crown, bell = (entry.team for entry in small.entries[:2])
        asked = ask_registration(team=crown, name="Dave Raine", by=small.captains[0], at=NOW)
        move = ask_transfer(player=squad_of(bell, TODAY)[0].player, joins=crown, by=small.captains[0], at=NOW)
        closure = Closure.objects.create(venue=crown.venue, first=TODAY, last=TODAY)
        held = Registration.objects.filter(team=crown, state="approved").first()
        role = Role.objects.get(team=bell)
    rows = {"asked": asked, "move": move, "closure": closure, "held": held, "role": role}
    return small, {name: row.pk for name, row in rows.items()} | {"team": "crown-a", "venue": crown.venue.slug}


@pytest.mark.parametrize(
    "page",
    [
        *("people", "contacts", "invite-person", "squads", "registrations", "new-team", "new-venue", "league-settings"),
        *("end-role role", "invite-again role", "squad team", "register-player team", "leave-team team held"),
        *("edit-team team", "edit-venue venue", "approve-registration asked", "accept-transfer move"),
        *("agree-transfer team move", "venue-closures venue", "remove-closure venue closure"),
    ],
)
def test_a_player_of_a_team_runs_none_of_it(world, page):
    """Players are not among those by whom every address is asked for."""
    small, rows = world
    with scopes_disabled():
        player = make_role(make_user("Pat Player"), small.league, RoleKind.PLAYER, small.entries[0].team).user
    name, *parts = page.split()
    url, client = reverse(name, args=["leek", *(rows[part] for part in parts)]), signed_in(player)
    answers = [client.get(url).status_code, client.post(url).status_code]
    assert 403 in answers
    assert set(answers) <= {403, 405}


# The address's name, which rows it is about, who may read it.
# Forms that stand on another page, to which their own addresses lead.
# Only for posting to: who may, and the answer that they get.


def test_the_squads_lead_a_captain_to_the_one_of_their_own(small):
    answer = signed_in(small.captains[0]).get(reverse("squads", args=["leek"]))
    assert (answer.status_code, answer.url) == (302, reverse("squad", args=["leek", "crown-a"]))


def test_a_captain_of_two_teams_sees_the_squads_of_both_and_no_other(small):
    with scope(league=small.league):
        make_role(small.captains[0], small.league, RoleKind.VICE_CAPTAIN, small.entries[2].team)
    html = signed_in(small.captains[0]).get(reverse("squads", args=["leek"])).content.decode()
    shown = {entry.team.slug for entry in small.entries if reverse("squad", args=["leek", entry.team.slug]) in html}
    assert shown == {small.entries[0].team.slug, small.entries[2].team.slug}


def test_a_registration_from_the_captain_to_the_secretary(small):
    captain, secretary = signed_in(small.captains[0]), signed_in(small.secretary)
    url = reverse("register-player", args=["leek", "crown-a"])
    assert captain.post(url, {"name": "Wilf Bainbridge"}).url == reverse("squad", args=["leek", "crown-a"])
    assert "Waiting for the secretary" in captain.get(reverse("squad", args=["leek", "crown-a"])).content.decode()
    with scopes_disabled():
        asked = Registration.objects.get(player__name="Wilf Bainbridge")
    here = reverse("registrations", args=["leek"])
    assert f'href="{here}">Review' in secretary.get(reverse("squad", args=["leek", "crown-a"])).content.decode()
    assert f'href="{here}">Review' not in captain.get(reverse("squad", args=["leek", "crown-a"])).content.decode()
    page = words_on(secretary.get(here))
    assert page.count("Register Wilf Bainbridge with Crown A") == 2  # on the line that opens, and on the button
    decision = secretary.post(reverse("approve-registration", args=["leek", asked.pk]), {"since": "2026-11-20"})
    assert decision.url == reverse("registrations", args=["leek"])
    assert "Wilf Bainbridge" in captain.get(reverse("squad", args=["leek", "crown-a"])).content.decode()
    again = secretary.post(reverse("approve-registration", args=["leek", asked.pk]), {"since": "2026-11-20"})
    assert again.status_code == 422
    assert "This has already been answered" in again.content.decode()


def test_a_refusal_reaches_the_captain(small):
    with scope(league=small.league):
        asked = ask_registration(team=small.entries[0].team, name="Wilf Bainbridge", by=None, at=NOW)
    url = reverse("refuse-registration", args=["leek", asked.pk])
    assert signed_in(small.secretary).post(url, {"reason": ""}).status_code == 422
    with scopes_disabled():
        Registration.objects.filter(pk=asked.pk).update(asked_at=timezone.now())
    signed_in(small.secretary).post(url, {"reason": "Banned until Christmas"})
    page = signed_in(small.captains[0]).get(reverse("squad", args=["leek", "crown-a"]))
    assert "Banned until Christmas" in page.content.decode()


def test_a_near_name_is_asked_about_and_leads_to_a_transfer(small):
    captain = signed_in(small.captains[0])
    url = reverse("register-player", args=["leek", "crown-a"])
    page = captain.post(url, {"name": "Bell PlayerA"})
    assert page.status_code == 200  # a question that was not asked before is no error
    assert "Is it one of these players?" in page.content.decode()
    assert "Error" not in page.content.decode()
    asked = {"asked": page.context["form"].data["asked"]}
    assert captain.post(url, {"name": "Bell PlayerA"} | asked).status_code == 422  # it was, and has no answer
    with scopes_disabled():
        player = Registration.objects.get(player__name="Bell PlayerA").player
    captain.post(url, {"name": "Bell PlayerA", "who": player.pk})
    with scopes_disabled():
        assert str(Transfer.objects.get()) == "Bell PlayerA: Bell to Crown A"


def test_a_squad_over_its_limit_is_the_secretary_s_word(small):
    with scopes_disabled():
        league = small.league
        rules = codec.decode_as(LeagueRules, league.rules)
        league.rules = codec.encode(replace(rules, format=replace(rules.format, squad=8)))
        league.save()
    url, typed = reverse("register-player", args=["leek", "crown-a"]), {"name": "Wilf Bainbridge"}
    secretary = signed_in(small.secretary)
    over = "Crown A would have 9 players. The rules allow 8."
    assert over in secretary.get(url, follow=True).content.decode()
    assert secretary.post(url, typed).status_code == 422
    assert secretary.post(url, typed | {"anyway": "on", "since": "2026-09-01"}).status_code == 302
    with scopes_disabled():
        assert Registration.objects.get(player__name="Wilf Bainbridge").since == date(2026, 9, 1)
    assert over not in signed_in(small.captains[0]).get(url, follow=True).content.decode()
    with scopes_disabled():
        crown, bell = (entry.team for entry in small.entries[:2])
        move = ask_transfer(player=squad_of(bell, TODAY)[0].player, joins=crown, by=small.captains[0], at=NOW)
    page = secretary.get(reverse("registrations", args=["leek"]))
    assert "Crown A would have 10 players. The rules allow 8." in page.content.decode()
    later = {"on": "2026-12-01", "reason": "Both said so"}
    moved = secretary.post(reverse("accept-transfer", args=["leek", move.pk]), later, follow=True)
    assert "plays for Crown A from Tue 1 Dec 2026." in moved.content.decode()


def test_a_near_name_may_be_somebody_new(small):
    captain = signed_in(small.captains[0])
    url = reverse("register-player", args=["leek", "crown-a"])
    captain.post(url, {"name": "Bell PlayerA", "who": "new"})
    with scopes_disabled():
        assert Registration.objects.filter(player__name="Bell PlayerA").count() == 2


def test_a_secretary_registers_at_once(small):
    url = reverse("register-player", args=["leek", "crown-a"])
    signed_in(small.secretary).post(url, {"name": "Wilf Bainbridge"})
    with scopes_disabled():
        assert Registration.objects.get(player__name="Wilf Bainbridge").state == "approved"


def test_one_name_is_enough_for_whoever_has_one(small):
    captain, url = signed_in(small.captains[0]), reverse("register-player", args=["leek", "crown-a"])
    step = captain.post(url, {"name": "Ronaldo"})
    assert (step.status_code, "Error" in step.content.decode()) == (200, False)
    asked = {"asked": step.context["form"].data["asked"]}
    assert captain.post(url, {"name": "Pele", "one_name": "on"} | asked).status_code == 200  # was said of Ronaldo
    page = captain.post(url, {"name": "Ronaldo"} | asked)
    assert page.status_code == 422
    sentence = "Enter a first name and a surname, or tick that this is the whole name."
    assert page.content.decode().count(sentence) == 2  # in the summary and at the box
    assert captain.post(url, {"name": "Ronaldo", "one_name": "on"}).status_code == 302
    assert captain.post(url, {"name": "-"}).status_code == 422
    with scopes_disabled():
        assert Player.objects.select_related("league").get(name="Ronaldo").public_name == "Ronaldo"


def test_second_one_of_a_name_in_a_team_is_told_what_to_do(small):
    url = reverse("register-player", args=["leek", "crown-a"])
    page = signed_in(small.secretary).post(url, {"name": "Crown PlayerA", "who": "new"}).content.decode()
    assert "For someone else of that name, add a middle name or Junior." in page
    assert signed_in(small.secretary).post(url, {"name": "Crown PlayerA Junior", "who": "new"}).status_code == 302


def test_a_transfer_over_http(world):
    small, rows = world
    bell = signed_in(small.captains[1])
    squad = bell.get(reverse("squad", args=["leek", "bell"])).content.decode()
    assert "Agree to the transfer of" in squad
    bell.post(reverse("agree-transfer", args=["leek", "bell", rows["move"]]))
    url = reverse("accept-transfer", args=["leek", rows["move"]])
    assert signed_in(small.secretary).post(url, {"on": "2026-11-20"}).status_code == 302
    with scopes_disabled():
        assert Registration.objects.get(player__transfers=rows["move"], until=None).team.name == "Crown A"


def test_a_transfer_is_refused_with_a_reason_alone(world):
    small, rows = world
    secretary, url = signed_in(small.secretary), reverse("refuse-transfer", args=["leek", rows["move"]])
    section = f"keep-{rows['move']}"
    assert secretary.get(url).url == f"/leek/registrations/?open={section}#{section}"
    shown = f'<details id="{section}" class="flow" open>'
    assert shown in secretary.get(url, follow=True).content.decode()
    refused = secretary.post(url, {"reason": ""})
    assert (refused.status_code, shown in refused.content.decode()) == (422, True)
    assert secretary.post(url, {"reason": "Too late in the season"}).status_code == 302
    with scopes_disabled():
        assert Transfer.objects.get(pk=rows["move"]).reason == "Too late in the season"


def test_letting_a_player_go(world):
    small, rows = world
    url = reverse("leave-team", args=["leek", "crown-a", rows["held"]])
    captain = signed_in(small.captains[0])
    for shown, code in ((captain.get(url, follow=True), 200), (captain.post(url, {"until": "not a day"}), 422)):
        assert (shown.status_code, f'action="{url}"' in shown.content.decode()) == (code, True)
    today = timezone.localdate()
    shown = captain.post(url, {"until": f"{today:%d/%m/%Y}"}, follow=True).content.decode()
    assert f"Leaves {night(today)}</span>" in shown
    assert "players. 1 leaving." in " ".join(shown.split())
    assert f"open=leave-{rows['held']}" not in shown
    with scopes_disabled():
        assert Registration.objects.get(pk=rows["held"]).state == "left"


def test_a_renamed_team_keeps_its_old_address(small):
    secretary = signed_in(small.secretary)
    with scopes_disabled():
        crown = Team.objects.get(slug="crown-a")
    values = {"name": "Old Crown", "venue": crown.venue_id, "start_time": "20:30", "active": "on"}
    answer = secretary.post(reverse("edit-team", args=["leek", "crown-a"]), values)
    assert answer.url == reverse("squad", args=["leek", "old-crown"])
    with scope(league=small.league):
        from league.teams.queries.squads import team_or_redirect

        crown.refresh_from_db()
        assert (crown.name, crown.slug, str(crown.start_time)) == ("Old Crown", "old-crown", "20:30:00")
        assert team_or_redirect("crown-a") == (crown, True)
        assert team_or_redirect("old-crown") == (crown, False)
    taken = secretary.post(reverse("edit-team", args=["leek", "bell"]), values | {"name": "old crown"})
    assert taken.status_code == 422
    assert "The league already has a team called old crown." in taken.content.decode()


def test_a_venue_and_its_closed_nights(small):
    secretary = signed_in(small.secretary)
    values = {"name": "The Fleece", "boards": "2", "map_link": "osm.org/node/1", "postcode": "DL12 8PN"}
    answer = secretary.post(reverse("new-venue", args=["leek"]), values)
    with scopes_disabled():
        fleece = Venue.objects.get(slug="the-fleece")
    assert answer.url == reverse("venue", args=["leek", "the-fleece"])
    assert (fleece.boards, fleece.map_link) == (2, "https://osm.org/node/1")
    url = reverse("venue-closures", args=["leek", "the-fleece"])
    assert secretary.post(url, {"first": "2026-12-28", "last": "2026-12-21"}).status_code == 422
    assert secretary.post(url, {"first": "2026-12-21", "last": "", "reason": "Wedding"}).status_code == 302
    with scopes_disabled():
        [closure] = fleece.closures.all()
    assert (str(closure.first), str(closure.last)) == ("2026-12-21", "2026-12-21")
    again = secretary.post(url, {"first": "2026-12-21", "last": "2026-12-21", "reason": "The wedding"})
    assert (again.status_code, "is closed on those nights already" in again.content.decode()) == (422, True)
    secretary.post(reverse("remove-closure", args=["leek", "the-fleece", closure.pk]))
    with scopes_disabled():
        assert not fleece.closures.exists()


@pytest.mark.parametrize(("first", "last", "number"), [(21, 27, 1), (22, 22, 1), (20, 21, 2), (26, 28, 2), (28, 28, 2)])
def test_nights_that_are_closed_already_are_not_closed_again(small, first, last, number):
    with scope(league=small.league):
        venue, by = Venue.objects.first(), {"by": small.secretary, "at": timezone.now(), "reason": "Holiday"}
        close_venue(venue=venue, first=date(2026, 12, 21), last=date(2026, 12, 27), **by)
        with suppress(ValidationError):
            close_venue(venue=venue, first=date(2026, 12, first), last=date(2026, 12, last), **by)
        assert venue.closures.count() == number


def test_a_new_team_does_not_take_an_address_of_the_site(small):
    with scopes_disabled():
        venue = Venue.objects.first()
    values = {"name": "Table", "venue": venue.pk, "start_time": "20:00"}
    answer = signed_in(small.secretary).post(reverse("new-team", args=["leek"]), values)
    assert answer.url == reverse("squad", args=["leek", "table-2"])


def test_pages_cost_the_same_for_few_and_many(small, count_queries):
    from tests.factories import make_player, make_team

    pages = (
        (signed_in(small.captains[0]), reverse("squad", args=["leek", "crown-a"])),
        (signed_in(small.secretary), reverse("squads", args=["leek"])),
        (signed_in(small.secretary), reverse("registrations", args=["leek"])),
    )

    def add(number):
        crown = small.entries[0].team
        make_player(crown, f"Extra Player{number}")
        make_team(small.league, f"Extra {number}")
        ask_registration(team=crown, name=f"Asked Person{number}", by=small.captains[0], at=NOW)
        moving = squad_of(small.entries[1 + number % 3].team, TODAY)[number // 3].player
        ask_transfer(player=moving, joins=crown, by=small.captains[0], at=NOW)

    with scopes_disabled():
        add(0)
    few = [count_queries(client, url) for client, url in pages]
    with scopes_disabled():
        for number in range(1, 10):
            add(number)
    assert [count_queries(client, url) for client, url in pages] == few
    assert max(few) <= 12
