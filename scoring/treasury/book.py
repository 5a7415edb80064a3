"""What a book comes to: a fold of its facts, one after the other. Every balance is worked out here.

| fact | what is owed | what is in advance | cash |
|---|---|---|---|
| ChargeApproval | + the charge | | |
| ChargeWithdrawal | - what of it is open | + what was paid for it | |
| Payment | - its shares | + the rest | + |
| CreditUse | - its shares | - its shares | |
| Refund | | - | - |
| WriteOff | - | | |
| OpeningBalance, Income | | | + |
| Expense, PrizePayment | | | - |
| Reversal | as before the fact that it reverses | | |

A fact that cannot be raises `BookError`, whose text is for the treasurer, and leaves the book as it was.

Reports count money on the day when it was received or paid, as small clubs keep their accounts.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from scoring.treasury.facts import (
    CHARGES,
    COSTS,
    INCOME,
    BookError,
    BookFact,
    Charge,
    ChargeApproval,
    ChargeProposal,
    ChargeState,
    ChargeWithdrawal,
    CreditUse,
    Expense,
    Heading,
    Income,
    OpeningBalance,
    Payment,
    PrizePayment,
    Refund,
    Reversal,
    WriteOff,
    pounds,
)


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of an account's statement: by how much what it owes changed; less for what it paid."""

    fact: BookFact
    change: int


@dataclass(frozen=True, slots=True)
class CashLine:
    """What a fact put into the league's cash under a heading, or took out of it."""

    fact: BookFact
    heading: Heading
    change: int


class Book:
    """Facts, applied one after the other: the charges, the lines of every account, and those of the cash."""

    def __init__(self, facts: Iterable[BookFact] = ()) -> None:
        self.facts: dict[int, BookFact] = {}
        self.charges: dict[int, Charge] = {}
        self.credit: defaultdict[str, int] = defaultdict(int)
        self.lines: defaultdict[str, list[AccountLine]] = defaultdict(list)
        self.cash: list[CashLine] = []
        self.reversed: dict[int, Reversal] = {}
        for fact in facts:
            self.apply(fact)

    def apply(self, fact: BookFact) -> None:
        """Add one fact; BookError if it cannot be, and then nothing has changed."""
        if self.facts and fact.id <= next(reversed(self.facts)):
            raise BookError("Facts are written one after the other.")
        match fact:
            case OpeningBalance() | Income() | Expense() | PrizePayment():
                self._take_or_spend(fact)
            case ChargeProposal():
                self._propose(fact)
            case ChargeApproval():
                self._approve(fact)
            case ChargeWithdrawal():
                self._withdraw(fact)
            case Payment() | CreditUse():
                self._pay(fact)
            case Refund():
                self._refund(fact)
            case WriteOff():
                self._write_off(fact)
            case Reversal():
                self._reverse(fact)
            case _:
                raise BookError("This is no fact of a book.")
        self.facts[fact.id] = fact

    # --- what it comes to ---------------------------------------------------------------------------------------------
    @property
    def balance(self) -> int:
        """The league's cash, at the bank and in the tin."""
        return sum(line.change for line in self.cash)

    def balance_of(self, account: str) -> int:
        """What an account owes after all; less than nought for what it has in advance."""
        return sum(line.change for line in self.lines.get(account, ()))

    def debts_of(self, account: str) -> tuple[Charge, ...]:
        """The charges that an account still has to pay, the oldest first."""
        open_ones = (each for each in self.charges.values() if each.due and each.proposal.account == account)
        return tuple(sorted(open_ones, key=lambda each: (each.proposal.on, each.proposal.id)))

    @property
    def proposed(self) -> tuple[Charge, ...]:
        return tuple(each for each in self.charges.values() if each.state is ChargeState.PROPOSED)

    # --- one kind of fact each ----------------------------------------------------------------------------------------
    def _propose(self, fact: ChargeProposal) -> None:
        _above_nought(fact.amount)
        if fact.heading not in CHARGES:
            raise BookError("Nothing is charged under this heading.")
        self.charges[fact.id] = Charge(fact)

    def _approve(self, fact: ChargeApproval) -> None:
        charge = self._charge(fact.charge)
        if charge.state is not ChargeState.PROPOSED:
            raise BookError(f"This charge is {charge.state} already.")
        charge.state = ChargeState.APPROVED
        self._note(charge.proposal.account, fact, charge.proposal.amount)

    def _withdraw(self, fact: ChargeWithdrawal) -> None:
        charge, account = self._charge(fact.charge), self._charge(fact.charge).proposal.account
        _says_why(fact.reason)
        if charge.state is ChargeState.WITHDRAWN:
            raise BookError("This charge is withdrawn already.")
        if charge.state is ChargeState.APPROVED:
            self._note(account, fact, charge.written_off - charge.proposal.amount)
            self._note_cash(fact, charge.proposal.heading, -charge.paid)
            self._note_cash(fact, Heading.ADVANCE, charge.paid)
            self.credit[account] += charge.paid
            charge.paid_by.clear()
        charge.state = ChargeState.WITHDRAWN

    def _pay(self, fact: Payment | CreditUse) -> None:
        shared = sum(share.amount for share in fact.shares)
        self._check_shares(fact)
        if isinstance(fact, Payment):
            _above_nought(fact.amount)
            if shared > fact.amount:
                raise BookError(f"{pounds(fact.amount)} is less than the {pounds(shared)} that it is to pay for.")
            self._note(fact.account, fact, -fact.amount)
            self._note_cash(fact, Heading.ADVANCE, fact.amount - shared)
            self.credit[fact.account] += fact.amount - shared
        else:
            _above_nought(shared)
            self._spend_credit(fact.account, shared)
            self._note_cash(fact, Heading.ADVANCE, -shared)
        for share in fact.shares:
            charge = self.charges[share.charge]
            charge.paid_by[fact.id] = share.amount
            self._note_cash(fact, charge.proposal.heading, share.amount)

    def _refund(self, fact: Refund) -> None:
        _above_nought(fact.amount)
        _says_why(fact.reason)
        self._spend_credit(fact.account, fact.amount)
        self._note(fact.account, fact, fact.amount)
        self._note_cash(fact, Heading.REFUND, -fact.amount)

    def _write_off(self, fact: WriteOff) -> None:
        charge = self._charge(fact.charge)
        _above_nought(fact.amount)
        _says_why(fact.reason)
        _not_more_than_due(fact.amount, charge)
        charge.written_off += fact.amount
        self._note(charge.proposal.account, fact, -fact.amount)

    def _take_or_spend(self, fact: OpeningBalance | Income | Expense | PrizePayment) -> None:
        match fact:
            case OpeningBalance():
                self._note_cash(fact, Heading.OPENING, fact.amount)
                return
            case Income() if fact.heading not in INCOME:
                raise BookError("No income stands under this heading.")
            case Expense() if fact.heading not in COSTS:
                raise BookError("Nothing is spent under this heading.")
        _above_nought(fact.amount)
        heading = Heading.PRIZE if isinstance(fact, PrizePayment) else fact.heading
        self._note_cash(fact, heading, fact.amount if isinstance(fact, Income) else -fact.amount)

    def _reverse(self, fact: Reversal) -> None:
        wrong = self.facts.get(fact.fact)
        _says_why(fact.reason)
        if fact.fact in self.reversed:
            raise BookError("This entry is reversed already.")
        match wrong:
            case Payment() | CreditUse():
                self._reverse_payment(fact, wrong)
            case WriteOff():
                self._reverse_write_off(fact, wrong)
            case Refund():
                self.credit[wrong.account] += wrong.amount
                self._note(wrong.account, fact, -wrong.amount)
                self._note_cash(fact, Heading.REFUND, wrong.amount)
            case OpeningBalance() | Income() | Expense() | PrizePayment():
                for line in [line for line in self.cash if line.fact is wrong]:
                    self._note_cash(fact, line.heading, -line.change)
            case _:
                raise BookError("Only an entry about money can be reversed. A charge is withdrawn instead.")
        self.reversed[fact.fact] = fact

    def _reverse_payment(self, fact: Reversal, wrong: Payment | CreditUse) -> None:
        """What it still pays for is owed again; the rest of a payment comes out of what is in advance."""
        paying = [each for each in self.charges.values() if wrong.id in each.paid_by]
        shared = sum(each.paid_by[wrong.id] for each in paying)
        if isinstance(wrong, Payment):
            rest = wrong.amount - shared
            if rest > self.credit[wrong.account]:
                raise BookError("Part of this payment has been used or given back since. Reverse that first.")
            self.credit[wrong.account] -= rest
            self._note(wrong.account, fact, wrong.amount)
            self._note_cash(fact, Heading.ADVANCE, -rest)
        else:
            self.credit[wrong.account] += shared
            self._note_cash(fact, Heading.ADVANCE, shared)
        for charge in paying:
            self._note_cash(fact, charge.proposal.heading, -charge.paid_by.pop(wrong.id))

    def _reverse_write_off(self, fact: Reversal, wrong: WriteOff) -> None:
        charge = self._charge(wrong.charge)
        if charge.state is ChargeState.WITHDRAWN:
            raise BookError("The charge itself has been withdrawn since.")
        charge.written_off -= wrong.amount
        self._note(charge.proposal.account, fact, wrong.amount)

    # --- parts of these -----------------------------------------------------------------------------------------------
    def _charge(self, number: int) -> Charge:
        if number not in self.charges:
            raise BookError("There is no such charge.")
        return self.charges[number]

    def _check_shares(self, fact: Payment | CreditUse) -> None:
        numbers = [share.charge for share in fact.shares]
        if len(set(numbers)) < len(numbers):
            raise BookError("Each charge is paid once by a payment.")
        for share in fact.shares:
            charge = self._charge(share.charge)
            _above_nought(share.amount)
            if charge.proposal.account != fact.account:
                raise BookError("This charge is of another account.")
            _not_more_than_due(share.amount, charge)

    def _spend_credit(self, account: str, amount: int) -> None:
        if amount > self.credit[account]:
            raise BookError(f"{pounds(amount)} is more than the {pounds(self.credit[account])} paid in advance.")
        self.credit[account] -= amount

    def _note(self, account: str, fact: BookFact, change: int) -> None:
        if change:
            self.lines[account].append(AccountLine(fact, change))

    def _note_cash(self, fact: BookFact, heading: Heading, change: int) -> None:
        if change:
            self.cash.append(CashLine(fact, heading, change))


def day_order(line: AccountLine | CashLine) -> tuple[date, int]:
    """By the day for which it counts, and within one as they were written."""
    return line.fact.on, line.fact.id


def _above_nought(amount: int) -> None:
    if amount <= 0:
        raise BookError("Give an amount above £0.00.")


def _not_more_than_due(amount: int, charge: Charge) -> None:
    if amount > charge.due:
        raise BookError(f"{pounds(amount)} is more than the {pounds(charge.due)} still owed for this charge.")


def _says_why(reason: str) -> None:
    if not reason.strip():
        raise BookError("Give a reason.")


# --- reports ----------------------------------------------------------------------------------------------------------
INCOME_ORDER = (*CHARGES, Heading.ADVANCE, *INCOME)
COST_ORDER = (Heading.PRIZE, *COSTS, Heading.REFUND)


@dataclass(frozen=True, slots=True)
class StatementLine:
    line: AccountLine
    balance: int


@dataclass(frozen=True, slots=True)
class AccountStatement:
    lines: tuple[StatementLine, ...]
    balance: int


def account_statement(book: Book, account: str) -> AccountStatement:
    balance, shown = 0, []
    for line in sorted(book.lines.get(account, ()), key=day_order):
        balance += line.change
        shown.append(StatementLine(line, balance))
    return AccountStatement(tuple(shown), balance)


@dataclass(frozen=True, slots=True)
class HeadingTotal:
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
    heading: Heading
    this: int
    last: int


def compare(this: tuple[HeadingTotal, ...], last: tuple[HeadingTotal, ...]) -> Iterator[HeadingComparison]:
    now, then = ({each.heading: each.amount for each in year} for year in (this, last))
    for heading in (*INCOME_ORDER, *COST_ORDER):
        if heading in now or heading in then:
            yield HeadingComparison(heading, now.get(heading, 0), then.get(heading, 0))
