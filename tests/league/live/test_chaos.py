"""Phones in a pub without signal: whatever happens between them and the server, every tap is in the log once.

Each sequence is a random evening of two to four phones, driven over HTTP: signal comes and goes, requests are repeated,
overtaken and cut short, answers are lost after the commit, phones die and start again from what they kept, and two of
them take the same game from each other. At its end every phone sends what is left; then the log must be what was
tapped, once, in each phone's order, without a gap, and every tap in one track. CHAOS sets how many sequences.
"""

import json
import os
from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django_scopes import scope

from league.matchnight.actions.events import make_link
from league.matchnight.models import LiveEvent, LiveMatch
from league.matchnight.permissions import pass_for_link
from league.matchnight.queries.match_state import MatchProjection
from league.matchnight.values import tap_of
from league.schedule.models import Fixture
from scoring.play.merge import ScorerLog
from tests.factories import FIRST_NIGHT, make_fixture
from tests.league.live.conftest import EVENING
from tests.league.live.phones import Phone, address, log_of, pass_of
from tests.league.results.evening import Evening
from tests.seeds import seeds

SEQUENCES = int(os.environ.get("CHAOS", "30"))
STEPS = (10, 30, 100)
GAMES = ((0, 1), (0, 1), (0, 1), (6, 1))  # most of what is tapped is about one game


class Pub:
    """A match and its phones, the post on its way, and what the phones believe to be received."""

    def __init__(self, night: Evening, fixture: Fixture, dice: Random) -> None:
        self.dice, self.fixture = dice, fixture
        guests = ("Bob Lee", "Sue Hill")[: dice.randrange(3)]
        links = [make_link(fixture=fixture, name=name, by=night.home, at=EVENING)[0] for name in guests]
        tokens = [pass_of(fixture, user) for user in (night.home, night.away)]
        tokens += [pass_for_link(fixture, link) for link in links]
        client = Client()
        self.phones = [Phone(fixture, token, f"Phone {number}", client) for number, token in enumerate(tokens)]
        self.received: dict[int, set[str]] = {number: set() for number in range(len(tokens))}
        self.online = [dice.random() < 0.7 for _ in tokens]
        self.seen: list[dict[int, str]] = [{} for _ in tokens]  # what each phone was told of the log, by number
        self.delayed: list[tuple[int, str]] = []  # requests that the network holds back, as they were written
        self.happened: Counter[str] = Counter()

    def step(self) -> None:
        number = self.dice.randrange(len(self.phones))
        act = self.dice.choices(
            (self.tap, self.send, self.signal, self.restart, self.deliver, self.take), (10, 6, 3, 1, 2, 2)
        )[0]
        self.happened[act.__name__] += 1
        act(number)

    def tap(self, number: int) -> None:
        phone, (line, game) = self.phones[number], self.dice.choice(GAMES)
        where = {"line": line, "game": game}
        facts = [tap["id"] for tap in phone.taps if tap["kind"] == "fact"]
        match self.dice.randrange(12):
            case 0:
                phone.opens(**where)
            case 1 if facts:
                phone.tells("undone", ref=self.dice.choice(facts), **where)
            case 2:
                phone.tells("hand_ended", out=self.dice.choice((0, 1, None)), **where)
            case 3:
                phone.tap("asked", {"name": phone.name}, **where)
            case 4:
                other = self.dice.choice(self.phones)
                phone.tap("chosen", {"lease": str(other.lease), "reason": "we talked"}, **where)
            case 5:
                other = self.dice.choice(self.phones)
                phone.tap("given", {"lease": str(other.lease), "name": other.name}, **where)
            case _:
                phone.pegs(self.dice.randrange(2), self.dice.choice((0, 1, 2, 3, 4, 6, 8)), **where)

    def take(self, number: int) -> None:
        self.phones[number].takes()

    def signal(self, number: int) -> None:
        self.online[number] = not self.online[number]

    def restart(self, number: int) -> None:
        """The phone dies: what it kept is all there is, and it no longer knows what was received."""
        old = self.phones[number]
        kept = json.loads(json.dumps(old.taps))
        self.phones[number] = Phone(
            self.fixture, old.token, old.name, old.client, old.device, old.lease, kept, self.dice.choice((0, old.after))
        )
        self.received[number] = set()

    def send(self, number: int) -> None:
        """What is not received yet, in requests that the network may lose, repeat, hold back or cut off."""
        if not self.online[number]:
            return
        phone = self.phones[number]
        left = [tap for tap in phone.taps if tap["id"] not in self.received[number]]
        size = self.dice.choice((1, 3, 1000))
        if self.dice.random() < 0.2:
            self.dice.shuffle(left)  # a program that does not keep them in order
        parcel = json.dumps(phone.parcel(left[:size]))
        fate = self.dice.choices(("lost", "held", "twice", "unheard", "fine"), (2, 2, 2, 3, 8))[0]
        self.happened[fate] += 1
        if fate == "held":
            self.delayed.append((number, parcel))
        if fate in {"twice", "unheard", "fine"}:
            answer = self.post(number, parcel)
        if fate == "twice":
            answer = self.post(number, parcel)
        if fate in {"twice", "fine"}:
            self.hear(number, answer)

    def deliver(self, _: int) -> None:
        """A request that was held back arrives after others, and nobody is there to hear the answer."""
        if self.delayed:
            self.post(*self.delayed.pop(self.dice.randrange(len(self.delayed))))

    def post(self, number: int, parcel: str) -> dict[str, Any]:
        answer = self.phones[number].post(parcel)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def hear(self, number: int, answer: dict[str, Any]) -> None:
        phone = self.phones[number]
        self.received[number] |= {ack["id"] for ack in answer["acks"]}
        told = {ack["seq"]: ack["id"] for ack in answer["acks"]} | {
            each["seq"]: each["id"] for each in answer["missed"]
        }
        for seq, tap_id in told.items():
            assert self.seen[number].setdefault(seq, tap_id) == tap_id, "a number of the log has become another event"
        phone.after = max(phone.after, answer["head"])

    def settle(self) -> None:
        """Closing time: there is signal, and what was held back comes before or after the rest."""
        for number, phone in enumerate(self.phones):
            for _ in range(20):
                left = [tap for tap in phone.taps if tap["id"] not in self.received[number]]
                if not left:
                    break
                self.hear(number, self.post(number, json.dumps(phone.parcel(left))))
            assert {tap["id"] for tap in phone.taps} == self.received[number]
        while self.delayed:
            self.deliver(0)

    def check(self) -> None:
        """The log is what was tapped, once, in each phone's order; and every tap is in one track."""
        log = log_of(self.fixture)
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        for phone in self.phones:
            mine = [event for event in log if event.device == phone.device]
            told = [(str(event.id), event.dseq, event.kind, event.body, str(event.lease)) for event in mine]
            tapped = [(tap["id"], tap["dseq"], tap["kind"], tap["body"], tap["lease"]) for tap in phone.taps]
            assert told == tapped
        assert len(log) == sum(len(phone.taps) for phone in self.phones)
        with scope(league=self.fixture.league):
            head = LiveMatch.objects.filter(fixture=self.fixture).values_list("head", flat=True).first() or 0
        assert head == len(log)
        self.check_seen(log)
        self.check_tracks(log)
        self.check_receipts(log)

    def check_seen(self, log: list[LiveEvent]) -> None:
        """What any phone was told at any time is what the log says."""
        for seen in self.seen:
            assert all(str(log[seq - 1].id) == tap_id for seq, tap_id in seen.items())

    def check_tracks(self, log: list[LiveEvent]) -> None:
        logs = logs_of(log)
        tracks = [
            tap.id
            for scorer_log in logs.values()
            for taps in (scorer_log.counting, scorer_log.remarks, *(track.taps for track in scorer_log.aside))
            for tap in taps
        ]
        assert sorted(tracks) == sorted(str(event.id) for event in log)
        state = Client().get(address(self.fixture, "live-state")).json()
        assert state["head"] == len(log)
        waiting = {key for key, scorer_log in logs.items() if any(not track.rested for track in scorer_log.aside)}
        assert {(view["line"], view["game"]) for view in state["games"] if view["aside"]} <= waiting

    def check_receipts(self, log: list[LiveEvent]) -> None:
        """What is sent once more is answered by what the whole log says of it."""
        logs = logs_of(log).values()
        counting = {tap.id for scorer_log in logs for tap in (*scorer_log.counting, *scorer_log.remarks)}
        with scope(league=self.fixture.league):
            whole = MatchProjection(LiveMatch.objects.filter(fixture=self.fixture).first(), self.fixture)
            for event in log:
                whole.apply(event)
        for number, phone in enumerate(self.phones):
            answer = self.post(number, json.dumps(phone.parcel(phone.taps)))
            told = {ack["id"]: ack.get("why", "") for ack in answer["acks"]}
            assert told == whole.verdicts({tap["id"]: (tap["line"], tap["game"]) for tap in phone.taps})
            assert all(ack["counts"] is ("why" not in ack) for ack in answer["acks"])
            assert {key for key, why in told.items() if not why} <= counting


def logs_of(log: list[LiveEvent]) -> dict[tuple[int, int], ScorerLog]:
    """The scorer's log of every game that these events are about."""
    logs: dict[tuple[int, int], ScorerLog] = {}
    for event in log:
        logs.setdefault((event.line, event.game), ScorerLog()).apply(tap_of(event))
    return logs


def evening_of(night: Evening, number: int, seed: int) -> Counter[str]:
    """One random sequence, made from its seed; what happened in it."""
    home, away = night.small.entries[:2]
    made = make_fixture(home, away, on=FIRST_NIGHT + timedelta(days=1 + number), week=10 + number)
    fixture = Fixture.objects.select_related(
        "league", "division__competition__season", "home__team__league", "away__team__league"
    ).get(pk=made.pk)
    pub = Pub(night, fixture, Random(seed))
    for _ in range(pub.dice.choice(STEPS)):
        pub.step()
    pub.settle()
    pub.check()
    return pub.happened


@pytest.mark.proof
def test_log_is_what_was_tapped_once_and_in_order(night):
    happened: Counter[str] = Counter()
    for number, seed in enumerate(seeds(SEQUENCES)):
        happened += evening_of(night, number, seed)
    wanted = {"tap", "send", "signal", "restart", "deliver", "take", "lost", "held", "twice", "unheard", "fine"}
    assert wanted <= happened.keys()
