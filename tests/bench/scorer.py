"""What the scorer's page costs a phone, as JSON lines: bytes of script, tap to paint, starting, sending.

Tap to paint is with a processor four times slower, the second start without a signal, and a match of nine games is sent
in one go.

It serves the site itself, on SQLite in a folder that it takes away again, and drives a real Chromium. Each timing
stands beside a reference of the same run: an empty frame, an empty page, an empty request.
"""

import gzip
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # Playwright's loop runs in this thread, the server in another

import django
from django.conf import settings

TAPS = int(os.environ.get("TIMES", "101"))
SLOWER = 4
GAMES = 9
PHONE = {"width": 360, "height": 740}

# One tap and the first frame that shows it: from the press to the second animation frame after the score changed.
TAP = """async ([side, pegs]) => {
  const key = document.querySelector(`.pad[data-side="${side}"] [data-key=peg${pegs}]`);
  const number = document.querySelectorAll("score-game .tile-score__number")[side];
  const before = number.textContent;
  const began = performance.now();
  key.click();
  while (number.textContent === before) await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - began;
}"""
FRAME = """async () => {
  const began = performance.now();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  return performance.now() - began;
}"""
# Nine games told without drawing them, and then sent; the time from the first try to the last receipt.
SEND = """async (games) => {
  const app = document.querySelector("scorer-app");
  const place = [{ key: "+Ann Day", name: "Ann Day" }];
  for (let line = 1; line <= games; line += 1) {
    const at = app.match.order[line % app.match.order.length];
    const names = Array(app.match.lines[at[0]].players).fill(place[0]);
    await app.match.open(...at, { home: names, away: names, leader: 0 });
    for (let hand = 0; hand < 12; hand += 1) {
      for (const pegs of [2, 3, 1, 0, 2]) {
        await app.match.tell(app.match.game(...at), { kind: "pegged", side: hand % 2, pegs });
      }
    }
  }
  const taps = app.outbox.waiting;
  return taps;
}"""
SENT = "() => document.querySelector('scorer-app').outbox.waiting === 0"


def main() -> None:
    from pytest_django.live_server_helper import LiveServer

    with tempfile.TemporaryDirectory() as folder:
        settings.DATABASES["default"]["TEST"] = {"NAME": f"{folder}/bench.sqlite3"}
        settings.MEDIA_ROOT = Path(folder)
        django.setup()
        from django.db import connection

        name = connection.creation.create_test_db(verbosity=0)
        server = LiveServer("localhost")
        try:
            measure(server.url)
        finally:
            server.stop()
            connection.creation.destroy_test_db(name, verbosity=0)


def measure(site: str) -> None:
    from django_scopes import scope, scopes_disabled
    from playwright.sync_api import sync_playwright

    from tests.browser.phones import ScorerPhone
    from tests.league.results.evening import make_evening

    weigh()
    with scopes_disabled():
        evening = make_evening()
    with scope(league=evening.small.league), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        phone = ScorerPhone(browser, site, evening, evening.home)
        phone.open()
        phone.kept()
        time_taps(phone)
        time_start(phone)
        time_sending(phone)
        browser.close()


def weigh() -> None:
    """The scripts as they are served, minified and zipped one by one."""
    from rjsmin import jsmin

    from league.live.queries.scorer_page import scorer_scripts

    paths = (ROOT / address.removeprefix("/") for address in scorer_scripts())
    say("scripts", gz_bytes=sum(len(gzip.compress(jsmin(path.read_text()).encode())) for path in paths), budget=40_000)


def time_taps(phone: Any) -> None:
    phone.start(0)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    frames = [phone.page.evaluate(FRAME) for _ in range(TAPS)]
    phone.peg(0, 4)
    phone.shows(0, 4)
    taps = []
    for number in range(TAPS):
        side = number % 2
        taps.append(phone.page.evaluate(TAP, [side, 1 + number // 2 % 2]))
        if max(phone.scores) > 55:
            phone.page.evaluate("() => document.querySelector('.act-key').click()")
            start_again(phone)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    say("tap to paint", ms=taps, reference_ms=frames, cpu_slower=SLOWER, budget_ms=100)
    phone.received()


def start_again(phone: Any) -> None:
    """On to the next game once this one is nearly won."""
    line = int(phone.page.evaluate("() => location.hash").split("/")[1]) + 1
    phone.start(line)
    phone.peg(0, 4)
    phone.shows(0, 4)


def time_start(phone: Any) -> None:
    """From nothing to keys on the screen, without a signal; beside it an empty page."""
    phone.context.set_offline(True)
    starts, blanks = [], []
    for _ in range(7):
        tab = phone.tab()
        tab.goto("about:blank")
        blanks.append(
            tab.evaluate("() => performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart")
        )
        tab.goto(phone.page.url)
        tab.wait_for_selector("peg-pads .key, score-over, next-hand")
        starts.append(tab.evaluate("() => performance.now()"))
        tab.close()
    say("second start without a signal", ms=starts, reference_ms=blanks, budget_ms=1000)
    phone.context.set_offline(False)


def time_sending(phone: Any) -> None:
    phone.context.set_offline(True)
    taps = phone.page.evaluate(SEND, GAMES)
    phone.context.set_offline(False)
    began = phone.page.evaluate(
        "() => { document.querySelector('scorer-app').outbox.soon(); return performance.now(); }"
    )
    phone.page.wait_for_function(SENT, timeout=120_000, polling=20)
    took = phone.page.evaluate("() => performance.now()") - began
    blank = phone.page.evaluate(
        "async () => { const began = performance.now(); await fetch('/healthz'); return performance.now() - began; }"
    )
    say("match sent in one go", ms=[took], reference_ms=[blank], games=GAMES, taps=taps, budget_ms=5000)


def say(what: str, ms: list[float] | None = None, reference_ms: list[float] | None = None, **more: Any) -> None:
    timings = {"median_ms": round(median(ms), 1), "max_ms": round(max(ms), 1)} if ms else {}
    beside = {"reference_median_ms": round(median(reference_ms), 1)} if reference_ms else {}
    sys.stdout.write(json.dumps({"bench": "scorer", "what": what} | timings | beside | more) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
