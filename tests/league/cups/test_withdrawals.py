"""A team leaves its league: by the same form its cups, and back into them; everybody concerned is told."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import enter
from league.cups.actions.knockout import write_fact
from league.cups.actions.openday import deal
from league.cups.actions.withdrawals import places_to_leave
from league.cups.models import Entrant
from league.cups.queries.cup_state import snapshot_of
from league.cups.values import day_after
from league.notifications.actions.write_messages import letters_about
from league.schedule.choices import FixtureState
from league.schedule.models import Division
from scoring.season.knockout import cups
from scoring.season.knockout.bracket import State
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.facts import Returned, WalkedOver, Withdrew
from tests.league.cups.evening import PLAYED, drawn_cup
from tests.league.cups.world import opened
from tests.league.person import Person, signed_in

KNOCKOUT = cups.Cup("Cup", forms=cups.TEAM_KNOCKOUT.forms)
GONE = PLAYED + timedelta(days=1)


@pytest.fixture
def made(db):
    """A knockout of four teams: Crown A v Bell and Plough v Swan are to be played."""
    with scopes_disabled():
        cup = drawn_cup("team-knockout", teams=4, rules=KNOCKOUT)
    with scope(league=cup.small.league), time_machine.travel(GONE, tick=False):
        yield cup


def at_the_form(made, name: str, team: str = "crown-a") -> Person:
    person = Person(signed_in(made.small.secretary))
    person.open(reverse(name, args=["leek", made.small.season.slug, team]))
    return person


def leave(made, *, team: str = "crown-a", **typed):
    return at_the_form(made, "withdraw-team", team).send("Withdraw the team", {"Reason": "The pub shut"} | typed)


def come_back(made, **typed):
    return at_the_form(made, "restore-team").send("Bring the team back", {"Reason": "It opened again"} | typed)


def letters(verb: str) -> dict[str, str]:
    """Who is written to about all acts of that name, and what: by name, subject and text."""
    found: dict[str, str] = {}
    for entry in AuditEntry.objects.filter(verb=verb).order_by("pk"):
        for letter in letters_about(entry):
            words = " ".join((letter.subject, *letter.paragraphs))
            found[letter.to.name] = f"{found.get(letter.to.name, '')} {words}".strip()
    return found


def test_a_team_leaves_its_cup_with_its_league_and_everybody_is_told(made):
    walkover = "Semi-final 1: Bell goes through by walkover"
    person = at_the_form(made, "withdraw-team")
    assert f"{made.cup}: {walkover}." in person.page.words
    assert walkover in person.send("Withdraw the team", {"Reason": "The pub shut"}).words

    tie = made.tie("main-1-1", GONE)
    assert (tie.state, tie.winner) == (State.WALKOVER, "e2")
    assert made.fixture("main-1-1").state == FixtureState.VOID
    assert walkover in letters("end_tie_match")["Bell Captain"]
    assert walkover in letters("withdraw_team")["Cora Co-ordinator"]
    assert walkover in letters("withdraw_team")["Crown A Captain"]
    page = person.open(made.cup.get_absolute_url()).words
    assert "walkover" in page.lower()


def test_a_team_that_stays_in_its_cup_is_left_alone(made):
    leave(made, from_cups=False)
    assert made.tie("main-1-1", GONE).state is State.TO_PLAY
    assert letters("end_tie_match") == {}
    assert places_to_leave(made.small.entries[0], GONE)


def test_a_team_comes_back_into_its_cup(made):
    leave(made)
    assert "is to be played after all" in come_back(made).words
    assert made.tie("main-1-1", GONE).state is State.TO_PLAY
    assert made.fixture("main-1-1").open
    assert {"Bell Captain", "Crown A Captain"} <= letters("make_tie_match").keys()
    assert "played after all" in letters("restore_team")["Cora Co-ordinator"]


def test_a_team_stays_out_once_its_opponents_have_played_on(made):
    leave(made)
    write_fact(cup=made.cup, fact=Withdrew("e3", "Shut too"), by=made.coordinator, at=GONE)  # Bell meet Swan
    final = made.fixture("main-2-1")
    write_fact(cup=made.cup, fact=WalkedOver("main-2-1", "e2", "No show"), by=made.coordinator, at=GONE)
    assert {final.home.name, final.away.name} == {"Bell", "Swan"}
    words = "they stay out. Whoever met Crown A next has played on since."
    assert words in come_back(made).words
    assert made.tie("main-1-1", GONE).winner == "e2"
    with pytest.raises(ValidationError, match="has played on since"):
        write_fact(cup=made.cup, fact=Returned("e1", "Again"), by=made.coordinator, at=GONE)


def test_an_open_list_loses_the_team_and_has_it_again(made):
    cup = opened(made.small, "team-knockout", "Open Cup")
    row = enter(cup=cup, team=made.small.entries[0].team, players=(), by=made.small.secretary, at=PLAYED)
    leave(made)
    assert Entrant.objects.get(pk=row.pk).withdrawn_at is not None
    come_back(made)
    assert Entrant.objects.get(pk=row.pk).withdrawn_at is None


def test_matches_of_a_group_go_to_the_others_and_come_back(made):
    cup = opened(made.small, "team-knockout", "Group Cup", rules=replace(KNOCKOUT, shape=cups.Shape.ROUND_ROBIN))
    for entry in made.small.entries:
        enter(cup=cup, team=entry.team, players=(), by=made.small.secretary, at=PLAYED)
    deal(cup=cup, lots=Lots(seed="4 11 23"), by=made.small.secretary, at=PLAYED)

    def gone():
        return {
            name
            for table in day_after(cup, [each.fact for each in snapshot_of(cup, GONE).log]).tables
            for name in table.gone
        }

    assert "Group Cup: 3 matches to be played go to the other side." in at_the_form(made, "withdraw-team").page.words
    leave(made)
    assert gone() == {"e1"}
    come_back(made)
    assert gone() == set()


def test_relegation_places_are_asked_about_and_come_back(made):
    Division.objects.filter(pk=made.small.division.pk).update(relegated=2)
    words = "A team that withdraws takes no relegation place: the last 2 teams go down all the same"
    assert words in at_the_form(made, "withdraw-team").page.words

    leave(made, keep_size=True)
    assert Division.objects.get(pk=made.small.division.pk).relegated == 1
    assert "Division One relegates 2 again" in at_the_form(made, "restore-team").page.words
    come_back(made)
    assert Division.objects.get(pk=made.small.division.pk).relegated == 2

    leave(made)
    assert Division.objects.get(pk=made.small.division.pk).relegated == 2
