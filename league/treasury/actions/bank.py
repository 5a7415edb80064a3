"""Lines of bank statements: kept once however often they come, and recorded as payments when a person says so."""

from collections.abc import Sequence
from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.actions.payments import record_payment
from league.treasury.choices import BankLineState, PaymentMethod
from league.treasury.models import BankLine, TreasuryFact
from league.treasury.values import AccountHolder
from scoring.treasury.bank import BankFileError, read_bank_file

LONGEST_PAYER = 80


def keep_bank_lines(*, league: League, text: str, by: User, at: datetime) -> int:
    """Keep the lines of money received that were not there yet; how many. ValidationError where a file is unclear."""
    try:
        lines = read_bank_file(text)
    except BankFileError as error:
        raise ValidationError(str(error)) from error
    with lock_league(league.pk):
        digests = [line.digest for line in lines]
        known = set(BankLine.objects.filter(league=league, digest__in=digests).values_list("digest", flat=True))
        new = [line for line in lines if line.digest not in known]
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
        locked = BankLine.objects.select_for_update().get(pk=line.pk)
        if locked.state != BankLineState.OPEN:
            raise ValidationError("This line has been dealt with already.")
        fact = record_payment(
            holder=holder, amount=locked.amount, on=locked.on, method=PaymentMethod.TRANSFER,
            payer=locked.text[:LONGEST_PAYER], charges=charges, late=True, by=by, at=at,
        )  # fmt: skip
        locked.state, locked.fact, locked.by, locked.at = BankLineState.CONFIRMED, fact, by, at
        locked.save(update_fields=["state", "fact", "by", "at"])
    return fact


def leave_out_bank_line(*, line: BankLine, by: User, at: datetime) -> None:
    """A line that is no payment of an account."""
    _settle(line, BankLineState.OPEN, BankLineState.LEFT_OUT, by, at)


def reopen_bank_line(*, line: BankLine, by: User, at: datetime) -> None:
    """A line that was left out is to be matched after all."""
    _settle(line, BankLineState.LEFT_OUT, BankLineState.OPEN, by, at)


def _settle(line: BankLine, before: BankLineState, after: BankLineState, by: User, at: datetime) -> None:
    with lock_league(line.league_id):
        BankLine.objects.filter(pk=line.pk, state=before).update(state=after, by=by, at=at)
        text = f"A line of a bank statement was {'left out' if after == BankLineState.LEFT_OUT else 'opened again'}"
        record(verb="settle_bank_line", words=text, at=at, by=by, league_id=line.league_id, about=(line.league,))
