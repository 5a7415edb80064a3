"""Who may enter, who comes off the list, who has paid, and who plays for whom."""

from datetime import date, timedelta
from urllib.parse import quote

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import change_entrant, enter, substitute, take_off
from league.cups.actions.knockout import hold_draw
from league.cups.models import Cup, Entrant, Substitute
from league.cups.queries.cup_state import entrants_of
from league.cups.queries.entries import names_of, short_of
from league.cups.values import NO_TEAM
from league.results.models import Appearance
from league.schedule.actions.midseason import withdraw_team
from league.teams.choices import NameStyle
from league.teams.models import Player, Team
from scoring.season.knockout.draw import Lots
from tests.factories import SIGNED, league_in_season, make_player, make_user
from tests.league.cups.scene import give_result, names_drawn, put_match
from tests.league.cups.world import entered, opened, players_of

pytestmark = pytest.mark.django_db
WHERE = ["leek", "2026-27"]


@pytest.fixture
def small():
    with scopes_disabled():
        made = league_in_season(teams=4, squad=4)
    with scope(league=made.league), time_machine.travel(SIGNED, tick=False):
        yield made


def by(small):
    return {"by": small.secretary, "at": SIGNED}


def refused(action, **given) -> str:
    with pytest.raises(ValidationError) as fault:
        action(**given)
    return " ".join(fault.value.messages)


# --- captains ---------------------------------------------------------------------------------------------------------
def test_a_captain_enters_the_team_and_no_other(small, client):
    cup = opened(small, "team-knockout", "Team Cup")
    client.force_login(small.captains[0])
    address = reverse("enter-cup", args=[*WHERE, "team-cup"])
    crown, bell = (small.entries[i].team for i in (0, 1))
    assert client.post(address, {"teams": [bell.pk]}).status_code == 422
    assert client.post(address, {"teams": [crown.pk]}).url == cup.part("entries")
    assert [each.entry.team for each in Entrant.objects.select_related("entry__team")] == [crown]
    assert AuditEntry.objects.get(verb="enter").words == "Crown A entered Team Cup."


def test_a_team_that_is_to_leave_is_offered_until_its_day(small, client):
    opened(small, "team-knockout", "Team Cup")
    client.force_login(small.secretary)
    address, leaving = reverse("enter-cup", args=[*WHERE, "team-cup"]), small.entries[1]
    withdraw_team(entry=leaving, on=SIGNED.date() + timedelta(days=20), reason="Too few", **by(small))
    assert "Bell" in offered_in(client, address)
    with time_machine.travel(SIGNED + timedelta(days=20), tick=False):
        client.force_login(small.secretary)
        assert "Bell" not in offered_in(client, address)
        assert client.post(address, {"teams": [leaving.team.pk]}).status_code == 422


def test_players_who_are_in_no_team_are_entered_by_name(small, client):
    cup = opened(small, "singles")
    address, ours = reverse("enter-cup", args=[*WHERE, "singles"]), players_of(small.entries[0].team)
    client.force_login(small.captains[0])  # who enters only those of the list
    assert 'name="others"' not in client.get(address, follow=True).content.decode()
    assert client.post(address, {"others": "Una Gathercole"}).status_code == 422
    client.force_login(small.secretary)
    assert client.post(address, {"others": " \n"}).status_code == 422
    typed = f"Una Gathercole\n{ours[0].name}\n  Sam   Goy \n"
    answer = client.post(address, {"players": [ours[1].pk], "others": typed}, follow=True)
    assert "4 entries added." in answer.content.decode()
    rows = Entrant.objects.filter(cup=cup).order_by("number").select_related("entry__team")
    entered_ones = [(each.entry.players.get().name, str(each.entry.team)) for each in rows]
    assert entered_ones == [
        (ours[1].name, "Crown A"), ("Una Gathercole", NO_TEAM), (ours[0].name, "Crown A"), ("Sam Goy", NO_TEAM),
    ]  # fmt: skip
    assert not Team.objects.get(name=NO_TEAM).active
    assert AuditEntry.objects.filter(verb="enter").count() == 4
    tags = {each.team for each in entrants_of(cup)} - {""}
    assert len(tags) == 1
    again = client.post(address, {"others": "una gathercole"})
    assert again.status_code == 422
    assert "has entered already." in again.content.decode()
    assert Player.objects.filter(name="Una Gathercole").count() == 1
    hold_draw(cup=cup, lots=Lots(seed="4 11", purpose="main 1"), **by(small))
    assert client.get(cup.get_absolute_url()).status_code == 200


def offered_in(client, address) -> str:
    return client.get(address, follow=True).content.decode().partition('id="enter"')[2].partition("</details>")[0]


def test_one_of_a_captains_pair_is_of_the_team(small, client):
    opened(small, "pairs")
    client.force_login(small.captains[0])
    address = reverse("enter-cup", args=[*WHERE, "pairs"])
    ours, theirs = players_of(small.entries[0].team), players_of(small.entries[1].team)
    answer = client.post(address, {"player_1": theirs[0].pk, "player_2": theirs[1].pk})
    assert answer.status_code == 422
    assert "At least one of them must be in your team." in answer.content.decode()
    assert client.post(address, {"player_1": ours[0].pk, "player_2": theirs[1].pk}).status_code == 302
    entrant = Entrant.objects.select_related("entry__team").get()
    assert (entrant.entry.team, entrant.entry.name) == (small.entries[0].team, "C PlayerA & B PlayerB")
    assert (entrant.entry.slug, entrant.rank) == ("c-playera-b-playerb", "Division One")


def test_the_coordinator_ticks_many_at_once_and_namesakes_are_told_apart_by_team(small, client):
    cup = opened(small, "singles")
    first, second = (make_player(small.entries[i].team, "Brenda Kipling") for i in (0, 1))
    client.force_login(small.secretary)
    address = reverse("enter-cup", args=[*WHERE, "singles"])
    groups = dict(client.get(address, follow=True).context["form"].fields["players"].choices)
    assert (str(first.pk), "Brenda Kipling") in groups["Crown A"]
    assert (str(second.pk), "Brenda Kipling") in groups["Bell"]
    others = players_of(small.entries[2].team)[:2]
    chosen = [first, second, *others]
    assert client.post(address, {"players": [each.pk for each in chosen]}).status_code == 302
    assert Entrant.objects.count() == len(chosen)
    page = client.get(cup.part("entries")).content.decode()
    assert "B Kipling (Crown A)" in page
    assert "B Kipling (Bell)" in page
    left = [
        key
        for _, group in client.get(address, follow=True).context["form"].fields["players"].choices
        for key, _ in group
    ]
    assert not {str(each.pk) for each in chosen} & set(left)


def test_many_enter_or_none(small, client):
    cup = opened(small, "singles", max_entrants=2)
    client.force_login(small.secretary)
    address = reverse("enter-cup", args=[*WHERE, "singles"])
    answer = client.post(address, {"players": [each.pk for each in players_of(small.entries[0].team)]})
    assert answer.status_code == 422
    assert "The cup is full: 2 have entered." in answer.content.decode()
    assert not Entrant.objects.filter(cup=cup).exists()


def test_several_pairs_enter_in_one_form(small, client):
    opened(small, "pairs")
    client.force_login(small.secretary)
    address = reverse("enter-cup", args=[*WHERE, "pairs"])
    keys = [each.pk for each in players_of(small.entries[0].team)]
    half = dict(zip(("player_1", "player_2", "player_3"), keys, strict=False))
    assert "Choose both players of pair 2" in client.post(address, half).content.decode()
    assert client.post(address, half | {"player_4": keys[3]}).status_code == 302
    assert Entrant.objects.count() == 2


def test_a_captain_takes_the_own_entry_off_and_no_other(small, client):
    cup = opened(small, "singles")
    own, other = entered(cup, small, 1)[:2]
    client.force_login(small.captains[0])
    assert client.post(reverse("leave-cup-list", args=[*WHERE, "singles", other.pk])).status_code == 403
    client.post(reverse("leave-cup-list", args=[*WHERE, "singles", own.pk]))
    assert Entrant.objects.get(pk=own.pk).withdrawn_at == SIGNED
    assert (
        "C PlayerA is off the list. They can enter again until the draw."
        in client.get(reverse("cups", args=["leek"])).content.decode()
    )
    assert "C PlayerA" not in client.get(cup.part("entries")).content.decode()


def test_after_the_closing_day_only_the_coordinator_enters(small, client):
    cup = opened(small, "team-knockout", "Team Cup", entries_close=date(2026, 8, 19))
    crown, bell = (small.entries[i].team for i in (0, 1))
    words = refused(enter, cup=cup, team=crown, by=small.captains[0], at=SIGNED)
    assert words == "Entries closed on Wed 19 Aug. Ask the co-ordinator."
    client.force_login(small.captains[0])
    page = client.get(cup.part("entries")).content.decode()
    assert "Entries closed" in page
    assert "Enter teams" not in page
    assert "Enter teams" not in client.get(cup.get_absolute_url()).content.decode()
    assert enter(cup=cup, team=bell, **by(small)).entry.name == "Bell"


def test_a_captain_is_led_into_an_open_cup_from_its_page(small, client):
    cup = opened(small, "team-knockout", "Team Cup")
    client.force_login(small.captains[0])
    page = client.get(cup.get_absolute_url()).content.decode()
    assert "?part=entries&amp;open=enter#enter" in page
    client.logout()
    for address in (cup.get_absolute_url(), cup.part("entries")):
        stranger = " ".join(client.get(address, follow=True).content.decode().split())
        assert "Enter teams" not in stranger
        assert "Captains enter their own team here:" in stranger
        assert f"?next={quote(address)}" in stranger


# --- what keeps somebody out ------------------------------------------------------------------------------------------
def test_nobody_enters_twice(small):
    cup = opened(small, "pairs")
    ours = players_of(small.entries[0].team)
    first = enter(cup=cup, team=small.entries[0].team, players=ours[:2], **by(small))
    words = refused(enter, cup=cup, team=small.entries[0].team, players=ours[1:3], **by(small))
    assert words == f"{ours[1]} has entered already."
    take_off(entrant=first, **by(small))
    again = enter(cup=cup, team=small.entries[0].team, players=ours[:2], **by(small))
    assert (again.pk, Entrant.objects.count(), again.withdrawn_at) == (first.pk, 1, None)
    words = refused(enter, cup=cup, team=small.entries[0].team, players=[ours[3], ours[3]], **by(small))
    assert words == "Name two players."


def test_a_full_cup_takes_nobody(small):
    cup = opened(small, "team-knockout", "Team Cup", max_entrants=2)
    teams = [entry.team for entry in small.entries]
    for team in teams[:2]:
        enter(cup=cup, team=team, **by(small))
    assert refused(enter, cup=cup, team=teams[2], **by(small)) == "The cup is full: 2 have entered."


def test_a_pub_sends_one(small):
    cup = opened(small, "landlords-cup", "Landlords")
    team = small.entries[0].team
    ours = players_of(team)
    enter(cup=cup, team=team, players=ours[:1], **by(small))
    words = refused(enter, cup=cup, team=team, players=ours[1:2], **by(small))
    assert words == "Crown A Inn already has an entrant, and each pub may enter one."


def test_a_player_is_registered_on_the_day(small):
    cup = opened(small, "singles")
    team = small.entries[0].team
    late = make_player(team, "Late Larry", since=date(2026, 9, 1))
    assert refused(enter, cup=cup, team=team, players=[late], **by(small)) == (
        "Late Larry is not registered with a team."
    )
    later = SIGNED + timedelta(days=20)
    assert enter(cup=cup, team=team, players=[late], by=small.secretary, at=later).entry.name == "L Larry"


def test_two_of_one_name_have_two_addresses(small):
    cup = opened(small, "singles")
    crown, bell = (small.entries[i].team for i in (0, 1))
    twins = [make_player(team, "Harry Goy") for team in (crown, bell)]
    slugs = [
        enter(cup=cup, team=team, players=[twin], **by(small)).entry.slug
        for team, twin in zip((crown, bell), twins, strict=True)
    ]
    assert slugs == ["h-goy", "h-goy-2"]


# --- names ------------------------------------------------------------------------------------------------------------
def test_names_follow_the_leagues_setting_and_hide_the_young(small):
    cup = opened(small, "pairs")
    team, ours = small.entries[0].team, players_of(small.entries[0].team)
    Player.objects.filter(pk=ours[1].pk).update(under_18=True)
    entrant = enter(cup=cup, team=team, players=ours[:2], **by(small))
    assert names_of(cup) == {entrant.key: "C PlayerA & C P"}
    small.league.public_names = NameStyle.FULL
    small.league.save()
    assert names_of(cup) == {entrant.key: "Crown PlayerA & C P"}


# --- what the co-ordinator keeps --------------------------------------------------------------------------------------
def test_a_fee_is_paid_and_taken_back(small, client):
    cup = opened(small, "pairs", fee=3)
    first, _ = entered(cup, small, 1)[:2]
    client.force_login(small.secretary)
    address = reverse("pay-cup-entry", args=[*WHERE, "pairs", first.pk])
    for _ in range(2):
        client.post(address, {"value": "on"})
    page = client.get(cup.part("entries")).content.decode()
    assert "Paid Thu 20 Aug" in page
    assert "£3.00 paid, £9.00 still to pay." in page
    client.logout()
    page = client.get(cup.part("entries")).content.decode()
    assert "C PlayerA &amp; C PlayerB" in page
    assert "Paid" not in page
    client.force_login(small.secretary)
    client.post(address, {"value": "off"})
    assert Entrant.objects.get(pk=first.pk).paid_on is None


def test_seeds_are_given_once_and_before_the_draw(small):
    cup = opened(small, "singles")
    first, second = entered(cup, small, 1)[:2]
    given = {"region": "North", "rank": "Division One", "start": 11, **by(small)}
    change_entrant(entrant=first, seed=1, **given)
    assert refused(change_entrant, entrant=second, seed=1, **given) == "Someone is already seeded 1."
    drawn = {each.id: each for each in entrants_of(cup)}[first.key]
    assert (drawn.seed, drawn.region, drawn.division) == (1, "North", "01")
    hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), **by(small))
    assert "Only the handicap" in refused(change_entrant, entrant=first, seed=2, **given)
    assert change_entrant(entrant=first, seed=1, **(given | {"start": 5})).start == 5


def test_a_substitute_takes_a_place_in_a_pair(small, client):
    cup = opened(small, "pairs")
    entrant, other = entered(cup, small, 1)[:2]
    ours, taken = players_of(small.entries[0].team), other.entry.players.first()
    given = {"player": taken, "instead_of": ours[1], "on": date(2026, 9, 1), "reason": "Ill"}
    assert refused(substitute, entrant=entrant, **given, **by(small)) == f"{taken} has entered already."
    client.force_login(small.secretary)
    address = reverse("cup-substitute", args=[*WHERE, "pairs", entrant.pk])
    data = {"player": ours[3].pk, "instead_of": ours[1].pk, "on": "2026-09-01", "reason": "Broken wrist."}
    assert client.post(address, data).status_code == 302
    entrant.entry.refresh_from_db()
    assert set(entrant.entry.players.all()) == {ours[0], ours[3]}
    assert (entrant.entry.name, entrant.entry.slug) == ("C PlayerA & C PlayerD", "c-playera-c-playerb")
    assert Substitute.objects.get().reason == "Broken wrist."
    assert "for C PlayerB from Tue 1 Sep" in client.get(cup.part("entries")).content.decode()


# --- eligibility ------------------------------------------------------------------------------------------------------
def test_who_is_short_of_league_matches_is_told_and_not_refused(small, client):
    cup = opened(small, "singles", matches=1)
    entrants = entered(cup, small, 1)
    player = entrants[0].entry.players.get()
    result = give_result(put_match(cup, "main-1-1", *entrants[:2]).fixture, 2, 1, by=small.secretary)
    appearance = Appearance(result=result, team=small.entries[0].team, player=player, line=1, label="S1", players=1)
    appearance.won, appearance.lost = 1, 0
    appearance.save()
    assert set(short_of(cup, entrants, date(2026, 9, 1))) == {each.key for each in entrants}  # a cup's own do not count
    league_result = give_result(small.fixtures[0], 5, 4, by=small.secretary)
    Appearance.objects.filter(pk=appearance.pk).update(result=league_result)
    short = short_of(cup, entrants, date(2026, 9, 1))
    assert entrants[0].key not in short
    assert [played for _, played in short[entrants[1].key]] == [0]
    client.force_login(small.secretary)
    assert "B PlayerA 0 of 1" in client.get(cup.part("entries")).content.decode()


@pytest.mark.parametrize("each", [1, 3])
def test_the_list_of_entrants_costs_the_same_however_many(small, client, django_assert_num_queries, each):
    cup = opened(small, "singles", matches=2, fee=2)
    entered(cup, small, each)
    client.force_login(make_user())
    with django_assert_num_queries(8):
        page = client.get(cup.part("entries")).content.decode()
    assert f"{4 * each} entered" in page
    client.force_login(small.secretary)
    with django_assert_num_queries(13):
        client.get(cup.part("entries"))
    assert Cup.objects.count() == 1
