"""What the pages and papers of the book say: a year, an account, the whole book, and the forms that write in it."""

import re
from html import unescape

import time_machine
from django.urls import reverse

from league.treasury.actions.payments import record_payment
from tests.factories import FIRST_NIGHT, make_season
from tests.league.treasury.conftest import NOON

CASH = {"on": FIRST_NIGHT, "method": "cash"}


def words(answer) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def read(treasurer, page: str, *args, **asked) -> str:
    with time_machine.travel(NOON, tick=False):
        return words(treasurer.get(page if page.startswith("/") else reverse(page, args=["leek", *args]), asked))


# --- a year -----------------------------------------------------------------------------------------------------------
def test_what_came_in_advance_and_what_is_left_of_it_have_names_of_their_own(desk, treasurer):
    record_payment(holder=desk.crown, amount=300, **CASH, **desk.act)
    desk.charge(desk.crown, 100)
    said = read(treasurer, "money-year")
    assert "Paid in advance £3.00" in said
    assert "Owed by the league to teams and pubs £2.00" in said
    assert said.count("Paid in advance") == 1


def test_a_year_that_has_not_begun_says_so(desk, treasurer):
    desk.charge(desk.crown, 700)
    make_season(desk.league, "2027-28", current=False)
    assert "to Fri 30 Apr 2027, so far" in read(treasurer, "money-year", season="2026-27")
    said = read(treasurer, "money-year", season="2027-28")
    assert "to Sun 30 Apr 2028. This year has not begun: the balances are today’s." in said
    assert "so far" not in said
    assert "Still owed to the league £7.00" in said
