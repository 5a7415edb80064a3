"""Whether a card is as it was when it was received: by its digest in the history, and the chain that this stands in.

Says nothing of what is on the card: anybody with its receipt and code may ask.
"""

from dataclasses import dataclass
from datetime import datetime

from league.base.audit.models import Entry, Seal
from league.base.audit.queries import breaks_since, end_of_chain
from league.base.audit.values import code_of, digest_of_card
from league.results.models import Submission


@dataclass(frozen=True, slots=True)
class CardProof:
    """What was found: `holds` when the card, its entry and all since are unchanged and the code is the receipt's.

    `since` is how many entries stand on it by now.
    """

    submission: Submission
    received_at: datetime
    same_card: bool
    same_code: bool
    chain_holds: bool
    since: int

    @property
    def holds(self) -> bool:
        return self.same_card and self.same_code and self.chain_holds


def seal_of(submission: Submission) -> Seal | None:
    """The link under which a card was received; None for one from before there was a chain."""
    about = Entry.objects.filter(subjects__kind="fixture", subjects__key=submission.fixture_id)
    entry = about.filter(after__receipt=submission.receipt).select_related("seal").order_by("pk").first()
    return getattr(entry, "seal", None) if entry else None


def code_on_receipt(submission: Submission) -> str:
    """The code that a receipt carries: the head of the chain when the card came in; "" where there is none."""
    seal = seal_of(submission)
    return code_of(seal.head) if seal else ""


def card_proof(receipt: str, code: str) -> CardProof | None:
    """The proof for a receipt number and its code, as somebody typed them; None if there is no such card here."""
    submission = Submission.objects.select_related("fixture").filter(receipt=receipt.strip().upper()).first()
    seal = seal_of(submission) if submission else None
    if submission is None or seal is None:
        return None
    newest, _ = end_of_chain(seal.league_id)
    return CardProof(
        submission=submission,
        received_at=submission.received_at,
        same_card=seal.entry.after.get("card") == digest_of_card(submission.card),
        same_code=code_of(seal.head).replace("-", "") == code.replace("-", "").replace(" ", "").upper(),
        chain_holds=not breaks_since(seal),
        since=newest - seal.number,
    )
