"""Names are found as people type them: in every place where a part of a name, or all of it, is typed."""

import re
from datetime import time
from html import unescape

import pytest
from django.urls import reverse
from django_scopes import scope

from league.cups.forms.honours import HonourForm
from league.cups.forms.knockout import read_names
from league.teams.actions.leagues import add_team, add_venue, change_venue, rename_team
from league.teams.actions.registrations import sign_on_the_night
from league.teams.choices import NameStyle, RoleKind
from league.teams.models import Player, Team, Venue
from league.teams.queries.people import players_named
from scoring.card.sheet import Named
from scoring.names import fold
from scoring.treasury.bank import BankLine, Debtor, match_line
from tests.factories import make_league, make_role, make_squads, make_user
from tests.league.html import words_on
from tests.league.world import CLOSING_TIME

pytestmark = pytest.mark.django_db

TEAMS = {  # a team with its pub, and what people type to find it
    "The King's Head": ("kings head", "KINGS HEAD", "king’s", "king`s head", "The Kings", "kingshead"),
    "Tŷ Coch": ("ty coch", "TY", "Tŷ"),
    "Rose & Crown": ("rose and crown", "rose + crown", "ROSE"),
    "St. Mary's": ("saint marys", "st marys", "st. mary"),
    "Łódź Straße": ("lodz", "strasse", "STRAẞE"),
    "Bürgerbräu": ("buergerbraeu", "burgerbrau", "BÜRGER", "buerger"),
    "Команда": ("команда", "КОМАН"),
    "東方": ("東方",),
    "🍺🍺": ("🍺🍺",),
}
PLAYERS = {
    "Pat O'Brien": ("obrien", "o'brien", "O’BRIEN", "o brien", "pat obrien", "P. O‘Brien"),
    "José Núñez": ("jose nunez", "nunez", "NÚÑEZ", "jose nun"),
    "Ann Smith-Jones": ("smith jones", "ann smith jones", "smith–jones", "smithjones"),
    "Jörg Sørgård": ("soergaard", "sorgard", "joerg soergaard", "Jörg SØRGÅRD"),
    "Ronaldo": ("ronaldo", "RONALDO"),
}


@pytest.fixture
def league(db):
    made, by = make_league(), make_user("Sam")
    with scope(league=made):
        for name in TEAMS:
            pub = add_venue(league=made, name=f"{name} pub", by=by, at=CLOSING_TIME)
            team = add_team(league=made, name=name, venue=pub, start_time=time(20), by=by, at=CLOSING_TIME)
        make_squads({team: list(PLAYERS)})
        yield made


def strong(page) -> list[str]:
    return [unescape(each) for each in re.findall(r"<strong>([^<]+)</strong>", page.content.decode())]


def test_team_and_pub_are_found_as_people_type_them(client, league):
    for name, ways in TEAMS.items():
        for typed in ways:
            found = strong(client.get(reverse("search", args=["leek"]), {"q": typed}))
            assert (typed, found) == (typed, [name, f"{name} pub"])
            assert name in strong(client.get("/", {"q": typed})), typed


def test_player_is_found_as_people_type_the_name(client, league):
    for name, ways in PLAYERS.items():
        shown = name if " " not in name else f"{name[0]} {name.split()[1]}"
        for typed in ways:
            found = strong(client.get(reverse("search", args=["leek"]), {"q": typed}))
            rows = client.get(reverse("players", args=["leek"]), {"name": typed}).content.decode()
            listed = [unescape(each).replace("\xa0", " ") for each in re.findall(r'/players/[^"/]+/">([^<]+)<', rows)]
            assert (typed, found, listed) == (typed, [shown], [shown])


def test_teams_of_any_script_have_addresses_of_their_own(client, league):
    teams = list(Team.objects.select_related("league"))
    assert len({team.slug for team in teams}) == len(TEAMS)
    assert [team.name for team in teams if team.name not in words_on(client.get(team.get_absolute_url()))] == []


def test_team_is_found_by_the_name_that_it_had(client, league):
    team = Team.objects.get(name="Tŷ Coch")
    rename_team(team=team, name="Ash", by=make_user("Sam"), at=CLOSING_TIME)
    assert "Ash formerly Tŷ Coch, Tŷ Coch pub" in words_on(
        client.get(reverse("search", args=["leek"]), {"q": "ty coch"})
    )
    assert "Ash" in strong(client.get("/", {"q": "ty coch"}))
    for path in ("teams/ty-coch", "fixtures?team=ty-coch"):
        assert client.get(f"/api/v1/leagues/leek/{path}").status_code == 200
    assert client.get("/api/v1/leagues/leek/teams/ty-coch").json()["slug"] == "ash"
    assert "formerly" not in words_on(client.get(reverse("search", args=["leek"]), {"q": "ash"}))


def test_pub_is_found_by_the_names_that_it_had(client, league):
    venue = Venue.objects.get(name="Tŷ Coch pub")
    for name in ("Old Vic", "Golden Lion"):
        change_venue(venue=venue, by=make_user("Sam"), at=CLOSING_TIME, name=name)
    for typed, shown in (("ty coch p", "formerly Tŷ Coch pub"), ("old vic", "formerly Old Vic"), ("golden", "")):
        page = words_on(client.get(reverse("search", args=["leek"]), {"q": typed}))
        assert ("Golden Lion " + shown) in page
        assert ("formerly" in page) == bool(shown)


def test_who_is_written_on_a_card_is_known_however_the_name_is_typed(league):
    """Of two with one name it is taken for the one of whom least may be shown."""
    jose = Player.objects.get(name="José Núñez")
    other = Player.objects.create(league=league, name="Jose Nunez", slug="another")
    Player.objects.filter(pk=jose.pk).update(under_18=True)
    by_name, by_key, nobody = Named(None, "JOSE  nunez"), Named(str(other.pk), "J Nunez"), Named(None, "Joe Nunez")
    found = players_named(league, {by_name, by_key, nobody})
    assert (found[by_name], found[by_key]) == (jose, other)
    assert (found[nobody].pk, found[nobody].under_18) == (None, False)
    assert found[by_name].public_name == "J N"


OTHER_NAMES = ["Núñez, José", "nunez jose", "Pepe", "pepe NUNEZ", "J Nunez", "J.Núñez", "Núñez", "josé", "Jos N",
               "José Luis Núñez", "Nunez (jose)"]  # fmt: skip


@pytest.mark.parametrize("typed", OTHER_NAMES)
def test_other_names_of_a_minor_are_hidden_and_taken_for_nobody(league, typed):
    Player.objects.filter(name="José Núñez").update(under_18=True, known_as="Pepe")
    league.public_names = NameStyle.FULL
    named = Named(None, typed)
    player = players_named(league, {named})[named]
    assert (player.pk, player.under_18) == (None, True)
    assert not {"nunez", "jose", "jos", "pepe"}.intersection(fold(player.public_name).split())


@pytest.mark.parametrize("typed", ["Joe Nunez", "José Luis", "Josefa Núñez", "Luis Núñez", ""])
def test_somebody_who_only_shares_a_name_with_a_minor_is_not_hidden(league, typed):
    Player.objects.filter(name="José Núñez").update(under_18=True, known_as="Pepe")
    named = Named(None, typed)
    assert not players_named(league, {named})[named].under_18


@pytest.mark.parametrize("key", ["", "998877", "+José Núñez", "²", "9" * 30])
def test_key_of_nobody_leaves_the_name_that_was_typed(league, key):
    Player.objects.filter(name="José Núñez").update(under_18=True)
    named = Named(key, "jose nunez")
    assert players_named(league, {named})[named].public_name == "J N"


WHOLE = {  # a player with the ways in which people type the whole name
    "Pat O'Brien": ("pat obrien", "PAT O’BRIEN", "Pat O`brien"),
    "José Núñez": ("jose nunez", "JOSÉ  NUNEZ"),
    "Ann Smith-Jones": ("ann smith jones", "Ann Smith–Jones"),
    "Ronaldo": ("ronaldo", "RONALDO"),
}


def test_whole_name_means_the_player_wherever_it_is_typed(client, league):
    secretary = make_user("Sam Secretary")
    make_role(secretary, league, RoleKind.SECRETARY)
    client.force_login(secretary)
    team, on = Team.objects.get(name="🍺🍺"), {"by": secretary, "at": CLOSING_TIME}
    hat = [(str(player.pk), player.name) for player in Player.objects.order_by("pk")]
    number = Player.objects.count()
    for name, ways in WHOLE.items():
        player = Player.objects.get(name=name)
        for typed in ways:
            asked = client.post(reverse("register-player", args=["leek", team.slug]), {"name": typed}).content.decode()
            assert f'name="who" value="{player.pk}"' in asked, typed
            people = client.get(reverse("data-requests", args=["leek"]), {"q": typed})
            assert player.name in words_on(people), typed
            signed = sign_on_the_night(team=team, name=typed, on=CLOSING_TIME.date(), allowed=True, **on)
            assert signed.player == player, typed
            form = HonourForm({"year": "2025", "title": "Singles", "winner": name} | {"players": typed})
            assert form.is_valid(), typed
            assert form.cleaned_data["players"] == [player]
            assert read_names(typed, hat)[0] == (str(player.pk),), typed
            line = BankLine(CLOSING_TIME.date(), 500, f"FPI {typed} FEES", "k")
            assert match_line(line, [Debtor("a", (name,), ()), Debtor("b", ("Somebody Else",), ())]).account == "a"
    assert Player.objects.count() == number
