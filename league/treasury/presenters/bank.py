"""A line of a bank statement with whose money it probably is, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.treasury.models import BankLine
from league.treasury.presenters.letters import label_of
from league.treasury.values import AccountHolder, LeagueBook
from scoring.treasury.bank import BankLine as BankMoney
from scoring.treasury.bank import Debtor, match_line
from scoring.treasury.charge import pounds
from scoring.treasury.facts import (
    Heading,
)


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line of a statement with whose it probably is, and what it would pay; None where that is anybody's guess."""

    line: BankLine
    holder: AccountHolder | None
    pays: str
    numbers: tuple[int, ...]
    by_name: bool


def matched_line(
    row: BankLine, debtors: Sequence[Debtor], by_key: dict[str, AccountHolder], book: LeagueBook
) -> MatchedLine:
    found = match_line(BankMoney(row.on, row.amount, row.text, row.digest), debtors)
    if found is None:
        return MatchedLine(row, None, "", (), by_name=False)
    parts = [f"{label_of(book.rows[share.charge])}: {pounds(share.amount)}" for share in found.shares]
    rest = row.amount - sum(share.amount for share in found.shares)
    if rest:
        parts.append(f"{Heading.ADVANCE.value.capitalize()}: {pounds(rest)}")
    numbers = tuple(share.charge for share in found.shares)
    return MatchedLine(row, by_key[found.account], "; ".join(parts), numbers, found.by_name)
