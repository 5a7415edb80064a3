"""What the pages and papers of the book say: a year, an account, the whole book, and the forms that write in it."""

import re
from datetime import timedelta
from html import unescape
from io import BytesIO

import pytest
import time_machine
from django.urls import reverse
from pypdf import PdfReader

from league.results.choices import SentFor
from league.treasury.actions.book import record_entry, record_payment, refund
from league.treasury.actions.book import reverse as reverse_fact
from league.treasury.actions.charges import add_charge, approve_charges, propose_charges, write_off
from league.treasury.queries.books import account_page, read_book
from scoring.treasury.facts import pounds
from tests.factories import FIRST_NIGHT, make_season
from tests.league.results.evening import Evening
from tests.league.treasury.conftest import NOON

CASH = {"on": FIRST_NIGHT, "method": "cash"}


def words(answer) -> str:
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())
    return re.sub(r" (?=[:,.])", "", text)


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


# --- an account -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("charged", "paid", "balance"),
    [
        (700, 0, "£7.00 to pay"),
        (700, 300, "£4.00 to pay: charges of £7.00, less £3.00 paid in advance"),
        (700, 900, "Nothing to pay: charges of £7.00, less £9.00 paid in advance"),
        (0, 300, "Nothing to pay, £3.00 paid in advance"),
        (0, 0, "Nothing to pay"),
    ],
)
def test_an_account_says_its_balance_plainly(desk, treasurer, charged, paid, balance):
    if paid:
        record_payment(holder=desk.crown, amount=paid, **CASH, **desk.act)
    if charged:
        desk.charge(desk.crown, charged)
    said = read(treasurer, desk.crown.get_absolute_url())
    assert f"Crown A: account with the league {balance} Record a payment" in said
    assert ("How to pay" in said) == (charged > paid)


def test_a_charge_for_an_earlier_day_says_both_days(desk, treasurer):
    Evening(desk.small).send(SentFor.HOME, at=NOON + timedelta(days=9))
    at = NOON + timedelta(days=20)
    propose_charges(league=desk.league, by=None, at=at)
    (waiting,) = read_book(desk.league).book.proposed
    approve_charges(league=desk.league, numbers=[waiting.proposal.id], by=desk.user, at=at)
    desk.charge(desk.crown, 500)
    to_pay, statement = read(treasurer, desk.crown.get_absolute_url()).split("Statement", maxsplit=1)
    assert "For Mon 7 Sep 2026, charged Mon 28 Sep 2026" in to_pay
    assert to_pay.count("charged") == 1
    assert "Mon 28 Sep 2026 Fines for late cards" in statement


def test_what_is_taken_back_stands_in_the_column_it_stood_in(desk, treasurer):
    charge = desk.charge(desk.crown, 500)
    paid = record_payment(holder=desk.crown, amount=900, **CASH, **desk.act)
    refund(holder=desk.crown, amount=400, on=FIRST_NIGHT, method="cash", reason="Too much", **desk.act)
    reverse_fact(fact=read_book(desk.league).rows[paid.number + 1], reason="Not collected", **desk.act)
    reverse_fact(fact=paid, reason="It bounced", **desk.act)
    write_off(charge=charge, amount=200, reason="By the meeting", **desk.act)
    lines = {each.words: (each.charged, each.paid, each.balance) for each in account_page(desk.crown).lines}
    assert lines == {
        "Other fines": (500, 0, 500),
        f"Payment {paid.number}, cash": (0, 900, -400),
        "Refund": (0, -400, 0),
        f"Refund {paid.number + 1} reversed": (0, 400, -400),
        f"Payment {paid.number} reversed": (0, -900, 500),
        "Written off: Other fines": (-200, 0, 300),
    }
    said = read(treasurer, desk.crown.get_absolute_url())
    assert f"Payment {paid.number} reversed It bounced Paid {pounds(-900)}" in said
    assert said.count("Charged £") == 1


def test_a_statement_on_paper_breaks_no_amount_and_no_day(desk, treasurer):
    words = "Leek Ladies' and Gentlemen's Open Challenge Cup, entries of pairs from the Crown and the Bell together"
    add_charge(holder=desk.crown, heading="cup-entry", amount=5_500, on=FIRST_NIGHT, words=words, **desk.act)
    record_payment(holder=desk.crown, amount=123_450, payer="C Captain of Crown A", **CASH, **desk.act)
    drawn = treasurer.get(reverse("team-statement-pdf", args=["leek", desk.crown.row.slug])).content
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(drawn)).pages)
    assert text.count("Mon 7 Sep 2026") == 2
    assert pounds(-117_950) in text


# --- forms ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "heading", "why"),
    [
        ("expense", "", "Choose what the expense was for."),
        ("expense", "raffle", "Choose what the expense was for."),
        ("income", "", "Choose where the income came from."),
        ("", "", "Choose what it was for."),
        ("expense", "trophies", ""),
        ("prize", "", ""),
        ("opening", "raffle", ""),
    ],
)
def test_income_and_expenses_need_a_heading_and_the_form_says_so(desk, treasurer, kind, heading, why):
    sent = {"kind": kind, "heading": heading, "amount": "5", "on": "2026-09-07"}
    assert "What for For income and expenses." in read(treasurer, "new-entry")
    answer = treasurer.post(reverse("new-entry", args=["leek"]), sent)
    assert answer.status_code == (422 if why else 302)
    if why:
        assert words(answer).count(why) == 2  # above the form and at the field
    else:
        assert read_book(desk.league).rows[1].heading == (heading if kind == "expense" else "")


def test_nobody_is_fined_by_accident(desk, treasurer):
    page = desk.crown.address_of("charge")
    assert '<option value="" selected>Choose</option>' in treasurer.get(page).content.decode()
    answer = treasurer.post(page, {"amount": "5", "on": "2026-09-07"})
    assert answer.status_code == 422
    assert "Choose what the charge is for." in words(answer)
    assert not read_book(desk.league).rows


# --- the book ---------------------------------------------------------------------------------------------------------
def test_the_book_says_what_came_in_and_what_went_out(desk, treasurer):
    entry = {"league": desk.league, "on": FIRST_NIGHT, **desk.act}
    record_entry(kind="opening", amount=10_000, **entry)
    record_entry(kind="expense", heading="trophies", amount=6540, **entry)
    charge = desk.charge(desk.crown, 500)
    paid = record_payment(holder=desk.crown, amount=900, **CASH, **desk.act)
    reverse_fact(fact=paid, reason="It bounced", **desk.act)
    write_off(charge=charge, amount=200, reason="By the meeting", **desk.act)
    said = read(treasurer, "money-book")
    assert [each in said for each in (
        "Opening balance, £100.00 Entry 1.",
        "Trophies and engraving, £65.40 out Entry 2.",
        "Charged: Other fines, £5.00 Crown A Entries 3 and 4.",
        "Payment 5, cash, £9.00 in Crown A: Other fines Entry 5.",
        "Payment 5 reversed, £9.00 out Crown A: It bounced Entry 6.",
        "Written off: Other fines, £2.00 Crown A: By the meeting Entry 7.",
    )] == [True] * 6  # fmt: skip
