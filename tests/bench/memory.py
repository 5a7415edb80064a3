"""What the site as one process holds in the course of an evening, as JSON lines: a demonstration of its own on SQLite.

Forty phones peg, then five officers look at 80 pages each, one of them has a pack of cards made and the league as an
archive, and a program asks. Whoever looks at a page asks for the next a moment later, when its thread is free again.
After each step, in MB: `rss_mb` is what is resident, with the libraries and the database, which count once for each
connection that has them mapped; `own_mb` is what no other process and no file has; `children_mb` is the same of what it
has started.

SITE names a folder with a demonstration that is used as it is, in place of one that is made and taken away again.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import deque
from html import unescape
from http.cookiejar import CookieJar
from itertools import islice
from pathlib import Path
from random import Random
from time import sleep
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener
from uuid import UUID

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a file, from anywhere

from tests.outgrown.phone import Phone, told
from tests.outgrown.servers import free_port
from tests.outgrown.wire import Line
from tests.waiting import until

LEAGUE = "harthwaite"
GAMES = [(line, game) for line in range(4) for game in (1, 2)]  # of a card, that are pegged
PHONES, TAPS, OFFICERS, PAGES = 40, 20, 5, 80
QUIET, GLANCE, WANTED = 60, 0.05, 150  # seconds in the end, seconds on a page, MB
FILES = (".pdf", ".xlsx", ".csv", ".zip", ".png", ".jpg", ".ics")


def main() -> None:
    with tempfile.TemporaryDirectory() as made:
        port = free_port()
        os.environ |= {"VAR_DIR": os.environ.get("SITE", made), "DEMO": "yes", "PORT": str(port)}
        manage = [sys.executable, "manage.py"]
        for words in (("serve", "--no-start"), ("solve_fixtures", "--prepare")):  # which it would begin by itself
            subprocess.run([*manage, *words], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
        site = subprocess.Popen([*manage, "serve"], cwd=ROOT, stdout=subprocess.DEVNULL)
        try:
            evening(site.pid, port)
        finally:
            site.terminate()
            site.wait()


def evening(site: int, port: int) -> None:
    visitor = Browser(port)
    assert until(lambda: visitor.get("/healthz"))
    sleep(5)
    say("started", site)
    officers = sign_in(port)
    secretary, _ = officers[0]
    asyncio.run(peg(port, matches_of_tonight(secretary)))
    say("forty phones", site)
    for number, (officer, landing) in enumerate(officers, 1):
        officer.read(landing, PAGES)
        say(f"{number * PAGES} pages of officers", site)
    for what, path in (("a pack of cards", "print/cards/"), ("an archive", "archive/")):
        job = secretary.send(f"/{LEAGUE}/{path}")
        while "data-live-over" not in secretary.get(job):
            sleep(1)
        say(what, site)
    for path in ("openapi.json", "leagues"):
        visitor.get(f"/api/v1/{path}")
    say("a program", site)
    sleep(QUIET)
    say("a quiet while", site)


# --- What is held -----------------------------------------------------------------------------------------------------
def say(what: str, site: int) -> None:
    children = [Path(f"/proc/{child}") for child in Path(f"/proc/{site}/task/{site}/children").read_text().split()]
    (rss, own), others = held(Path(f"/proc/{site}")), sum(held(child)[1] for child in children)
    line = {"bench": f"memory: {what}", "rss_mb": rss, "own_mb": own, "children_mb": others, "wanted_rss_mb": WANTED}
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def held(process: Path) -> tuple[int, int]:
    """What is resident, and what of that is its own, in MB."""
    found = re.findall(r"^(\w+): +(\d+) kB", (process / "smaps_rollup").read_text(), flags=re.MULTILINE)
    kb = {name: int(number) for name, number in found}
    return kb["Rss"] // 1024, (kb["Private_Clean"] + kb["Private_Dirty"]) // 1024


# --- Who comes --------------------------------------------------------------------------------------------------------
class Browser:
    """One person's, without scripts."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self.place = ""

    def get(self, path: str, body: bytes | None = None) -> str:
        """The page, or "" for what is none."""
        try:
            with self._opener.open(f"{self.base}{path}", body, timeout=60) as answer:
                self.place = answer.url.removeprefix(self.base)
                return answer.read().decode() if "text" in answer.headers["Content-Type"] else ""
        except OSError:  # refused, or not there yet
            return ""

    def send(self, page: str, to: str = "") -> str:
        """Send the form of a page as it is; where that leads."""
        token = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(page))[-1]
        self.get(to or page, urlencode({"csrfmiddlewaretoken": token}).encode())
        return self.place

    def read(self, landing: str, pages: int) -> None:
        """So many different pages, each linked in what the ones before it say."""
        found, seen = deque([landing]), {landing}
        while found and pages:
            page = self.get(found.popleft())
            pages -= bool(page)
            sleep(GLANCE)
            links = map(unescape, re.findall(rf'href="(/{LEAGUE}/[^"#]*)"', page[page.find("<main") :]))
            new = [link for link in dict.fromkeys(links) if link not in seen and not link.endswith(FILES)]
            seen.update(new)
            found.extend(new)


def sign_in(port: int) -> list[tuple[Browser, str]]:
    """Those who are named first, as a browser each, and where they come in."""
    page = Browser(port).get("/demo/")
    people = list(dict.fromkeys(re.findall(r'formaction="(/demo/\d+/)"', page)))[:OFFICERS]
    browsers = [Browser(port) for _ in people]
    return [(each, each.send("/demo/", person)) for each, person in zip(browsers, people, strict=True)]


async def peg(port: int, matches: list[dict[str, Any]]) -> None:
    """The first taps of the first games of tonight's matches, each tap in a request of its own."""
    games = ((match, game) for game in GAMES for match in matches)
    await asyncio.gather(*(begin(port, *each) for each in islice(games, PHONES)))


async def begin(port: int, match: dict[str, Any], game: tuple[int, int]) -> None:
    dice = Random(f"{match['path']} {game}")
    phone = Phone(match, Line((port,), patience=60), dice)
    lease, sending = str(UUID(int=dice.getrandbits(128), version=4)), asyncio.create_task(phone.send())
    for kind, body in islice(told(match, game, dice), TAPS):
        phone.tap(game, lease, kind, body)
        async with asyncio.timeout(60):
            await phone.emptied()
    sending.cancel()


def matches_of_tonight(scorer: Browser) -> list[dict[str, Any]]:
    """As the scorer's pages tell phones, in the words of `tests.outgrown.phone`."""
    tonight = scorer.get(f"/{LEAGUE}/tonight/")
    places = dict.fromkeys(re.findall(rf"/{LEAGUE}/[0-9-]+/[a-z0-9-]+-v-[a-z0-9-]+/", tonight))
    return [match for place in places if (match := match_at(place, scorer.get(f"{place}score/")))]


def match_at(path: str, page: str) -> dict[str, Any] | None:
    found = re.search(r'<script id="match" type="application/json">(.*?)</script>', page, re.DOTALL)
    if found is None:
        return None
    match = json.loads(found[1])
    home, away = match["squads"]
    sizes = [line["players"] for line in match["lines"]]
    targets = [match["tables"][line["tables"]]["target"] for line in match["lines"]]
    return {"path": path, "pass": match["pass"], "home": home, "away": away, "sizes": sizes, "targets": targets}


if __name__ == "__main__":
    main()
