"""Statements of banks as CSV: read in several layouts, and each line of money received matched to what is owed.

| bank | columns |
|---|---|
| Lloyds, Halifax | Transaction Date, Transaction Description, Debit Amount, Credit Amount |
| NatWest, RBS | Date, Type, Description, Value |
| Barclays | Date, Amount, Memo |
| Santander, Nationwide, TSB | Date, Description or Transactions, Money in or Paid in, Money out or Paid out |
| Metro | Date, Details, Transaction Type, In, Out |
| Starling, Monzo | Date, Counter Party or Name, Reference or Notes, Amount |
| HSBC | no headings: day, description, amount |

A match is a proposal.
"""

import csv
import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import combinations

from scoring.names import NameSearch, fold, has_letters, letters
from scoring.treasury.facts import Charge, Share, spread

DAY = ("date", "transaction date", "posting date", "completed date", "value date")
WHO = (
    *("description", "transaction description", "transactions", "memo", "narrative", "details", "counter party"),
    *("name", "reference", "notes", "notes and #tags", "type", "transaction type"),
)
AMOUNT = ("amount", "value", "amount (gbp)", "amount gbp")
MONEY_IN = ("credit amount", "credit", "money in", "paid in", "paid in (gbp)", "credits", "in")
FORMATS = ("%d/%m/%Y", "%Y-%m-%d", "%d %b %Y", "%d-%b-%Y", "%d %B %Y", "%d/%m/%y", "%d-%b-%y", "%d %b %y", "%d.%m.%Y")
MOST_LINES = 5_000
MOST_DEBTS = 10  # of an account among which a sum is looked for
LONGEST_TEXT = 200


class BankFileError(ValueError):
    """A file that is no bank statement we can read; its text is for the treasurer."""


@dataclass(frozen=True, slots=True)
class BankLine:
    """Money received. `digest` is the same however often and within whatever statement the line comes again."""

    on: date
    amount: int
    text: str
    digest: str


def read_bank_file(text: str) -> tuple[BankLine, ...]:
    """The lines of money received, in the file's order; BankFileError where the file or one of its lines is unclear."""
    rows = [row for row in csv.reader(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}").splitlines()) if any(row)]
    if len(rows) > MOST_LINES:
        raise BankFileError(f"This statement has more than {MOST_LINES:,} lines. Export a shorter time.")
    for start, row in enumerate(rows[:20]):
        columns = [" ".join(cell.casefold().split()) for cell in row]
        if _first(columns, DAY) is not None and _first(columns, (*MONEY_IN, *AMOUNT)) is not None:
            return tuple(_with_digests(_lines(rows[start + 1 :], columns)))
    if rows and len(rows[0]) >= 3 and _day(rows[0][0]) is not None:
        return tuple(_with_digests(_lines(rows, ["date", "description", *[""] * (len(rows[0]) - 3), "amount"])))
    raise BankFileError("No column for the date or the amount was found. Export the statement as CSV and send that.")


def _lines(rows: Sequence[Sequence[str]], columns: list[str]) -> Iterator[tuple[date, int, str]]:
    day, received = _first(columns, DAY), _first(columns, MONEY_IN)
    column = received if received is not None else _first(columns, AMOUNT)
    assert day is not None
    assert column is not None
    words = [place for name in WHO for place, found in enumerate(columns) if found == name]
    for row in rows:
        if len(row) <= max(day, column):
            continue  # a note below the lines
        on, pence = _day(row[day]), _pence(row[column])
        if on is None or pence is None:
            raise BankFileError(f"This line was not understood: {', '.join(row)[:80]}")
        if pence > 0:
            texts = dict.fromkeys(" ".join(row[place].split()) for place in words if place < len(row))
            yield on, pence, " ".join(each for each in texts if each)[:LONGEST_TEXT]


def _with_digests(lines: Iterator[tuple[date, int, str]]) -> Iterator[BankLine]:
    """Two lines of one day that are alike are two; they are told apart by how many came before."""
    counts: Counter[tuple[date, int, str]] = Counter()
    for line in lines:
        on, amount, text = line
        key = f"{on}|{amount}|{text.casefold()}|{counts[line]}"
        counts[line] += 1
        yield BankLine(on, amount, text, hashlib.sha256(key.encode()).hexdigest()[:32])


def _first(columns: list[str], names: Sequence[str]) -> int | None:
    return next((columns.index(name) for name in names if name in columns), None)


def _day(text: str) -> date | None:
    """A day as banks write it, with the hour behind it or without."""
    words = text.replace("T", " ").split()
    for written in (" ".join(words), " ".join(words[:1]), " ".join(words[:3])):
        for form in FORMATS:
            try:
                return datetime.strptime(written, form).date()  # noqa: DTZ007 - a day alone
            except ValueError:
                continue
    return None


def _pence(text: str) -> int | None:
    """An amount as banks write it: "1,234.50", "£12.00", "-3.10", "(3.10)"; nothing is nought."""
    bare = re.sub(r"[\s£,+]|GBP", "", text.replace("\N{MINUS SIGN}", "-"))
    if not bare:
        return 0
    match = re.fullmatch(r"(-|\()?(\d{1,9})(?:\.(\d{1,2}))?\)?(?:CR)?", bare)
    if match is None:
        return None
    pence = int(match[2]) * 100 + int((match[3] or "0").ljust(2, "0"))
    return -pence if match[1] else pence


# --- whose it is ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Debtor:
    """An account that may have paid: the words it is known by, its reference first, and what it owes."""

    account: str
    names: tuple[str, ...]
    debts: tuple[Charge, ...]

    @property
    def owed(self) -> int:
        return sum(each.due for each in self.debts)


@dataclass(frozen=True, slots=True)
class BankMatch:
    """What a line probably pays. `by_name`: its words name the account; otherwise only the amount says so."""

    account: str
    shares: tuple[Share, ...]
    by_name: bool


def match_line(line: BankLine, debtors: Sequence[Debtor]) -> BankMatch | None:
    """The account that a line is of and the charges that it pays; None where that is anybody's guess."""
    named = _named(line, debtors)
    if named is not None:
        return BankMatch(named.account, _shares(line.amount, named.debts), by_name=True)
    exact = [each for each in debtors if each.owed and _exact(line.amount, each.debts) is not None]
    if len(exact) == 1:
        return BankMatch(exact[0].account, _shares(line.amount, exact[0].debts), by_name=False)
    return None


def _named(line: BankLine, debtors: Sequence[Debtor]) -> Debtor | None:
    """Whose name stands in the line; of several the longest, so that "Crown" is not found in "Crown B".

    Of Bay Horse and their pub, The Bay Horse, it is the one whose whole name stands there.
    """
    text = letters(line.text)
    pairs = [
        ((len(fold(name)), len(name) if letters(name) in text else 0), each)
        for each in debtors for name in each.names if has_letters(name) and NameSearch(name).finds(line.text)
    ]  # fmt: skip
    longest = max((length for length, _ in pairs), default=(0, 0))
    owners = {each.account: each for length, each in pairs if length == longest}
    return next(iter(owners.values())) if len(owners) == 1 else None


def _shares(amount: int, debts: Sequence[Charge]) -> tuple[Share, ...]:
    """Those charges that the amount pays to the penny, the fewest and oldest; otherwise the oldest first."""
    exact = _exact(amount, debts)
    return spread(amount, debts if exact is None else exact)


def _exact(amount: int, debts: Sequence[Charge]) -> tuple[Charge, ...] | None:
    oldest = tuple(debts[:MOST_DEBTS])
    for number in range(1, len(oldest) + 1):
        for some in combinations(oldest, number):
            if sum(each.due for each in some) == amount:
                return some
    total = sum(each.due for each in debts)
    return tuple(debts) if total == amount and debts else None
