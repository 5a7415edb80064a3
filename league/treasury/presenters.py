"""What captains are told of their team's account, as an audit entry keeps it: bills, receipts and reminders.

Pure: a book in, plain values out, which `league.notifications` makes a message of.
"""

from collections.abc import Sequence
from typing import Any

from league.base.ui.formats import night
from league.treasury.models import TreasuryFact, TreasurySettings
from league.treasury.values import AccountHolder, LeagueBook
from scoring.treasury.charge import Charge, pounds
from scoring.treasury.facts import LABELS, Heading

ADVANCE = "Paid in advance"
Lines = list[list[str]]


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
        "facts": [*debt_lines(book, debts), *([[ADVANCE, pounds(-in_advance)]] if in_advance else [])],
    }


def receipt(book: LeagueBook, holder: AccountHolder, row: TreasuryFact, shares: Sequence[Any]) -> dict[str, Any]:
    rest = row.amount - sum(share.amount for share in shares)
    facts = [[label_of(book.rows[share.charge]), pounds(share.amount)] for share in shares]
    how = row.get_method_display().lower()
    by = f" from {row.payer}" if row.payer else ""
    return {
        "subject": f"{holder.name}: receipt {row.number} for {pounds(row.amount)}",
        "words": [
            f"We have received {pounds(row.amount)}{by} on {night(row.on, year=True)} ({how}).",
            _owes(book, holder),
        ],
        "facts": [*facts, *([[ADVANCE, pounds(rest)]] if rest else [])],
    }


def debt_lines(book: LeagueBook, debts: Sequence[Charge]) -> Lines:
    return [[label_of(book.row_of(each)), pounds(each.due)] for each in debts]


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
