"""The book of a league as its pages show it: who owes what, statements in words, proposed charges, bank lines."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import League, Team, Venue
from league.treasury.models import BankLine, BankLineState, ChargeShare, TreasuryFact, TreasuryFactKind
from league.treasury.queries.fees import desk_payments, groundless_charges
from league.treasury.values import AccountHolder, LeagueBook, fact_of, label_of
from scoring.treasury.bank import BankLine as BankMoney
from scoring.treasury.bank import Debtor, match_line
from scoring.treasury.book import Book
from scoring.treasury.charge import Charge, pounds
from scoring.treasury.facts import (
    LABELS,
    ChargeApproval,
    ChargeWithdrawal,
    CreditUse,
    Heading,
    Payment,
    Reversal,
    Share,
    WriteOff,
)
from scoring.treasury.statements import AccountStatement, account_statement


@dataclass(frozen=True, slots=True)
class AccountSummary:
    """An account in the list: `balance` is owed, less than nought where something is paid in advance."""

    holder: AccountHolder
    balance: int
    oldest: date | None

    @property
    def in_advance(self) -> int:
        return max(-self.balance, 0)


NO_GROUND = {
    Heading.LATE_CARD: "The card is not late any more: its match was struck out, moved or decided otherwise.",
    Heading.NO_SHOW: "Nobody failed to turn up any more: the match was struck out or decided otherwise.",
    Heading.CUP_ENTRY: "The entry was taken off the list, or the cup is not held.",
}


def doubtful_charges(book: LeagueBook, numbers: Iterable[int]) -> list[dict[str, Any]]:
    """Charges that were approved (`row`), whose they are, and why they may no longer be due."""
    rows = [book.rows[number] for number in numbers]
    other = "What it was for no longer stands."
    return [
        {"row": row, "holder": book.holder_of(row), "why": NO_GROUND.get(Heading(row.heading), other)} for row in rows
    ]


@dataclass(frozen=True, slots=True)
class MoneyPage:
    """The treasurer's first page."""

    book: LeagueBook
    accounts: tuple[AccountSummary, ...]
    proposed: int
    bank_lines: int
    groundless: list[dict[str, Any]]

    @property
    def owed(self) -> int:
        return sum(each.balance for each in self.accounts if each.balance > 0)

    @property
    def in_advance(self) -> int:
        return sum(each.in_advance for each in self.accounts)

    @property
    def owing(self) -> list[tuple[AccountHolder, int]]:
        return [
            (each.holder, each.balance) for each in self.accounts if each.balance > 0 and each.holder.kind == "team"
        ]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of a statement in words: `charged` or `paid`, less than nought where that is taken back, and what is owed
    after it.
    """

    on: date
    words: str
    more: str
    charged: int
    paid: int
    balance: int
    row: TreasuryFact
    can_reverse: bool


@dataclass(frozen=True, slots=True)
class AccountPage:
    """One account: what is open, each charge with the day on which it was approved, and its statement."""

    holder: AccountHolder
    book: LeagueBook
    debts: tuple[tuple[Charge, TreasuryFact, date], ...]
    lines: tuple[ShownLine, ...]
    balance: int
    credit: int
    groundless: list[dict[str, Any]]

    @property
    def owed(self) -> int:
        return sum(charge.due for charge, *_ in self.debts)

    @property
    def in_advance(self) -> int:
        return max(-self.balance, 0)


def shown_lines(book: LeagueBook, statement: AccountStatement) -> Iterator[ShownLine]:
    for account_line in statement.lines:
        row, change = book.rows[account_line.line.fact.id], account_line.line.change
        words, more = line_words(book, row)
        reversible = isinstance(account_line.line.fact, Payment) or row.kind in CAN_REVERSE
        wrong = book.rows.get(row.about or 0) if row.kind == TreasuryFactKind.REVERSAL else None
        charged, paid = (0, -change) if (wrong or row).kind in MONEY else (change, 0)
        yield ShownLine(
            row.on, words, more, charged, paid, account_line.balance, row,
            reversible and row.number not in book.book.reversed,
        )  # fmt: skip


APPROVAL = TreasuryFactKind.APPROVAL
MONEY = (TreasuryFactKind.PAYMENT, TreasuryFactKind.REFUND)  # what changes an account other than by charges
CAN_REVERSE = frozenset(
    {
        *(TreasuryFactKind.PAYMENT, TreasuryFactKind.CREDIT, TreasuryFactKind.REFUND, TreasuryFactKind.WRITE_OFF),
        *(TreasuryFactKind.INCOME, TreasuryFactKind.EXPENSE, TreasuryFactKind.PRIZE, TreasuryFactKind.OPENING),
    }
)


def line_words(book: LeagueBook, row: TreasuryFact) -> tuple[str, str]:
    """What a fact is, and a word more: its reason, or what a payment paid for."""
    about = book.book.facts[row.number]
    match about:
        case Payment() | CreditUse():
            how = f", {row.get_method_display().lower()}" if row.method else ""
            paid = f"Payment {row.number}{how}{f', from {row.payer}' if row.payer else ''}"
            words = "Paid from what was in advance" if row.kind == TreasuryFactKind.CREDIT else paid
            return words, "; ".join(label_of(book.rows[share.charge]) for share in about.shares)
        case Reversal():
            wrong = book.rows[about.fact]
            what = "Payment" if wrong.kind == TreasuryFactKind.PAYMENT else wrong.get_kind_display()
            return f"{what} {wrong.number} reversed", row.reason
    if row.kind == TreasuryFactKind.CHARGE:
        return f"Proposed: {label_of(row)}", ""
    if not isinstance(about, ChargeApproval | ChargeWithdrawal | WriteOff):
        heading = row.get_heading_display() if row.heading else row.get_kind_display()
        return heading, row.words or row.reason
    charge = book.rows[about.charge]
    if row.kind == APPROVAL:
        return charge.get_heading_display(), charge.words
    return f"{row.get_kind_display()}: {label_of(charge)}", row.reason


def rows_to_show(book: LeagueBook) -> list[TreasuryFact]:
    """The facts that are lines of the book, the latest first: a proposal that was approved is one with its approval."""
    approved = {row.about for row in book.rows.values() if row.kind == APPROVAL}
    return [row for row in reversed([*book.rows.values()]) if row.number not in approved]


def book_lines(book: LeagueBook, rows: Sequence[TreasuryFact]) -> list[dict[str, Any]]:
    """Facts as lines of the whole book: in words, whose they are, how much came in or went out."""
    cash: Counter[int] = Counter()
    for line in book.book.cash:
        cash[line.fact.id] += line.change
    return [_book_line(book, row, cash[row.number]) for row in rows]


def _book_line(book: LeagueBook, row: TreasuryFact, cash: int) -> dict[str, Any]:
    """An approval is shown with the number of its proposal too, with what it is about and how much that is."""
    (words, more), numbers = line_words(book, row), f"Entry {row.number}"
    if row.kind == APPROVAL and row.about is not None:
        words = f"Charged: {words}, {pounds(book.rows[row.about].amount)}"
        numbers = f"Entries {row.about} and {row.number}"
    amount = f"{pounds(abs(cash))} {'in' if cash > 0 else 'out'}"
    if row.kind == TreasuryFactKind.OPENING or not cash:
        amount = pounds(row.amount) if row.amount else ""
    owner = row if row.team_id or row.venue_id else book.rows.get(row.about or 0)
    account = book.holder_of(owner) if owner and (owner.team_id or owner.venue_id) else None
    can_reverse = row.kind in CAN_REVERSE and row.number not in book.book.reversed
    return {
        "row": row, "words": words, "more": more, "account": account, "numbers": numbers, "amount": amount,
        "can_reverse": can_reverse,
    }  # fmt: skip


# --- A line of a bank statement, with whose money it probably is -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class MatchedLine:
    """A line of a statement with whose it probably is, and what it would pay; None where that is anybody's guess."""

    line: BankLine
    holder: AccountHolder | None
    pays: str
    numbers: tuple[int, ...]
    by_name: bool


# --- reading the book -------------------------------------------------------------------------------------------------


def read_book(league: League) -> LeagueBook:
    """The whole book of a league; two queries."""
    of_league = TreasuryFact.objects.filter(league=league).select_related("team", "venue", "by").order_by("number")
    rows: list[TreasuryFact] = list(with_shared_relations(of_league))
    numbers = {row.pk: row.number for row in rows}
    shares: defaultdict[int, list[Share]] = defaultdict(list)
    paid = ChargeShare.objects.filter(fact__league=league).order_by("pk")
    for fact, charge, amount in paid.values_list("fact", "charge", "amount"):
        shares[fact].append(Share(numbers[charge], amount))
    facts = (fact_of(row, tuple(shares[row.pk])) for row in rows)
    return LeagueBook(league, Book(facts), {row.number: row for row in rows})


def money_page(league: League, at: datetime | None = None) -> MoneyPage:
    """Who owes most first, then those who owe nothing, by name; six queries."""
    book = read_book(league)
    shown = []
    for holder in holders_of(league):
        debts = book.book.debts_of(holder.key)
        if holder.kind == "team" or holder.key in book.book.lines:
            oldest = debts[0].proposal.on if debts else None
            shown.append(AccountSummary(holder, book.book.balance_of(holder.key), oldest))
    accounts = tuple(sorted(shown, key=lambda each: (-each.balance, each.holder.name)))
    waiting = BankLine.objects.filter(league=league, state=BankLineState.OPEN).count()
    groundless = doubtful_charges(book, groundless_charges(league, at) if at else ())
    return MoneyPage(book, accounts, len(book.book.proposed), waiting, groundless)


def holders_of(league: League) -> list[AccountHolder]:
    """Every account that there can be: teams that play or that have anything in the book, then pubs."""
    used = TreasuryFact.objects.filter(league=league, team__isnull=False).values("team")
    teams = Team.objects.filter(league=league, active=True) | Team.objects.filter(league=league, pk__in=used)
    rows = [*teams.order_by("name", "pk"), *Venue.objects.filter(league=league).order_by("name", "pk")]
    for row in rows:
        row.league = league
    return [AccountHolder(row) for row in rows]


def account_page(holder: AccountHolder, at: datetime | None = None) -> AccountPage:
    """An account with its statement; two queries, and more if it is to say what may no longer be due at a moment.

    Needs the holder's league.
    """
    book = read_book(holder.row.league)
    groundless = doubtful_charges(book, groundless_charges(holder.row.league, at) if at else ())
    statement = account_statement(book.book, holder.key)
    approved = {row.about: row.on for row in book.rows.values() if row.kind == TreasuryFactKind.APPROVAL}
    return AccountPage(
        holder=holder,
        book=book,
        debts=tuple((each, book.row_of(each), approved[each.proposal.id]) for each in book.book.debts_of(holder.key)),
        lines=tuple(shown_lines(book, statement)),
        balance=statement.balance,
        credit=book.book.credit[holder.key],
        groundless=[each for each in groundless if each["holder"].key == holder.key],
    )


def proposed_charges(book: LeagueBook) -> list[dict[str, Any]]:
    """The oldest first; `desk` is the entrant that a cup's list has as paid. One query."""
    rows = sorted(map(book.row_of, book.book.proposed), key=lambda row: (row.on, row.number))
    desk = desk_payments(book.league, [row.number for row in rows])
    return [{"row": row, "holder": book.holder_of(row), "desk": desk.get(row.number)} for row in rows]


def bank_lines(league: League) -> list[MatchedLine]:
    """The lines that nobody has dealt with, the oldest first; five queries."""
    rows = BankLine.objects.filter(league=league, state=BankLineState.OPEN).order_by("on", "pk")[:100]
    book, holders = read_book(league), holders_of(league)
    debtors = [Debtor(each.key, (each.reference, each.name), book.book.debts_of(each.key)) for each in holders]
    by_key = {each.key: each for each in holders}
    return [_matched_line(row, debtors, by_key, book) for row in rows]


def _matched_line(
    row: BankLine, debtors: Sequence[Debtor], by_key: dict[str, AccountHolder], book: LeagueBook
) -> MatchedLine:
    bank_match = match_line(BankMoney(row.on, row.amount, row.text, row.digest), debtors)
    if bank_match is None:
        return MatchedLine(row, None, "", (), by_name=False)
    parts = [f"{label_of(book.rows[share.charge])}: {pounds(share.amount)}" for share in bank_match.shares]
    if rest := row.amount - sum(share.amount for share in bank_match.shares):
        parts.append(f"{LABELS[Heading.ADVANCE]}: {pounds(rest)}")
    numbers = tuple(share.charge for share in bank_match.shares)
    return MatchedLine(row, by_key[bank_match.account], "; ".join(parts), numbers, bank_match.by_name)
