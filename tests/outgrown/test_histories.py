"""Histories of taps and of cards under kills and cut lines are linearizable; the checker finds each that is spoilt.

HISTORIES says how many of each on each shape of the site, one of processes and one of a single one; `make prove` says
250, which makes 1,000.
"""

import asyncio
import json
import os
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from urllib.parse import urlencode

import pytest

from tests.makers.senders import note_proof
from tests.outgrown.lay import CSRF
from tests.outgrown.linearizable import RESTORED, CardFile, Operation, TapLog, is_linearizable
from tests.outgrown.recorder import Evening, Recorder
from tests.outgrown.servers import listens
from tests.outgrown.whole import embedded_site
from tests.seeds import SEED

pytestmark = pytest.mark.proof
HISTORIES = int(os.environ.get("HISTORIES", "6"))
MANY = 20  # histories from which on the default shape is tried too, which has to be started for it
MATCHES, PHONES, TAPS, AT_ONCE = 6, 3, 4, 4
READ = 0.3  # how often a phone only reads


# --- Taps: three phones at one match ----------------------------------------------------------------------------------
class Scorer(Recorder):
    """A phone that sends one tap at a time until it is acknowledged."""

    def __init__(self, match, port, dice):
        super().__init__(port, dice)
        self.match, self.device, self.numbers = match, self.uuid(), count(1)

    def request(self, events):
        body = json.dumps({"device": self.device, "after": 0, "events": events}).encode()
        headers = {"Authorization": f"Bearer {self.match['pass']}", "Content-Type": "application/json"}
        return "POST", f"{self.match['path']}live/events/", headers, body

    async def tap(self):
        name = self.uuid()
        event = {
            "id": name, "dseq": next(self.numbers), "at": datetime.now(UTC).isoformat(), "line": 0, "game": 1,
            "lease": self.device, "kind": "fact", "body": {"id": name, "kind": "hand_started"},
        }  # fmt: skip

        def number(answer):
            numbers = [ack["seq"] for ack in answer.json()["acks"] if ack["id"] == name] if answer.status == 200 else []
            return numbers[0] if numbers else None

        await self.insist(("tap", name), self.request([event]), number)

    async def head(self):
        request = self.request([])
        return await self.insist(("read",), request, lambda got: got.json()["head"] if got.status == 200 else None)

    async def play(self, history):
        self.history = history
        for _ in range(TAPS):
            await (self.head if self.dice.random() < READ else self.tap)()


async def pegged(evening, match, port, dice, wanted):
    """So many histories of one match, one after the other."""
    phones = [Scorer(match, port, dice) for _ in range(PHONES)]
    for _ in range(wanted):
        phones[0].history = []
        head, history = await phones[0].head(), []
        await asyncio.gather(*(phone.play(history) for phone in phones))
        await evening.keep(TapLog(head), history)


def spoil_taps(history):
    """The same, but the last tap was acknowledged with the number of another: one of them is lost."""
    taps = [operation for operation in history if operation.known and operation.what[0] == "tap"]
    changed = replace(taps[-1], answer=taps[0].answer if len(taps) > 1 else taps[-1].answer + 1)
    return [changed if operation is taps[-1] else operation for operation in history]


# --- Cards: both captains and the secretary at one match --------------------------------------------------------------
class Sender(Recorder):
    """A captain or the secretary, with the pages of one match. `receipts` is what all three know of the cards sent."""

    def __init__(self, side, match, port, dice, receipts):
        super().__init__(port, dice)
        self.side, self.match, self.receipts = side, match, receipts
        self.seen = 0

    async def read(self):
        def told(answer):
            if answer.status != 200:
                return None
            match = answer.json()
            state, score = match["result_state"], match["score"]
            shown = state in ("provisional", "confirmed")
            return match["version"], state, f"{score['home']}-{score['away']}" if shown else None

        told = await self.insist(("read",), ("GET", self.match["read"]), told)
        self.seen = told[0]
        return told

    async def send(self, what, page, /, **fields):
        """Post a form until it is answered; its receipt if it was taken."""
        receipt = ""

        def told(answer):
            nonlocal receipt
            place = answer.headers.get("location", "")
            assert answer.status in (0, 409, 502, 503, 504) or "/receipts/" in place, (what, answer)
            receipt = place.rstrip("/").rpartition("/")[2]
            return {302: "taken", 409: "refused"}.get(answer.status)

        headers = {"Cookie": self.match["cookies"][self.side], "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields | {"csrfmiddlewaretoken": CSRF}).encode()
        await self.insist(what, ("POST", f"{self.match['path']}{page}/", headers, body), told)
        return receipt

    async def file(self, says, page, /, **fields):
        key, seen = self.uuid(), self.seen
        receipt = await self.send(("file", key, self.side, says, seen), page, key=key, seen=seen, **fields)
        if receipt:
            self.receipts[self.side] = (key, receipt)

    async def send_card(self):
        says = self.dice.choices(list(self.match["cards"]), (3, 1))[0]
        await self.file(says, "card/check", card=self.match["cards"][says])

    async def answer(self):
        other = {"home": "away", "away": "home"}[self.side]
        if other not in self.receipts:
            await self.read()
            return
        key, receipt = self.receipts[other]
        agreed = self.dice.random() < 0.5
        page, words = ("confirmation", {}) if agreed else ("dispute", {"reason": "Another score."})
        await self.send(("answer", key, agreed), page, receipt=receipt, **words)

    async def rule(self):
        if self.dice.random() < 0.5:
            await self.file("void", "award", what="void", reason="The pub was shut.")
        else:
            await self.file(RESTORED, "restoration", reason="It was open.")

    async def act(self, history, seen):
        self.history, self.seen = history, seen
        deeds = (self.rule, self.read) if self.side == "league" else (self.send_card, self.answer, self.read)
        first = self.read if self.side == "league" else self.send_card
        for deed in (first, *self.dice.choices(deeds, k=3)):
            await deed()


async def settled(evening, matches, port, dice):
    """A history of each match. Its last word is read once everybody has had theirs."""
    for match in matches:
        receipts, history = {}, []
        people = [Sender(side, match, port, dice, receipts) for side in match["cookies"]]
        version, _, _ = await people[0].read()
        await asyncio.gather(*(person.act(history, version) for person in people))
        await people[0].read()
        await evening.keep(CardFile(version), history)


def spoil_cards(history):
    """The same, but of what was taken one thing is not there at the end."""
    version, *rest = history[-1].answer
    return [*history[:-1], replace(history[-1], answer=(version - 1, *rest))]


# --- Recording them ---------------------------------------------------------------------------------------------------
def record(whole, matches, parts, is_well):
    """The evenings of taps and of cards."""
    told = whole.site.manage("cards", str(HISTORIES), module="tests.outgrown.lay")
    cards = [json.loads(line) for line in told.splitlines()]
    dice, port = Random(SEED), whole.port
    each = -(-HISTORIES // len(matches))

    async def evening(recording):
        made = Evening(whole.site, parts, is_well, dice, to_a_kill=max(10, HISTORIES // 10))
        await made.last(recording(made))
        return made

    return (
        asyncio.run(evening(lambda made: [pegged(made, match, port, dice, each) for match in matches])),
        asyncio.run(evening(lambda made: [settled(made, cards[at::AT_ONCE], port, dice) for at in range(AT_ONCE)])),
    )


def judge(evening, spoil, about, shape):
    histories = evening.recorded
    assert len(histories) >= HISTORIES
    assert evening.kills > 0
    assert [history for model, history in histories if not is_linearizable(history, model)] == []
    operations = [operation for _, history in histories for operation in history]
    unanswered = sum(not operation.known for operation in operations)
    assert unanswered > 0
    assert [history for model, history in histories if is_linearizable(spoil(history), model)] == []
    note_proof(
        proof="histories", about=about, shape=shape, histories=len(histories), operations=len(operations),
        unanswered=unanswered, kills=evening.kills,
    )  # fmt: skip


def test_histories_of_several_processes(whole):
    taps, cards = record(whole, whole.matches[12 : 12 + MATCHES], ("web@1", "web@2"), whole.site.is_well)
    judge(taps, spoil_taps, "taps", "several processes, PostgreSQL")
    judge(cards, spoil_cards, "cards", "several processes, PostgreSQL")


@pytest.mark.skipif(HISTORIES < MANY, reason="it has to be started for it: make prove")
def test_histories_of_one_process():
    with embedded_site(matches=MATCHES, nights=1) as whole:
        whole.serve()
        whole.site.watch.start()
        taps, cards = record(whole, whole.matches, ("serve",), lambda: listens(whole.port))
    judge(taps, spoil_taps, "taps", "one process, SQLite")
    judge(cards, spoil_cards, "cards", "one process, SQLite")


# --- The checker itself -----------------------------------------------------------------------------------------------
TAPS_TOLD = [
    ([Operation(0, ("tap", "a"), 1, 2), Operation(1, ("tap", "b"), 2, 3)], True),
    ([Operation(0, ("tap", "a"), 2, 2), Operation(1, ("tap", "b"), 1, 3)], True),  # at once, in either order
    ([Operation(0, ("tap", "a"), 2, 1), Operation(2, ("tap", "b"), 1, 3)], False),  # one after the other
    ([Operation(0, ("tap", "a")), Operation(1, ("read",), 1, 2)], True),  # cut, and done all the same
    ([Operation(0, ("tap", "a")), Operation(1, ("read",), 0, 2)], True),  # cut, and never done
    ([Operation(0, ("tap", "a"), 1, 1), Operation(2, ("read",), 0, 3)], False),  # acknowledged and not seen
    ([Operation(0, ("tap", "a"), 1, 1), Operation(2, ("tap", "a"), 2, 3)], False),  # once more, twice there
    ([Operation(0, ("tap", "a")), Operation(2, ("tap", "a"), 1, 3), Operation(4, ("read",), 1, 5)], True),
    # asked three hundred times while the site was away; it cannot have come after what was read later
    ([*(Operation(at, ("tap", "a")) for at in range(300)), Operation(400, ("tap", "a"), 1, 401)], True),
    ([*(Operation(at, ("tap", "a")) for at in range(300)), Operation(400, ("tap", "a"), 2, 401)], False),
]
HOME, SAME, OTHER = ("file", "h", "home", "5-4", 1), ("file", "a", "away", "5-4", 1), ("file", "a", "away", "4-5", 1)
CONFIRMED = Operation(10, ("read",), (3, "confirmed", "5-4"), 11)
DISPUTED = Operation(10, ("read",), (3, "disputed", None), 11)
VOID = ("file", "v", "league", "void", 1)
CARDS_TOLD = [
    ([Operation(0, HOME, "taken", 1), Operation(2, ("read",), (2, "provisional", "5-4"), 3)], True),
    ([Operation(0, HOME, "taken", 1), Operation(2, ("read",), (1, None, None), 3)], False),  # a card is lost
    ([Operation(0, HOME, "taken", 9), Operation(1, SAME, "taken", 9), CONFIRMED], True),
    ([Operation(0, HOME, "taken", 9), Operation(1, OTHER, "taken", 9), DISPUTED], True),
    ([Operation(0, HOME, "taken", 9), Operation(1, OTHER, "taken", 9), CONFIRMED], False),
    ([Operation(0, HOME, "taken", 9), Operation(1, VOID, "refused", 9)], True),  # whoever comes second is told
    ([Operation(0, HOME, "taken", 9), Operation(1, VOID, "taken", 9)], False),
    ([Operation(0, HOME), Operation(1, VOID, "refused", 9)], True),  # cut, and was quicker all the same
    ([Operation(0, HOME, "taken", 1), Operation(2, ("answer", "h", False), "taken", 3),
      Operation(4, ("answer", "h", True), "taken", 5), Operation(6, ("read",), (4, "confirmed", "5-4"), 7)], True),
    ([Operation(0, HOME, "taken", 1), Operation(2, ("answer", "h", True), "taken", 3),
      Operation(4, ("answer", "h", False), "taken", 5)], False),  # a result that stands is not disputed
]  # fmt: skip


@pytest.mark.parametrize(
    ("history", "model", "well"),
    [(*case[:1], TapLog(0), *case[1:]) for case in TAPS_TOLD]
    + [(*case[:1], CardFile(1), *case[1:]) for case in CARDS_TOLD],
)
def test_the_checker_tells_a_good_history_from_a_bad_one(history, model, well):
    assert is_linearizable(history, model) is well
