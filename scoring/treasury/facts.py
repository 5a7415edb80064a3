"""The facts of a treasurer's book, written down once and corrected by another fact only; and a charge as they leave it.

`id` is the place of a fact in its book, counted up; `on` the day for which it counts, which may be earlier than the day
on which it was written. Amounts are in pence and above nought, but for an opening balance, which may be overdrawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from scoring.card.points import MINUS


class Heading(StrEnum):
    """What money is for: under this name it stands in the accounts of a year."""

    TEAM_FEE = "team-fee"
    PLAYER_FEE = "player-fee"
    MATCH_FEE = "match-fee"
    HOST_FEE = "host-fee"
    AFFILIATION = "affiliation"
    CUP_ENTRY = "cup-entry"
    LATE_CARD = "late-card"
    NO_SHOW = "no-show"
    FINE = "fine"
    OTHER_CHARGE = "other-charge"
    ADVANCE = "advance"
    RAFFLE = "raffle"
    SPONSOR = "sponsor"
    OTHER_INCOME = "other-income"
    PRIZE = "prize"
    TROPHIES = "trophies"
    ROOM = "room"
    PRINTING = "printing"
    AFFILIATION_PAID = "affiliation-paid"
    BANK_COSTS = "bank-costs"
    REFUND = "refund"
    OTHER_COST = "other-cost"
    OPENING = "opening"


LABELS: Mapping[Heading, str] = {
    Heading.TEAM_FEE: "Team fees",
    Heading.PLAYER_FEE: "Player registrations",
    Heading.MATCH_FEE: "Match fees",
    Heading.HOST_FEE: "Host pub fees",
    Heading.AFFILIATION: "Affiliation fees from teams",
    Heading.CUP_ENTRY: "Cup entries",
    Heading.LATE_CARD: "Fines for late cards",
    Heading.NO_SHOW: "Fines for failing to turn up",
    Heading.FINE: "Other fines",
    Heading.OTHER_CHARGE: "Other charges",
    Heading.ADVANCE: "Paid in advance",
    Heading.RAFFLE: "Raffles and football cards",
    Heading.SPONSOR: "Sponsors and donations",
    Heading.OTHER_INCOME: "Other income",
    Heading.PRIZE: "Prize money",
    Heading.TROPHIES: "Trophies and engraving",
    Heading.ROOM: "Rooms and food",
    Heading.PRINTING: "Printing and post",
    Heading.AFFILIATION_PAID: "Affiliation to the association",
    Heading.BANK_COSTS: "Bank charges",
    Heading.REFUND: "Refunds",
    Heading.OTHER_COST: "Other costs",
    Heading.OPENING: "Opening balance",
}
CHARGES = (
    *(Heading.TEAM_FEE, Heading.PLAYER_FEE, Heading.MATCH_FEE, Heading.HOST_FEE, Heading.AFFILIATION),
    *(Heading.CUP_ENTRY, Heading.LATE_CARD, Heading.NO_SHOW, Heading.FINE, Heading.OTHER_CHARGE),
)
INCOME = (Heading.RAFFLE, Heading.SPONSOR, Heading.OTHER_INCOME)
COSTS = (
    *(Heading.TROPHIES, Heading.ROOM, Heading.PRINTING, Heading.AFFILIATION_PAID, Heading.BANK_COSTS),
    Heading.OTHER_COST,
)


@dataclass(frozen=True, slots=True)
class BookFact:
    id: int
    on: date


@dataclass(frozen=True, slots=True)
class OpeningBalance(BookFact):
    """What the league had when its book began; less than nought if it was overdrawn."""

    amount: int


@dataclass(frozen=True, slots=True)
class ChargeProposal(BookFact):
    """What an account would have to pay. Nothing is owed for it before its approval."""

    account: str
    heading: Heading
    amount: int


@dataclass(frozen=True, slots=True)
class ChargeApproval(BookFact):
    """The treasurer approves a charge: from now on it is owed."""

    charge: int


@dataclass(frozen=True, slots=True)
class ChargeWithdrawal(BookFact):
    """A charge is refused or cancelled. What was paid for it stays with the account, in advance."""

    charge: int
    reason: str


@dataclass(frozen=True, slots=True)
class Share:
    """The part of some money that pays for one charge."""

    charge: int
    amount: int


@dataclass(frozen=True, slots=True)
class Payment(BookFact):
    """Money received from an account. What `shares` leave of it is paid in advance."""

    account: str
    amount: int
    shares: tuple[Share, ...] = ()


@dataclass(frozen=True, slots=True)
class CreditUse(BookFact):
    """What an account had paid in advance pays for charges of its own."""

    account: str
    shares: tuple[Share, ...]


@dataclass(frozen=True, slots=True)
class Refund(BookFact):
    """Money given back to an account out of what it has in advance."""

    account: str
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class WriteOff(BookFact):
    """Part of a charge, or all of it, that the league no longer expects."""

    charge: int
    amount: int
    reason: str


@dataclass(frozen=True, slots=True)
class Income(BookFact):
    """Money received from nobody's account: a raffle, a sponsor."""

    heading: Heading
    amount: int


@dataclass(frozen=True, slots=True)
class Expense(BookFact):
    """Money that the league paid for something."""

    heading: Heading
    amount: int


@dataclass(frozen=True, slots=True)
class PrizePayment(BookFact):
    """Prize money that was paid out."""

    amount: int


@dataclass(frozen=True, slots=True)
class Reversal(BookFact):
    """A fact about money that was wrong, or a cheque that was not honoured: from now on it counts no more."""

    fact: int
    reason: str


# --- a charge ---------------------------------------------------------------------------------------------------------
class BookError(ValueError):
    """A fact that does not fit what was written before."""


def pounds(pence: int) -> str:
    """An amount as people write it: "£12.50", "£0.05", with a real minus below nought."""
    whole, rest = divmod(abs(pence), 100)
    return f"{MINUS if pence < 0 else ''}\N{POUND SIGN}{whole:,}.{rest:02}"


class ChargeState(StrEnum):
    PROPOSED = "proposed"
    APPROVED = "approved"
    WITHDRAWN = "withdrawn"


@dataclass(slots=True)
class Charge:
    """A charge as it stands. `paid_by` has what was paid for it by each Payment or CreditUse that still counts."""

    proposal: ChargeProposal
    state: ChargeState = ChargeState.PROPOSED
    written_off: int = 0
    paid_by: dict[int, int] = field(default_factory=dict)

    @property
    def paid(self) -> int:
        return sum(self.paid_by.values())

    @property
    def due(self) -> int:
        """What is still to be paid for it."""
        return self.proposal.amount - self.written_off - self.paid if self.state is ChargeState.APPROVED else 0


def spread(amount: int, debts: Sequence[Charge]) -> tuple[Share, ...]:
    """How some money pays charges in their order, the last of them perhaps in part."""
    shares: list[Share] = []
    for charge in debts:
        part = min(amount, charge.due)
        if part > 0:
            shares.append(Share(charge.proposal.id, part))
            amount -= part
    return tuple(shares)


# --- What a league charges for a season -------------------------------------------------------------------------------
# And what that comes to for each account: to be looked at before it is raised.


@dataclass(frozen=True, slots=True)
class Tariff:
    """Fees in pence; nought for what a league does not charge. `team` and `affiliation` are for a season, `player` for
    each who is registered, `match` for each match of a team, `host` for each match that a pub has at home.
    """

    team: int = 0
    player: int = 0
    match: int = 0
    host: int = 0
    affiliation: int = 0
    late_card: int = 0
    no_show: int = 0


@dataclass(frozen=True, slots=True)
class SeasonUse:
    """What an account has in a season: a team its players and matches, a pub the matches that it is host of."""

    account: str
    team: bool = True
    players: int = 0
    matches: int = 0
    hosted: int = 0


@dataclass(frozen=True, slots=True)
class FeeLine:
    """One charge of a season: so many, at so much."""

    account: str
    heading: Heading
    number: int
    each: int

    @property
    def amount(self) -> int:
        return self.number * self.each


def season_fees(tariff: Tariff, uses: Iterable[SeasonUse]) -> Iterator[FeeLine]:
    for use in uses:
        counted = (
            (Heading.TEAM_FEE, int(use.team), tariff.team),
            (Heading.AFFILIATION, int(use.team), tariff.affiliation),
            (Heading.PLAYER_FEE, use.players, tariff.player),
            (Heading.MATCH_FEE, use.matches, tariff.match),
            (Heading.HOST_FEE, use.hosted, tariff.host),
        )
        for heading, number, each in counted:
            if number * each > 0:
                yield FeeLine(use.account, heading, number, each)
