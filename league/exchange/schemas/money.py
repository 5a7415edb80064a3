"""A league's book as the interface tells it: amounts in whole pence, never as a fraction or a float."""

from datetime import date
from typing import Annotated

from ninja import Schema
from pydantic import Field

from league.exchange.schemas import Ref

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
