"""Income and expenditure of a season's year, beside the year before. Runs inside the league's scope."""

from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.timezone import localdate

from league.schedule.models import Season
from league.teams.models import League
from league.treasury.presenters.years import YearPage
from league.treasury.queries.books import read_book
from scoring.treasury.statements import (
    YearAccounts,
    year_accounts,
)


def year_page(league: League, slug: str, at: datetime) -> YearPage | None:
    """The year of a season, or of the current one; None where the league has no season. Four queries.

    A year ends with its season, and the next one begins on the day after; the latest goes on until today.
    """
    seasons = list(Season.objects.filter(league=league).order_by("starts", "pk"))
    chosen = next((each for each in seasons if each.slug == slug), None) or next(
        (each for each in seasons if each.current), seasons[-1] if seasons else None
    )
    if chosen is None:
        return None
    book, today = read_book(league).book, localdate(at)
    firsts = {seasons[0].pk: None} | {b.pk: a.ends + timedelta(days=1) for a, b in pairwise(seasons)}
    last = max(chosen.ends, today) if chosen == seasons[-1] else chosen.ends
    earlier = seasons[: seasons.index(chosen)]
    before = year_accounts(book, firsts[earlier[-1].pk], earlier[-1].ends) if earlier else None
    year = year_accounts(book, firsts[chosen.pk], last)
    return YearPage(
        chosen, tuple(reversed(seasons)), year, before if before and _has_anything(before) else None, last > today
    )


def _has_anything(year: YearAccounts) -> bool:
    return bool(year.opening or year.income or year.costs or year.closing)
