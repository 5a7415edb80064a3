"""The nominated players of an A team: named by its captain, changed by the secretary, and what a card says of them."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scope

from league.base.audit.models import Entry
from league.results.queries.facts import match_for
from league.teams.actions.registrations import nominate_players
from league.teams.models import Registration
from league.teams.queries.squads import nominations_of, rules_of, squad_of
from scoring import codec
from scoring.card.check import check
from scoring.card.league_rules import PlayingUp
from scoring.card.sheet import Card, LineScore, Named
from tests.factories import make_fixture
from tests.league.person import signed_in
from tests.league.teams.conftest import NOW

TODAY = NOW.date()
RULE = PlayingUp(nominated=2, nominate_by=(11, 30))
DAY_AFTER = NOW + timedelta(days=8)


@pytest.fixture
def club(small):
    """Crown A and Bell play from one pub, and the rules have an A team name two players by 30 November."""
    with scope(league=small.league):
        crown, bell = (entry.team for entry in small.entries[:2])
        bell.venue = crown.venue
        bell.name = "Crown B"
        bell.save()
        put_rule(small, RULE)
        yield small


def put_rule(small, rule):
    """The rule, in a league without a number of its own for it."""
    rules = replace(rules_of(small.league), playing_up=rule)
    small.league.rules = codec.encode(rules)
    small.league.save()
    for entry in small.entries:
        entry.team.league = small.league


def teams(small):
    return [entry.team for entry in small.entries[:2]]


def keys(team, number=2):
    return [each.player_id for each in squad_of(team, TODAY)[:number]]


def nominate(small, players, *, by=None, at=NOW, **more):
    crown = teams(small)[0]
    return nominate_players(team=crown, players=players, by=by or small.captains[0], at=at, **more)


def test_only_the_first_of_a_pubs_teams_nominates(club):
    crown, bell = teams(club)
    plough = club.entries[2].team
    assert [nominations_of(each, TODAY) is not None for each in (crown, bell, plough)] == [True, False, False]
    with pytest.raises(ValidationError, match="does not nominate players"):
        nominate_players(team=bell, players=keys(bell), by=club.captains[1], at=NOW)


def test_no_rule_no_nominations(club):
    put_rule(club, None)
    assert nominations_of(teams(club)[0], TODAY) is None


def test_the_captain_names_them_and_changes_them_until_the_last_day(club):
    one, two, three = keys(teams(club)[0], 3)
    nominate(club, [one, two])
    nominate(club, [two, three])

    found = nominations_of(teams(club)[0], TODAY)
    assert ({each.player_id for each in found.made}, found.last_day) == ({two, three}, date(2026, 11, 30))
    with pytest.raises(ValidationError, match=r"The last day was Mon 30 Nov\. Ask the secretary"):
        nominate(club, [one, two], at=DAY_AFTER)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_as_many_are_named_as_the_rule_says(club, number):
    with pytest.raises(ValidationError, match="Tick two players"):
        nominate(club, keys(teams(club)[0], number))


def test_the_secretary_changes_them_afterwards_with_a_reason_that_is_on_record(club):
    one, two, three = keys(teams(club)[0], 3)
    nominate(club, [one, two])
    with pytest.raises(ValidationError, match="Enter a reason"):
        nominate(club, [one, three], by=club.secretary, at=DAY_AFTER)
    nominate(club, [one, three], by=club.secretary, at=DAY_AFTER, reason="Broken wrist.")

    entry = Entry.objects.latest("pk")
    assert (entry.verb, entry.reason) == ("nominate_players", "Broken wrist.")
    assert entry.words.startswith("The nominated players of Crown A are now ")


def test_without_a_last_day_the_captain_names_them_once(club):
    put_rule(club, PlayingUp(nominated=2))
    one, two, three = keys(teams(club)[0], 3)
    nominate(club, [one, two])
    with pytest.raises(ValidationError, match="Ask the secretary"):
        nominate(club, [one, three])


def test_next_season_begins_without_nominations(club):
    nominate(club, keys(teams(club)[0]))
    assert nominations_of(teams(club)[0], TODAY + timedelta(days=330)).made == ()


def card_says(match, key):
    """What a card of Crown B says when it names a player of Crown A on its first line."""
    player = next(each for each in match.elsewhere if each.id == str(key))
    empty = LineScore((), (), ())
    card = Card(lines=(LineScore((Named(player.id, player.name),), (), ()), *[empty] * (len(match.format.lines) - 1)))
    return {each.code: each.message for each in check(card, match) if each.code.startswith("plays_up")}


def test_a_card_of_the_b_team_that_plays_one_of_them_goes_to_the_secretary(club):
    named, free = keys(teams(club)[0], 3)[:3:2]
    nominate(club, [named, keys(teams(club)[0])[1]])

    match = match_for(make_fixture(*club.entries[1:3], date=TODAY + timedelta(days=1)))
    said = card_says(match, named)["plays_up_not"]
    assert said.endswith("is one of the nominated players of Crown A, who may play for no other team.")
    assert "plays_up_not" not in card_says(match, free)


def test_the_page_names_them_and_the_squads_page_lists_them(club):
    crown = teams(club)[0]
    url = reverse("nominate-players", args=[club.league.slug, crown.slug])
    squad = reverse("squad", args=[club.league.slug, crown.slug])
    captain = signed_in(club.captains[0])
    assert "Nominate players" in captain.get(squad).content.decode()
    wrong = captain.post(url, {"players": keys(crown, 1)})
    assert wrong.status_code == 422
    assert "Tick two players: 1 is ticked." in wrong.content.decode()
    assert captain.post(url, {"players": keys(crown)}).url == squad
    assert "no other team this season" in captain.get(squad).content.decode()


def test_a_team_without_players_is_led_to_its_first(club):
    crown = teams(club)[0]
    Registration.objects.filter(team=crown).delete()
    captain = signed_in(club.captains[0])
    squad = captain.get(reverse("squad", args=[club.league.slug, crown.slug])).content.decode()
    assert "Once players are registered" in squad
    page = captain.get(reverse("nominate-players", args=[club.league.slug, crown.slug])).content.decode()
    assert f"{reverse('squad', args=[club.league.slug, crown.slug])}?open=register#register" in page
    assert "Save the nominated players" not in page
