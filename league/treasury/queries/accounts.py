"""The accounts of a league, read for its pages: each page reads the book once. Runs inside the league's scope."""

from datetime import date

from league.teams.models import League, Team, Venue
from league.treasury.choices import BankLineState
from league.treasury.models import BankLine, TreasuryFact
from league.treasury.presenters.accounts import AccountPage, MoneyPage, ProposedCharge, shown_lines, summary_of
from league.treasury.queries.books import read_book
from league.treasury.queries.fees import desk_payments
from league.treasury.values import AccountHolder, LeagueBook
from scoring.treasury.statements import (
    account_statement,
)


def money_page(league: League) -> MoneyPage:
    """Who owes most first, then those who owe nothing, by name; six queries."""
    book = read_book(league)
    found = (summary_of(book, holder) for holder in holders_of(league))
    shown = [each for each in found if each.holder.kind == "team" or each.holder.key in book.book.lines]
    accounts = tuple(sorted(shown, key=lambda each: (-each.balance, each.holder.name)))
    waiting = BankLine.objects.filter(league=league, state=BankLineState.OPEN).count()
    return MoneyPage(book, accounts, len(book.book.proposed), waiting)


def holders_of(league: League) -> list[AccountHolder]:
    """Every account that there can be: teams that play or that have anything in the book, then pubs."""
    used = TreasuryFact.objects.filter(league=league, team__isnull=False).values("team")
    teams = Team.objects.filter(league=league, active=True) | Team.objects.filter(league=league, pk__in=used)
    rows = [*teams.order_by("name", "pk"), *Venue.objects.filter(league=league).order_by("name", "pk")]
    for row in rows:
        row.league = league
    return [AccountHolder(row) for row in rows]


def account_page(holder: AccountHolder, since: date | None = None) -> AccountPage:
    """An account with its statement, from a day on; two queries. Needs the holder's league."""
    book = read_book(holder.row.league)
    statement = account_statement(book.book, holder.key, since)
    return AccountPage(
        holder=holder,
        book=book,
        debts=tuple((each, book.row_of(each)) for each in book.book.debts_of(holder.key)),
        before=statement.before,
        lines=tuple(shown_lines(book, statement)),
        balance=statement.balance,
        credit=book.book.credit[holder.key],
    )


def proposed_charges(book: LeagueBook) -> list[ProposedCharge]:
    """The oldest first; one query."""
    rows = [book.row_of(each) for each in book.book.proposed]
    desk = desk_payments(book.league, [row.number for row in rows])
    rows.sort(key=lambda row: (row.on, row.number))
    return [ProposedCharge(row, book.holder_of(row), desk.get(row.number)) for row in rows]
