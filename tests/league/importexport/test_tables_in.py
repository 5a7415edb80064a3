"""Final tables of seasons of which nothing else is left: in, shown, out again, undone."""

import pytest
from django.test import Client
from django.urls import reverse

from league.base.ui.converters import in_season
from league.schedule.models import FinalTable, Season
from league.teams.models import Team
from tests.league.importexport.importing import accept, fates, latest, paste, undo

OLD = """Season,Division,Pos,Team,P,W,D,L,F,A,Pts
1998-99,Division One,1,Railway Tavern,4,3,1,0,22,14,7
1998-99,Division One,2,Bell,4,2,0,2,18,18,4
1998-99,Division One,3,Crown A,4,0,1,3,14,22,1
1999-00,Division One,1,Bell,2,2,0,0,11,7,4
1999-00,Division One,2,Railway Tavern,2,0,0,2,7,11,0
"""


def test_old_tables_come_in_as_closed_seasons_and_can_be_taken_back(secretary, world):
    seasons, teams = Season.objects.count(), Team.objects.count()
    draft = paste(secretary, "tables", OLD)
    assert {fate for _, fate, _ in fates(draft)} == {"new"}
    assert Season.objects.count() == seasons
    assert accept(secretary, draft).status_code == 302
    old = Season.objects.get(name="1998-99")
    assert (old.closed_at is not None, old.current) == (True, False)
    assert Team.objects.get(name="Railway Tavern").active is False
    table = Client().get(in_season("leek", "table", season=old.slug, division="division-one")).content.decode()
    assert "No result of this season is here." in table
    assert table.index("Railway Tavern") < table.index(">Bell<")
    past = Client().get(reverse("team", args=["leek", "railway-tavern"])).content.decode()
    assert "1998-99" in past
    assert undo(secretary, draft).status_code == 302
    assert (Season.objects.count(), Team.objects.count(), FinalTable.objects.filter(division__name="x").count()) == (
        seasons, teams, 0,
    )  # fmt: skip


def test_the_spreadsheet_of_past_tables_comes_in_again_as_it_went_out(secretary, world):
    accept(secretary, paste(secretary, "tables", OLD))
    sheet = secretary.get(reverse("all-tables-csv", args=["leek"])).content.decode("utf-8-sig")
    again = paste(secretary, "tables", sheet)
    assert {fate for _, fate, _ in fates(again)} == {"same"}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Long ago,Division One,1,Bell,1,1,0,0,5,4,2", "“Long ago” is no season of the past. Write it as 1998-99."),
        (",Division One,1,Bell,1,1,0,0,5,4,2", "The row has no season. Write it as 1998-99."),
        ("1998-99,Division One,1,Bell,x,1,0,0,5,4,2", "“x” is no number of matches played."),
        ("1998-99,Division One,1,Bell,1,1,0,0,5,4,", "The row has no points."),
    ],
)
def test_a_row_that_is_no_line_of_a_table_says_why(secretary, world, row, why):
    draft = paste(secretary, "tables", f"Season,Division,Pos,Team,P,W,D,L,F,A,Pts\n{row}\n")
    [(_, fate, said)] = fates(draft)
    assert (fate, why in said) == ("clash", True)
    assert latest() == draft
