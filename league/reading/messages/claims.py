"""What one message says of a match: a result without a doubt in itself, or a doubt."""

import re
from dataclasses import dataclass

from league.reading.messages.result_places import MessageDoubt, nearest
from league.reading.messages.values import MessageLine, NightMatch, ScoreOption, SentMessage, TextSpan

SPEAKS_OF_BEFORE = re.compile(r"\b(?:last|week|before|other)\b", re.IGNORECASE)
MOST_MATCHES = 4  # of which a doubt speaks; a doubt about more says nothing of one of them


@dataclass(frozen=True, slots=True)
class Claim:
    """A result without a doubt in itself."""

    message: SentMessage
    option: ScoreOption
    span: TextSpan
    corrects: bool
    lines: tuple[MessageLine, ...] = ()


@dataclass(frozen=True, slots=True)
class DoubtedMessage:
    """A message that is to be asked about. `lowers`: what it speaks of is not proposed beside it."""

    message: SentMessage
    doubt: MessageDoubt
    spans: tuple[TextSpan, ...] = ()
    lowers: bool = True
    numbers: tuple[int, int] | None = None
    bare: bool = False

    def speaks_of(self, match: NightMatch) -> bool:
        """Whether a match is among those that it may well be about; most speak of the evening that is just over."""
        if not self.lowers or len(self.doubt.matches) > MOST_MATCHES:
            return False
        late = SPEAKS_OF_BEFORE.search(self.message.text)
        return match in (self.doubt.matches if late else nearest(self.doubt.matches, self.message))
