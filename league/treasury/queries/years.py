"""Income and expenditure of a season's year, beside the year before. Runs inside the league's scope."""

from datetime import datetime, timedelta
from itertools import pairwise

from django.utils.timezone import localdate

from league.schedule.models import Season
from league.teams.models import League
from league.treasury.presenters.years import YearPage
from league.treasury.queries.books import read_book
from league.treasury.queries.fees import settings_of
from scoring.treasury.statements import (
    YearAccounts,
    year_accounts,
)


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
        so_far=last > today, over=chosen.ends < today, closed_to=closed_to,
    )  # fmt: skip


def _has_anything(year: YearAccounts) -> bool:
    return bool(year.opening or year.income or year.costs or year.closing)
