"""Texts handed to the league's gateway."""

from collections.abc import Iterator
from contextlib import contextmanager

from league.post.actions.carriers import TAKEN, Answer, Carry, Fate, name_of
from league.post.gateways import Gateway, RefusedError, gateway
from league.post.models import Message
from league.ui.words import one_line

UNSET = "No SMS_GATEWAY is set"


@contextmanager
def text_gateway() -> Iterator[Carry]:
    """The gateway of the settings."""
    way_out = gateway()
    yield lambda message, _at: _hand_over(message, way_out)


def _hand_over(message: Message, way_out: Gateway | None) -> Answer:
    """What the gateway raises is its own business: anything but RefusedError is tried again."""
    if way_out is None:
        return Answer(Fate.REFUSED, UNSET)
    try:
        way_out.send(to=message.address, words=message.text, key=name_of(message))
    except RefusedError as fault:
        return Answer(Fate.REFUSED, f"The gateway refused it: {one_line(str(fault))}")
    except Exception as fault:  # noqa: BLE001 (it is the league's own code)
        words = one_line(str(fault) or type(fault).__name__)
        return Answer(Fate.LATER, f"The gateway did not take it: {words}", doubtful=True)
    return TAKEN
