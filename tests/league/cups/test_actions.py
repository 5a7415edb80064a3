"""What the co-ordinator does about ties and entrants, by the pages for it; the record of it all; and the end."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.models import CupState, Fact, FactKind, Honour
from league.cups.queries.coordinator_tasks import cup_tasks
from league.cups.queries.cup_state import snapshot_of
from league.teams.choices import RoleKind
from scoring.season.knockout.bracket import State
from scoring.season.knockout.draw import DrawRules, Lots
from scoring.season.knockout.facts import ScoreCorrected, Scored
from tests.factories import SIGNED, league_in_season, make_player, make_role, make_user
from tests.league.cups.scene import give_result, names_drawn, put_match
from tests.league.cups.world import entered, opened

pytestmark = pytest.mark.django_db
WHERE = ["leek", "2026-27", "singles"]


class Desk:
    """A cup of three without cards: the third of the list has a bye to the final. Its co-ordinator is signed in."""

    def __init__(self, small, client) -> None:
        self.small, self.client = small, client
        self.cup = opened(small, "singles", draw_rules=DrawRules(), by_card=False)
        self.entrants = entered(self.cup, small, 1)
        self.keys = names_drawn(self.cup)
        hold_draw(cup=self.cup, lots=Lots(names=self.keys), by=small.secretary, at=SIGNED)
        self.user = make_user("Cora Co-ordinator")
        make_role(self.user, small.league, RoleKind.COORDINATOR)
        client.force_login(self.user)

    def post(self, name, tie="main-1-2", **typed):
        return self.client.post(reverse(name, args=[*WHERE, tie]), typed)

    def write(self, fact):
        return write_fact(cup=self.cup, fact=fact, by=self.user, at=SIGNED)

    def tie(self, tie="main-1-2"):
        return snapshot_of(self.cup, SIGNED).bracket.tie(tie)

    def record(self):
        return self.client.get(reverse("cup", args=WHERE) + "?part=history").content.decode()


@pytest.fixture
def desk(client):
    with scopes_disabled():
        small = league_in_season(teams=3, squad=4)
    with scope(league=small.league), time_machine.travel(SIGNED, tick=False):
        yield Desk(small, client)


def test_a_score_is_typed_at_the_desk(desk):
    assert desk.post("score-tie", first=2, second=1).url == reverse("cup-tie", args=[*WHERE, "main-1-2"])
    assert (desk.tie().state, desk.tie().scores) == (State.PLAYED, {1: (2, 1)})
    fact = Fact.objects.latest("number")
    assert (fact.number, fact.kind, fact.by) == (2, FactKind.SCORED, desk.user)
    entry = AuditEntry.objects.get(verb="write_fact")
    assert entry.words == "Singles: Semi-final 2: C PlayerA 2\N{EN DASH}1 B PlayerA."


@pytest.mark.parametrize(
    ("act", "tie", "values", "words"),
    [
        ("score-tie", "main-1-2", {"first": 2, "second": 2}, "Semi-final 2, 2–2: best of 3: the winner has 2"),
        ("score-tie", "main-2-1", {"first": 3, "second": 2}, ""),
        ("rule-on-tie", "main-1-2", {"ruling": "stands", "reason": "So."}, "There is no conflict in Semi-final 2."),
        ("replay-tie", "main-1-2", {"reason": "Nothing played yet."}, ""),
    ],
)
def test_what_cannot_be_of_a_tie_is_refused_in_plain_words(desk, act, tie, values, words):
    answer = desk.post(act, tie, **values)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert Fact.objects.count() == 1


def test_a_score_by_hand_is_refused_where_there_is_a_card(desk):
    row = put_match(desk.cup, "main-1-2", *desk.entrants[:2])
    give_result(row.fixture, 2, 1, by=desk.small.secretary, at=SIGNED)
    answer = desk.post("correct-tie", first=1, second=2, reason="I was told so.")
    assert answer.status_code == 422
    assert "This match has a card." in answer.content.decode()
    assert [each.kind for each in Fact.objects.order_by("number")] == ["drawn"]


def test_a_correction_keeps_the_old_score_in_the_record(desk):
    desk.write(Scored("main-1-2", 2, 1))
    desk.post("correct-tie", first=1, second=2, reason="Read upside down.")
    assert desk.tie().winner == desk.keys[1]
    record = desk.record()
    assert "Semi-final 2: C PlayerA 2\N{EN DASH}1 B PlayerA." in record
    assert "Semi-final 2 corrected: C PlayerA 1\N{EN DASH}2 B PlayerA." in record
    assert "Read upside down." in record


def test_a_walkover_goes_to_one_of_the_two(desk):
    assert desk.post("walk-over-tie", side=desk.keys[2], reason="x").status_code == 422
    desk.post("walk-over-tie", side=desk.keys[1], reason="Nobody came.")
    assert (desk.tie().state, desk.tie().winner) == (State.WALKOVER, desk.keys[1])
    page = desk.client.get(reverse("cup-tie", args=[*WHERE, "main-1-2"])).content.decode()
    page = " ".join(page.split())
    assert re.findall(r'score__team">([^<]*)<small\s*>([^<]*)<', page) == [("B PlayerA", "Won by walkover")]


def test_a_tie_is_played_again(desk):
    desk.write(Scored("main-1-2", 2, 1))
    desk.post("replay-tie", reason="The board had 59 holes.")
    assert desk.tie().state is State.TO_PLAY


def test_whoever_is_disqualified_loses_the_tie_that_was_played(desk):
    desk.write(Scored("main-1-2", 2, 1))
    desk.post("disqualify-in-tie", side=desk.keys[0], reason="Threw the board.")
    assert desk.tie("main-2-1").second == desk.keys[1]
    assert "C PlayerA was disqualified. Semi-final 2 goes to the other side." in desk.record()


def test_whoever_withdraws_gives_away_what_is_not_decided(desk):
    address = reverse("leave-cup", args=[*WHERE, desk.entrants[0].pk])
    assert desk.client.post(address, {"how": "left", "reason": "Moved away."}).url == desk.cup.part("entries")
    assert (desk.tie().state, desk.tie().winner) == (State.WALKOVER, desk.keys[1])
    assert "C PlayerA withdrew." in desk.record()


# --- late entries -----------------------------------------------------------------------------------------------------
def test_whoever_comes_late_plays_the_one_with_the_bye_or_for_a_place_if_they_may_enter(desk):
    team, address = desk.small.entries[0].team, reverse("enter-cup", args=WHERE)
    player, late, later = (
        desk.entrants[0].entry.players.get(),
        make_player(team, "Late Larry"),
        make_player(team, "L Lou"),
    )
    assert "Plays P PlayerA, who has a bye" in desk.client.get(address, follow=True).content.decode()
    data = {"place": "main-1-1/", "reason": "The post was slow."}
    twice = desk.client.post(address, data | {"player_1": player.pk})
    assert twice.status_code == 422
    assert f"{player} has entered already." in twice.content.decode()
    assert Fact.objects.count() == 1
    assert desk.client.post(address, data | {"player_1": late.pk}).status_code == 302
    tie = desk.tie("main-1-1")
    assert (tie.first, tie.state) == (desk.keys[2], State.TO_PLAY)
    assert "L Larry entered late, in place of the bye of Semi-final 1." in desk.record()
    place = {"player_1": later.pk, "place": f"main-1-2/{desk.keys[0]}"}
    assert desk.client.post(address, data | place).status_code == 302
    assert (desk.tie("late-1-1").first, desk.tie().state) == (desk.keys[0], State.WAITING)


# --- conflicts --------------------------------------------------------------------------------------------------------
def played_on(desk):
    """The loser of the semi-final turns out to have won it, after the final was played."""
    desk.write(Scored("main-1-2", 2, 1))
    desk.write(Scored("main-2-1", 3, 1))
    desk.write(ScoreCorrected("main-1-2", 1, 2, "Read upside down."))


def test_a_conflict_waits_in_the_inbox_and_on_the_record(desk):
    played_on(desk)
    assert [(each.tie, each.what) for each in cup_tasks(desk.small.league, SIGNED)] == [("main-2-1", "Singles, Final")]
    sentence = "C PlayerA played, but an earlier result was corrected: it should have been B PlayerA."
    assert sentence in desk.client.get(reverse("inbox", args=["leek"])).content.decode()
    record = desk.record()
    assert sentence in record
    assert reverse("cup-tie", args=[*WHERE, "main-2-1"]) + "#rule-on-tie" in record


@pytest.mark.parametrize(("ruling", "champion"), [("stands", 2), ("replay", None)])
def test_the_coordinator_rules_on_a_conflict(desk, ruling, champion):
    played_on(desk)
    page = desk.client.get(reverse("cup-tie", args=[*WHERE, "main-2-1"])).content.decode()
    assert "C PlayerA played, but an earlier result was corrected: it should have been B PlayerA." in page
    desk.post("rule-on-tie", "main-2-1", ruling=ruling, reason="Both agreed.")
    found = snapshot_of(desk.cup, SIGNED).bracket
    assert found.conflicts == ()
    assert found.champion == (None if champion is None else desk.keys[champion])
    assert cup_tasks(desk.small.league, SIGNED) == []


# --- the end ----------------------------------------------------------------------------------------------------------
def test_the_winner_goes_on_the_board_which_follows_a_correction(desk):
    desk.write(Scored("main-1-2", 2, 1))
    answer = desk.client.post(reverse("end-cup", args=WHERE), follow=True)
    assert "The final has no winner yet." in answer.content.decode()
    assert not Honour.objects.exists()
    desk.write(Scored("main-2-1", 3, 1))
    desk.client.post(reverse("end-cup", args=WHERE))
    honour = Honour.objects.get()
    assert (honour.year, honour.title, honour.winner, honour.runner_up) == (2027, "Singles", "P PlayerA", "C PlayerA")
    assert list(honour.players.all()) == list(desk.entrants[2].entry.players.all())
    desk.cup.refresh_from_db()
    assert desk.cup.state == CupState.FINISHED
    desk.write(ScoreCorrected("main-2-1", 1, 3, "Read upside down."))
    desk.cup.refresh_from_db()
    assert desk.cup.state == CupState.DRAWN
    desk.client.post(reverse("end-cup", args=WHERE))
    assert [(each.winner, each.runner_up) for each in Honour.objects.all()] == [("C PlayerA", "P PlayerA")]


# --- the record -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", [1, 3])
def test_the_record_costs_the_same_however_long(desk, client, django_assert_num_queries, number):
    for i in range(number):
        desk.write(Scored("main-1-2", 2, 1) if not i else ScoreCorrected("main-1-2", 2, i % 2, f"Reason {i}"))
    client.logout()
    with django_assert_num_queries(6):
        page = client.get(reverse("cup", args=WHERE) + "?part=history").content.decode()
    assert f"<strong>{number + 1}.</strong>" in page


def test_entries_that_have_closed_ask_for_the_draw(desk):
    opened(desk.small, "pairs", entries_close=SIGNED.date())
    assert cup_tasks(desk.small.league, SIGNED) == []
    later = SIGNED + timedelta(days=1)
    assert [each.what for each in cup_tasks(desk.small.league, later)] == ["Pairs: make the draw"]


@pytest.mark.parametrize("number", [1, 3])
def test_what_waits_costs_the_same_however_many_cups(desk, django_assert_num_queries, number):
    for i in range(number):
        cup = opened(desk.small, "singles", f"Cup {i}", by_card=False)
        entered(cup, desk.small, 1)
        hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), by=desk.user, at=SIGNED)
    with django_assert_num_queries(4):
        assert cup_tasks(desk.small.league, SIGNED) == []
