"""Opening a cup, its settings, and what may still change once it is drawn."""

from dataclasses import replace

import pytest
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.cups.actions.entries import enter
from league.cups.actions.knockout import hold_draw, write_fact
from league.cups.actions.openday import deal
from league.cups.forms.settings import CupForm, initial_of_preset
from league.cups.models import Cup, CupState
from league.cups.queries.catalogue import BY_KEY, PRESETS
from league.cups.values import draw_rules_of, rules_of
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Fixture
from league.teams.queries.squads import rules_of as league_rules
from scoring.season.knockout.cups import TieForm
from scoring.season.knockout.draw import DrawRules, Lots
from scoring.season.knockout.facts import Scored
from tests.factories import SIGNED, league_in_season
from tests.league.cups.scene import names_drawn
from tests.league.cups.world import entered, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def small():
    with scopes_disabled():
        made = league_in_season(teams=4, squad=4)
    with scope(league=made.league):
        yield made


def typed(preset, **changed):
    """The form's fields as a browser sends them."""
    values = initial_of_preset(preset) | {"name": preset.name} | changed
    return {name: value for name, value in values.items() if value is not None and value is not False}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_every_usual_cup_can_be_opened_as_it_is_offered(preset):
    form = CupForm(typed(preset))
    assert form.is_valid(), form.errors
    assert form.cleaned_data["rules"] == replace(preset.rules, name=preset.name)
    assert form.cleaned_data["draw_rules"] == replace(preset.draw_rules, fixed=not preset.rules.redraw)
    assert {name: form.cleaned_data[name] for name in preset.settings} == dict(preset.settings)


@pytest.mark.parametrize("key", ["team-knockout", "home-and-away", "consolation-cup"])
def test_a_cup_of_teams_begins_with_the_games_of_the_league_s_own_card(small, coordinator, client, key):
    games = league_rules(small.league).format.total_games
    page = client.get(reverse("new-cup", args=["leek"]), {"like": key})
    assert page.context["form"].initial["games"] == str(games)


def test_the_final_may_be_longer_than_the_rounds_before(small, coordinator, client):
    data = typed(BY_KEY["singles"], games="3, 3, 5", name="Bell Cup", fee="2.50", entries_close="2026-10-01")
    answer = client.post(reverse("new-cup", args=["leek"]), data)
    cup = Cup.objects.get()
    assert answer.url == reverse("cup", args=["leek", "2026-27", "bell-cup"]) + "?part=entries"
    assert [form.best_of for form in rules_of(cup).forms] == [3, 3, 5]
    assert (cup.name, str(cup.fee), cup.state) == ("Bell Cup", "2.50", CupState.OPEN)
    assert AuditEntry.objects.get(verb="open_cup").by == coordinator


def test_an_earlier_cup_is_offered_with_its_settings(small, coordinator, client):
    before = opened(small, "home-and-away", "Town Cup", fee=10)
    page = client.get(reverse("new-cup", args=["leek"]), {"like": f"like-{before.pk}"}).content.decode()
    assert 'value="Town Cup"' in page
    assert 'value="10' in page


def test_settings_change_while_it_is_open(small, coordinator, client):
    cup = opened(small, "singles")
    address = reverse("cup-settings", args=["leek", "2026-27", "singles"])
    client.post(address, typed(BY_KEY["singles"], games="5", name="Crown Singles", apart=[]))
    cup = Cup.objects.select_related("division__competition__season").get(pk=cup.pk)
    assert rules_of(cup).forms == (TieForm(best_of=5),)
    assert draw_rules_of(cup) == DrawRules()
    assert (cup.name, cup.competition.slug) == ("Crown Singles", "singles")
    told = AuditEntry.objects.get(verb="change_cup")
    assert told.before["how it is played"] == "Knockout; best of three, the final best of five"
    assert told.after["how it is played"] == "Knockout; best of five"


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("team-knockout", "Knockout; 16 games; drawn again each round; a plate for those who lose at once"),
        ("home-and-away", "Knockout; nine games, home and away, the final nine games"),
        ("open-day", "Out after two defeats; one game, the final best of three"),
        ("swiss", "Swiss of 5 rounds; best of three"),
    ],
)
def test_how_a_cup_is_played_is_said_where_it_is_entered(small, client, key, words):
    opened(small, key, "Bell Cup")
    assert words in client.get(reverse("cup", args=["leek", "2026-27", "bell-cup"]) + "?part=entries").content.decode()


def test_what_a_cup_cannot_be_is_told_at_its_form(small, coordinator, client):
    new, settings = reverse("new-cup", args=["leek"]), reverse("cup-settings", args=["leek", "2026-27", "singles"])
    entered(opened(small, "singles"), small, 1)
    for address, values, words in (
        (new, typed(BY_KEY["pairs"], games="4"), "best of an odd number of games"),
        (new, typed(BY_KEY["singles"]), "There is a cup called Singles in season 2026-27 already."),
        (settings, typed(BY_KEY["singles"], kind="pairs"), "Someone has already entered."),
    ):
        answer = client.post(address, values)
        assert answer.status_code == 422
        assert words in answer.content.decode()
    assert Cup.objects.count() == 1


def test_after_the_draw_only_money_and_prizes_change(small, coordinator, client):
    cup = opened(small, "singles")
    Cup.objects.filter(pk=cup.pk).update(state=CupState.DRAWN)
    address = reverse("cup-settings", args=["leek", "2026-27", "singles"])
    page = client.get(address).content.decode()
    assert 'name="fee"' in page
    assert 'name="games"' not in page
    data = {"name": "Singles", "fee": "4", "matches": "0", "matches_before": "1", "games": "7", "trophy": "Bell Shield"}
    assert client.post(address, data).status_code == 302
    cup.refresh_from_db()
    assert (str(cup.fee), cup.trophy) == ("4.00", "Bell Shield")
    assert rules_of(cup) == replace(BY_KEY["singles"].rules, name="Singles")


def test_a_cup_is_dropped_and_held_after_all(small, coordinator, client):
    cup = opened(small, "singles")
    where = ["leek", "2026-27", "singles"]
    assert client.post(reverse("delete-cup", args=where), {"reason": "Three names only."}).status_code == 302
    cup.refresh_from_db()
    assert cup.state == CupState.DROPPED
    assert "Cancelled" in client.get(reverse("cups", args=["leek"])).content.decode()
    client.post(reverse("reopen-cup", args=where))
    cup.refresh_from_db()
    assert cup.state == CupState.OPEN


def test_a_drawn_cup_is_cancelled_brought_back_and_deleted_until_a_tie_is_played(small, coordinator, client):
    cup = opened(small, "team-knockout", "Team Cup")
    for entry in small.entries:
        enter(cup=cup, team=entry.team, by=small.secretary, at=SIGNED)
    hold_draw(cup=cup, lots=Lots(seed="4 11", purpose="main 1"), by=small.secretary, at=SIGNED)
    where, matches = ["leek", "2026-27", "team-cup"], Fixture.objects.filter(division=cup.division)
    assert {row.state for row in matches.all()} == {FixtureState.POSTPONED}
    assert reverse("delete-cup", args=where) in client.get(reverse("cup-settings", args=where)).content.decode()
    assert client.post(reverse("remove-cup", args=where), {"reason": "Typed wrong"}).status_code == 422
    assert client.post(reverse("delete-cup", args=where), {"reason": "Typed wrong"}).status_code == 302
    assert {row.state for row in matches.all()} == {FixtureState.VOID}
    client.post(reverse("reopen-cup", args=where))
    cup.refresh_from_db()
    assert cup.state == CupState.DRAWN
    client.post(reverse("cup-matches", args=where))
    assert matches.filter(state=FixtureState.POSTPONED).count() == 2
    client.post(reverse("delete-cup", args=where), {"reason": "Typed wrong"})
    answer = client.post(reverse("remove-cup", args=where), {"reason": "Typed wrong"}, follow=True)
    assert "Team Cup is deleted." in answer.content.decode()
    assert not Cup.objects.filter(pk=cup.pk).exists()
    assert not Fixture.objects.filter(stage__gt="").exists()
    assert not Competition.objects.filter(slug="team-cup").exists()
    noted = AuditEntry.objects.get(verb="remove_cup")
    assert (noted.words, noted.reason) == ("Team Cup deleted.", "Typed wrong")
    assert len(noted.before["entrants"]) == len(small.entries)


def test_a_cup_of_which_a_tie_was_played_stays(small, coordinator, client):
    cup = opened(small, "team-knockout", "Team Cup", by_card=False)
    for entry in small.entries:
        enter(cup=cup, team=entry.team, by=small.secretary, at=SIGNED)
    hold_draw(cup=cup, lots=Lots(seed="4 11", purpose="main 1"), by=small.secretary, at=SIGNED)
    write_fact(cup=cup, fact=Scored("main-1-1", 9, 2), by=small.secretary, at=SIGNED)
    where = ["leek", "2026-27", "team-cup"]
    assert "Cancel this cup" not in client.get(reverse("cup-settings", args=where)).content.decode()
    answer = client.post(reverse("delete-cup", args=where), {"reason": "Typed wrong"})
    assert answer.status_code == 422
    assert "A tie has been played, so the cup cannot be cancelled." in answer.content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_the_list_of_cups_costs_the_same_however_many(small, client, django_assert_num_queries, number):
    for i in range(number):
        entered(opened(small, "singles", f"Cup {i}"), small, 1)
    with django_assert_num_queries(5):
        page = client.get(reverse("cups", args=["leek"])).content.decode()
    assert page.count("4 entered") == number


@pytest.mark.parametrize("key", ["groups", "swiss", "open-day", "home-and-away"])
def test_every_page_of_every_shape_is_there_before_and_after_the_draw(small, coordinator, client, key):
    cup = opened(small, key, "Bell Cup", groups=1 if key == "groups" else 0, rounds=2 if key == "swiss" else 0)
    if key == "home-and-away":
        for entry in small.entries:
            enter(cup=cup, team=entry.team, by=small.secretary, at=SIGNED)
    else:
        entered(cup, small, 1)
    where = ["leek", "2026-27", "bell-cup"]
    pages = [reverse("cup-settings", args=where), *(cup.part(name) for name in ("", "entries", "draw", "history"))]
    assert [client.get(page).status_code for page in pages] == [200] * 5
    if key in {"groups", "swiss"}:
        deal(cup=cup, lots=Lots(names=names_drawn(cup)), by=small.secretary, at=SIGNED)
    else:
        hold_draw(cup=cup, lots=Lots(names=names_drawn(cup)), by=small.secretary, at=SIGNED)
    assert [client.get(page).status_code for page in pages] == [200] * 5
