"""Writing in a league's book: every action appends facts, under the lock of the league, and changes none.

What the history of a league says of it has no amounts, which are for the treasurer and the secretary; the amounts stand
in the book, and in `letter` of the audit entry, from which the captain's message is made.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import AuditRecord, record, record_all
from league.base.ui.formats import night
from league.schedule.models import Season
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.models import ChargeShare, TreasuryFact, TreasuryFactKind
from league.treasury.queries.books import read_book, year_page
from league.treasury.queries.fees import settings_of
from league.treasury.values import AccountHolder, LeagueBook, fact_of
from scoring.treasury.facts import BookError, Share

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


# --- the book kept here, its tariff, its years closed -------------------------------------------------------------


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
        row.full_clean()
        row.save()
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
