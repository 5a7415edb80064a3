"""A league's book, read: two queries, however long it is. Runs inside the league's scope."""

from collections import defaultdict

from django.db.models import QuerySet

from league.teams.models import League
from league.treasury.models import ChargeShare, TreasuryFact
from league.treasury.values import LeagueBook, fact_of
from scoring.treasury.book import Book
from scoring.treasury.facts import (
    Share,
)


def rows_of_book(league: League) -> QuerySet[TreasuryFact]:
    """Every row in order, with what it names."""
    rows: QuerySet[TreasuryFact] = TreasuryFact.objects.filter(league=league)
    return rows.select_related("team", "venue", "by").order_by("number")


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
