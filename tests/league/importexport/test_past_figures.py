"""Players' figures and games of seasons of which the league has no cards: in, shown, undone."""

import pytest
from django.test import Client
from django.urls import reverse

from league.results.models import Appearance, PastFigures
from league.schedule.models import Season
from league.teams.models import Player, Team
from tests.league.importexport.importing import accept, fates, paste, undo

COUNTS = """Season,Player,Team,P,W,L
1998-99,Albert Brindle,Railway Tavern,36,25,11
1998-99,Winifred Oulton,Railway Tavern,30,12,18
1997-98,Albert Brindle,Railway Tavern,34,20,14
"""
FRAMES = """Singles 1995-96
Home,Home player,Away,Away player,Winner
Railway Tavern,Albert Brindle,Old Swan,Wilf Tunnah,Home
Railway Tavern,Albert Brindle,Old Swan,Wilf Tunnah,Away
Railway Tavern,Winifred Oulton,Old Swan,Wilf Tunnah,Home
"""


def figures_of(name, season):
    return str(PastFigures.objects.get(player__name=name, season__name=season))


def test_figures_come_in_are_shown_and_can_be_taken_back(secretary, world):
    before = (Season.objects.count(), Team.objects.count(), Player.objects.count())
    draft = paste(secretary, "records", COUNTS)
    assert {fate for _, fate, _ in fates(draft)} == {"new"}
    assert (Season.objects.count(), Player.objects.count()) == (before[0], before[2])
    assert accept(secretary, draft).status_code == 302
    assert figures_of("Albert Brindle", "1998-99") == "36 played, 25 won, 11 lost"
    player = Player.objects.get(name="Albert Brindle")
    page = Client().get(reverse("player", args=["leek", player.slug])).content.decode()
    assert "36 played, 25 won, 11 lost" in page
    assert "has not played yet" not in page
    listed = Client().get("/leek/averages/?season=1998-99").content.decode()
    assert "30 played, 12 won, 18 lost" in listed
    assert "/leek/averages/?season=1998-99" in Client().get(
        reverse("seasons", args=["leek"])
    ).content.decode()  # fmt: skip
    assert undo(secretary, draft).status_code == 302
    assert (Season.objects.count(), Team.objects.count(), Player.objects.count()) == before


def test_games_with_both_players_are_added_up_for_both(secretary, world):
    accept(secretary, paste(secretary, "records", FRAMES))
    assert figures_of("Albert Brindle", "1995-96") == "2 played, 1 won, 1 lost"
    assert figures_of("Wilf Tunnah", "1995-96") == "3 played, 1 won, 2 lost"
    again = paste(secretary, "records", FRAMES)
    assert {fate for _, fate, _ in fates(again)} == {"same"}


def test_another_count_of_the_same_season_stands_beside_the_first(secretary, world):
    accept(secretary, paste(secretary, "records", COUNTS))
    more = paste(
        secretary,
        "records",
        "180s 1998-99\n12 x Albert Brindle (Railway Tavern)\n3 x Winifred Oulton (Railway Tavern)\n",
    )
    assert {fate for _, fate, _ in fates(more)} == {"changed"}
    accept(secretary, more)
    assert figures_of("Albert Brindle", "1998-99") == "36 played, 25 won, 11 lost, 12 180s"
    undo(secretary, more)
    assert figures_of("Albert Brindle", "1998-99") == "36 played, 25 won, 11 lost"


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1998-99,Albert Brindle,30,25,11", "Albert Brindle has 36 played in 1998-99 already."),
        ("1998-99,Albert Brindel,30,25,11", "Is it Albert Brindle?"),
        ("2051-52,Albert Brindle,30,25,11", "“2051-52” is no season of the past. Write it as 1998-99."),
    ],
)
def test_a_row_that_cannot_come_in_says_why(secretary, world, row, why):
    accept(secretary, paste(secretary, "records", COUNTS))
    [(_, fate, said)] = fates(paste(secretary, "records", f"Season,Player,P,W,L\n{row}\n"))
    assert (fate, said[0]) == ("clash", why)


def test_whoever_has_cards_in_a_season_gets_no_figures_beside_them(secretary, world):
    outing = Appearance.objects.select_related("player", "result__fixture__division__competition__season").first()
    season = outing.result.fixture.division.competition.season
    season.closed_at = season.starts.isoformat() + " 12:00+00:00"
    season.save()
    draft = paste(secretary, "records", f"Season,Player,P,W,L\n{season.name},{outing.player.name},3,2,1\n")
    [(_, fate, said)] = fates(draft)
    assert fate == "clash"
    assert "has cards in" in said[0]
