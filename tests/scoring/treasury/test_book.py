"""A book worked through by hand: what is charged, paid, given back and put right."""

from datetime import date

import pytest

from scoring.treasury.book import Book, HeadingTotal, account_statement, year_accounts
from scoring.treasury.facts import (
    BookError,
    ChargeApproval,
    ChargeProposal,
    ChargeWithdrawal,
    CreditUse,
    Expense,
    FeeLine,
    Heading,
    OpeningBalance,
    Payment,
    Refund,
    Reversal,
    SeasonUse,
    Share,
    Tariff,
    WriteOff,
    pounds,
    season_fees,
)

DAY = date(2026, 9, 7)


def crown(*more) -> Book:
    """Crown owes £30 for the season and £2 for a late card."""
    return Book(
        (
            ChargeProposal(1, DAY, "crown", Heading.TEAM_FEE, 3000),
            ChargeApproval(2, DAY, 1),
            ChargeProposal(3, DAY, "crown", Heading.LATE_CARD, 200),
            ChargeApproval(4, DAY, 3),
            *more,
        )
    )


def test_a_proposal_is_not_owed_before_it_is_approved():
    book = Book((ChargeProposal(1, DAY, "crown", Heading.FINE, 500),))
    assert (book.balance_of("crown"), len(book.proposed)) == (0, 1)


def test_a_payment_pays_for_several_charges_and_in_part():
    book = crown(Payment(5, DAY, "crown", 2200, (Share(3, 200), Share(1, 2000))))
    assert [each.due for each in book.debts_of("crown")] == [1000]
    assert (book.balance_of("crown"), book.balance) == (1000, 2200)


def test_what_a_payment_has_over_is_paid_in_advance_and_may_be_used_later():
    book = crown(
        Payment(5, DAY, "crown", 3500, (Share(1, 3000),)), CreditUse(6, DAY, "crown", (Share(3, 200),)),
        Refund(7, DAY, "crown", 300, "overpaid"),
    )  # fmt: skip
    assert (book.debts_of("crown"), book.balance_of("crown"), book.balance) == ((), 0, 3200)


def test_a_paid_charge_that_is_cancelled_is_paid_in_advance():
    book = crown(Payment(5, DAY, "crown", 200, (Share(3, 200),)), ChargeWithdrawal(6, DAY, 3, "the card was on time"))
    assert (book.balance_of("crown"), book.credit["crown"]) == (2800, 200)


def test_a_reversed_payment_is_owed_again():
    book = crown(Payment(5, DAY, "crown", 3200, (Share(1, 3000), Share(3, 200))), Reversal(6, DAY, 5, "cheque bounced"))
    assert (book.balance_of("crown"), book.balance, len(book.debts_of("crown"))) == (3200, 0, 2)


def test_a_payment_that_was_given_back_in_part_is_not_reversed():
    book = crown(Payment(5, DAY, "crown", 500), Refund(6, DAY, "crown", 400, "overpaid"))
    with pytest.raises(BookError, match="used or given back"):
        book.apply(Reversal(7, DAY, 5, "typed wrongly"))


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (ChargeApproval(9, DAY, 1), "approved already"),
        (Payment(9, DAY, "crown", 100, (Share(1, 200),)), "less than"),
        (Payment(9, DAY, "crown", 9900, (Share(1, 3001),)), "more than the £30.00"),
        (Payment(9, DAY, "bell", 200, (Share(3, 200),)), "another account"),
        (Payment(9, DAY, "crown", 0), "above £0.00"),
        (WriteOff(9, DAY, 3, 201, "gone"), "more than the £2.00"),
        (WriteOff(9, DAY, 3, 200, " "), "reason"),
        (Refund(9, DAY, "crown", 1, "why"), "paid in advance"),
        (Reversal(9, DAY, 1, "why"), "withdrawn instead"),
        (Expense(9, DAY, Heading.TEAM_FEE, 100), "under this heading"),
        (ChargeProposal(4, DAY, "crown", Heading.FINE, 100), "one after the other"),
    ],
)
def test_what_cannot_be_is_refused_in_words(fact, why):
    with pytest.raises(BookError, match=why):
        crown().apply(fact)


def test_a_statement_has_what_is_owed_after_every_line():
    book = crown(Payment(5, date(2026, 10, 1), "crown", 1200, (Share(1, 1200),)), WriteOff(6, DAY, 3, 200, "forgiven"))
    assert [(each.line.change, each.balance) for each in account_statement(book, "crown").lines] == [
        (3000, 3000), (200, 3200), (-200, 3000), (-1200, 1800),
    ]  # fmt: skip


def test_the_accounts_of_a_year():
    book = crown(
        OpeningBalance(5, DAY, 121_100), Payment(6, DAY, "crown", 3100, (Share(1, 3000),)),
        Expense(7, DAY, Heading.TROPHIES, 4999),
    )  # fmt: skip
    year = year_accounts(book, DAY, date(2027, 4, 30))
    assert (year.opening, year.closing, year.owed, year.in_advance) == (121_100, 119_201, 100, 0)
    assert year.income == (HeadingTotal(Heading.TEAM_FEE, 3000), HeadingTotal(Heading.ADVANCE, 100))
    assert year.costs == (HeadingTotal(Heading.TROPHIES, 4999),)
    assert year.surplus == -1899


def test_fees_of_a_season_are_so_many_at_so_much():
    tariff = Tariff(team=2500, player=200, host=300)
    uses = (SeasonUse("crown", players=9, matches=22), SeasonUse("inn", team=False, hosted=11))
    assert list(season_fees(tariff, uses)) == [
        FeeLine("crown", Heading.TEAM_FEE, 1, 2500),
        FeeLine("crown", Heading.PLAYER_FEE, 9, 200),
        FeeLine("inn", Heading.HOST_FEE, 11, 300),
    ]


@pytest.mark.parametrize(("pence", "text"), [(0, "£0.00"), (5, "£0.05"), (123_450, "£1,234.50"), (-310, "−£3.10")])  # noqa: RUF001
def test_an_amount_is_written_as_people_write_it(pence, text):
    assert pounds(pence) == text
