"""Terms that a league sets on its page, as its cards and its captains meet them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django_scopes import scope

from league.results.choices import SentFor
from league.results.models import Appearance
from league.results.queries.facts import match_for
from league.schedule.models import Fixture
from league.teams.actions.registrations import ask_transfer
from league.teams.models import Player
from league.teams.queries.squads import last_day_of_season, rules_of, squad_of
from scoring import codec
from scoring.card.check import check
from scoring.card.league_rules import Helps, PlayingUp, Under18
from scoring.card.presets import preset
from scoring.card.sheet import Card, LineScore, Named
from tests.league.results.evening import Evening
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
TODAY = NOW.date()


def set_rules(league, **changes):
    rules = replace(rules_of(league), **changes)
    league.rules = codec.encode(rules)
    league.save()
    return rules


def whole(fixture):
    related = ("league", "division__competition__season__league", "home__team", "away__team")
    return Fixture.objects.select_related(*related).get(pk=fixture.pk)


def codes(fixture, named):
    """What the check says of a card on which somebody stands first on the home side."""
    match = match_for(whole(fixture))
    lines = (LineScore(home=(named,)), *(LineScore() for _ in match.format.lines[1:]))
    return {each.code for each in check(Card(lines=lines), match) if each.path == "lines.0.home.0"}


@pytest.mark.parametrize(
    ("helps", "same_pub", "code"),
    [
        (Helps.ANY, False, "plays_up"),
        (Helps.SAME_CLUB, False, "plays_up_not"),
        (Helps.SAME_CLUB, True, "plays_up"),
        (Helps.HIGHER, True, "plays_up_not"),
    ],
)
def test_a_player_of_another_team_helps_out_as_the_league_lets_him(small, helps, same_pub, code):
    with scope(league=small.league):
        set_rules(small.league, playing_up=PlayingUp(3, helps))
        other, home = small.entries[2].team, small.fixtures[0].home.team
        if same_pub:
            other.venue = home.venue
            other.save()
        player = squad_of(other, TODAY)[0].player
        assert codes(small.fixtures[0], Named(str(player.pk), player.name)) == {code}


def test_matches_for_other_teams_are_counted_and_those_for_ones_own_are_not(small):
    with scope(league=small.league):
        set_rules(small.league, playing_up=PlayingUp(1, Helps.ANY))
        Evening(small).send(SentFor.HOME)
        helper = squad_of(small.entries[2].team, TODAY)[0].player
        named = Named(str(helper.pk), helper.name)
        assert codes(small.fixtures[0], named) == {"plays_up"}
        appearance = Appearance.objects.filter(team=small.fixtures[0].home.team).first()
        Appearance.objects.filter(pk=appearance.pk).update(player=helper)
        assert codes(small.fixtures[0], named) == {"plays_up_not"}
        Appearance.objects.filter(pk=appearance.pk).update(team=small.entries[2].team)
        assert codes(small.fixtures[0], named) == {"plays_up"}


def test_nobody_plays_for_two_teams_where_the_league_says_nothing(small):
    with scope(league=small.league):
        player = squad_of(small.entries[2].team, TODAY)[0].player
        assert codes(small.fixtures[0], Named(str(player.pk), player.name)) == {"tied_elsewhere"}


@pytest.mark.parametrize(
    ("rule", "agreed", "found"),
    [
        (Under18.MAY, False, set()),
        (Under18.NOT, True, {"under_age"}),
        (Under18.WITH_CONSENT, False, {"under_age"}),
        (Under18.WITH_CONSENT, True, set()),
    ],
)
def test_somebody_under_18_plays_as_the_league_lets_him(small, rule, agreed, found):
    with scope(league=small.league):
        set_rules(small.league, under_18=rule)
        player = squad_of(small.fixtures[0].home.team, TODAY)[0].player
        Player.objects.filter(pk=player.pk).update(under_18=True, guardian_agreed_on=TODAY if agreed else None)
        assert codes(small.fixtures[0], Named(str(player.pk), player.name)) == found


def move(small, by):
    player = squad_of(small.entries[1].team, TODAY)[0].player
    return ask_transfer(player=player, joins=small.entries[0].team, by=by, at=NOW)


def test_no_captain_asks_for_a_transfer_after_the_last_day(small):
    terms = preset("leek").registration
    yesterday = TODAY - timedelta(days=1)
    with scope(league=small.league):
        set_rules(small.league, registration=replace(terms, transfers_until=(yesterday.month, yesterday.day)))
        small.entries[0].team.league.refresh_from_db()
        with pytest.raises(ValidationError, match="The last day for transfers was Mon 23 Nov"):
            move(small, small.captains[0])
        assert move(small, small.secretary).pk


def test_no_captain_asks_for_more_transfers_than_the_rules_allow(small):
    with scope(league=small.league):
        set_rules(small.league, registration=replace(preset("leek").registration, transfers_most=0))
        with pytest.raises(ValidationError, match="The rules allow 0 transfers in a season"):
            move(small, small.captains[0])


def test_the_29th_of_february_is_a_day_of_every_year(small):
    starts = small.season.starts
    assert str(last_day_of_season((2, 29), starts)) == "2027-02-28"
