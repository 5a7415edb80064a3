"""Charges: proposed by the site or raised by the treasurer, approved, cancelled, written off."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime

from django.core.exceptions import ValidationError
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.schedule.models import Season
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.actions.book import BookPen, open_book
from league.treasury.models import PaymentMethod, TreasuryFact, TreasuryFactKind, TreasurySettings
from league.treasury.queries.fees import (
    TAKEN_BACK,
    NewCharge,
    charges_to_propose,
    desk_payments,
    fees_to_raise,
    proposals_taken_back,
    settings_of,
)
from league.treasury.values import AccountHolder, bill, reminder
from scoring.treasury.facts import LABELS, ChargeState, Heading, Share, pounds


def propose_charges(*, league: League, by: User | None, at: datetime) -> int:
    """Propose the fines and entries that are in the book in no state; how many there were.

    Those that wait although what they were for no longer stands are withdrawn.
    """
    if not charges_to_propose(league, at) and not proposals_taken_back(league, at):
        return 0
    with open_book(league, by=by, at=at) as pen:
        for number in proposals_taken_back(league, at):
            if _is_proposed(pen, number):
                _withdraw(pen, pen.row(number), TAKEN_BACK, "withdrawn")
        charges = charges_to_propose(league, at)
        for each in charges:
            _propose(pen, each)
            pen.note("propose_charge", f"A charge for {each.holder.name} was proposed", each.holder)
    return len(charges)


def remember_proposing(*, league: League, entries: int, on: date) -> None:
    """Note when charges were proposed, and how long the league's audit log was: until then there is nothing new."""
    with lock_league(league.pk):  # the treasurer may be saving the first settings
        TreasurySettings.objects.update_or_create(
            league=league, defaults={"proposed_on": on, "proposed_at_entry": entries}
        )


def raise_fees(*, season: Season, keys: Iterable[str], by: User, at: datetime) -> int:
    """Raise those fees of a season whose `fee_key` is named, as they are now; how many. Needs season.league."""
    chosen = set(keys)
    with open_book(season.league, by=by, at=at) as pen:
        fees = [each for each in fees_to_raise(season, at) if fee_key(each) in chosen]
        raised = [_propose(pen, each) for each in fees]
        for charge in raised:
            _approve(pen, charge, localdate(at))
        _bill(pen, {each.holder.key: each.holder for each in fees}.values(), [charge.number for charge in raised])
    return len(fees)


def fee_key(fee: NewCharge) -> str:
    """How a form names a fee: "team-12.team-fee.2500"; another amount is another fee."""
    return f"{fee.holder.key}.{fee.heading.value}.{fee.amount}"


def add_charge(
    *, holder: AccountHolder, heading: str, amount: int, on: date, words: str = "", by: User, at: datetime
) -> TreasuryFact:
    with open_book(holder.row.league, by=by, at=at) as pen:
        charge = _propose(pen, NewCharge(holder, Heading(heading), amount, words, on))
        _approve(pen, charge, on)
        _bill(pen, [holder], [charge.number])
    return charge


def approve_charges(*, league: League, numbers: Sequence[int], by: User, at: datetime) -> int:
    """Approve some proposed charges; what was paid at a cup's desk is recorded as paid. How many there were."""
    with open_book(league, by=by, at=at) as pen:
        desk, owners = desk_payments(league, numbers), {}
        waiting = [number for number in numbers if _is_proposed(pen, number)]
        for number in waiting:
            charge = pen.row(number)
            holder = pen.locked.holder_of(charge)
            owners[holder.key] = holder
            _approve(pen, charge, localdate(at))
            if number in desk:
                pen.append(
                    TreasuryFactKind.PAYMENT, pen.open_day(desk[number].paid_on or localdate(at)), holder=holder,
                    amount=charge.amount, shares=(Share(number, charge.amount),), method=PaymentMethod.CASH,
                    words="At the desk of the cup",
                )  # fmt: skip
        _bill(pen, owners.values(), [number for number in waiting if number not in desk])
    return len(waiting)


def refuse_charges(*, league: League, numbers: Sequence[int], reason: str, by: User, at: datetime) -> int:
    """Refuse some proposed charges; they are not proposed again. How many there were."""
    with open_book(league, by=by, at=at) as pen:
        waiting = [number for number in numbers if _is_proposed(pen, number)]
        for number in waiting:
            _withdraw(pen, pen.row(number), reason, "refused")
    return len(waiting)


def withdraw_charge(*, charge: TreasuryFact, reason: str, by: User, at: datetime) -> None:
    """Cancel a charge. What was paid for it stays with the account, in advance."""
    with open_book(charge.league, by=by, at=at) as pen:
        _withdraw(pen, pen.row(charge.number), reason, "cancelled")


def write_off(*, charge: TreasuryFact, amount: int, reason: str, by: User, at: datetime) -> None:
    """Expect no longer what is left of a charge, or part of it."""
    with open_book(charge.league, by=by, at=at) as pen:
        row = pen.row(charge.number)
        pen.append(TreasuryFactKind.WRITE_OFF, localdate(at), about=row, amount=amount, reason=reason)
        holder = pen.locked.holder_of(row)
        pen.note("write_off", f"Part or all of a charge for {holder.name} was written off", holder, reason=reason)


def remind_debtors(*, league: League, holders: Sequence[AccountHolder], by: User, at: datetime) -> int:
    """Write to the captains of those accounts that owe more than they have in advance; how many there were."""
    with open_book(league, by=by, at=at) as pen:
        owing = [each for each in holders if pen.locked.book.balance_of(each.key) > 0]
        details = settings_of(league)
        for holder in owing:
            letter = reminder(pen.locked, holder, details)
            pen.note("remind_debtor", f"{holder.name} was reminded of what it owes", holder, letter=letter)
    if not owing:
        raise ValidationError("Nobody you chose owes anything.")
    return len(owing)


def _propose(pen: BookPen, charge: NewCharge) -> TreasuryFact:
    return pen.append(
        TreasuryFactKind.CHARGE, charge.on, holder=charge.holder, heading=charge.heading.value, amount=charge.amount,
        words=charge.words[:160], season=charge.season, fixture=charge.fixture, entrant=charge.entrant,
    )  # fmt: skip


def _approve(pen: BookPen, charge: TreasuryFact, on: date) -> None:
    pen.append(TreasuryFactKind.APPROVAL, on, about=charge)


def _withdraw(pen: BookPen, charge: TreasuryFact, reason: str, done: str) -> None:
    pen.append(TreasuryFactKind.WITHDRAWAL, localdate(pen.at), about=charge, reason=reason)
    holder = pen.locked.holder_of(charge)
    was = pen.locked.book.charges[charge.number]
    text = f"{LABELS[Heading(charge.heading)]}: {pounds(charge.amount)}, {done}. Reason: {reason}"
    paid_in_advance = f"You have {pounds(pen.locked.book.credit[holder.key])} paid in advance."
    letter = {"subject": "A charge was cancelled", "words": [text, paid_in_advance]} if done == "cancelled" else None
    assert was.state is ChargeState.WITHDRAWN
    pen.note("withdraw_charge", f"A charge for {holder.name} was {done}", holder, reason=reason, letter=letter)


def _is_proposed(pen: BookPen, number: int) -> bool:
    charge = pen.locked.book.charges.get(number)
    return charge is not None and charge.state is ChargeState.PROPOSED


def _bill(pen: BookPen, holders: Iterable[AccountHolder], numbers: Sequence[int]) -> None:
    new: defaultdict[str, list[int]] = defaultdict(list)
    for number in numbers:
        new[pen.row(number).account].append(number)
    details = settings_of(pen.locked.league)
    for holder in holders:
        letter = bill(pen.locked, holder, new[holder.key], details) if new[holder.key] else None
        pen.note("approve_charges", f"Charges for {holder.name} were approved", holder, letter=letter)
