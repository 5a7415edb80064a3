"""Lines of bank statements that nobody has dealt with. Runs inside the league's scope; reads the book once."""

from league.teams.models import League
from league.treasury.choices import BankLineState
from league.treasury.models import BankLine
from league.treasury.presenters.bank import MatchedLine, matched_line
from league.treasury.queries.accounts import holders_of
from league.treasury.queries.books import read_book
from scoring.treasury.bank import Debtor


def bank_lines(league: League) -> list[MatchedLine]:
    """The lines that nobody has dealt with, the oldest first; five queries."""
    rows = list(BankLine.objects.filter(league=league, state=BankLineState.OPEN).order_by("on", "pk")[:100])
    book, holders = read_book(league), holders_of(league)
    debtors = [Debtor(each.key, (each.reference, each.name), book.book.debts_of(each.key)) for each in holders]
    by_key = {each.key: each for each in holders}
    return [matched_line(row, debtors, by_key, book) for row in rows]
