"""What became of handing one message over, as whoever carries it says it: by mail, to a phone, or as a text."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from hashlib import sha256

from league.notifications.models import Message


class DeliveryStatus(Enum):
    DELIVERED = "taken"
    REFUSED = "refused"  # for good
    LATER = "later"


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """`words` say why it was not taken. `doubtful`: it may have been, all the same. `silent`: whoever takes them is
    away, so there is no use in going on with the next one.
    """

    status: DeliveryStatus
    words: str = ""
    doubtful: bool = False
    silent: bool = False


class TransportDownError(Exception):
    """Nobody can take anything: all messages stay as they are, and none has been tried."""


def message_digest(message: Message) -> str:
    """32 letters by which whoever takes a message knows it again when it is handed over twice."""
    return sha256(message.key.encode()).hexdigest()[:32]


Transport = Callable[[Message, datetime], DeliveryResult]
DELIVERED = DeliveryResult(DeliveryStatus.DELIVERED)
