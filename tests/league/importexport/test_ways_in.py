"""Lists in shapes of their own, from the file to the rows of an import."""

from django.urls import reverse

from league.exchange.models import BundleSheet
from tests.league.importexport.test_bring import bring, page

LABELLED = b"""Home team: Crown A
Away team: Bell
Date: 21/9/1998
Score: 6-3

Home team: Bell
Away team: Crown A
Date: 18/1/1999
Score: 5-4
"""
BY_WINNER = b"Date,Winner,Loser,Score\n21/09/1998,Crown A,Bell,6-3\n18/01/1999,Crown A,Bell,5-4\n"
TREE = b"Semi-finals,,Final,,Winner\nCrown A,6,Crown A,5,Crown A\nBell,3,Plough,3,\nPlough,5,,,\nFleece,4,,,\n"
AVERAGES = b"Averages 1998-99\nD Hartley (Crown A) played 12, won nine, lost 3.\nJ Hobbs (Bell) won six out of ten.\n"
CALENDAR = b"No matches on 28 December and 4 January; Cup semi-finals 15 March.\nThe AGM is on 24 May.\n"


def test_each_is_found_out(secretary, world):
    shown = page(secretary, bring(secretary, labelled=LABELLED, tree=TREE, averages=AVERAGES, calendar=CALENDAR))
    for said in ("2 results (one match to a row)", "a cup drawn in columns: 3 ties", "what 2 players did in a season",
                 "season’s calendar of 4 nights"):  # fmt: skip
        assert said.casefold() in shown.casefold(), said


def test_winners_are_asked_who_was_at_home_and_then_compared(secretary, long_ago):
    bundle = bring(secretary, winners=BY_WINNER)
    sheet = BundleSheet.objects.get(bundle=bundle)
    address = reverse("bundle-sheet", args=["leek", bundle.pk, sheet.place])
    assert "Who was at home?" in secretary.get(address).content.decode()
    assert secretary.post(address, {"taken": "winners-matches", "answer-0": "winner"}).status_code == 302
    assert "Crown A 6\N{EN DASH}3 Bell" in secretary.get(address).content.decode()
