"""A charge as it stands, how money pays several of them, and how an amount is written."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.card.points import MINUS
from scoring.treasury.facts import ChargeProposal, Heading, Share


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


# --- What a league charges for a season ------------------------------------------------------------------------------
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
