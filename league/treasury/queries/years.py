"""The accounts of a year as a table, with the year before beside it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.utils.timezone import localdate

from league.schedule.models import Season
from league.teams.models import League
from league.treasury.queries.books import read_book
from league.treasury.queries.fees import settings_of
from scoring.treasury.facts import LABELS
from scoring.treasury.statements import YearAccounts, compare, year_accounts


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
