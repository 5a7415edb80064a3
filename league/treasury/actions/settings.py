"""Turning the book on and off, its tariff and its bank details, and closing the accounts of a year."""

from datetime import date, datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.base.ui.formats import night
from league.schedule.models import Season
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.presenters.years import YearPage
from league.treasury.queries.books import year_page
from league.treasury.queries.fees import settings_of


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
    """Let no fact count any more for the year of a season, or one before it; twice is once. Needs season.league.

    ValidationError while that year is not over.
    """
    with lock_league(season.league_id):
        shown = _year_of(season, at)
        if not shown.over:
            raise ValidationError(f"This year ends on {night(season.ends, year=True)}. Close its accounts after that.")
        if shown.can_close:
            words = f"The accounts of {season} were closed"
            _close_to(season.ends, season, verb="close_accounts", words=words, by=by, at=at)


def reopen_accounts(*, season: Season, reason: str, by: User, at: datetime) -> None:
    """Let facts count again for the year of a season that was the last to be closed; the reason is in the history."""
    with lock_league(season.league_id):
        shown = _year_of(season, at)
        if not shown.can_reopen:
            raise ValidationError("Only the latest accounts that are closed can be reopened.")
        words = f"The accounts of {season} were reopened"
        _close_to(shown.before_it, season, verb="reopen_accounts", words=words, by=by, at=at, reason=reason)


def _year_of(season: Season, at: datetime) -> YearPage:
    """The year of this season: whether it is over, and its accounts are closed."""
    shown = year_page(season.league, season.slug, at)
    assert shown is not None, "a season that there is has a year"
    return shown


def _close_to(
    day: date | None, season: Season, *, verb: str, words: str, by: User, at: datetime, reason: str = ""
) -> None:
    """Let facts count from the day after `day`, or all of them; what was done is said of the season."""
    row = settings_of(season.league)
    row.closed_to = day
    row.save()
    about = (season.league, season)
    record(verb=verb, words=words, at=at, by=by, league_id=season.league_id, about=about, reason=reason)
