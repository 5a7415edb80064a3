"""The book of a league as its pages show it: who owes what, statements, charges, bank lines, the accounts of a year."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils.timezone import localdate

from league.schedule.models import Season
from league.schedule.queries.matches import with_shared_relations
from league.teams.models import League, Team, Venue
from league.treasury.models import BankLine, BankLineState, ChargeShare, TreasuryFact, TreasuryFactKind
from league.treasury.queries.fees import desk_payments, groundless_charges, settings_of
from league.treasury.values import AccountHolder, LeagueBook, fact_of, label_of
from scoring.treasury.bank import BankLine as BankMoney
from scoring.treasury.bank import Debtor, match_line
from scoring.treasury.book import Book, StatementLine, YearAccounts, account_statement, compare, year_accounts
from scoring.treasury.facts import (
    LABELS,
    Charge,
    ChargeApproval,
    ChargeWithdrawal,
    CreditUse,
    Heading,
    Payment,
    Reversal,
    Share,
    WriteOff,
    pounds,
)


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
    if row.kind == TreasuryFactKind.APPROVAL:
        return charge.get_heading_display(), charge.words
    return f"{row.get_kind_display()}: {label_of(charge)}", row.reason


def rows_to_show(book: LeagueBook) -> list[TreasuryFact]:
    """The facts that are lines of the book, the latest first: a proposal that was approved is one with its approval."""
    approved = {row.about for row in book.rows.values() if row.kind == TreasuryFactKind.APPROVAL}
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
    if row.kind == TreasuryFactKind.APPROVAL and row.about is not None:
        words = f"Charged: {words}, {pounds(book.rows[row.about].amount)}"
        numbers = f"Entries {row.about} and {row.number}"
    amount = f"{pounds(abs(cash))} {'in' if cash > 0 else 'out'}"
    if row.kind == TreasuryFactKind.OPENING or not cash:
        amount = pounds(row.amount) if row.amount else ""
    owner = row if row.team_id or row.venue_id else book.rows.get(row.about or 0)
    account = book.holder_of(owner) if owner and (owner.team_id or owner.venue_id) else None
    return {
        "row": row, "words": words, "more": more, "account": account, "numbers": numbers, "amount": amount,
        "can_reverse": _can_reverse(book, row),
    }  # fmt: skip


def _can_reverse(book: LeagueBook, row: TreasuryFact) -> bool:
    return row.kind in CAN_REVERSE and row.number not in book.book.reversed


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
        lines=tuple(_shown_line(book, each) for each in statement.lines),
        balance=statement.balance,
        credit=book.book.credit[holder.key],
        groundless=[each for each in groundless if each["holder"].key == holder.key],
    )


def _shown_line(book: LeagueBook, account_line: StatementLine) -> ShownLine:
    row, change = book.rows[account_line.line.fact.id], account_line.line.change
    words, more = line_words(book, row)
    wrong = book.rows.get(row.about or 0) if row.kind == TreasuryFactKind.REVERSAL else None
    charged, paid = (0, -change) if (wrong or row).kind in MONEY else (change, 0)
    return ShownLine(row.on, words, more, charged, paid, account_line.balance, row, _can_reverse(book, row))


def proposed_charges(book: LeagueBook) -> list[dict[str, Any]]:
    """The oldest first; `desk` is the entrant that a cup's list has as paid. One query."""
    rows = sorted(map(book.row_of, book.book.proposed), key=lambda row: (row.on, row.number))
    desk = desk_payments(book.league, [row.number for row in rows])
    return [{"row": row, "holder": book.holder_of(row), "desk": desk.get(row.number)} for row in rows]


def bank_lines(league: League) -> list[dict[str, Any]]:
    """The `line`s that nobody has dealt with, the oldest first, each with its probable `holder` or None; five queries.

    `pays` is what it would pay in words, `numbers` the charges, `by_name` whether the bank's text names the account.
    """
    rows = BankLine.objects.filter(league=league, state=BankLineState.OPEN).order_by("on", "pk")[:100]
    book, holders = read_book(league), holders_of(league)
    debtors = [Debtor(each.key, (each.reference, each.name), book.book.debts_of(each.key)) for each in holders]
    by_key = {each.key: each for each in holders}
    lines = []
    for row in rows:
        bank_match = match_line(BankMoney(row.on, row.amount, row.text, row.digest), debtors)
        if bank_match is None:
            lines.append({"line": row, "holder": None, "numbers": ()})
            continue
        shares = bank_match.shares
        parts = [f"{label_of(book.rows[share.charge])}: {pounds(share.amount)}" for share in shares]
        if rest := row.amount - sum(share.amount for share in shares):
            parts.append(f"{LABELS[Heading.ADVANCE]}: {pounds(rest)}")
        lines.append({
            "line": row, "holder": by_key[bank_match.account], "pays": "; ".join(parts),
            "numbers": tuple(share.charge for share in shares), "by_name": bank_match.by_name,
        })  # fmt: skip
    return lines


# --- the accounts of a year -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class YearLine:
    """A line of the accounts; `last` is None where there was no year before. `sum` for what others add up to."""

    what: str
    this: int
    last: int | None
    sum: bool = False


@dataclass(frozen=True, slots=True)
class YearPage:
    """Income and expenditure of a season's year, with the year before beside it where there was one.

    `closed_to` is the last day of all accounts that are closed, `over` whether this year can be. One that has not
    `begun` has the balances of today.
    """

    season: Season
    seasons: tuple[Season, ...]
    year: YearAccounts
    before: YearAccounts | None
    begun: bool
    so_far: bool
    over: bool
    closed_to: date | None = None

    @property
    def closed(self) -> bool:
        return self.closed_to is not None and self.closed_to >= self.season.ends

    @property
    def can_close(self) -> bool:
        return self.over and not self.closed

    @property
    def can_reopen(self) -> bool:
        """Whether it is closed, and no later one is."""
        return self.closed and not any(
            self.season.ends < each.ends <= (self.closed_to or each.starts) for each in self.seasons
        )

    @property
    def before_it(self) -> date | None:
        """The last day before this year; None for the first."""
        return self.year.first - timedelta(days=1) if self.year.first else None

    @property
    def lines(self) -> tuple[YearLine, ...]:
        """The accounts as a table: what was there, what came, what went, what is there."""
        return (
            self._line("Balance at the beginning", "opening", total=True),
            *self._of_headings("income"),
            self._line("Income", "total_income", total=True),
            *self._of_headings("costs"),
            self._line("Expenditure", "total_costs", total=True),
            self._line("Income less expenditure", "surplus"),
            self._line("Balance at the end", "closing", total=True),
            self._line("Still owed to the league", "owed"),
            self._line("Owed by the league to teams and pubs", "in_advance"),
        )

    def _line(self, what: str, name: str, *, total: bool = False) -> YearLine:
        return YearLine(what, getattr(self.year, name), getattr(self.before, name) if self.before else None, total)

    def _of_headings(self, side: str) -> Iterator[YearLine]:
        last = getattr(self.before, side) if self.before else ()
        for each in compare(getattr(self.year, side), last):
            yield YearLine(LABELS[each.heading], each.this, each.last if self.before else None)


def year_page(league: League, slug: str, at: datetime) -> YearPage | None:
    """The year of a season, or of the current one; None where the league has no season. Four queries.

    A year ends with its season, and the next one begins on the day after; the latest goes on until today, unless its
    accounts are closed.
    """
    seasons = list(Season.objects.filter(league=league).order_by("starts", "pk"))
    chosen = next((each for each in seasons if each.slug == slug), None) or next(
        (each for each in seasons if each.current), seasons[-1] if seasons else None
    )
    if chosen is None:
        return None
    book, today, closed_to = read_book(league).book, localdate(at), settings_of(league).closed_to
    firsts = {seasons[0].pk: None} | {b.pk: a.ends + timedelta(days=1) for a, b in pairwise(seasons)}
    goes_on = chosen == seasons[-1] and not (closed_to and closed_to >= chosen.ends)
    last = max(chosen.ends, today) if goes_on else chosen.ends
    earlier = seasons[: seasons.index(chosen)]
    before = year_accounts(book, firsts[earlier[-1].pk], earlier[-1].ends) if earlier else None
    year = year_accounts(book, firsts[chosen.pk], last)
    return YearPage(
        season=chosen, seasons=tuple(reversed(seasons)), year=year,
        before=before if before and (before.opening or before.income or before.costs or before.closing) else None,
        begun=(year.first or today) <= today, so_far=last > today, over=chosen.ends < today, closed_to=closed_to,
    )  # fmt: skip
