"""Every rule book that we know of, typed into the form from nothing, and what the site then says and counts."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from league.seasons.forms.rules import data_of
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.queries.squads import rules_of
from scoring.card.outcome import walkover
from scoring.card.points import points
from scoring.card.presets import BLANK, preset
from scoring.card.sheet import Side
from tests.factories import make_league, make_role, make_user
from tests.league.builder.leagues import LEAGUES

pytestmark = pytest.mark.django_db


@pytest.fixture
def secretary(client):
    """The secretary of a league that begins from nothing, signed in."""
    with scopes_disabled():
        user, league = make_user(), make_league("newcomers", "blank")
        make_role(user, league, RoleKind.SECRETARY)
    client.force_login(user)
    return client


def typed(told):
    """The form as it begins from nothing, with what the secretary writes over it."""
    data = data_of(BLANK) | told.typed | {"name": told.key, "by_hand": "\r\n".join(told.by_hand), "do": "save"}
    return {name: value for name, value in data.items() if value != ""}


@pytest.mark.parametrize("told", LEAGUES, ids=[each.key for each in LEAGUES])
def test_a_league_is_set_up_through_the_page_alone(secretary, told):
    answer = secretary.post(reverse("league-rules", args=["newcomers"]), typed(told))
    assert answer.status_code == 302, answer.context["form"].problems
    book = secretary.get(reverse("rule-book", args=["newcomers"])).content.decode().replace("&#x27;", "'")
    for sentence in (*told.says, *told.by_hand):
        assert sentence in book
    assert ("The league applies these rules itself." in book) == bool(told.by_hand)
    assert_worth(rules_of(League.objects.get()), told)


def assert_worth(rules, told):
    for games, lines, worth in told.worth:
        given = tuple(Fraction(each) for each in lines)
        assert points(rules.scheme, games=games, lines=given) == tuple(map(exact, worth))
    if told.walkover:
        home, away, mine, theirs = told.walkover
        came = walkover(Side.HOME, rules.format, rules.scheme)
        assert (came.home_games, came.away_games) == (home, away)
        assert (came.home_points, came.away_points) == (exact(mine), exact(theirs))


def exact(text):
    return Fraction(text.replace("½", ".5"))


@pytest.mark.parametrize("key", ["Leek", "Solihull", "Guisborough", "Northallerton"])
def test_a_preset_is_what_its_league_types(secretary, key):
    """The lines, sides, points and terms of a preset, from nothing and without looking at the preset."""
    told = next(each for each in LEAGUES if each.key == key)
    secretary.post(reverse("league-rules", args=["newcomers"]), typed(told))
    made, wanted = rules_of(League.objects.get()), preset(key.casefold())
    kinds = [
        (line.label, line.players, line.games, line.discipline, line.rules, line.target) for line in made.format.lines
    ]
    assert kinds == [
        (line.label, line.players, line.games, line.discipline, line.rules, line.target) for line in wanted.format.lines
    ]
    assert made.format.limits == wanted.format.limits
    assert replace(made.scheme, name="") == replace(wanted.scheme, name="")
