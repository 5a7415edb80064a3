"""A charge as it stands, how money pays several of them, and how an amount is written."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.treasury.facts import ChargeProposal, Share

MINUS = "\N{MINUS SIGN}"


class BookError(ValueError):
    """A fact that does not fit what was written before."""


def pounds(pence: int) -> str:
    """An amount as people write it: "£12.50", "£0.05", with a real minus below nought."""
    whole, rest = divmod(abs(pence), 100)
    return f"{MINUS if pence < 0 else ''}\N{POUND SIGN}{whole:,}.{rest:02}"


class ChargeState(StrEnum):
    """What became of a charge."""

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
