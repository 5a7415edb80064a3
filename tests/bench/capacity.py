"""How many leagues a machine carries, as JSON lines: league nights simulated from what each thing costs.

1. What a tap, a page and a message to a spectator cost, in milliseconds of a core, by the parts of the site: evenings
   of taps alone, of taps and spectators, of taps and pages, with a fifth of the load of `tests/outgrown/evening.py`.
2. Whole evenings, simulated from that alone and then held for comparison: on seven parts, and a third on one process.
3. Leagues that play on one night until taps are late (PEG_MS) or a part is busy for more than FULL of the time.

CAPACITY_SECONDS is how long each measured evening is.
"""

import asyncio
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from tests.outgrown.evening import PAGES, PAUSE, SCORERS_A_MATCH, SPECTATORS, Evening
from tests.outgrown.load import quantile
from tests.outgrown.simulated import Machines, Part, Simulation, Task
from tests.outgrown.whole import embedded_site, whole_site

SECONDS = float(os.environ.get("CAPACITY_SECONDS", "40"))
TICKS = os.sysconf("SC_CLK_TCK")
FIFTH, THIRD = 0.2, 1 / 3
QUIET = 5  # seconds in a row in which no part takes a tenth of a core
CROWD = "crowd"  # phones, spectators and readers, who are on the same machine in what is measured
WAYS = {  # what answers a tap and a page, in order; the rest of their cost is had beside that
    "seven parts": ("proxy", "web", "database", "web", "proxy"),
    "one process": ("serve",),
}
# A league of twelve teams on its night: two of six matches are pegged live, by four phones each, a hundred watch, and
# ten pages a second are read. A fifth of a site's leagues play on one night.
MATCHES, WATCH, READ, NIGHTS = 2, 100, 10, 5
PEG_MS, FULL = 300, 0.85
SHORT = 10.0  # seconds of such a night that are simulated
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
Costs = dict[str, dict[str, float]]  # seconds of a core by part, for a tap, a page and a message


# --- What things cost: measured on the real site ----------------------------------------------------------------------
def used(groups: dict[str, list[int]]) -> dict[str, float]:
    """Seconds of processor so far, by part: of each process named, and of all in its session or below it."""
    of_part = {pid: part for part, pids in groups.items() for pid in pids}
    sums: dict[str, float] = defaultdict(float)
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parent, session = int(fields[1]), int(fields[3])
        part = of_part.get(int(place.parent.name)) or of_part.get(session) or of_part.get(parent)
        if part:
            sums[part] += sum(map(int, fields[11:15])) / TICKS
    return sums


def parts_of(whole: Any) -> dict[str, list[int]]:
    parts: dict[str, list[int]] = defaultdict(list)
    for name, process in whole.site.processes.items():
        parts[name.partition("@")[0]].append(process.pid)
    if hasattr(whole, "redis"):
        parts["redis"].append(whole.redis.process.pid)
        parts["database"].append(int((whole.postgres.data / "postmaster.pid").read_text().split()[0]))
    return parts | {CROWD: [os.getpid()]}


def matches_of(share: float) -> int:
    return max(1, round(10 * share))


def evening(whole: Any, share: float, **load: Any) -> tuple[dict[str, Any], dict[str, float]]:
    """What an evening came to, with matches of its own, and the processor time of each part."""
    groups = parts_of(whole)
    matches = [whole.matches.pop() for _ in range(matches_of(share))]
    before, held = used(groups), Evening(whole.port, matches, share, **load)
    asyncio.run(held.run(SECONDS))
    after = used(groups)
    return held.figures(), {part: after[part] - before[part] for part in groups}


def settle(whole: Any) -> None:
    """An evening nobody measures, and then a wait until no part works at what it does after its start."""
    evening(whole, FIFTH)
    groups, resting = parts_of(whole), 0
    before = used(groups)
    while resting < QUIET:
        sleep(1)
        after = used(groups)
        resting = 0 if any(after[part] - before[part] > 0.1 for part in after) else resting + 1
        before = after


def measured_costs(whole: Any, share: float) -> Costs:
    """By what comes on top: taps alone; spectators beside them; pages beside them."""
    settle(whole)
    alone, taps = evening(whole, share, spectators=0, pages_a_second=0)
    tap = {part: spent / alone["pegs"] for part, spent in taps.items()}
    watched, watching = evening(whole, share, pages_a_second=0)
    messages = watched["pegs"] * watched["spectators"] / watched["matches"]
    read, reading = evening(whole, share, spectators=0)

    def more(spent: dict[str, float], pegs: int, number: float) -> dict[str, float]:
        return {part: max(0.0, each - pegs * tap[part]) / number for part, each in spent.items()}

    return {
        "tap": tap,
        "message": more(watching, watched["pegs"], messages),
        "page": more(reading, read["pegs"], read["pages"]),
    }


# --- The simulation ---------------------------------------------------------------------------------------------------
class Night:
    """Matches that are pegged, watched and read about on a simulated site: `pegs` and `reads` are the waits."""

    def __init__(self, site: Simulation, way: tuple[str, ...], costs: Costs, dice: Random) -> None:
        self.site, self.way, self.costs, self.dice = site, way, costs, dice
        self.pegs: list[float] = []
        self.reads: list[float] = []
        self.homes = sorted({name.partition(" ")[2] for name in site.parts} - {""}) or [""]

    def match(self, spectators: float, pages_a_second: float) -> None:
        """One match, its readers, and the process that its people are on."""
        home = self.dice.choice(self.homes)
        for _ in range(SCORERS_A_MATCH):
            self.site.at(self.dice.uniform(0, PAUSE), lambda: self._tap(home, spectators))
        if pages_a_second:
            self.site.at(self.dice.expovariate(pages_a_second), lambda: self._read(home, pages_a_second))

    def _tap(self, home: str, spectators: float) -> None:
        came = self.site.now

        def acknowledged() -> None:
            self.pegs.append(self.site.now - came)

        self._ask("tap", home, acknowledged)
        beside = {part: cost * spectators for part, cost in self.costs["message"].items()}
        self._beside(beside, home)
        self.site.at(came + self.dice.uniform(0.5, 1.5) * PAUSE, lambda: self._tap(home, spectators))

    def _read(self, home: str, a_second: float) -> None:
        came = self.site.now
        self._ask("page", home, lambda: self.reads.append(self.site.now - came))
        self.site.at(came + self.dice.expovariate(a_second), lambda: self._read(home, a_second))

    def _ask(self, what: str, home: str, done: Callable[[], None]) -> None:
        """The cost of a part is shared by its steps on the way; no two of a kind cost the same."""
        costs, shares = self.costs[what], Counter(self.way)
        more = self.dice.gammavariate(4, 0.25)
        steps = [(self._part(name, home), more * costs.get(name, 0.0) / shares[name]) for name in self.way]
        self.site.begin(Task([(part, spent) for part, spent in steps if part], done))  # type: ignore[misc]
        self._beside({part: cost for part, cost in costs.items() if part not in shares}, home)

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
    matches: int,
    seconds: float,
    **of_match: float,
) -> tuple[Night, Simulation]:
    site = Simulation(machines)
    night = Night(site, WAYS[shape], costs, Random(f"{shape} {matches}"))
    for _ in range(matches):
        night.match(**of_match)
    site.run(seconds)
    return night, site


# --- What is printed --------------------------------------------------------------------------------------------------
def compared(whole: Any, share: float, shape: str, costs: Costs) -> dict[str, Any]:
    """One evening as it is simulated and as it is, with everything on two cores."""
    pegged = matches_of(share)
    parts = {part: len(pids) for part, pids in parts_of(whole).items()} | {"database": 8}
    each = {"spectators": SPECTATORS * share / pegged, "pages_a_second": PAGES * share / pegged}
    night, site = simulated({"all": (2, parts)}, shape, costs, pegged, SECONDS, **each)
    told, spent = evening(whole, share)
    cores = {part: round(part_spent / SECONDS, 3) for part, part_spent in spent.items()}
    guessed = {name: round(part.spent / SECONDS, 3) for name, part in site.parts.items() if name in cores}
    return {
        "bench": f"capacity: an evening on {shape}",
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
    each = {"spectators": WATCH / MATCHES, "pages_a_second": READ / MATCHES}
    night, site = simulated(SHAPES[name], "seven parts", costs, leagues * MATCHES, SHORT, **each)
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


def lines() -> Iterator[dict[str, Any]]:
    with embedded_site(matches=4 * matches_of(FIFTH) + matches_of(THIRD), nights=4) as whole:
        whole.compile()
        whole.serve()
        costs = measured_costs(whole, FIFTH)
        yield {"bench": "capacity: costs on one process, ms of a core", **rounded(costs)}
        yield compared(whole, THIRD, "one process", costs)
    with whole_site(matches=4 * matches_of(FIFTH) + matches_of(1), nights=4) as whole:
        costs = measured_costs(whole, FIFTH)
        yield {"bench": "capacity: costs on seven parts, ms of a core", **rounded(costs)}
        yield compared(whole, 1, "seven parts", costs)
    for name in SHAPES:
        yield carried(name, costs)


if __name__ == "__main__":
    for each in lines():
        sys.stdout.write(json.dumps(each) + "\n")
        sys.stdout.flush()
