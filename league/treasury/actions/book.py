"""Writing in a league's book, payments and other money too: each action appends facts, under the league's lock.

What the history of a league says of it has no amounts, which are for the treasurer and the secretary; the amounts stand
in the book, and in `letter` of the audit entry, from which the captain's message is made.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import AuditRecord, record, record_all, save_checked
from league.base.ui.formats import night
from league.cups.actions.entries import mark_paid
from league.schedule.models import Season
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.models import BankLine, BankLineState, ChargeShare, PaymentMethod, TreasuryFact, TreasuryFactKind
from league.treasury.queries.books import read_book, year_page
from league.treasury.queries.fees import settings_of
from league.treasury.values import AccountHolder, LeagueBook, fact_of, receipt
from scoring.treasury.bank import BankFileError, read_bank_file
from scoring.treasury.facts import BookError, CreditUse, Payment, Share, pounds, spread

# Rows that the caller has read. The number is the next one under the lock, and the kind says what else a fact has.
ALREADY_READ = ("league", "team", "venue", "season", "fixture", "entrant", "by")
CLOSED = "The accounts up to {} are closed. Give a later day: it counts in the year that is open."


@dataclass(slots=True)
class BookPen:
    """An open book to write in, which the rules read along: a fact that cannot be is a ValidationError."""

    locked: LeagueBook
    by: User | None
    at: datetime
    closed_to: date | None = None
    records: list[AuditRecord] = field(default_factory=list)

    def append(
        self, kind: TreasuryFactKind, on: date, *, holder: AccountHolder | None = None,
        about: TreasuryFact | None = None, shares: Sequence[Share] = (), **values: Any,
    ) -> TreasuryFact:  # fmt: skip
        """Append one fact; `about` is of this book, `shares` name charges by number.

        What counts for a year that is closed is a ValidationError; a proposed charge counts for none.
        """
        if self.closed_to and on <= self.closed_to and kind != TreasuryFactKind.CHARGE:
            raise ValidationError({"on": CLOSED.format(night(self.closed_to, year=True))})
        owner = {holder.kind: holder.row} if holder else {}
        row = TreasuryFact(
            league=self.locked.league, number=self.locked.next_number, kind=kind, on=on,
            about=about.number if about else None, by=self.by,
            at=self.at, **owner, **values,
        )  # fmt: skip
        row.full_clean(exclude=ALREADY_READ, validate_constraints=False)
        try:
            self.locked.book.apply(fact_of(row, tuple(shares)))
        except BookError as error:
            raise ValidationError(str(error)) from error
        row.save()
        ChargeShare.objects.bulk_create(
            ChargeShare(fact=row, charge=self.locked.rows[share.charge], amount=share.amount) for share in shares
        )
        self.locked.rows[row.number] = row  # type: ignore[index]
        return row

    def open_day(self, day: date) -> date:
        """A day, or the first one after the accounts that are closed."""
        return day if self.closed_to is None else max(day, self.closed_to + timedelta(days=1))

    def note(
        self, verb: str, text: str, holder: AccountHolder | None = None, *, reason: str = "", letter: Any = None
    ) -> None:
        """The audit entry of what was done; `letter` is what the captains of the account are told of it."""
        about = (holder.row,) if holder else (self.locked.league,)
        self.records.append(AuditRecord(verb, text, about, reason, after={"letter": letter} if letter else {}))

    def row(self, number: int) -> TreasuryFact:
        """A fact of the book by its number; ValidationError if there is none."""
        row = self.locked.rows.get(number)
        if row is None:
            raise ValidationError("There is no such entry in the book.")
        return row


@contextmanager
def open_book(league: League, *, by: User | None, at: datetime) -> Iterator[BookPen]:
    """The league's book under its lock. What was noted goes into the audit log at the end."""
    with lock_league(league.pk):
        pen = BookPen(read_book(league), by, at, settings_of(league).closed_to)
        yield pen
        record_all(pen.records, at=at, by=by, league_id=league.pk)


# --- the book kept here, its tariff, its years closed -----------------------------------------------------------------
def keep_book_here(*, league: League, keeps: bool, by: User, at: datetime) -> None:
    """Turn the treasurer's book on, or off; what is written in it stays."""
    with lock_league(league.pk):
        if League.objects.filter(pk=league.pk, keeps_money=not keeps).update(keeps_money=keeps):
            text = f"The treasurer’s book was turned {'on' if keeps else 'off'}"
            record(verb="keep_book_here", words=text, at=at, by=by, league_id=league.pk, about=(league,))
    league.keeps_money = keeps


def settle_tariff(*, league: League, by: User, at: datetime, **values: Any) -> None:
    """Save what the league charges and how it is paid, by the fields of TreasurySettings. Charges in the book stay."""
    with lock_league(league.pk):
        row = settings_of(league)
        for name, value in values.items():
            setattr(row, name, value)
        save_checked(row)
        text = "Fees, fines and bank details were saved"
        record(verb="settle_tariff", words=text, at=at, by=by, league_id=league.pk, about=(league,))


def close_accounts(*, season: Season, by: User, at: datetime) -> None:
    """Let no fact count any more for the year of a season, or one before it; twice is once. Needs season.league."""
    with lock_league(season.league_id):
        shown = year_page(season.league, season.slug, at)
        assert shown is not None, "a season that there is has a year"
        if not shown.over:
            raise ValidationError(f"This year ends on {night(season.ends, year=True)}. Close its accounts after that.")
        if shown.can_close:
            words = f"The accounts of {season} were closed"
            _close_to(season.ends, season, verb="close_accounts", words=words, by=by, at=at)


def reopen_accounts(*, season: Season, reason: str, by: User, at: datetime) -> None:
    """Let facts count again for the year of a season that was the last to be closed; the reason is in the history."""
    with lock_league(season.league_id):
        shown = year_page(season.league, season.slug, at)
        assert shown is not None, "a season that there is has a year"
        if not shown.can_reopen:
            raise ValidationError("Only the latest accounts that are closed can be reopened.")
        words = f"The accounts of {season} were reopened"
        _close_to(shown.before_it, season, verb="reopen_accounts", words=words, by=by, at=at, reason=reason)


def _close_to(
    day: date | None, season: Season, *, verb: str, words: str, by: User, at: datetime, reason: str = ""
) -> None:
    """Let facts count from the day after `day`, or all of them; what was done is said of the season."""
    row = settings_of(season.league)
    row.closed_to = day
    row.save()
    about = (season.league, season)
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=about, reason=reason)


# --- money in and out -------------------------------------------------------------------------------------------------
DEALT_WITH = "This line has been dealt with already."
ENTRIES = (TreasuryFactKind.INCOME, TreasuryFactKind.EXPENSE, TreasuryFactKind.PRIZE, TreasuryFactKind.OPENING)


def record_payment(
    *, holder: AccountHolder, amount: int, on: date, method: str, payer: str = "", charges: Sequence[int] = (),
    by: User, at: datetime,
) -> TreasuryFact:  # fmt: skip
    """Money from an account: it pays the charges that are named, in order, or the oldest; the rest is in advance."""
    row, shares, pen = _paid(holder, charges, amount=amount, on=on, method=method, payer=payer, by=by, at=at)
    _tell_cups(pen, shares, on)
    return row


def _paid(
    holder: AccountHolder, charges: Sequence[int], *, amount: int, on: date, method: str, payer: str, by: User,
    at: datetime, late: bool = False,
) -> tuple[TreasuryFact, Sequence[Share], BookPen]:  # fmt: skip
    """The payment in the book, and what it pays for, which the cups are to be told once nothing is locked.

    One that is found `late`, after the accounts of its day were closed, counts for the first day after them.
    """
    with open_book(holder.row.league, by=by, at=at) as pen:
        debts = pen.locked.book.debts_of(holder.key)
        by_number = {each.proposal.id: each for each in debts}
        named = [by_number[number] for number in charges if number in by_number]
        shares = spread(amount, named if charges else debts)
        day = pen.open_day(on) if late else on
        row = pen.append(
            TreasuryFactKind.PAYMENT, day, holder=holder, shares=shares, amount=amount, method=method, payer=payer
        )
        pen.note(
            "record_payment", f"A payment from {holder.name} was recorded", holder,
            letter=receipt(pen.locked, holder, row, shares),
        )  # fmt: skip
    return row, shares, pen


def use_credit(*, holder: AccountHolder, by: User, at: datetime) -> TreasuryFact:
    """Pay the oldest charges out of what an account has in advance."""
    with open_book(holder.row.league, by=by, at=at) as pen:
        shares = spread(pen.locked.book.credit[holder.key], pen.locked.book.debts_of(holder.key))
        if not shares:
            raise ValidationError("There is nothing in advance, or nothing to pay.")
        row = pen.append(TreasuryFactKind.CREDIT, localdate(at), holder=holder, shares=shares)
        pen.note("use_credit", f"What {holder.name} had in advance was used", holder)
    _tell_cups(pen, shares, localdate(at))
    return row


def refund(
    *, holder: AccountHolder, amount: int, on: date, method: str, reason: str, by: User, at: datetime,
) -> TreasuryFact:  # fmt: skip
    """Give an account back what it has in advance, or part of it."""
    league = holder.row.league
    with open_book(league, by=by, at=at) as pen:
        row = pen.append(TreasuryFactKind.REFUND, on, holder=holder, amount=amount, method=method, reason=reason)
        letter = {"subject": f"{holder.name}: refund of {pounds(amount)}", "words": [f"Reason: {reason}"]}
        pen.note("refund", f"A refund to {holder.name} was recorded", holder, reason=reason, letter=letter)
    return row


def record_entry(
    *, league: League, kind: str, heading: str = "", amount: int, on: date, words: str = "", by: User, at: datetime,
) -> TreasuryFact:  # fmt: skip
    """Other income, an expense, prize money, or the balance that the book opens with."""
    if kind not in ENTRIES:
        raise ValidationError("Choose what it is.")
    with open_book(league, by=by, at=at) as pen:
        what = TreasuryFactKind(kind)
        row = pen.append(what, on, amount=amount, heading=heading, words=words)
        pen.note("record_entry", f"{what.label} was written in the book")
    return row


def reverse(*, fact: TreasuryFact, reason: str, by: User, at: datetime) -> TreasuryFact:
    """A fact about money was wrong: it counts no more, and stays in the book with the reason. A line of a bank
    statement that it was made of is to be matched again, and a cup's entry that it paid for is not paid any more.
    """
    with open_book(fact.league, by=by, at=at) as pen:
        wrong = pen.row(fact.number)
        row = pen.append(TreasuryFactKind.REVERSAL, localdate(at), about=wrong, reason=reason)
        BankLine.objects.filter(fact=wrong).update(state=BankLineState.OPEN, fact=None)
        holder = pen.locked.holder_of(wrong) if wrong.team_id or wrong.venue_id else None
        text = f"{wrong.get_kind_display()} {wrong.number} was reversed"
        letter = None
        if holder and wrong.kind == TreasuryFactKind.PAYMENT:
            words = [f"{pounds(wrong.amount)} does not count any more. Reason: {reason}"]
            letter = {"subject": f"{holder.name}: payment {wrong.number} was reversed", "words": words}
        pen.note("reverse_fact", text, holder, reason=reason, letter=letter)
    about = pen.locked.book.facts[wrong.number]
    _tell_cups(pen, about.shares if isinstance(about, Payment | CreditUse) else (), None)
    return row


def _tell_cups(pen: BookPen, shares: Sequence[Share], on: date | None) -> None:
    """The list of a cup says of an entry that is paid in full that it is; `on` is None where a payment was reversed,
    and what is owed again is not paid. The league is no longer locked: cups lock their own rows first.
    """
    for share in shares:
        entrant, owed = pen.row(share.charge).entrant, pen.locked.book.charges[share.charge].due > 0
        if entrant and pen.by and bool(entrant.paid_on) == owed == (on is None):
            mark_paid(entrant=entrant, on=on, by=pen.by, at=pen.at)


# --- Lines of bank statements -----------------------------------------------------------------------------------------
LONGEST_PAYER = 80


def keep_bank_lines(*, league: League, text: str, by: User, at: datetime) -> int:
    """Keep the lines of money received that were not there yet; how many. ValidationError where a file is unclear."""
    try:
        lines = read_bank_file(text)
    except BankFileError as error:
        raise ValidationError(str(error)) from error
    with lock_league(league.pk):
        digests = [line.digest for line in lines]
        old = set(BankLine.objects.filter(league=league, digest__in=digests).values_list("digest", flat=True))
        new = [line for line in lines if line.digest not in old]
        BankLine.objects.bulk_create(
            BankLine(league=league, digest=line.digest, on=line.on, amount=line.amount, text=line.text, by=by, at=at)
            for line in new
        )
        record(
            verb="keep_bank_lines", words="A bank statement was sent in", at=at, by=by, league_id=league.pk,
            about=(league,),
        )  # fmt: skip
    return len(new)


def confirm_bank_line(
    *, line: BankLine, holder: AccountHolder, charges: Sequence[int] = (), by: User, at: datetime
) -> TreasuryFact:
    """Record a line as a payment of an account. A line that has been recorded, or left out, is a ValidationError."""
    with lock_league(line.league_id):
        locked = BankLine.objects.select_for_update(of=("self",)).get(pk=line.pk)
        if locked.state != BankLineState.OPEN:
            raise ValidationError(DEALT_WITH)
        fact, shares, pen = _paid(
            holder, charges, amount=locked.amount, on=locked.on, method=PaymentMethod.TRANSFER,
            payer=locked.text[:LONGEST_PAYER], late=True, by=by, at=at,
        )  # fmt: skip
        locked.state, locked.fact, locked.by, locked.at = BankLineState.CONFIRMED, fact, by, at
        locked.save(update_fields=["state", "fact", "by", "at"])
    _tell_cups(pen, shares, locked.on)
    return fact


def leave_out_bank_line(*, line: BankLine, by: User, at: datetime) -> None:
    _settle(line, BankLineState.OPEN, BankLineState.LEFT_OUT, by, at)


def reopen_bank_line(*, line: BankLine, by: User, at: datetime) -> None:
    _settle(line, BankLineState.LEFT_OUT, BankLineState.OPEN, by, at)


def _settle(line: BankLine, before: BankLineState, after: BankLineState, by: User, at: datetime) -> None:
    with lock_league(line.league_id):
        if not BankLine.objects.filter(pk=line.pk, state=before).update(state=after, by=by, at=at):
            raise ValidationError(DEALT_WITH)
        text = f"A line of a bank statement was {'left out' if after == BankLineState.LEFT_OUT else 'opened again'}"
        record(verb="settle_bank_line", words=text, at=at, by=by, league_id=line.league_id, about=(line.league,))
