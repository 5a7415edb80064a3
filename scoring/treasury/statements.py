"""Reports of a book: an account's statement, and income and expenditure of a year, with the year before beside it.

Money counts on the day when it was received or paid, as small clubs keep their accounts. Every report adds up by
itself: what was there before, what came, what went, and what is there now.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from scoring.treasury.book import AccountLine, Book, day_order
from scoring.treasury.facts import CHARGES, COSTS, INCOME, Heading

INCOME_ORDER = (*CHARGES, Heading.ADVANCE, *INCOME)
COST_ORDER = (Heading.PRIZE, *COSTS, Heading.REFUND)


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of an account with what the account owes after it."""

    line: AccountLine
    balance: int


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """An account: every line, and what it owes now."""

    lines: tuple[StatementLine, ...]
    balance: int


def account_statement(book: Book, account: str) -> AccountStatement:
    """The statement of one account in the order of days."""
    balance, shown = 0, []
    for line in sorted(book.lines.get(account, ()), key=day_order):
        balance += line.change
        shown.append(StatementLine(line, balance))
    return AccountStatement(tuple(shown), balance)


@dataclass(frozen=True, slots=True)
class HeadingTotal:
    """What came in or went out under a heading."""

    heading: Heading
    amount: int


@dataclass(frozen=True, slots=True)
class YearAccounts:
    """Income and expenditure between two days, both included, and what the league was owed on the last of them."""

    first: date | None
    last: date
    opening: int
    income: tuple[HeadingTotal, ...]
    costs: tuple[HeadingTotal, ...]
    closing: int
    owed: int
    in_advance: int

    @property
    def total_income(self) -> int:
        return sum(each.amount for each in self.income)

    @property
    def total_costs(self) -> int:
        return sum(each.amount for each in self.costs)

    @property
    def surplus(self) -> int:
        return self.total_income - self.total_costs


def year_accounts(book: Book, first: date | None, last: date) -> YearAccounts:
    """The accounts of a year; with no first day from the beginning. An opening balance always comes before it."""
    before: int = 0
    within: defaultdict[Heading, int] = defaultdict(int)
    for line in book.cash:
        if line.fact.on > last:
            continue
        if line.heading is Heading.OPENING or (first is not None and line.fact.on < first):
            before += line.change
        else:
            within[line.heading] += line.change
    income = _totals(within, INCOME_ORDER, 1)
    costs = _totals(within, COST_ORDER, -1)
    accounts = [sum(line.change for line in lines if line.fact.on <= last) for lines in book.lines.values()]
    owed, in_advance = sum(end for end in accounts if end > 0), -sum(end for end in accounts if end < 0)
    return YearAccounts(first, last, before, income, costs, before + sum(within.values()), owed, in_advance)


def _totals(within: defaultdict[Heading, int], order: tuple[Heading, ...], sign: int) -> tuple[HeadingTotal, ...]:
    return tuple(HeadingTotal(heading, sign * within[heading]) for heading in order if within[heading])


@dataclass(frozen=True, slots=True)
class HeadingComparison:
    """A heading in this year and in the last one."""

    heading: Heading
    this: int
    last: int


def compare(this: tuple[HeadingTotal, ...], last: tuple[HeadingTotal, ...]) -> Iterator[HeadingComparison]:
    """Both years side by side, in the order of headings."""
    now, then = ({each.heading: each.amount for each in year} for year in (this, last))
    for heading in (*INCOME_ORDER, *COST_ORDER):
        if heading in now or heading in then:
            yield HeadingComparison(heading, now.get(heading, 0), then.get(heading, 0))
