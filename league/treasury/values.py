"""Rows of the book as facts of scoring.treasury, and the letters that captains get about them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from league.base.ui.formats import night
from league.teams.models import League, Team, Venue
from league.treasury.models import TreasuryFact, TreasuryFactKind, TreasurySettings
from scoring.treasury.book import Book
from scoring.treasury.facts import (
    LABELS,
    BookFact,
    Charge,
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
    pounds,
)

LONGEST_REFERENCE = 18  # letters that a bank has room for


@dataclass(frozen=True, slots=True)
class AccountHolder:
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


# The fact of each kind, and what it is made of besides its number and its day.
FACTS: Mapping[TreasuryFactKind, tuple[Callable[..., BookFact], tuple[str, ...]]] = {
    TreasuryFactKind.OPENING: (OpeningBalance, ("amount",)),
    TreasuryFactKind.CHARGE: (ChargeProposal, ("account", "heading", "amount")),
    TreasuryFactKind.APPROVAL: (ChargeApproval, ("about",)),
    TreasuryFactKind.WITHDRAWAL: (ChargeWithdrawal, ("about", "reason")),
    TreasuryFactKind.PAYMENT: (Payment, ("account", "amount", "shares")),
    TreasuryFactKind.CREDIT: (CreditUse, ("account", "shares")),
    TreasuryFactKind.REFUND: (Refund, ("account", "amount", "reason")),
    TreasuryFactKind.WRITE_OFF: (WriteOff, ("about", "amount", "reason")),
    TreasuryFactKind.INCOME: (Income, ("heading", "amount")),
    TreasuryFactKind.EXPENSE: (Expense, ("heading", "amount")),
    TreasuryFactKind.PRIZE: (PrizePayment, ("amount",)),
    TreasuryFactKind.REVERSAL: (Reversal, ("about", "reason")),
}


def fact_of(row: TreasuryFact, shares: tuple[Share, ...]) -> BookFact:
    make, names = FACTS[TreasuryFactKind(row.kind)]
    values = {"heading": row.heading and Heading(row.heading), "about": row.about or 0, "shares": shares}
    return make(row.number, row.on, *(values[name] if name in values else getattr(row, name) for name in names))


# --- what captains are told: bills, receipts and reminders, as an audit entry keeps them ------------------------------
ADVANCE = "Paid in advance"


def label_of(row: TreasuryFact) -> str:
    """What a charge is for: "Fines for late cards. Crown A v Bell: ..."."""
    return f"{LABELS[Heading(row.heading)]}{f'. {row.words}' if row.words else ''}"


def bill(book: LeagueBook, holder: AccountHolder, numbers: Sequence[int], details: TreasurySettings) -> dict[str, Any]:
    rows = [book.rows[number] for number in numbers]
    total = sum(row.amount for row in rows)
    return {
        "subject": f"{holder.name}: {pounds(total)} to pay",
        "words": [_owes(book, holder), *how_to_pay(details, holder)],
        "facts": [[label_of(row), pounds(row.amount)] for row in rows],
    }


def reminder(book: LeagueBook, holder: AccountHolder, details: TreasurySettings) -> dict[str, Any]:
    """Everything that an account still has to pay, less what it has in advance."""
    debts, owed = book.book.debts_of(holder.key), book.book.balance_of(holder.key)
    in_advance = sum(each.due for each in debts) - owed
    return {
        "subject": f"{holder.name}: {pounds(owed)} is still to pay",
        "words": [_owes(book, holder), *how_to_pay(details, holder)],
        "facts": [
            *([label_of(book.row_of(each)), pounds(each.due)] for each in debts),
            *([[ADVANCE, pounds(-in_advance)]] if in_advance else []),
        ],
    }


def receipt(book: LeagueBook, holder: AccountHolder, row: TreasuryFact, shares: Sequence[Any]) -> dict[str, Any]:
    rest = row.amount - sum(share.amount for share in shares)
    facts = [[label_of(book.rows[share.charge]), pounds(share.amount)] for share in shares]
    how = row.get_method_display().lower()
    by = f" from {row.payer}" if row.payer else ""
    received = f"We have received {pounds(row.amount)}{by} on {night(row.on, year=True)} ({how})."
    return {
        "subject": f"{holder.name}: receipt {row.number} for {pounds(row.amount)}",
        "words": [received, _owes(book, holder)],
        "facts": [*facts, *([[ADVANCE, pounds(rest)]] if rest else [])],
    }


def how_to_pay(details: TreasurySettings, holder: AccountHolder) -> list[str]:
    """The league's bank details, its payment link and its own words; nothing where it has given none."""
    bank = [details.account_name, details.sort_code and f"sort code {details.sort_code}",
            details.account_number and f"account number {details.account_number}"]  # fmt: skip
    lines = []
    if details.account_number:
        lines.append(f"Pay by bank transfer to {', '.join(filter(None, bank))}. Reference: {holder.reference}.")
    if details.payment_link:
        lines.append(f"Pay online: {details.payment_link}")
    return [*lines, *([details.how_to_pay] if details.how_to_pay else [])]


def _owes(book: LeagueBook, holder: AccountHolder) -> str:
    balance = book.book.balance_of(holder.key)
    if balance < 0:
        return f"{holder.name} has {pounds(-balance)} paid in advance."
    return f"{holder.name} now owes {pounds(balance)} in all." if balance else f"{holder.name} owes nothing."
