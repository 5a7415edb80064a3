"""How many leagues a machine carries, as JSON lines: league nights simulated from what each thing costs.

1. A whole evening on the site of seven parts, and a third of one on one process.
2. What each thing costs in milliseconds of a core, by the parts of the site and each by itself: a game opened, a tap, a
   further tap in the same request, a spectator's connection and a message to them, each kind of page that is kept and
   what fetching it adds, an e-mail. Then the evening again, simulated from that alone.
3. Leagues that play on one night until taps are late (PEG_MS) or a part is busy for more than FULL of the time.

CAPACITY_SECONDS is how long each measured evening is. In what is printed `load` is that of the machine in that minute,
and `speed` how quick its cores were: costs are those at speed 1, and an evening is simulated at its own.
"""

import asyncio
import gc
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import islice, product
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import mean, median
from time import monotonic, process_time, sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from tests.bench_live.spectator import Spectator, at
from tests.league.notifications.sink import Moods, opened
from tests.outgrown.evening import PAGES, PAUSE, SCORERS_A_MATCH, SPECTATORS, Evening, pages
from tests.outgrown.load import READERS, quantile
from tests.outgrown.phone import Phone, told
from tests.outgrown.simulated import Lock, Machines, Part, Simulation, Task
from tests.outgrown.whole import embedded_site, whole_site
from tests.outgrown.wire import Line, came_true

SECONDS = float(os.environ.get("CAPACITY_SECONDS", "24"))
FIFTH, THIRD = 0.2, 1 / 3
IDLE = 11  # seconds, in which there is a round of the outbox
QUIET = 5  # seconds in a row in which no part takes a tenth of a core
CROWD = "crowd"  # phones, spectators and readers, who are on the same machine in what is measured
WAYS = {  # what a tap or a page goes through until it is answered, in order, once somebody's device has asked
    "seven parts": ("proxy", "web", "database", "web", "proxy", CROWD),
    "one process": ("serve", CROWD),
}
FROM_PROXY = ("proxy", CROWD)  # a page that is kept there
BEFORE = "crowd, before"  # its readers have looked at the clock: what of a page's cost is not in the wait for it
# A league of twelve teams on its night: two of six matches are pegged live, by four phones each, a hundred watch, and
# ten pages a second are read. A fifth of a site's leagues play on one night.
MATCHES, WATCH, READ, NIGHTS = 2, 100, 10, 5
PEG_MS, FULL = 300, 0.85
SHORT = 10.0  # seconds of such a night that are simulated, after those in which its games are opened
KEPT, STALE = 2.0, 7.0  # seconds for which a page is kept, and the proxy hands it out while it fetches the next
BUNCH, ROUNDS, WATCHING, MAILS = 9, 25, 50, 50  # of taps, of pages, of spectators, of e-mails whose cost is measured
TAPS = 8  # of each phone, one after the other
FETCHES = 7  # pages of a kind that are fetched
WARM = 50  # pages of a kind that are drawn before, since PostgreSQL plans what a connection asks six times anew
SETTLED = 0.3  # seconds after which what goes on behind an answer is over
APART = 0.005  # seconds from one spectator of an evening to the next
THREADS = {"serve": 4, "web": 4}
PIECE, PIECE_TAKES, FEW = 150_000, 0.005, 5  # additions, the seconds they take at speed 1, and pieces of work
SHAPES: dict[str, Machines] = {  # cores of each machine, and which parts are on it, with so many processes
    "2 cores": {"all": (2, {"proxy": 1, "web": 2, "live": 2, "redis": 1, "database": 8})},
    "16 cores": {"all": (16, {"proxy": 4, "web": 8, "live": 4, "redis": 1, "database": 32})},
    "a rack": {
        "front": (16, {"proxy": 16}),
        "database": (32, {"database": 64}),
        "redis": (4, {"redis": 1}),
        **{f"pages {number}": (16, {f"web {number}": 12, f"live {number}": 4}) for number in range(6)},
    },
}
Costs = dict[str, dict[str, float]]  # seconds of a core by part, for each kind of thing


# --- What things cost: measured on the real site ----------------------------------------------------------------------
def used(groups: dict[str, list[int]]) -> dict[tuple[str, str], float]:
    """Seconds of processor so far, by part and thread: of each process named, and of all in its session or below it."""
    of_part = {pid: part for part, pids in groups.items() for pid in pids}
    of_thread: dict[tuple[str, str], float] = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            who = (int(place.name), int(fields[3]), int(fields[1]))  # itself, its session, its parent
            if part := next((of_part[pid] for pid in who if pid in of_part), ""):
                for each in place.glob("task/*/schedstat"):
                    of_thread[part, each.parent.name] = int(each.read_text().split()[0]) / 1e9
        except OSError:
            continue
    return of_thread


def parts_of(whole: Any) -> dict[str, list[int]]:
    parts: dict[str, list[int]] = defaultdict(list)
    for name, process in whole.site.processes.items():
        parts[name.partition("@")[0]].append(process.pid)
    if hasattr(whole, "redis"):
        parts["redis"].append(whole.redis.process.pid)
        parts["database"].append(int((whole.postgres.data / "postmaster.pid").read_text().split()[0]))
    return parts | {CROWD: [os.getpid()]}


class Reference:
    """How quick the cores are from second to second, by what a piece of work takes a process beside."""

    def __init__(self) -> None:
        self.pieces: list[tuple[float, float]] = []
        self.told, there = Pipe(duplex=False)
        Process(target=self._work, args=(there,), daemon=True).start()

    @staticmethod
    def _work(told: Connection) -> None:
        while True:
            sleep(1)
            before = process_time()
            sum(number % 7 for number in range(PIECE))
            told.send((monotonic(), process_time() - before))

    def speed(self, since: float) -> float:
        """The median since then, or of the latest few; 1 is the speed of docs/capacity.md."""
        while self.told.poll():
            self.pieces.append(self.told.recv())
        latest = sum(moment >= since for moment, _ in self.pieces)
        return PIECE_TAKES / median(took for _, took in self.pieces[-max(latest, FEW) :])


@cache
def reference() -> Reference:
    return Reference()


class Meter:
    """What each part of a site has used since `begin`, in seconds of a core at speed 1.

    Without what it uses each second when nobody asks anything.
    """

    def __init__(self, whole: Any, idle: dict[str, float] | None = None) -> None:
        self.groups, self.idle, self.reference = parts_of(whole), idle or {}, reference()
        self.begin()

    def begin(self) -> None:
        self.before, self.since = used(self.groups), monotonic()
        self.crowd = process_time()

    def speed(self) -> float:
        return self.reference.speed(self.since)

    def spent(self) -> dict[str, float]:
        """Of a thread that is gone, as those of a job are at its end, what it had used before is not taken off."""
        crowd = process_time() - self.crowd  # before this looks through all processes itself
        after, seconds, speed = used(self.groups), monotonic() - self.since, self.speed()
        sums: dict[str, float] = defaultdict(float)
        for (part, thread), each in after.items():
            sums[part] += each - self.before.get((part, thread), 0.0)
        sums[CROWD] = crowd
        return {part: speed * sums[part] - self.idle.get(part, 0) * seconds for part in self.groups}


def matches_of(share: float) -> int:
    return max(1, round(10 * share))


def evening(whole: Any, share: float) -> tuple[dict[str, Any], dict[str, float]]:
    """What an evening came to, with matches of its own, and what each part used from its first tap."""
    matches = [whole.matches.pop() for _ in range(matches_of(share))]
    meter, held = Meter(whole), Evening(whole.port, matches, share)
    asyncio.run(held.run(SECONDS, meter.begin))
    spent = meter.spent()
    return held.figures() | {"speed": meter.speed(), "load": os.getloadavg()[0], "last": matches[-1]}, spent


def settle(whole: Any) -> None:
    """An evening nobody measures, and then a wait until no part works at what it does after its start."""
    evening(whole, FIFTH)
    meter, resting = Meter(whole), 0
    while resting < QUIET:
        sleep(1)
        resting = 0 if any(spent > 0.1 for spent in meter.spent().values()) else resting + 1
        meter.begin()


def more(spent: dict[str, float], number: float, without: dict[str, float] | None = None) -> dict[str, float]:
    """What one of so many cost each part, of what was spent without something else."""
    return {part: max(0.0, each - (without or {}).get(part, 0.0)) / number for part, each in spent.items()}


def over(spent: list[dict[str, float]], how: Callable[[Iterator[float]], float]) -> dict[str, float]:
    return {part: how(each[part] for each in spent) for part in spent[0]}


def measured_costs(whole: Any, pegged: dict[str, Any]) -> Costs:
    """Pages are those of an evening that was held: tonight's costs by how many matches are under way."""
    meter, seconds = Meter(whole), []
    for _ in range(IDLE):
        meter.begin()
        sleep(1)
        seconds.append(meter.spent())
    idle, usual = over(seconds, mean), over(seconds, median)  # with a round of the outbox in it, and without
    kept, fetches = asyncio.run(_pages(whole, pegged, usual))
    return {
        **asyncio.run(_match_costs(whole, usual)),
        **{f"kept {kind}": each for kind, each in kept.items()},
        **{f"fetched {kind}": each for kind, each in fetches.items()},
        "idle second": idle,
        "e-mail": mail_cost(whole, idle),
    }


async def _match_costs(whole: Any, idle: dict[str, float]) -> Costs:
    """Of two matches: what it costs to open a game, each on a phone of its own, and to send some taps in one request.

    Then what it costs to begin to watch one of the two, with nothing to catch up on; and what a tap costs in the other,
    and how much more in the one that is watched, in turns so that both have the same minute; what else a process does
    every so often is more than all that a few taps cost, so it is the median of them.
    """
    watched, other = whole.matches.pop(), whole.matches.pop()
    games = [(match, tuple(game)) for match in (watched, other) for game in match["games"][:SCORERS_A_MATCH]]
    phones = [Phone(match, Line((whole.port,)), Random(f"{match['code']} {game}")) for match, game in games]
    scripts = [told(match, game, phone.dice) for phone, (match, game) in zip(phones, games, strict=True)]
    tasks = [asyncio.create_task(phone.send()) for phone in phones]

    async def tap(number: int, taps: int = 1) -> None:
        for kind, body in islice(scripts[number], taps):
            phones[number].tap(games[number][1], phones[number].device, kind, body)
        await phones[number].emptied()

    meter, at_once = Meter(whole, idle), []
    for taps in (1, BUNCH):
        meter.begin()
        for number in range(len(phones)):
            await tap(number, taps)
        await asyncio.sleep(SETTLED)
        at_once.append(more(meter.spent(), len(phones)))
    watching = [Spectator(watched["code"], at(whole.port)) for _ in range(WATCHING)]
    meter.begin()
    tasks += [asyncio.create_task(each.run()) for each in watching]
    assert await came_true(lambda: all(each.began.is_set() for each in watching), 30)
    connections = meter.spent()
    of_taps: dict[str, list[dict[str, float]]] = {watched["code"]: [], other["code"]: []}
    for _, number in product(range(TAPS), range(len(phones))):
        meter.begin()
        await tap(number)
        await asyncio.sleep(SETTLED)
        of_taps[games[number][0]["code"]].append(meter.spent())
    for task in tasks:
        task.cancel()
    told_of, alone = (more(over(taps, median), 1) for taps in of_taps.values())
    return {
        "opening": at_once[0],
        "tap": alone,
        "further tap": more(at_once[1], BUNCH - 1, alone),
        "connection": more(connections, WATCHING),
        "message": more(told_of, WATCHING, alone),
    }


def kind_of(page: str) -> str:
    """Each page that there is once, and one for all matches."""
    return page if page in pages([]) else "live page" if page.endswith("/live/") else "match"


async def _pages(whole: Any, match: dict[str, Any], idle: dict[str, float]) -> tuple[Costs, Costs]:
    """What it costs to hand out a page of each kind that is kept, and what it adds to fetch it after the next tap."""
    line = Line((whole.port,), patience=20)
    phone = Phone(match, Line((whole.port,)), Random("pages"))
    game = tuple(match["games"][-1])
    script, sending = told(match, game, phone.dice), asyncio.create_task(phone.send())
    kept: Costs = {}
    fetched: dict[str, list[dict[str, float]]] = defaultdict(list)
    for page in pages([match]):
        for number in range(WARM):
            await line.ask("GET", f"{page}?{number}", READERS)
        await line.ask("GET", page, READERS)
        meter, waits = Meter(whole, idle), []
        for _ in range(ROUNDS):
            await asyncio.sleep(KEPT / 2 / ROUNDS)  # many in a row find everything at hand, and cost half of that
            came = monotonic()
            await line.ask("GET", page, READERS)
            waits.append(monotonic() - came)
        cost = more(meter.spent(), ROUNDS)
        cost = {part: cost[part] for part in (FROM_PROXY if "proxy" in cost else cost)}
        undisturbed = sorted(waits)[ROUNDS // 4]
        unseen = min(cost[CROWD], max(0.0, sum(cost.values()) - meter.speed() * undisturbed))
        kept[kind_of(page)] = cost | {CROWD: cost[CROWD] - unseen, BEFORE: unseen}
    for _ in range(FETCHES):
        phone.tap(game, phone.device, *next(script))
        await phone.emptied()
        await asyncio.sleep(KEPT + SETTLED)
        for page in pages([match]):
            meter = Meter(whole, idle)
            await line.ask("GET", page, READERS)
            await asyncio.sleep(SETTLED)
            fetched[kind_of(page)].append(more(meter.spent(), 1, kept[kind_of(page)]))
    sending.cancel()
    nothing = {CROWD: 0.0}  # a reader is given as much
    return kept, {kind: over(spent, median) | nothing for kind, spent in fetched.items()}


@contextmanager
def mail_server() -> Iterator[None]:
    """A mail server of this process for the sites that are started in the block."""
    server = opened(Moods())
    os.environ["EMAIL_URL"] = f"smtp://127.0.0.1:{server.port}"
    try:
        yield
    finally:
        server.stop()


def mail_cost(whole: Any, idle: dict[str, float]) -> dict[str, float]:
    """What it costs to send an e-mail, of as many as go in a round."""
    whole.rows("put_mails", str(MAILS))
    meter, since = Meter(whole, idle), monotonic()
    while whole.rows("mails_waiting"):
        sleep(1)
        assert monotonic() - since < 60, "no mail was sent"
    return more(meter.spent(), MAILS)


# --- The simulation ---------------------------------------------------------------------------------------------------
@dataclass(eq=False, slots=True)
class Scorer:
    """A phone: moments of taps that wait, and whether a request is under way. It has yet to open its game."""

    home: str
    lock: Lock
    spectators: float
    waiting: list[float] = field(default_factory=list)
    sending: bool = False
    opened: bool = False


@dataclass(eq=False, slots=True)
class KeptPage:
    """When it was last fetched, and whether somebody is fetching it."""

    kind: str
    pace: float
    home: str
    fetched: float = -STALE
    fetching: bool = False


class Night:
    """Matches that are pegged, watched and read about on a simulated site: `pegs` and `reads` are the waits.

    Everybody begins to tap at once and to watch one after the other, as in `Evening`; on SQLite all taps wait for one
    lock, on PostgreSQL those of a match. Two of a kind cost the same.
    """

    def __init__(self, site: Simulation, shape: str, costs: Costs, dice: Random) -> None:
        self.site, self.way, self.costs, self.dice = site, WAYS[shape], costs, dice
        self.pegs: list[float] = []
        self.reads: list[float] = []
        self.homes = sorted({name.partition(" ")[2] for name in site.parts} - {""}) or [""]
        self.writer = Lock() if shape == "one process" else None
        self._idle()

    def league(self, matches: int, spectators: float, pages_a_second: float, begun_in: float = 0.0) -> None:
        """One league, its readers, and the process that its people are on; who pegs begins within `begun_in`."""
        home = self.dice.choice(self.homes)
        for _ in range(matches):
            lock = self.writer or Lock()
            for _ in range(SCORERS_A_MATCH):
                scorer = Scorer(home, lock, spectators / matches)
                self.site.at(self.dice.uniform(0, begun_in), partial(self._tap, scorer))
        for number in range(round(spectators)):
            comes = self.dice.uniform(0, begun_in) if begun_in else APART * number
            self.site.at(comes, partial(self._beside, self.costs["connection"], home))
        weights = pages([{"path": f"/{each}/"} for each in range(matches)])
        for name, weight in weights.items():
            page = KeptPage(kind_of(name), pages_a_second * weight / sum(weights.values()), home)
            page.fetched = -self.dice.uniform(0, KEPT)  # all have been looked at
            self.site.at(self.dice.expovariate(page.pace), partial(self._read, page))

    def _idle(self) -> None:
        """What each process does every so often, where the parts are as they were measured."""
        if self.homes == [""]:
            self._beside(self.costs["idle second"], "")
            self.site.at(self.site.now + 1, self._idle)

    def _come(self, cost: dict[str, float], then: Callable[[float], None]) -> None:
        """Who taps or reads looks at the clock once their device gets to it: `then` is told that moment."""
        crowd, asking = self.site.parts.get(CROWD), cost.get(CROWD, 0.0) / 2
        steps = [(crowd, asking + cost.get(BEFORE, 0.0))] if crowd else []
        self.site.begin(Task(steps, lambda: then(self.site.now - asking if crowd else self.site.now)))

    def _tap(self, scorer: Scorer) -> None:
        self._come(self.costs["tap"], partial(self._tapped, scorer))
        self.site.at(self.site.now + self.dice.uniform(0.5, 1.5) * PAUSE, partial(self._tap, scorer))

    def _tapped(self, scorer: Scorer, came: float) -> None:
        scorer.waiting.append(came)
        self._send(scorer)

    def _send(self, scorer: Scorer) -> None:
        """All taps that wait in one request, if none is under way."""
        if scorer.sending or not scorer.waiting:
            return
        sent, scorer.waiting, scorer.sending = scorer.waiting, [], True

        first, further = self.costs["tap" if scorer.opened else "opening"], self.costs["further tap"]
        scorer.opened = True

        def acknowledged() -> None:
            self.pegs.extend(self.site.now - came for came in sent)
            told_of = len(sent) * scorer.spectators
            self._beside({part: each * told_of for part, each in self.costs["message"].items()}, scorer.home)
            scorer.sending = False
            self._send(scorer)

        cost = {part: each + (len(sent) - 1) * further.get(part, 0.0) for part, each in first.items()}
        self._ask(self.way, cost, scorer.home, acknowledged, scorer.lock)

    def _read(self, page: KeptPage) -> None:
        self._come(self.costs[f"kept {page.kind}"], partial(self._asked, page))
        self.site.at(self.site.now + self.dice.expovariate(page.pace), partial(self._read, page))

    def _asked(self, page: KeptPage, came: float) -> None:
        """It is old after two seconds: the site fetches it while its reader waits, the proxy while it hands it out.

        The proxy's reader waits where nobody has asked for so long that it may not be handed out any more.
        """
        age = self.site.now - page.fetched
        kept, fetch = self.costs[f"kept {page.kind}"], self.costs[f"fetched {page.kind}"]
        proxied = "proxy" in self.way
        way, seen = FROM_PROXY if proxied else self.way, partial(self._seen, came)
        if age > KEPT and not (proxied and page.fetching):
            page.fetching = True
            if proxied and age <= STALE:
                self._ask(self.way, fetch, page.home, partial(self._fetched, page))
            else:
                way, seen = self.way, partial(self._fetched, page, came)
                kept = {part: kept.get(part, 0.0) + fetch.get(part, 0.0) for part in {**kept, **fetch}}
        self._ask(way, kept, page.home, seen)

    def _seen(self, came: float) -> None:
        self.reads.append(self.site.now - came)

    def _fetched(self, page: KeptPage, came: float | None = None) -> None:
        page.fetched, page.fetching = self.site.now, False
        if came is not None:
            self._seen(came)

    def _ask(
        self,
        way: tuple[str, ...],
        costs: dict[str, float],
        home: str,
        done: Callable[[], None],
        lock: Lock | None = None,
    ) -> None:
        """The cost of a part is shared by its steps on the way; that of others is had once it is answered."""
        shares = Counter((CROWD, *way))  # which has had the first of its two

        def answered() -> None:
            done()
            self._beside({part: cost for part, cost in costs.items() if part not in way}, home)

        steps = [(self._part(name, home), costs.get(name, 0.0) / shares[name]) for name in way]
        task = Task([(part, spent) for part, spent in steps if part and spent], answered)
        if lock:
            self.site.begin_locked(task, lock)
        else:
            self.site.begin(task)

    def _beside(self, costs: dict[str, float], home: str) -> None:
        for name, cost in costs.items():
            part = self._part(name, home)
            if part and cost:
                self.site.begin(Task([(part, cost)], lambda: None))

    def _part(self, name: str, home: str) -> Part | None:
        return self.site.parts.get(name) or self.site.parts.get(f"{name} {home}")


def simulated(
    machines: dict[str, tuple[int, dict[str, int]]],
    shape: str,
    costs: Costs,
    leagues: int,
    seconds: float,
    **of_league: Any,
) -> tuple[Night, Simulation]:
    site = Simulation(machines, THREADS)
    night = Night(site, shape, costs, Random(f"{shape} {leagues}"))
    for _ in range(leagues):
        night.league(**of_league)
    site.run(seconds)
    return night, site


# --- What is printed --------------------------------------------------------------------------------------------------
def compared(
    whole: Any, share: float, shape: str, costs: Costs, held: tuple[dict[str, Any], dict[str, float]]
) -> dict[str, Any]:
    """One evening as it is simulated, at its speed, and as it was, with everything on two cores."""
    told, spent = held
    costs = {what: {part: cost / told["speed"] for part, cost in each.items()} for what, each in costs.items()}
    pegged = matches_of(share)
    parts = {part: len(pids) for part, pids in parts_of(whole).items()} | {"database": 8}
    load = {"matches": pegged, "spectators": SPECTATORS * share, "pages_a_second": PAGES * share}
    night, site = simulated({"all": (2, parts)}, shape, costs, 1, SECONDS, **load)
    cores = {part: round(part_spent / told["speed"] / SECONDS, 3) for part, part_spent in spent.items()}
    guessed = {name: round(part.spent / SECONDS, 3) for name, part in site.parts.items() if name in cores}
    return {
        "bench": f"capacity: an evening on {shape}",
        "load": round(told["load"], 1),
        "speed": round(told["speed"], 2),
        "cores": {"simulated": round(sum(guessed.values()), 3), "measured": round(sum(cores.values()), 3)},
        "cores_by_part": {part: [guessed.get(part, 0), cores[part]] for part in cores},
        "peg_ms": {"simulated": [quantile(night.pegs, share) for share in (0.5, 0.95)],
                   "measured": [told["peg_ms"]["p50"], told["peg_ms"]["p95"]]},
        "page_ms": {"simulated": [quantile(night.reads, share) for share in (0.5, 0.95)],
                    "measured": [told["page_ms"]["p50"], told["page_ms"]["p95"]]},
    }  # fmt: skip


def carried(name: str, costs: Costs) -> dict[str, Any]:
    """The most leagues that a shape carries on one night, to a twentieth, and what is full with some more."""
    own = {what: {part: cost for part, cost in each.items() if part != CROWD} for what, each in costs.items()}
    high = 1
    while not (full := too_much(name, own, high)):
        high *= 2
    low = high // 2
    while high - low > max(1, low // 20):
        between = (low + high) // 2
        if found := too_much(name, own, between):
            high, full = between, found
        else:
            low = between
    return {"bench": f"capacity: {name}", "leagues_a_night": low, "leagues": low * NIGHTS, "full_first": full}


def too_much(name: str, costs: Costs, leagues: int) -> str:
    """What is busiest where that many leagues are too many; "" where they are not."""
    each = {"matches": MATCHES, "spectators": WATCH, "pages_a_second": READ}
    night, site = simulated(SHAPES[name], "seven parts", costs, leagues, SHORT, begun_in=SHORT, **each)
    part, share = busiest(name, site, SHORT)
    return part if share > FULL or quantile(night.pegs, 0.95) > PEG_MS else ""


def busiest(name: str, site: Simulation, seconds: float) -> tuple[str, float]:
    """The machine or the part that is busy for the greatest share of the time."""
    shares = {part: each.spent / seconds / min(each.processes, each.machine.cores) for part, each in site.parts.items()}
    for machine, (cores, parts) in SHAPES[name].items():
        shares[f"cores of {machine}"] = sum(site.parts[part].spent for part in parts) / seconds / cores
    return max(shares.items(), key=lambda each: each[1])


def rounded(costs: Costs) -> dict[str, dict[str, float]]:
    return {what: {part: round(1000 * spent, 3) for part, spent in each.items()} for what, each in costs.items()}


def measured(whole: Any, share: float, shape: str) -> tuple[Costs, dict[str, Any], dict[str, Any]]:
    """What things cost; that in milliseconds at speed 1; and the evening that was held before they were measured."""
    settle(whole)
    held = evening(whole, share)
    costs = measured_costs(whole, held[0]["last"])
    told = {"bench": f"capacity: costs on {shape}, ms of a core at speed 1", **rounded(costs)}
    return costs, told, compared(whole, share, shape, costs, held)


def lines() -> Iterator[dict[str, Any]]:
    gc.disable()  # the crowd keeps all that it was told: its searches would cost more on a larger evening
    with mail_server():
        with embedded_site(matches=2 * matches_of(FIFTH) + matches_of(THIRD), nights=4) as whole:
            whole.compile()
            whole.serve()
            _, *told = measured(whole, THIRD, "one process")
            yield from told
        with whole_site(matches=2 * matches_of(FIFTH) + matches_of(1), nights=4) as whole:
            costs, *told = measured(whole, 1, "seven parts")
            yield from told
    for name in SHAPES:
        yield carried(name, costs)


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
        sys.stdout.flush()
