"""A real mail server for tests, which takes mail, refuses it, hangs or dies as its mood is."""

import asyncio
import random
from collections import Counter
from email import message_from_bytes

from aiosmtpd.controller import Controller

from tests import waiting

TAKE, NOT_NOW, NEVER, HANG, DIE, TAKE_AND_DIE = "take", "not now", "never", "hang", "die", "take and die"
UNSURE = (NOT_NOW, HANG, DIE, TAKE_AND_DIE)


class Moods:
    """The handler: `mood()` is asked for each mail. `taken` are the mails that were kept, in order."""

    def __init__(self, mood=lambda: TAKE):
        self.mood, self.taken, self.moods = mood, [], Counter()

    async def handle_DATA(self, server, session, envelope):  # noqa: ARG002, N802 (aiosmtpd asks)
        mood = self.mood()
        self.moods[mood] += 1
        if mood in (TAKE, TAKE_AND_DIE):
            self.taken.append(message_from_bytes(envelope.content))
        if mood == HANG:
            await asyncio.sleep(waiting.HANG)  # whoever sends hangs up long before, which ends this
        if mood in (DIE, TAKE_AND_DIE):
            server.transport.abort()
        return {NOT_NOW: "451 Come back later", NEVER: "550 No such person"}.get(mood, "250 Thank you")

    @property
    def ids(self):
        return [mail["Message-ID"] for mail in self.taken]


def unsure(seed, share=0.3):
    """Takes most mail, and now and then is in another mood."""
    dice = random.Random(seed)
    return lambda: dice.choice(UNSURE) if dice.random() < share else TAKE


class Server(Controller):
    """On whichever port is free: `port` says which, once it has been started."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


def opened(moods):
    """The server, which whoever opens it stops."""
    server = Server(moods, hostname="127.0.0.1", port=0)
    server.start()
    return server
