"""The treasurer's book, to be read, in whole pence: by the treasurer, the secretary and, of a team, its captain."""

from datetime import date
from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from pydantic import Field

from league.exchange.queries.api_answers import season_at
from league.exchange.schemas import Ref, Season, Slug
from league.exchange.views.api_endpoint import LEAGUE, ApiRequest, reads, token_owner
from league.teams.models import Team
from league.teams.permissions import require
from league.treasury.permissions import may_read_account, may_read_book, require_book
from league.treasury.queries.books import account_page, money_page, year_page
from league.treasury.values import AccountHolder

Pence = Annotated[int, Field(description="In pence. Of a balance: what is owed; below 0 what is paid in advance.")]


class AccountOut(Schema):
    """A team's or a pub's account: exactly one of both is named."""

    team: Ref | None
    venue: Ref | None
    balance: Pence
    page: str


class MoneyOut(Schema):
    """Every account of the league, who owes most first, and what the league has."""

    accounts: list[AccountOut]
    owed: Pence
    cash: Annotated[int, Field(description="Cash and bank, in pence.")]
    proposed: Annotated[int, Field(description="Charges that the treasurer has not decided about.")]


class AccountLineOut(Schema):
    """A line of a statement: `change` is charged, or below 0 paid, and `balance` what is owed after it."""

    number: int
    date: date
    what: str
    details: str
    change: Pence
    balance: Pence


class StatementOut(Schema):
    """A team's account with everything that happened to it, the oldest first."""

    account: AccountOut
    lines: list[AccountLineOut]


class YearLineOut(Schema):
    """A line of the accounts; `total` for one that others add up to. `before` is the year before, null for none."""

    what: str
    amount: Annotated[int, Field(description="In pence.")]
    before: Annotated[int | None, Field(description="In pence.")]
    total: bool


class YearOut(Schema):
    """Income and expenditure of a season's year, from the first day (null: from the beginning) to the last."""

    season: str
    first: date | None
    last: date
    closed: bool
    lines: list[YearLineOut]


router = Router()
MONEY = "Fees and payments"


@reads(router, f"{LEAGUE}/money", MoneyOut, tag=MONEY, token=True)
def get_money(request: ApiRequest, league: Slug) -> Any:
    """Who owes what, for the treasurer and the secretary."""
    require(may_read_book(token_owner(request), request.league))
    require_book(request.league)
    shown = money_page(request.league)
    accounts = [_account(each.holder, each.balance) for each in shown.accounts]
    return MoneyOut(accounts=accounts, owed=shown.owed, cash=shown.book.book.balance, proposed=shown.proposed)


@reads(router, f"{LEAGUE}/teams/{{slug:team}}/money", StatementOut, tag=MONEY, token=True)
def get_team_money(request: ApiRequest, league: Slug, team: Slug) -> Any:
    """A team's account, for its captain too."""
    this_team = get_object_or_404(Team.objects.select_related("league"), league=request.league, slug=team)
    require(may_read_account(token_owner(request), this_team))
    require_book(request.league)
    shown = account_page(AccountHolder(this_team))
    lines = [
        AccountLineOut(
            number=each.row.number, date=each.on, what=each.words, details=each.more,
            change=each.charged - each.paid, balance=each.balance,
        )
        for each in shown.lines
    ]  # fmt: skip
    return StatementOut(account=_account(shown.holder, shown.balance), lines=lines)


@reads(router, f"{LEAGUE}/seasons/{{slug:season}}/accounts", YearOut, tag=MONEY, token=True)
def get_accounts(request: ApiRequest, league: Slug, season: Season) -> Any:
    """Income and expenditure of a season's year with the year before, for the treasurer and the secretary."""
    require(may_read_book(token_owner(request), request.league))
    require_book(request.league)
    shown = year_page(request.league, season_at(request.league, season).slug, request.at)
    assert shown is not None  # there is that season
    lines = [YearLineOut(what=each.what, amount=each.this, before=each.last, total=each.sum) for each in shown.lines]
    year = shown.year
    return YearOut(season=shown.season.slug, first=year.first, last=year.last, closed=shown.closed, lines=lines)


def _account(holder: AccountHolder, balance: int) -> AccountOut:
    whose = {"team": None, "venue": None} | {holder.kind: Ref.from_orm(holder.row)}
    return AccountOut(**whose, balance=balance, page=holder.get_absolute_url())
