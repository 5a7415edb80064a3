"""A league's book, read: two queries, however long it is; its accounts, bank lines and years, as pages want them.

Everything runs inside the league's scope.
"""

from collections import defaultdict
from datetime import datetime, timedelta
from itertools import pairwise

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.schedule.models import Season
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import League, Team, Venue
from league.treasury.choices import BankLineState, TreasuryFactKind
from league.treasury.models import BankLine, ChargeShare, TreasuryFact
from league.treasury.presenters.accounts import (
    AccountPage,
    MatchedLine,
    MoneyPage,
    ProposedCharge,
    doubtful_charges,
    matched_line,
    shown_lines,
    summary_of,
)
from league.treasury.presenters.years import YearPage
from league.treasury.queries.fees import desk_payments, groundless_charges, settings_of
from league.treasury.values import AccountHolder, LeagueBook, fact_of
from scoring.treasury.bank import Debtor
from scoring.treasury.book import Book
from scoring.treasury.facts import (
    Share,
)
from scoring.treasury.statements import (
    YearAccounts,
    account_statement,
    year_accounts,
)


def rows_of_book(league: League) -> QuerySet[TreasuryFact]:
    """Every row in order, with what it names."""
    rows: QuerySet[TreasuryFact] = TreasuryFact.objects.filter(league=league)
    return with_shared_relations(rows.select_related("team", "venue", "by").order_by("number"))


def read_book(league: League) -> LeagueBook:
    """The whole book of a league; two queries."""
    rows = list(rows_of_book(league))
    numbers = {row.pk: row.number for row in rows}
    shares: defaultdict[int, list[Share]] = defaultdict(list)
    paid = ChargeShare.objects.filter(fact__league=league).order_by("pk")
    for fact, charge, amount in paid.values_list("fact", "charge", "amount"):
        shares[fact].append(Share(numbers[charge], amount))
    facts = (fact_of(row, tuple(shares[row.pk])) for row in rows)
    return LeagueBook(league, Book(facts), {row.number: row for row in rows})


def money_page(league: League, at: datetime | None = None) -> MoneyPage:
    """Who owes most first, then those who owe nothing, by name; six queries.

    With the charges that may no longer be due at a moment, if it is said: some fifteen more at most.
    """
    book = read_book(league)
    found = (summary_of(book, holder) for holder in holders_of(league))
    shown = [each for each in found if each.holder.kind == "team" or each.holder.key in book.book.lines]
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
        groundless=tuple(each for each in groundless if each.holder.key == holder.key),
    )


def proposed_charges(book: LeagueBook) -> list[ProposedCharge]:
    """The oldest first; one query."""
    rows = [book.row_of(each) for each in book.book.proposed]
    desk = desk_payments(book.league, [row.number for row in rows])
    rows.sort(key=lambda row: (row.on, row.number))
    return [ProposedCharge(row, book.holder_of(row), desk.get(row.number)) for row in rows]


def bank_lines(league: League) -> list[MatchedLine]:
    """The lines that nobody has dealt with, the oldest first; five queries."""
    rows = list(BankLine.objects.filter(league=league, state=BankLineState.OPEN).order_by("on", "pk")[:100])
    book, holders = read_book(league), holders_of(league)
    debtors = [Debtor(each.key, (each.reference, each.name), book.book.debts_of(each.key)) for each in holders]
    by_key = {each.key: each for each in holders}
    return [matched_line(row, debtors, by_key, book) for row in rows]


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
        before=before if before and _has_anything(before) else None,
        begun=(year.first or today) <= today, so_far=last > today, over=chosen.ends < today, closed_to=closed_to,
    )  # fmt: skip


def _has_anything(year: YearAccounts) -> bool:
    return bool(year.opening or year.income or year.costs or year.closing)
