"""Every test here is in one league in season that keeps its book, read and written by a treasurer."""

from datetime import UTC, date, datetime

import pytest
from django_scopes import scope, scopes_disabled

from league.teams.choices import RoleKind
from league.treasury.actions.book import keep_book_here, settle_tariff
from league.treasury.actions.charges import add_charge
from league.treasury.values import AccountHolder
from tests.factories import FIRST_NIGHT, league_in_season, make_role, make_user

NOON = datetime(2026, 9, 8, 12, tzinfo=UTC)


class Desk:
    """The treasurer, signed in to write; `crown` and `bell` are accounts, `pub` is that of Crown's pub."""

    def __init__(self) -> None:
        self.small = league_in_season()
        self.league = self.small.league
        self.user = make_user("Tess Treasurer")
        make_role(self.user, self.league, RoleKind.TREASURER)
        self.act = {"by": self.user, "at": NOON}
        teams = [entry.team for entry in self.small.entries]
        for team in teams:
            team.league = team.venue.league = self.league
        self.crown, self.bell = AccountHolder(teams[0]), AccountHolder(teams[1])
        self.pub = AccountHolder(teams[0].venue)

    def charge(self, holder: AccountHolder, amount: int, heading: str = "fine", on: date = FIRST_NIGHT):
        return add_charge(holder=holder, heading=heading, amount=amount, on=on, **self.act)


@pytest.fixture
def desk(db) -> Desk:
    with scopes_disabled():
        made = Desk()
    with scope(league=made.league):
        keep_book_here(league=made.league, keeps=True, by=made.small.secretary, at=NOON)
        settle_tariff(
            league=made.league, late_card_fine=200, no_show_fine=1000, account_name="Leek League",
            sort_code="20-00-00", account_number="12345678", **made.act,
        )  # fmt: skip
        yield made


@pytest.fixture
def treasurer(desk, client):
    client.force_login(desk.user)
    return client
