"""What readers wait for pages while others ask for much, as JSON lines: alone, beside each flood, and the control.

A league on one process with SQLite, behind a header that says who asks: twenty hostile clients have twenty addresses,
and five people who read, a page a second each, have theirs. Each client asks without a pause for what nobody has asked
for before: papers, reviews of games, searches, feeds, every page under addresses that never end; or has sent half a
form, and no more. FLOOD_SECONDS says how long, FLOOD_ADDRESSES how many the crawl of the site has at least; the
control is the site by a2wsgi alone.
"""

import asyncio
import json
import os
import re
import sys
import urllib.error
import urllib.request
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from http import HTTPStatus
from itertools import count
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a file, from anywhere

from tests.outgrown.load import quantile
from tests.outgrown.servers import listens
from tests.outgrown.whole import Embedded, embedded_site
from tests.outgrown.wire import Line
from tests.waiting import until

SECONDS = float(os.environ.get("FLOOD_SECONDS", "20"))
ADDRESSES = int(os.environ.get("FLOOD_ADDRESSES", "2000"))
CRAWL = "every page again and again, as a crawler does that ignores robots.txt"
CRAWLED = ("page", "from", "utm_source", "ref", "sort")  # words of a query: pages know the first, and no other
LINKED = 200
HOSTILE, READERS, EVERY = 20, 5, 0.2  # clients; people who read; seconds from one page of theirs to the next
DOORS = {"the site": "league.asgi:application", "control": "tests.league.server.threads_alone:application"}
GAME = """[Rules "fives-threes:pagat"] [Players "4"] [Tiles "6"] [Event "%d"]
[Lead "A"] [Deal "A 32 54 11 33 43 42 | B 30 00 61 44 22 41 | C 10 60 53 20 40 65 | D 63 55 21 50 31 66"]
A42 B44 C20 D50 A54@44 B- C53 D31 A11 B41 C65 D66 A43 B61 C10 D63 A- B30 C60 D- A33 B00 C40 D- A32 #
[Lead "B"] [Deal "A 66 50 62 41 40 44 | B 30 42 20 51 61 52 | C 33 54 22 65 63 55 | D 43 11 21 64 60 10"]
B52 C55 D21 A41 B51 C54 D11 A50 B30 C33 D10 A40 B42 C63 D60 A62 B20 C22 D64 A44 B- C- D43 A- B- C- ##
"""
HALF_A_FORM = (
    f"POST /rules/check/ HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: csrftoken={'a' * 32}\r\nContent-Length: 4000\r\n"
    "Content-Type: application/x-www-form-urlencoded\r\n\r\ncsrfmiddlewaretoken="
).encode()


def main() -> None:
    with embedded_site(matches=6, nights=22) as whole:
        whole.site.environment["TRUSTED_PROXIES"] = "1"
        for door, application in DOORS.items():
            served = [sys.executable, "-m", "uvicorn", application, "--port", str(whole.port)]
            whole.site.commands[door] = [*served, "--no-access-log", "--log-level", "warning"]
            whole.site._begin(door)  # it watches none of them, and so starts none again
            assert until(lambda: listens(whole.port), 120)
            asyncio.run(flooded(whole, door))
            whole.site.kill(door)


async def flooded(whole: Embedded, door: str) -> None:
    pages = ["/leek/", "/leek/table/", "/leek/fixtures/", *(match["path"] for match in whole.matches[:2])]
    await read(whole.port, pages, 5)  # what is loaded at the first request is loaded
    say(door, "nobody else", await read(whole.port, pages, SECONDS), {})
    for name, address in floods(whole.port).items():
        answers: dict[int, int] = {}
        clients = [asyncio.create_task(ask(whole.port, each, address, answers)) for each in range(HOSTILE)]
        await asyncio.sleep(2)
        waits = await read(whole.port, pages, SECONDS)
        while name == CRAWL and door != "control" and sum(answers.values()) < ADDRESSES:
            waits += await read(whole.port, pages, SECONDS)
        say(door, f"{HOSTILE} clients who ask for {name}", waits, answers)
        for client in clients:
            client.cancel()
        await asyncio.gather(*clients, return_exceptions=True)
        while not await is_quiet(whole.port):  # what they have left to be drawn is no part of the next
            await read(whole.port, pages, 1)
    for number in (4, 400):
        lines = [await asyncio.open_connection("127.0.0.1", whole.port) for _ in range(number)]
        for _, writer in lines:
            writer.write(HALF_A_FORM)
        say(door, f"{number} who have sent half a form", await read(whole.port, pages, min(SECONDS, 8)), {})
        for _, writer in lines:
            writer.close()


async def is_quiet(port: int) -> bool:
    """Whether nothing waits for a thread, and the one for slow answers is free."""
    line = Line((port,), patience=60)
    metrics = (await line.ask("GET", "/metrics")).body.decode()
    if re.search(r'pool_waiting\{pool="\w+"\} [1-9]', metrics):
        return False
    return (await line.ask("GET", "/leek/search/?q=cr")).status == HTTPStatus.OK


def floods(port: int) -> dict[str, Callable[[Random, int], str]]:
    """The address that is asked for next: by chance, and with a number that is another each time."""
    everything = linked(port)
    matches = [each for each in everything if re.fullmatch(r"/leek/\d{4}-\d\d-\d\d/[a-z-]+-v-[a-z-]+/", each)]
    feeds = ("calendar.ics", "results.atom", "fixtures.csv")
    return {
        "papers": lambda dice, _: f"{dice.choice(matches)}blank-card.pdf",
        "reviews of games": lambda _, number: f"/rules/check/?r={packed(GAME % number)}",
        "searches": lambda _, number: f"/leek/search/?q=cr{number}",
        "feeds": lambda dice, number: f"/leek/{dice.choice(feeds)}?season={number}",
        CRAWL: lambda dice, number: f"{dice.choice(everything)}?{dice.choice(CRAWLED)}={number}",
    }


def linked(port: int) -> list[str]:
    """Some hundreds of pages that one comes to from the league's own by links."""
    seen, new = set[str](), {"/leek/"}
    while new and len(seen) < LINKED:
        new = set(sorted(new)[:LINKED])
        seen |= new
        texts = [fetched(port, each) for each in sorted(new)]
        new = {path for text in texts for path in re.findall(r'href="(/[^"?#]*/)["?#]', text)} - seen
    return sorted(seen)


def fetched(port: int, path: str) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
            return answer.read().decode(errors="replace")
    except urllib.error.HTTPError:
        return ""


def packed(text: str) -> str:
    return urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip("=")


async def ask(port: int, client: int, address: Callable[[Random, int], str], answers: dict[int, int]) -> None:
    line, dice = Line((port,), patience=60), Random(client)
    for number in count(client * 1_000_000):
        answer = await line.ask("GET", address(dice, number), {"X-Forwarded-For": f"198.51.100.{client}"})
        answers[answer.status] = answers.get(answer.status, 0) + 1


async def read(port: int, pages: list[str], seconds: float) -> list[float]:
    """The waits of people who read in turn, one page at a time, and give each of them ten seconds."""
    loop, line, waits = asyncio.get_running_loop(), Line((port,), patience=10), []
    end = loop.time() + seconds
    for number in count():
        began = loop.time()
        if began >= end:
            return waits
        reader, page = number % READERS, pages[(number + number // READERS) % len(pages)]
        await line.ask("GET", page, {"X-Forwarded-For": f"203.0.113.{reader}", "Accept-Encoding": "gzip"})
        waits.append(loop.time() - began)
        await asyncio.sleep(max(0.0, EVERY - waits[-1]))
    raise AssertionError


def say(door: str, flood: str, waits: list[float], answers: dict[int, int]) -> None:
    line = {
        "bench": "a page beside a flood", "of": door, "flood": flood, "pages": len(waits),
        "p50_ms": quantile(waits, 0.5), "p95_ms": quantile(waits, 0.95), "worst_ms": round(1000 * max(waits)),
        "answers_to_the_flood": answers,
    }  # fmt: skip
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
