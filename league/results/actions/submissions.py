"""Take a card in once and for good: the lock, the key that makes a double tap one card, and the receipt."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.results.choices import SentFor, Source
from league.results.models import Submission
from league.results.values import entry_of, more_than_odd
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.match import Problem

# Nothing that a voice or a dim pub turns into something else: no 0 O, 1 I L, 5 S, 8 B.
RECEIPT_LETTERS = "ACDEFGHJKMNPQRTUVWXYZ234679"


class NotAcceptedError(Exception):
    """What was sent is not taken, and why, in a sentence for the person who sent it."""

    def __init__(self, message: str) -> None:
        self.message = message
        super().__init__(message)


class SettledError(NotAcceptedError):
    """The result stands; only an officer can change it."""


class CardChangedError(NotAcceptedError):
    """The key of a card that was received, with another card."""


class StaleError(NotAcceptedError):
    """The match has changed since the page was opened: `seen` and `now` are versions of the fixture."""

    def __init__(self, *, seen: int, now: int) -> None:
        self.seen, self.now = seen, now
        super().__init__("This match has changed since you opened the page.")


class CardRefusedError(NotAcceptedError):
    """The card cannot be right; `problems` says everything that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("The card has mistakes that must be put right first.")


@dataclass(frozen=True, slots=True)
class SentCard:
    """A card (or an award) as JSON, under the sender's key, who had seen a version of the fixture.
    By the code on the card nobody signed in sends it, but somebody who calls themselves `sender`.
    """

    fixture: Fixture
    sent_for: SentFor
    source: Source
    card: codec.Json
    key: UUID
    seen: int
    by: User | None
    at: datetime
    entered_at: datetime | None = None
    reason: str = ""
    sender: str = ""

    @property
    def body_hash(self) -> str:
        """Equal for the same card, sent for the same match, in the same name, for the same reason."""
        body = [self.fixture.pk, self.sent_for, self.card, self.reason]
        return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def received_before(sent: SentCard) -> Submission | None:
    """The submission that this very post has made already. CardChangedError if its key was used for another one."""
    mine = Submission.objects.filter(by=sent.by) if sent.by else sent.fixture.submissions.filter(by=None)
    earlier: Submission | None = mine.filter(key=sent.key).first()
    if earlier is not None and earlier.body_hash != sent.body_hash:
        raise CardChangedError(f"This card was received as {earlier.receipt} with something else on it.")
    return earlier


def append_submission(
    sent: SentCard, *, card: codec.Json | None = None, problems: Iterable[Problem] = (), overruled: bool = False
) -> Submission:
    """File it as the fixture's next version. `card` is what it became if new players were signed on it."""
    receipt = new_receipts([sender_name(sent)])[0]
    filed = to_submission(sent, receipt, card=card, problems=problems, overruled=overruled)
    filed.full_clean()
    filed.save()
    return filed


def append_submissions(decisions: Sequence[tuple[SentCard, tuple[Problem, ...]]]) -> list[Submission]:
    """File what the league decided about several matches, each with the problems that were overruled: two queries."""
    receipts = new_receipts([sender_name(sent) for sent, _ in decisions])
    filed = [
        to_submission(sent, receipt, problems=problems, overruled=True)
        for (sent, problems), receipt in zip(decisions, receipts, strict=True)
    ]
    for each in filed:
        each.clean_fields(exclude=["fixture", "by"])  # which the caller holds; the rest is seen to by the database
    return list(Submission.objects.bulk_create(filed))


def to_submission(
    sent: SentCard, receipt: str, *, card: codec.Json | None = None, problems: Iterable[Problem] = (),
    overruled: bool = False,
) -> Submission:  # fmt: skip
    card_problems = tuple(problems)
    return Submission(
        fixture=sent.fixture,
        sent_for=sent.sent_for,
        source=sent.source,
        by=sent.by,
        sender=sent.sender,
        key=sent.key,
        body_hash=sent.body_hash,
        receipt=receipt,
        card=sent.card if card is None else card,
        fixture_version=sent.seen,
        made_version=sent.fixture.version + 1,
        entered_at=sent.entered_at,
        received_at=sent.at,
        problems=[codec.bare(problem) for problem in card_problems],
        overruled=sorted({problem.code for problem in more_than_odd(card_problems)}) if overruled else [],
        reason=sent.reason,
    )


def sender_name(sent: SentCard) -> str:
    if sent.sent_for == SentFor.LEAGUE or sent.fixture.away is None:
        return sent.fixture.league.short_name
    return entry_of(sent.fixture, sent.sent_for).team.name


def new_receipts(names: Sequence[str]) -> list[str]:
    """A receipt number for each name that nobody has, easy to read out: "CRN-4F7K" for the Crown."""
    receipts: dict[int, str] = {}
    while missing := [place for place in range(len(names)) if place not in receipts]:
        tried: dict[str, int] = {}
        for place in missing:
            tried.setdefault(_receipt(names[place]), place)
        with scopes_disabled():
            taken = {*Submission.objects.filter(receipt__in=tried).values_list("receipt", flat=True)}
        taken |= {*receipts.values()}
        receipts |= {place: receipt for receipt, place in tried.items() if receipt not in taken}
    return [receipts[place] for place in range(len(names))]


def _receipt(name: str) -> str:
    letters = [each for each in name.upper() if "A" <= each <= "Z"] or ["X"]
    hard = letters[:1] + [each for each in letters[1:] if each not in "AEIOU"]
    start = "".join([*hard[:2], hard[-1]] if len(hard) > 2 else (hard + letters[1:] + ["X", "X"])[:3])
    return f"{start}-{''.join(secrets.choice(RECEIPT_LETTERS) for _ in range(4))}"
