"""Turning the book on and off, its tariff and its bank details."""

from datetime import datetime
from typing import Any

from league.accounts.models import User
from league.audit.actions import record
from league.teams.actions.leagues import lock_league
from league.teams.models import League
from league.treasury.queries.fees import settings_of


def keep_book_here(*, league: League, keeps: bool, by: User, at: datetime) -> None:
    """Turn the treasurer's book on, or off; what is written in it stays."""
    with lock_league(league.pk):
        if League.objects.filter(pk=league.pk, keeps_money=not keeps).update(keeps_money=keeps):
            text = f"The treasurer's book was turned {'on' if keeps else 'off'}"
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
