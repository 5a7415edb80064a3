"""The book of the larger league: two years of fees and costs, fines, who has paid and who has not.

Written by the actions of the treasurer's own pages; the smaller league keeps no book, as most do not at first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import TypedDict

from league.accounts.models import User
from league.demo.dates import moment
from league.demo.names import HARTHWAITE
from league.demo.people import demo_user, phone
from league.demo.seasons import DAY, DemoSeason
from league.schedule.models import Season
from league.teams.choices import RoleKind
from league.teams.models import Role, Team
from league.treasury.actions.charges import (
    add_charge,
    approve_charges,
    fee_key,
    propose_charges,
    raise_fees,
    refuse_charges,
    write_off,
)
from league.treasury.actions.payments import keep_bank_lines, record_entry, record_payment, reverse
from league.treasury.actions.settings import keep_book_here, settle_tariff
from league.treasury.choices import PaymentMethod
from league.treasury.queries.books import read_book
from league.treasury.queries.fees import fees_to_raise
from league.treasury.values import AccountHolder
from scoring.treasury.facts import Heading

TEAM_FEE, PLAYER_FEE = 2500, 200


class Signature(TypedDict):
    """Who writes, and when."""

    by: User
    at: datetime


@dataclass(frozen=True, slots=True)
class DemoEntry:
    """Something that a league receives or pays: so many days after the season begins."""

    days: int
    kind: str
    heading: str
    amount: int
    words: str


LAST_YEAR = (
    DemoEntry(20, "income", "raffle", 18_450, "Football cards, September to December"),
    DemoEntry(100, "income", "sponsor", 15_000, "Metcalfe's, for the trophies"),
    DemoEntry(110, "income", "raffle", 14_200, "Football cards, January to March"),
    DemoEntry(120, "expense", "printing", 6_180, "Fixture booklets"),
    DemoEntry(130, "expense", "affiliation-paid", 4_000, "County association"),
    DemoEntry(150, "expense", "trophies", 31_275, "Trophies and engraving"),
    DemoEntry(155, "expense", "room", 21_000, "Pie and peas, finals night"),
    DemoEntry(155, "prize", "", 12_000, "Cup winners and runners-up"),
)
THIS_YEAR = (
    DemoEntry(5, "expense", "printing", 6_540, "Fixture booklets"),
    DemoEntry(30, "expense", "affiliation-paid", 4_200, "County association"),
    DemoEntry(40, "income", "raffle", 9_825, "Football cards, first half"),
    DemoEntry(45, "income", "sponsor", 15_000, "Metcalfe's, for the trophies"),
)


def fill_book(demo: DemoSeason) -> None:
    """Turn the book of Harthwaite on and write two years in it."""
    league = demo.season.league
    if league.slug != HARTHWAITE.slug:
        return
    began = _began(demo)
    treasurer = demo_user(f"treasurer@{league.slug}.example", "Brian Alderson", phone(940))
    Role.objects.create(league=league, user=treasurer, kind=RoleKind.TREASURER, since=moment(began, 12))
    keep_book_here(league=league, keeps=True, by=demo.by, at=moment(began, 12))
    desk = _Desk(demo, treasurer)
    settle_tariff(
        league=league, team_fee=TEAM_FEE, player_fee=PLAYER_FEE, match_fee=0, host_fee=0, affiliation_fee=0,
        late_card_fine=200, no_show_fine=1000, account_name="Harthwaite & District Fives and Threes League",
        sort_code="20-00-00", account_number="12345678", payment_link="",
        how_to_pay="Cash or a cheque at the captains' meeting is fine too.", by=treasurer, at=moment(began, 12),
    )  # fmt: skip
    desk.last_year(began)
    desk.this_year()


def _began(demo: DemoSeason) -> date:
    """The first day of the season before this one."""
    before = Season.objects.filter(league=demo.season.league, starts__lt=demo.season.starts).order_by("-starts")
    first: Season = before.first() or demo.season
    return first.starts


class _Desk:
    """The treasurer, who writes."""

    def __init__(self, demo: DemoSeason, by: User) -> None:
        self.demo, self.by, self.league = demo, by, demo.season.league

    def _entries(self, start: date, entries: tuple[DemoEntry, ...]) -> None:
        for each in entries:
            on = min(start + each.days * DAY, self.demo.today - DAY)
            record_entry(
                league=self.league, kind=each.kind, heading=each.heading, amount=each.amount, on=on, words=each.words,
                by=self.by, at=moment(on, 18),
            )  # fmt: skip

    def _teams(self) -> Iterator[AccountHolder]:
        for team in Team.objects.filter(league=self.league, active=True).select_related("league").order_by("name"):
            yield AccountHolder(team)

    def last_year(self, start: date) -> None:
        """What the league had, a fee from every team, and what it spent."""
        on = start + 7 * DAY
        by: Signature = {"by": self.by, "at": moment(on, 19)}
        record_entry(league=self.league, kind="opening", amount=121_138, on=start, words="From the old book", **by)
        for holder in self._teams():
            add_charge(holder=holder, heading="team-fee", amount=TEAM_FEE - 500, on=on, words="Last season", **by)
            record_payment(holder=holder, amount=TEAM_FEE - 500, on=on + 14 * DAY, method=PaymentMethod.CASH, **by)
        self._entries(start, LAST_YEAR)

    def this_year(self) -> None:
        """Fees raised; most teams have paid, one in part, one with a cheque that came back; fines proposed."""
        season, start = self.demo.season, self.demo.season.starts
        at = moment(start, 19)
        raise_fees(season=season, keys=[fee_key(each) for each in fees_to_raise(season, at)], by=self.by, at=at)
        self._entries(start, THIS_YEAR)
        for number, holder in enumerate(self._teams()):
            self._pays(number, holder, start + (10 + number * 2) * DAY)
        self._fines()
        yesterday = self.demo.today - DAY
        book = read_book(self.league).book
        names = [holder for holder in self._teams() if book.debts_of(holder.key)]
        lines = [
            f"{yesterday:%d/%m/%Y},{holder.name.upper()} SUBS,{25 + 7 * n}.00" for n, holder in enumerate(names[:2])
        ]
        lines.append(f"{yesterday:%d/%m/%Y},A METCALFE,12.00")
        keep_bank_lines(league=self.league, text="\n".join(lines), by=self.by, at=moment(yesterday, 20))

    def _pays(self, number: int, holder: AccountHolder, on: date) -> None:
        owed = read_book(self.league).book.balance_of(holder.key)
        if not owed:
            return  # a team that has left the season
        how = PaymentMethod.TRANSFER if number % 3 else PaymentMethod.CASH
        by: Signature = {"by": self.by, "at": moment(on, 20)}
        if number % 7 == 3:
            record_payment(holder=holder, amount=owed // 2, on=on, method=how, **by)
        elif number % 7 != 5:
            paid = record_payment(holder=holder, amount=owed + (300 if number == 2 else 0), on=on, method=how, **by)
            if number == 4:
                reverse(fact=paid, reason="The cheque was not honoured", by=self.by, at=moment(on + 9 * DAY, 12))

    def _fines(self) -> None:
        """What the site proposes: the first is refused, the next two approved, the rest is for whoever looks."""
        at = moment(self.demo.today - DAY, 9)
        propose_charges(league=self.league, by=None, at=at)
        proposed = read_book(self.league).book.proposed
        waiting = [each.proposal.id for each in proposed if each.proposal.heading is not Heading.CUP_ENTRY]
        entries = [each.proposal.id for each in proposed if each.proposal.heading is Heading.CUP_ENTRY]
        by: Signature = {"by": self.by, "at": at}
        refuse_charges(league=self.league, numbers=waiting[:1], reason="The pub had no signal: no fine this time", **by)
        approve_charges(league=self.league, numbers=[*waiting[1:3], *entries[:-5]], **by)
        old = add_charge(
            holder=next(self._teams()), heading="other-charge", amount=450, on=self.demo.today - 40 * DAY,
            words="A lost set of pegs", by=self.by, at=at,
        )  # fmt: skip
        write_off(charge=old, amount=450, reason="The pegs were found", by=self.by, at=at)
