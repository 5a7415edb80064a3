"""Who may open which page of people and places, and that the pages do what they say."""

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
from tests.factories import league_in_season, make_role, make_user
from tests.league.html import words_on
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
TODAY = NOW.date()

SECRETARY, OFFICER, CAPTAIN, OTHER_CAPTAIN, PLAYER = "secretary", "officer", "captain", "other captain", "player"
NOBODY, FOREIGN, ADMIN, GONE, STRANGER = "nobody", "other league", "admin", "ended captain", "anonymous"
FOREIGN_CAPTAIN = "captain in the other league"
EVERYBODY = (SECRETARY, OFFICER, CAPTAIN, OTHER_CAPTAIN, PLAYER, NOBODY, FOREIGN, ADMIN, GONE, STRANGER)
SECRETARIES = {SECRETARY, ADMIN}
OFFICERS = SECRETARIES | {OFFICER}


@pytest.fixture
def world(small):
    """The small league with something to open behind every address, and the ten kinds of people."""
    with scopes_disabled():
        away = league_in_season("teesdale", "teesdale", teams=2)
        crown, bell = (entry.team for entry in small.entries[:2])
        ended = make_role(make_user("Gone Captain"), small.league, RoleKind.CAPTAIN, crown)
        Role.objects.filter(pk=ended.pk).update(ended_at=NOW)
        role = make_role(make_user("Olive Officer"), small.league, RoleKind.RESULTS_OFFICER)
        player = make_role(make_user("Pat Player"), small.league, RoleKind.PLAYER, crown).user
        asked = ask_registration(team=crown, name="Dave Raine", by=small.captains[0], at=NOW)
        move = ask_transfer(player=squad_of(bell, TODAY)[0].player, joins=crown, by=small.captains[0], at=NOW)
        closure = Closure.objects.create(venue=crown.venue, first=TODAY, last=TODAY)
        held = Registration.objects.filter(team=crown, state="approved").first()
    people = {
        SECRETARY: small.secretary,
        OFFICER: role.user,
        CAPTAIN: small.captains[0],
        OTHER_CAPTAIN: small.captains[1],
        PLAYER: player,
        NOBODY: make_user("No Role"),
        FOREIGN: away.secretary,
        ADMIN: make_user("Ada Admin", is_superuser=True, is_staff=True),
        GONE: ended.user,
        STRANGER: None,
        FOREIGN_CAPTAIN: away.captains[0],
    }
    rows = {
        "team": "crown-a",
        "role": role.pk,
        "asked": asked.pk,
        "move": move.pk,
        "closure": closure.pk,
        "held": held.pk,
        "venue": crown.venue.slug,
    }
    return small, people, rows


# The address's name, which rows it is about, who may read it.
PAGES = [
    ("people", (), OFFICERS),
    ("contacts", (), OFFICERS | {CAPTAIN, OTHER_CAPTAIN}),
    ("invite-person", (), SECRETARIES),
    ("end-role", ("role",), SECRETARIES),
    ("squad", ("team",), OFFICERS | {CAPTAIN}),
    ("register-player", ("team",), SECRETARIES | {CAPTAIN}),
    ("leave-team", ("team", "held"), SECRETARIES | {CAPTAIN}),
    ("registrations", (), SECRETARIES),
    ("approve-registration", ("asked",), SECRETARIES),
    ("accept-transfer", ("move",), SECRETARIES),
    ("new-team", (), SECRETARIES),
    ("edit-team", ("team",), SECRETARIES),
    ("new-venue", (), SECRETARIES),
    ("edit-venue", ("venue",), SECRETARIES),
    ("league-settings", (), SECRETARIES),
]
# Forms that stand on another page, to which their own addresses lead.
ELSEWHERE = {
    "register-player",
    "leave-team",
    "approve-registration",
    "accept-transfer",
    "invite-person",
    "end-role",
    "new-team",
    "edit-team",
    "new-venue",
    "edit-venue",
}
# Only for posting to: who may, and the answer that they get.
POSTS = [
    ("invite-again", ("role",), SECRETARIES),
    ("agree-transfer", ("team", "move"), {CAPTAIN}),
    ("venue-closures", ("venue",), SECRETARIES),
    ("remove-closure", ("venue", "closure"), SECRETARIES),
]


ONLY_HERE = {"crown-a": "plough", "crown-a-inn": "plough-inn"}


def answer(client_for, person, method, url):
    from django.test import Client

    client = Client() if person is None else client_for(person)
    return getattr(client, method)(url)


@pytest.mark.parametrize(("name", "arguments", "allowed"), PAGES, ids=[page[0] for page in PAGES])
def test_who_may_open_a_page(world, as_user, name, arguments, allowed):
    _, people, rows = world
    url = reverse(name, args=["leek", *(rows[each] for each in arguments)])
    got = {who: answer(as_user, people[who], "get", url).status_code for who in EVERYBODY}
    opened = 301 if name in ELSEWHERE else 200
    assert got == {who: 302 if who == STRANGER else opened if who in allowed else 403 for who in EVERYBODY}


def test_the_squads_are_for_officers_and_lead_a_captain_to_the_one_of_their_own(world, as_user):
    _, people, _ = world
    url = reverse("squads", args=["leek"])
    got = {who: answer(as_user, people[who], "get", url) for who in EVERYBODY}
    led = {CAPTAIN, OTHER_CAPTAIN, STRANGER}
    assert {who: each.status_code for who, each in got.items()} == {
        who: 200 if who in OFFICERS else 302 if who in led else 403 for who in EVERYBODY
    }
    assert got[CAPTAIN].url == reverse("squad", args=["leek", "crown-a"])


def test_a_captain_of_two_teams_sees_the_squads_of_both_and_no_other(world, as_user):
    small, people, _ = world
    with scope(league=small.league):
        make_role(people[CAPTAIN], small.league, RoleKind.VICE_CAPTAIN, small.entries[2].team)
    html = answer(as_user, people[CAPTAIN], "get", reverse("squads", args=["leek"])).content.decode()
    shown = {entry.team.slug for entry in small.entries if reverse("squad", args=["leek", entry.team.slug]) in html}
    assert shown == {small.entries[0].team.slug, small.entries[2].team.slug}


@pytest.mark.parametrize(("name", "arguments", "allowed"), PAGES + POSTS, ids=[page[0] for page in PAGES + POSTS])
def test_who_may_post(world, as_user, name, arguments, allowed):
    """An empty post: whoever may is told what is wrong, or done; whoever may not, may not."""
    _, people, rows = world
    url = reverse(name, args=["leek", *(rows[each] for each in arguments)])
    refused = [who for who in EVERYBODY if who not in allowed and who != STRANGER]
    got = {who: answer(as_user, people[who], "post", url).status_code for who in refused}
    wanted = 405 if name in {"people", "contacts", "squad", "registrations"} else 403
    assert got == dict.fromkeys(refused, wanted)
    stranger = answer(as_user, None, "post", url)
    assert stranger.status_code == 302
    assert stranger.url.startswith(reverse("account_login"))


@pytest.mark.parametrize(("name", "arguments", "allowed"), PAGES + POSTS, ids=[page[0] for page in PAGES + POSTS])
def test_another_leagues_things_are_not_found(world, as_user, name, arguments, allowed):
    """The other league's secretary, in that league, with this league's keys and names; both have a Crown A."""
    _, people, rows = world
    given = [rows[each] for each in arguments]
    if not given:
        return
    if len(given) == 1:
        given = [ONLY_HERE.get(given[0], given[0])]
    url = reverse(name, args=["teesdale", *given])
    method = "post" if (name, arguments, allowed) in POSTS else "get"
    assert answer(as_user, people[FOREIGN_CAPTAIN if allowed == {CAPTAIN} else FOREIGN], method, url).status_code == 404


def test_a_registration_from_the_captain_to_the_secretary(small, as_user):
    captain, secretary = as_user(small.captains[0]), as_user(small.secretary)
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


def test_a_refusal_reaches_the_captain(small, as_user):
    with scope(league=small.league):
        asked = ask_registration(team=small.entries[0].team, name="Wilf Bainbridge", by=None, at=NOW)
    url = reverse("refuse-registration", args=["leek", asked.pk])
    assert as_user(small.secretary).post(url, {"reason": ""}).status_code == 422
    with scopes_disabled():
        Registration.objects.filter(pk=asked.pk).update(asked_at=timezone.now())
    as_user(small.secretary).post(url, {"reason": "Banned until Christmas"})
    page = as_user(small.captains[0]).get(reverse("squad", args=["leek", "crown-a"]))
    assert "Banned until Christmas" in page.content.decode()


def test_a_near_name_is_asked_about_and_leads_to_a_transfer(small, as_user):
    captain = as_user(small.captains[0])
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


def test_a_squad_over_its_limit_is_the_secretary_s_word(small, as_user):
    with scopes_disabled():
        league = small.league
        rules = codec.decode_as(LeagueRules, league.rules)
        league.rules = codec.encode(replace(rules, format=replace(rules.format, squad=8)))
        league.save()
    url, typed = reverse("register-player", args=["leek", "crown-a"]), {"name": "Wilf Bainbridge"}
    secretary = as_user(small.secretary)
    over = "Crown A would have 9 players. The rules allow 8."
    assert over in secretary.get(url, follow=True).content.decode()
    assert secretary.post(url, typed).status_code == 422
    assert secretary.post(url, typed | {"anyway": "on", "since": "2026-09-01"}).status_code == 302
    with scopes_disabled():
        assert Registration.objects.get(player__name="Wilf Bainbridge").since == date(2026, 9, 1)
    assert over not in as_user(small.captains[0]).get(url, follow=True).content.decode()
    with scopes_disabled():
        crown, bell = (entry.team for entry in small.entries[:2])
        move = ask_transfer(player=squad_of(bell, TODAY)[0].player, joins=crown, by=small.captains[0], at=NOW)
    page = secretary.get(reverse("registrations", args=["leek"]))
    assert "Crown A would have 10 players. The rules allow 8." in page.content.decode()
    later = {"on": "2026-12-01", "reason": "Both said so"}
    moved = secretary.post(reverse("accept-transfer", args=["leek", move.pk]), later, follow=True)
    assert "plays for Crown A from Tue 1 Dec 2026." in moved.content.decode()


def test_a_near_name_may_be_somebody_new(small, as_user):
    captain = as_user(small.captains[0])
    url = reverse("register-player", args=["leek", "crown-a"])
    captain.post(url, {"name": "Bell PlayerA", "who": "new"})
    with scopes_disabled():
        assert Registration.objects.filter(player__name="Bell PlayerA").count() == 2


def test_a_secretary_registers_at_once(small, as_user):
    url = reverse("register-player", args=["leek", "crown-a"])
    as_user(small.secretary).post(url, {"name": "Wilf Bainbridge"})
    with scopes_disabled():
        assert Registration.objects.get(player__name="Wilf Bainbridge").state == "approved"


def test_one_name_is_enough_for_whoever_has_one(small, as_user):
    captain, url = as_user(small.captains[0]), reverse("register-player", args=["leek", "crown-a"])
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


def test_second_one_of_a_name_in_a_team_is_told_what_to_do(small, as_user):
    url = reverse("register-player", args=["leek", "crown-a"])
    page = as_user(small.secretary).post(url, {"name": "Crown PlayerA", "who": "new"}).content.decode()
    assert "For someone else of that name, add a middle name or Junior." in page
    assert as_user(small.secretary).post(url, {"name": "Crown PlayerA Junior", "who": "new"}).status_code == 302


def test_a_transfer_over_http(world, as_user):
    small, _, rows = world
    bell = as_user(small.captains[1])
    squad = bell.get(reverse("squad", args=["leek", "bell"])).content.decode()
    assert "Agree to the transfer of" in squad
    bell.post(reverse("agree-transfer", args=["leek", "bell", rows["move"]]))
    url = reverse("accept-transfer", args=["leek", rows["move"]])
    assert as_user(small.secretary).post(url, {"on": "2026-11-20"}).status_code == 302
    with scopes_disabled():
        assert Registration.objects.get(player__transfers=rows["move"], until=None).team.name == "Crown A"


def test_a_transfer_is_refused_with_a_reason_alone(world, as_user):
    small, _, rows = world
    secretary, url = as_user(small.secretary), reverse("refuse-transfer", args=["leek", rows["move"]])
    section = f"keep-{rows['move']}"
    assert secretary.get(url).url == f"/leek/registrations/?open={section}#{section}"
    shown = f'<details id="{section}" class="flow" open>'
    assert shown in secretary.get(url, follow=True).content.decode()
    refused = secretary.post(url, {"reason": ""})
    assert (refused.status_code, shown in refused.content.decode()) == (422, True)
    assert secretary.post(url, {"reason": "Too late in the season"}).status_code == 302
    with scopes_disabled():
        assert Transfer.objects.get(pk=rows["move"]).reason == "Too late in the season"


def test_letting_a_player_go(world, as_user):
    small, _, rows = world
    url = reverse("leave-team", args=["leek", "crown-a", rows["held"]])
    captain = as_user(small.captains[0])
    for shown, code in ((captain.get(url, follow=True), 200), (captain.post(url, {"until": "not a day"}), 422)):
        assert (shown.status_code, f'action="{url}"' in shown.content.decode()) == (code, True)
    today = timezone.localdate()
    shown = captain.post(url, {"until": f"{today:%d/%m/%Y}"}, follow=True).content.decode()
    assert f"Leaves {night(today)}</span>" in shown
    assert "players. 1 leaving." in " ".join(shown.split())
    assert f"open=leave-{rows['held']}" not in shown
    with scopes_disabled():
        assert Registration.objects.get(pk=rows["held"]).state == "left"


def test_a_renamed_team_keeps_its_old_address(small, as_user):
    secretary = as_user(small.secretary)
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


def test_a_venue_and_its_closed_nights(small, as_user):
    secretary = as_user(small.secretary)
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


def test_a_new_team_does_not_take_an_address_of_the_site(small, as_user):
    with scopes_disabled():
        venue = Venue.objects.first()
    values = {"name": "Table", "venue": venue.pk, "start_time": "20:00"}
    answer = as_user(small.secretary).post(reverse("new-team", args=["leek"]), values)
    assert answer.url == reverse("squad", args=["leek", "table-2"])


def test_pages_cost_the_same_for_few_and_many(small, as_user, count_queries):
    from tests.factories import make_player, make_team

    pages = (
        (as_user(small.captains[0]), reverse("squad", args=["leek", "crown-a"])),
        (as_user(small.secretary), reverse("squads", args=["leek"])),
        (as_user(small.secretary), reverse("registrations", args=["leek"])),
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
