"""Books made up by chance: whatever a treasurer may write, in whatever order, mistakes and corrections among it."""

from collections import Counter
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from scoring.treasury.book import Book
from scoring.treasury.facts import (
    CHARGES,
    COSTS,
    INCOME,
    BookError,
    BookFact,
    ChargeApproval,
    ChargeProposal,
    ChargeState,
    ChargeWithdrawal,
    CreditUse,
    Expense,
    Income,
    OpeningBalance,
    Payment,
    PrizePayment,
    Refund,
    Reversal,
    Share,
    WriteOff,
    spread,
)

SEASON = (date(2026, 9, 1), 300)
KINDS = (
    *(OpeningBalance, ChargeProposal, ChargeApproval, ChargeWithdrawal, Payment, CreditUse, Refund, WriteOff),
    *(Income, Expense, PrizePayment, Reversal),
)


class Season:
    """A season of one treasurer: `facts` that were taken, and how many were refused."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.accounts = [f"a{number}" for number in range(self.chance.randint(1, 8))]
        self.book, self.facts, self.refused = Book(), [], Counter()
        for _ in range(self.chance.randint(40, 160)):
            self._try(self.chance.choice(self._makers())())

    def _makers(self) -> list[Callable[[], BookFact | None]]:
        often = [self._proposal] * 4 + [self._approval] * 4 + [self._payment] * 5
        return [*often, self._withdrawal, self._credit_use, self._refund, self._write_off, self._other, self._reversal]

    def _try(self, fact: BookFact | None) -> None:
        if fact is None:
            return
        try:
            self.book.apply(fact)
        except BookError:
            self.refused[type(fact).__name__] += 1
        else:
            self.facts.append(fact)

    def _next(self) -> tuple[int, date]:
        first, days = SEASON
        last = self.facts[-1].id if self.facts else 0
        return last + self.chance.randint(1, 3), first + timedelta(days=self.chance.randrange(days))

    def _pence(self) -> int:
        return self.chance.choice((1, 99, 200, 250, 500, 1999, 2500, self.chance.randint(1, 10_000)))

    def _charge(self) -> int:
        """Mostly one that there is, now and then one that there is not."""
        return self.chance.choice([*self.book.charges, 10_000])

    def _proposal(self):
        return ChargeProposal(
            *self._next(), self.chance.choice(self.accounts), self.chance.choice(CHARGES), self._pence()
        )

    def _approval(self):
        waiting = [number for number, each in self.book.charges.items() if each.state is ChargeState.PROPOSED]
        return ChargeApproval(*self._next(), self.chance.choice(waiting)) if waiting else None

    def _withdrawal(self):
        return ChargeWithdrawal(*self._next(), self._charge(), "entered twice")

    def _payment(self):
        account = self.chance.choice(self.accounts)
        debts = list(self.book.debts_of(account))
        self.chance.shuffle(debts)
        amount = self.chance.choice((self._pence(), sum(each.due for each in debts) or self._pence()))
        shares = spread(self.chance.randint(0, amount), debts)
        return Payment(*self._next(), account, amount, shares)

    def _credit_use(self):
        account = self.chance.choice(self.accounts)
        shares = spread(self.book.credit[account], self.book.debts_of(account))
        return CreditUse(*self._next(), account, shares or (Share(self._charge(), self._pence()),))

    def _refund(self):
        account = self.chance.choice(self.accounts)
        amount = self.chance.choice((self.book.credit[account], self._pence()))
        return Refund(*self._next(), account, amount, "left the league")

    def _write_off(self):
        number = self._charge()
        due = self.book.charges[number].due if number in self.book.charges else 0
        return WriteOff(*self._next(), number, self.chance.choice((due, self._pence())), "the pub has closed")

    def _other(self):
        number, on = self._next()
        chance = self.chance
        return chance.choice(
            (
                OpeningBalance(number, on, chance.randint(-5_000, 200_000)),
                Income(number, on, chance.choice(INCOME), self._pence()),
                Expense(number, on, chance.choice(COSTS), self._pence()),
                PrizePayment(number, on, self._pence()),
            )
        )

    def _reversal(self):
        return Reversal(*self._next(), self.chance.choice([*self.book.facts, 10_000]), "typed wrongly")
