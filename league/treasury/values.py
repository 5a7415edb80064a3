"""Rows of the book as the rules know them: facts by number, accounts by a key. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.urls import reverse

from league.teams.models import League, Team, Venue
from league.treasury.models import TreasuryFact, TreasuryFactKind
from scoring.treasury.book import Book
from scoring.treasury.charge import Charge
from scoring.treasury.facts import (
    BookFact,
    ChargeApproval,
    ChargeProposal,
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
    Share,
    WriteOff,
)

Shares = tuple[Share, ...]
LONGEST_REFERENCE = 18  # letters that a bank has room for


@dataclass(frozen=True, slots=True)
class AccountHolder:
    """Whose account it is: a team's, or a pub's."""

    row: Team | Venue

    @property
    def key(self) -> str:
        return f"{self.kind}-{self.row.pk}"

    @property
    def kind(self) -> str:
        return "team" if isinstance(self.row, Team) else "venue"

    @property
    def name(self) -> str:
        return self.row.name

    @property
    def reference(self) -> str:
        """What a payment of theirs should be called at the bank."""
        return self.row.slug.upper()[:LONGEST_REFERENCE]

    def address_of(self, page: str = "account") -> str:
        """Where a page of the account is: "account", "payment"; needs row.league."""
        return reverse(f"{self.kind}-{page}", args=[self.row.league.slug, self.row.slug])

    @property
    def payment_address(self) -> str:
        return self.address_of("payment")

    def get_absolute_url(self) -> str:
        return self.address_of()


@dataclass(frozen=True, slots=True)
class LeagueBook:
    """The book, and its rows by their numbers."""

    league: League
    book: Book
    rows: Mapping[int, TreasuryFact]

    @property
    def next_number(self) -> int:
        return max(self.rows, default=0) + 1

    def row_of(self, charge: Charge) -> TreasuryFact:
        return self.rows[charge.proposal.id]

    def holder_of(self, row: TreasuryFact) -> AccountHolder:
        owner = row.team or row.venue
        assert owner is not None
        owner.league = self.league
        return AccountHolder(owner)


def fact_of(row: TreasuryFact, shares: Shares) -> BookFact:
    return FACTS[TreasuryFactKind(row.kind)](row, row.about or 0, shares)


FACTS: Mapping[TreasuryFactKind, Callable[[TreasuryFact, int, Shares], BookFact]] = {
    TreasuryFactKind.OPENING: lambda row, _about, _shares: OpeningBalance(row.number, row.on, row.amount),
    TreasuryFactKind.CHARGE: lambda row, _about, _shares: ChargeProposal(
        row.number, row.on, row.account, Heading(row.heading), row.amount
    ),
    TreasuryFactKind.APPROVAL: lambda row, about, _shares: ChargeApproval(row.number, row.on, about),
    TreasuryFactKind.WITHDRAWAL: lambda row, about, _shares: ChargeWithdrawal(row.number, row.on, about, row.reason),
    TreasuryFactKind.PAYMENT: lambda row, _about, shares: Payment(row.number, row.on, row.account, row.amount, shares),
    TreasuryFactKind.CREDIT: lambda row, _about, shares: CreditUse(row.number, row.on, row.account, shares),
    TreasuryFactKind.REFUND: lambda row, _about, _shares: Refund(
        row.number, row.on, row.account, row.amount, row.reason
    ),
    TreasuryFactKind.WRITE_OFF: lambda row, about, _shares: WriteOff(row.number, row.on, about, row.amount, row.reason),
    TreasuryFactKind.INCOME: lambda row, _about, _shares: Income(row.number, row.on, Heading(row.heading), row.amount),
    TreasuryFactKind.EXPENSE: lambda row, _about, _shares: Expense(
        row.number, row.on, Heading(row.heading), row.amount
    ),
    TreasuryFactKind.PRIZE: lambda row, _about, _shares: PrizePayment(row.number, row.on, row.amount),
    TreasuryFactKind.REVERSAL: lambda row, about, _shares: Reversal(row.number, row.on, about, row.reason),
}
