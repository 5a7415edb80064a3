"""Money: payments of accounts, what they had in advance, refunds; other income, expenses and prizes; corrections."""

from collections.abc import Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.cups.actions.entries import mark_paid
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.actions.book import BookPen, open_book
from league.treasury.models import BankLine, BankLineState, PaymentMethod, TreasuryFact, TreasuryFactKind
from league.treasury.values import AccountHolder, receipt
from scoring.treasury.bank import BankFileError, read_bank_file
from scoring.treasury.facts import CreditUse, Payment, Share, pounds, spread

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


# --- Lines of bank statements -------------------------------------------------------------------------------------

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
