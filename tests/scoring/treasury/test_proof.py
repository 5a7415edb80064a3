"""Made-up seasons against a sum that knows nothing of the book: no penny is lost, none is made.

40 of them in every run, as many as BOOKS says when asked.
"""

import os
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest

from scoring.treasury.book import Book, account_statement, compare, year_accounts
from scoring.treasury.facts import (
    BookError,
    ChargeApproval,
    ChargeProposal,
    ChargeWithdrawal,
    Expense,
    Income,
    OpeningBalance,
    Payment,
    PrizePayment,
    Refund,
    Reversal,
    WriteOff,
)
from tests.scoring.treasury.made_up import KINDS, SEASON, Season
from tests.seeds import seeds

BOOKS = int(os.environ.get("BOOKS", "40"))
BATCHES = 4


def standing(facts, *kinds):
    """The facts of some kinds that no reversal has undone."""
    undone = {each.fact for each in facts if isinstance(each, Reversal)}
    return [each for each in facts if isinstance(each, kinds) and each.id not in undone]


def cash_of(facts) -> int:
    """In less out, over the facts alone."""
    came = sum(each.amount for each in standing(facts, OpeningBalance, Income, Payment))
    return came - sum(each.amount for each in standing(facts, Expense, PrizePayment, Refund))


def balances_of(facts) -> Counter:
    """What was charged, less what was paid and written off, by account; over the facts alone."""
    charges = {each.id: each for each in standing(facts, ChargeProposal)}
    gone = {each.charge for each in standing(facts, ChargeWithdrawal)}
    balances: Counter = Counter()
    for each in standing(facts, ChargeApproval):
        if each.charge not in gone:
            balances[charges[each.charge].account] += charges[each.charge].amount
    for each in standing(facts, WriteOff):
        if each.charge not in gone:
            balances[charges[each.charge].account] -= each.amount
    for each in standing(facts, Payment):
        balances[each.account] -= each.amount
    for each in standing(facts, Refund):
        balances[each.account] += each.amount
    return balances


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_no_penny_is_out(batch):
    kinds: Counter = Counter()
    for seed in seeds(BOOKS, batch, BATCHES):
        made = Season(seed)
        book, facts = Book(made.facts), made.facts
        kinds.update(type(each).__name__ for each in facts)
        balances = balances_of(facts)
        assert book.balance == cash_of(facts), seed
        for account in made.accounts:
            owed = sum(each.due for each in book.debts_of(account))
            assert book.balance_of(account) == balances[account] == owed - book.credit[account], (seed, account)
            assert book.credit[account] >= 0, seed
            assert account_statement(book, account).balance == balances[account], seed
        assert all(0 <= each.due <= each.proposal.amount and each.paid >= 0 for each in book.charges.values()), seed
    if BOOKS >= 40:
        assert set(kinds) == {each.__name__ for each in KINDS}


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_report_adds_up(batch):
    first, days = SEASON
    for seed in seeds(BOOKS, batch, BATCHES):
        made = Season(seed)
        book = Book(made.facts)
        half, end = first + timedelta(days=days // 2), first + timedelta(days=days)
        whole, early = year_accounts(book, None, end), year_accounts(book, None, half)
        late = year_accounts(book, half + timedelta(days=1), end)
        assert whole.closing == late.closing == book.balance, seed
        for year in (whole, early, late):
            assert year.opening + year.total_income - year.total_costs == year.closing, seed
            assert year.surplus == year.closing - year.opening, seed
        opened = sum(line.change for line in book.cash if line.heading == "opening" and line.fact.on > half)
        assert late.opening == early.closing + opened, seed
        assert whole.owed - whole.in_advance == sum(map(book.balance_of, made.accounts)), seed
        beside = tuple(compare(late.income, early.income))
        assert sum(each.this for each in beside) == late.total_income, seed
        assert sum(each.last for each in beside) == early.total_income, seed


@pytest.mark.proof
@pytest.mark.parametrize("batch", range(BATCHES))
def test_the_accounts_of_a_closed_year_are_what_they_were(batch):
    """Whatever is written afterwards counts for a later day, as the site has it once accounts are closed."""
    first, days = SEASON
    closed = first + timedelta(days=days // 2)
    for seed in seeds(BOOKS, batch, BATCHES):
        facts = Season(seed).facts
        before = facts[: len(facts) // 2]
        after = [replace(each, on=max(each.on, closed + timedelta(days=1))) for each in facts[len(before) :]]
        assert year_accounts(Book(before), None, closed) == year_accounts(Book(before + after), None, closed), seed


def test_a_refused_fact_changes_nothing():
    for seed in seeds(5):
        made = Season(seed)
        book, again = Book(made.facts), Book(made.facts)
        last, on = made.facts[-1].id, date(2026, 9, 1)
        too_much, of_nothing = Refund(last + 1, on, "a0", 10**9, "why"), Reversal(last + 1, on, 0, "why")
        for wrong in (*made.facts, too_much, of_nothing):
            with pytest.raises(BookError):
                book.apply(wrong)
        assert (book.facts, book.charges, book.cash) == (again.facts, again.charges, again.cash)
        assert [book.credit[each] for each in made.accounts] == [again.credit[each] for each in made.accounts]
