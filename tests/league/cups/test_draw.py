"""Holding draws: in the room and by a seed, round by round, with what keeps names apart; and checking them."""

import re
from dataclasses import replace
from datetime import date, timedelta
from hashlib import sha256

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import enter
from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.forms.knockout import DrawForm, read_names
from league.cups.models import CupState, Fact
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.draws import draws_due
from league.cups.queries.entries import names_of
from league.cups.values import rules_of
from scoring import codec
from scoring.season.knockout.cups import Part, TieForm, Vacant
from scoring.season.knockout.draw import DrawRules, Lots
from scoring.season.knockout.facts import Scored, WalkedOver, Withdrew
from tests.factories import SIGNED, league_in_season
from tests.league.cups.scene import names_drawn
from tests.league.cups.world import entered, opened, players_of

pytestmark = pytest.mark.django_db
WHERE = ["leek", "2026-27"]
HAT = [("e1", "H Goy"), ("e2", "R Harris & T Bond"), ("e3", "H Goyle")]


@pytest.fixture
def small():
    with scopes_disabled():
        made = league_in_season(teams=8, squad=4)
    with scope(league=made.league), time_machine.travel(SIGNED, tick=False):
        yield made


def by(small):
    return {"by": small.secretary, "at": SIGNED}


def of_one_team(small):
    """Singles that three players of one team have entered."""
    cup = opened(small, "singles")
    for player in players_of(small.entries[0].team)[:3]:
        enter(cup=cup, team=small.entries[0].team, players=[player], **by(small))
    return cup


# --- typing names -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text", ["h goyle\nr harris\nH Goy", "1. H Goyle\n2) R Harris and T Bond\n3. H. Goy", "3 2 1", "3,2,1", "3\n2\n1"]
)
def test_names_are_typed_in_many_ways(text):
    assert read_names(text, HAT) == (("e3", "e2", "e1"), [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("H Goy\nNobody", "“Nobody” is not in the hat."),
        ("H Goy\nh goy", "H Goy is listed twice."),
        ("H G\nR Harris", "“H G” may be H Goy or H Goyle."),
        ("1 2", "Still in the hat: H Goyle."),
        ("1 2 9", "“9” is not in the hat."),
        ("", "Still in the hat: H Goy, R Harris & T Bond, H Goyle."),
    ],
)
def test_names_that_are_wrong_are_told_line_by_line(text, fault):
    assert read_names(text, HAT)[1] == [fault]


# --- the first draw ---------------------------------------------------------------------------------------------------
def looked_at(client, address, names, **more):
    """Send names as they were drawn, look at what they come to, and send them again."""
    typed = {"how": "room", "names": names, **more}
    page = client.post(address, typed)
    assert page.status_code == 200, page.content.decode()
    assert "Nothing is drawn yet" in page.content.decode()
    return client.post(address, {**typed, "looked_at": page.context["to_make"][0]["drawn"]["text"]})


def test_names_as_they_were_drawn_are_shown_as_ties_before_anything_is_written(small, client):
    of_one_team(small)
    client.force_login(small.secretary)
    address = reverse("hold-cup-draw", args=[*WHERE, "singles", "main-1"])
    page = client.post(address, {"how": "room", "names": "3 1 2"})
    words = " ".join(page.content.decode().split())
    assert "<strong>C PlayerC</strong> v C PlayerA" in words
    assert "Byes: <strong>C PlayerB</strong>" in words
    assert ">3 1 2</textarea>" in page.content.decode().replace("\r", "").replace("\n3", "3")
    assert not Fact.objects.exists()
    other = client.post(
        address, {"how": "room", "names": "1 2 3", "looked_at": page.context["to_make"][0]["drawn"]["text"]}
    )
    assert "Nothing is drawn yet" in other.content.decode()
    assert not Fact.objects.exists()
    assert looked_at(client, address, "1 2 3").status_code == 302
    assert Fact.objects.count() == 1


def test_the_room_draws_and_everybody_reads_it(small, client):
    cup = opened(small, "singles")
    entrants = entered(cup, small, 1)
    client.force_login(small.secretary)
    answer = looked_at(client, reverse("hold-cup-draw", args=[*WHERE, "singles", "main-1"]), "8 7 6 5 4 3 2 1")
    assert answer.url == cup.part("draw")
    client.logout()
    page = client.get(answer.url).content.decode()
    assert page.index("S PlayerA (") < page.index("C PlayerA")
    assert "names drawn from a hat, in the room" in page
    first = Fact.objects.get(cup=cup)
    assert (first.number, first.by) == (1, small.secretary)
    cup.refresh_from_db()
    assert cup.state == CupState.DRAWN
    assert snapshot_of(cup, SIGNED).bracket.tie("main-1-1").first == entrants[7].key
    words = "Singles: the whole bracket drawn in the room, 8 names."
    assert AuditEntry.objects.get(verb="hold_draw").words == words


def test_a_seed_draws_as_anybody_can_work_out(small, client):
    cup = opened(small, "singles", draw_rules=DrawRules())
    entrants = entered(cup, small, 1)
    client.force_login(small.secretary)
    seed = "4 11 23 30 41 52"
    client.post(reverse("hold-cup-draw", args=[*WHERE, "singles", "main-1"]), {"how": "seed", "seed": f" {seed} "})
    texts = {each.key: f"{seed}/main 1/{each.key}" for each in entrants}
    digests = {key: sha256(text.encode()).hexdigest() for key, text in texts.items()}
    order = sorted(digests, key=digests.get)
    ties = [snapshot_of(cup, SIGNED).bracket.tie(f"main-1-{i}") for i in (1, 2, 3, 4)]
    assert [seat for tie in ties for seat in (tie.first, tie.second)] == order
    page = client.get(cup.part("draw")).content.decode()
    assert all(digests[key] in page and texts[key] in page for key in order)
    assert "the same 4 ties" in page


def test_a_draw_that_was_tampered_with_is_told(small, client):
    cup = opened(small, "singles")
    entered(cup, small, 1)
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    fact = Fact.objects.get()
    pairings = fact.body["draw"]["pairings"]
    pairings[0], pairings[1] = pairings[1], pairings[0]
    fact.save()
    page = client.get(cup.part("draw")).content.decode()
    assert "gave a different result" in page


def test_byes_and_what_could_not_be_avoided_are_told_with_their_reasons(small, client):
    cup = of_one_team(small)
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    page = client.get(cup.part("draw")).content.decode()
    assert "C PlayerA and C PlayerB: both are from the same team and both are from the same pub." in page
    assert "<li><strong>C PlayerC</strong></li>" in page


def test_a_bye_that_keeps_two_apart_says_so(small, client):
    cup = opened(small, "singles")
    for team, number in ((small.entries[0].team, 2), (small.entries[1].team, 1)):
        for player in players_of(team)[:number]:
            enter(cup=cup, team=team, players=[player], **by(small))
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    page = client.get(cup.part("draw")).content.decode()
    assert "<strong>C PlayerA</strong> v B PlayerA" in page
    assert '<strong>C PlayerB</strong> <span class="muted">left over where the others do not clash</span>' in page
    assert "Could not be avoided" not in page


def test_names_missing_from_the_hat_are_told_at_the_field(small, client):
    entered(opened(small, "singles"), small, 1)
    client.force_login(small.secretary)
    address = reverse("hold-cup-draw", args=[*WHERE, "singles", "main-1"])
    answer = client.post(address, {"how": "room", "names": "1 2 3 4 5 6 7"})
    assert answer.status_code == 422
    assert "Still in the hat: S PlayerA (" in answer.content.decode()
    assert not Fact.objects.exists()


def test_a_draw_says_that_it_closes_the_entries(small, client):
    cup = opened(small, "singles", entries_close=date(2099, 12, 10))
    entered(cup, small, 1)
    client.force_login(small.secretary)
    page = client.get(cup.part("draw")).content.decode()
    assert "Entries are still open until Thu 10 Dec. The draw closes them." in " ".join(page.split())
    entries = cup.part("entries")
    assert "Entries are closed." not in client.get(entries).content.decode()
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    page = client.get(entries).content.decode()
    assert "Entries are closed." in page
    assert "10 Dec" not in page


def test_a_draw_needs_two(small):
    cup = opened(small, "singles")
    with pytest.raises(ValidationError, match="two entrants or more"):
        hold_draw(cup=cup, lots=Lots(seed="4 11", purpose="main 1"), **by(small))


def test_a_draw_is_held_once(small, client):
    cup = opened(small, "singles")
    entered(cup, small, 1)
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    with pytest.raises(ValidationError, match="not due"):
        hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    client.force_login(small.secretary)
    answer = client.get(cup.part("draw"))
    assert "Draw again: the draw that was made no longer counts" in answer.content.decode()


# --- round by round ---------------------------------------------------------------------------------------------------
def round_by_round(small):
    """A team knockout of eight with its first round drawn in the order of the list."""
    cup = opened(small, "team-knockout", "Team Cup", by_card=False)
    for entry in small.entries:
        enter(cup=cup, team=entry.team, **by(small))
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    return cup


def play(cup, small, number, first=9, second=7):
    write_fact(cup=cup, fact=Scored(f"main-1-{number}", first, second), **by(small))


def test_the_next_round_waits_for_the_one_before(small):
    cup = round_by_round(small)
    for number in (1, 2, 3):
        play(cup, small, number)
    due = {each.key: each for each in draws_due(cup, SIGNED)}
    assert list(due) == ["main-2", "plate-1"]
    assert [tie.id for tie in due["main-2"].waiting] == ["main-1-4"]
    names = tuple(each.id for each in due["main-2"].entrants)
    with pytest.raises(ValidationError, match="1 of the round before is still open"):
        hold_draw(cup=cup, part=Part.MAIN, round=2, lots=Lots(names=names), **by(small))


def test_a_round_may_be_drawn_early_for_a_winner_to_come(small, client):
    cup = round_by_round(small)
    for number in (1, 2, 3):
        play(cup, small, number)
    client.force_login(small.secretary)
    address = reverse("hold-cup-draw", args=[*WHERE, "team-cup", "main-2"])
    assert client.post(address, {"how": "room", "names": "4 1 2 3"}).status_code == 422
    assert looked_at(client, address, "4 1 2 3", early="on").status_code == 302
    page = client.get(cup.part("draw")).content.decode()
    assert "<strong>winner of quarter-final 4</strong> v Crown A" in page
    play(cup, small, 4)
    keys = names_drawn(cup)
    tie = snapshot_of(cup, SIGNED).bracket.tie("main-2-1")
    assert (tie.first, tie.second) == (keys[6], keys[0])


def test_the_plate_is_drawn_from_those_who_lost_at_once(small):
    cup = round_by_round(small)
    for number in (1, 2, 3, 4):
        play(cup, small, number)
    keys = names_drawn(cup)
    losers = tuple(keys[i] for i in (1, 3, 5, 7))
    assert {each.id for each in draws_due(cup, SIGNED)[1].entrants} == set(losers)
    hold_draw(cup=cup, part=Part.PLATE, lots=Lots(names=losers), **by(small))
    tie = snapshot_of(cup, SIGNED).bracket.tie("plate-1-1")
    assert (tie.first, tie.second) == losers[:2]


def test_whoever_withdrew_is_in_no_hat(small):
    cup = round_by_round(small)
    for number in (1, 2, 3, 4):
        play(cup, small, number)
    winners = [names_drawn(cup)[i] for i in (0, 2, 4, 6)]
    write_fact(cup=cup, fact=Withdrew(winners[0], "The pub has closed."), **by(small))
    due = draws_due(cup, SIGNED)[0]
    assert {each.id for each in due.entrants} == set(winners[1:])
    hold_draw(cup=cup, round=2, lots=Lots(names=tuple(winners[1:])), **by(small))
    assert snapshot_of(cup, SIGNED).bracket.tie("main-2-2").winner == winners[3]


@pytest.mark.parametrize("each", [1, 3])
def test_the_page_of_the_draw_costs_the_same_however_many(small, client, django_assert_num_queries, each):
    cup = opened(small, "singles", by_card=False)
    entered(cup, small, each)
    hold_draw(cup=cup, lots=Lots(seed="4 11 23", purpose="main 1"), by=small.secretary, at=SIGNED + timedelta(days=1))
    with django_assert_num_queries(6):
        page = client.get(cup.part("draw")).content.decode()
    assert all(name.replace("&", "&amp;") in page for name in names_of(cup).values())


def test_the_site_draws_when_nobody_wants_to_type():
    form = DrawForm({"how": "site"}, hat=HAT, purpose="main-1", waiting=0)
    assert form.is_valid()
    assert re.fullmatch(r"\d{12}", form.cleaned_data["lots"].seed)
    again = DrawForm({"how": "site"}, hat=HAT, purpose="main-1", waiting=0)
    assert again.is_valid()
    assert again.cleaned_data["lots"] != form.cleaned_data["lots"]


def test_a_draw_on_paper_keeps_its_ties_and_byes_and_is_made_again_until_one_is_played(small, client):
    cup = of_one_team(small)
    client.force_login(small.secretary)
    address = reverse("hold-cup-draw", args=[*WHERE, "singles", "main-1"])

    def drawn() -> list[object]:
        return [seat for tie in snapshot_of(cup, SIGNED).bracket.ties[:2] for seat in (tie.first, tie.second)]

    assert looked_at(client, address, "2 bye\n3 v 1\n").status_code == 302
    assert drawn() == ["e2", Vacant.BYE, "e3", "e1"]
    assert f'action="{address}"' in client.get(cup.part("draw")).content.decode()
    assert client.post(address, {"how": "room", "names": "3 v 1\n2 v 3\n", "again": "on"}).status_code == 422
    once_more = {"how": "room", "names": "C PlayerA v C PlayerB\nC PlayerC has a bye", "again": "on"}
    assert client.post(address, {**once_more, "again": ""}).status_code == 422
    assert looked_at(client, address, once_more["names"], again="on").status_code == 302
    assert drawn() == ["e1", "e2", "e3", Vacant.BYE]
    write_fact(cup=cup, fact=WalkedOver("main-1-1", "e2", "Ill"), **by(small))
    assert f'action="{address}"' not in client.get(cup.part("draw")).content.decode()
    assert client.post(address, {"how": "site"}).url == cup.part("draw")
    assert drawn() == ["e1", "e2", "e3", Vacant.BYE]


def test_a_score_with_its_decider_is_typed_as_it_ended(small):
    cup = opened(small, "singles")
    entered(cup, small, 1)
    rules = codec.encode(replace(rules_of(cup), forms=(TieForm(games=20),)))
    type(cup).objects.filter(pk=cup.pk).update(rules=rules, by_card=False)
    cup.refresh_from_db()
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    write_fact(cup=cup, fact=Scored("main-1-1", 10, 11), **by(small))
    tie = snapshot_of(cup, SIGNED).bracket.tie("main-1-1")
    assert (tie.scores, tie.winner) == ({1: (10, 10), 2: (0, 1)}, tie.second)
