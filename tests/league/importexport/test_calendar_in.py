"""A season's calendar: its nights in, as the list of fixtures keeps them, and out again as one."""

from datetime import timedelta

import pytest
from django.urls import reverse

from league.exchange.models import BundleSheet
from league.schedule.models import Blackout, Season
from league.schedule.queries.seasons import divisions_of, league_competition
from league.schedule.values.calendar import league_nights
from tests.league.importexport.importing import accept, fates, paste, undo
from tests.league.importexport.test_bring import bring, check, page
from tests.league.reading.variants import SAMPLES


def nights_of_league() -> list[str]:
    season = Season.objects.get(current=True)
    nights = sorted(league_nights(season, list(divisions_of(league_competition(season)))))
    return [f"{each:%d/%m/%Y}" for each in nights]


def test_the_nights_of_a_calendar_come_in_and_are_taken_back_as_one(secretary, world):
    before, nights = list(Blackout.objects.order_by("pk")), nights_of_league()
    free = [day for day in nights if day not in {f"{each.first:%d/%m/%Y}" for each in before}]
    titles = ("League 1", "Memorial Cup 1st Round", "XMAS", "FREE", "A.G.M.")
    rows = "\n".join(f"{day},{title}," for day, title in zip(free, titles, strict=False))
    draft = paste(secretary, "nights", f"Date,What for,Note\n{rows}\n", season=Season.objects.get(current=True).pk)
    assert [fate for _, fate, _ in fates(draft)] == ["same", "new", "new", "new", "new"]
    assert Blackout.objects.count() == len(before)
    assert accept(secretary, draft).status_code == 302
    added = Blackout.objects.exclude(pk__in=[each.pk for each in before]).order_by("first")
    assert [(each.kind, each.reason) for each in added] == [
        ("cup", titles[1]), ("holiday", titles[2]), ("spare", titles[3]), ("other", titles[4]),
    ]  # fmt: skip
    again = paste(secretary, "nights", f"Date,What for,Note\n{rows}\n", season=Season.objects.get(current=True).pk)
    assert {fate for _, fate, _ in fates(again)} == {"same"}
    assert undo(secretary, draft).status_code == 302
    assert list(Blackout.objects.order_by("pk")) == before


def test_a_calendar_of_another_season_is_brought_with_it(secretary, world):
    """Its days are Saturdays and the league plays on another night, so each row is about its week."""
    bundle = bring(secretary, calendar=(SAMPLES / "20-season-calendar.csv").read_bytes())
    assert "season’s calendar of 7 nights" in page(secretary, bundle)
    sheet = BundleSheet.objects.get(bundle=bundle)
    before, season = set(Blackout.objects.values_list("pk", flat=True)), sheet.season
    said = {"taken": "calendar-nights", "season": season.pk, "answer-0": "league"}  # what “Shield League 1” is
    assert secretary.post(reverse("bundle-sheet", args=["leek", bundle.pk, sheet.place]), said).status_code == 302
    draft = check(secretary, bundle, "nights", season=season.pk)
    assert [fate for _, fate, _ in fates(draft)] == ["same", "same", "new", "new", "same", "new", "new"]
    assert accept(secretary, draft).status_code == 302
    made = list(Blackout.objects.exclude(pk__in=before).order_by("first").values_list("reason", "first", "last"))
    assert [reason for reason, _, _ in made] == [
        "Memorial Cup 1st Round", "Pairs 1st Round, heats at 8 venues", "Memorial 2nd Rd / 1st Rd Plate",
        "FREE, catch-up",
    ]  # fmt: skip
    assert {last - first for _, first, last in made} == {timedelta(days=6)}


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Sunday week,League,", "“Sunday week” is not a date."),
        (",League,", "The row has no date."),
        ("01/01/1999,League 1,", "The season is from "),
    ],
)
def test_a_row_that_is_no_night_says_why(secretary, world, row, why):
    draft = paste(secretary, "nights", f"Date,What for,Note\n{nights_of_league()[0]},League,\n{row}\n",
                  season=Season.objects.get(current=True).pk)  # fmt: skip
    assert [(fate, why in " ".join(said)) for _, fate, said in fates(draft)][1:] == [("clash", True)]
