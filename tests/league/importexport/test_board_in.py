"""Honours as boards have them: seasons as written, and words in the place of a winner that are none."""

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.models import Honour
from tests.league.importexport.importing import accept, fates, paste, undo

pytestmark = pytest.mark.usefixtures("closing_time")
BOARD = """Year,Trophy,Winner,Runner-up
1966-67,A Division,Oddfellows,Beacon
1967/68,A Division,do.,Oddfellows B
1978,A Division,NOT PLAYED,
2019-20,A Division,VOID (COVID),
2023-24,A Division,Crown A & Bell (shared),
2023-24,Singles,D Hartley bt S Kirkby,
"""


def board() -> list[tuple[str, str, str, str]]:
    rows = Honour.objects.filter(title__in=["A Division", "Singles"]).order_by("year", "title")
    return [(row.shown_year, row.winner, row.runner_up, row.note) for row in rows if row.years]


def test_seasons_stay_as_written_and_states_are_no_winners(secretary, world):
    draft = paste(secretary, "honours", BOARD)
    assert [row[1] for row in fates(draft)] == ["new", "new", "left", "left", "new", "new"]
    accept(secretary, draft)
    assert board() == [
        ("1966-67", "Oddfellows", "Beacon", ""),
        ("1967-68", "Oddfellows", "Oddfellows B", ""),
        ("2023-24", "Crown A & Bell", "", "Shared"),
        ("2023-24", "D Hartley", "S Kirkby", ""),
    ]
    page = Client().get("/leek/seasons/?show=honours").content.decode()
    assert "1966-67" in page
    assert "NOT PLAYED" not in page
    assert "COVID" not in page
    again = paste(secretary, "honours", secretary.get(reverse("honours-csv", args=["leek"])).content.decode())
    assert {row[1] for row in fates(again)} == {"same"}
    undo(secretary, draft)
    assert board() == []


def test_ditto_without_a_winner_above_is_a_question(secretary, world):
    draft = paste(secretary, "honours", "Year,Trophy,Winner\n1968,Shield,ditto\n")
    assert fates(draft) == [(2, "clash", ("“ditto”: no row above has a winner of this trophy.",))]


def test_another_year_typed_by_hand_takes_the_season_as_it_was_written_away(secretary, world):
    accept(secretary, paste(secretary, "honours", "Year,Trophy,Winner\n1966-67,Shield,Bell\n"))
    row = Honour.objects.get(title="Shield")
    sent = {"year": "1967", "title": "Shield", "winner": "Bell Inn", "runner_up": "", "note": "", "players": ""}
    secretary.post(reverse("honour", args=["leek", row.pk]), sent)
    row.refresh_from_db()
    assert (row.winner, row.shown_year) == ("Bell Inn", "1966-67")
    secretary.post(reverse("honour", args=["leek", row.pk]), sent | {"year": "1970"})
    row.refresh_from_db()
    assert row.shown_year == "1970"


SEASONS = [("2024", 2024, "2023-24"), ("12 Nov 2023", 2024, "2023-24"), ("1967", 1967, "1966-67")]


@pytest.mark.parametrize(("written", "year", "season"), SEASONS)
def test_a_year_alone_is_the_season_that_ended_in_it_and_a_day_the_one_it_is_in(
    secretary, world, written, year, season
):
    draft = paste(secretary, "honours", f"Year,Trophy,Winner\n{written},Plate,Bell\n")
    assert fates(draft)[0][1:] == ("new", (f"Written “{written}”: the season that ended in {year}",))
    accept(secretary, draft)
    board = Client().get("/leek/seasons/?show=honours").content.decode()
    assert (Honour.objects.get(title="Plate").year, season in board) == (year, True)
