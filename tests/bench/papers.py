"""How long papers take and how much memory: a card, a pack of cards and a booklet, as JSON lines.

A pack and a booklet are made as the site has them made, by `manage.py run_job` in a process of its own, and all of
that process is counted, from its start to its end. A card is answered by a site
that has started three seconds before, and others after it. The reference of each line is a page of WeasyPrint's own
with a plain table of as many cells as a card has, drawn in the same run: `ratio` is how many of those a page of ours
takes.

CARDS and NIGHTS say how long the pack and the booklet are; `CARDS=200 NIGHTS=22` are two hundred sheets and about sixty
pages. PAPERS names those that are wanted. It works on SQLite in a folder that it takes away again.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, sleep
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

CARDS, NIGHTS = int(os.environ.get("CARDS", "40")), int(os.environ.get("NIGHTS", "8"))
WANTED = os.environ.get("PAPERS", "card,pack,booklet").split(",")
SITE = "https://league.example"
TEAMS, SQUAD = 84, 12
FOUND_AFTER = 3  # seconds after its start until somebody has found a card on the site
ROWS, CELLS, PLAIN_PAGES = 21, 7, 5
TO_A_SIDE = {"pack": 1, "booklet": 2}  # pages on a side of a sheet


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        run("manage.py", "make_tables")
        asked = json.loads(run(__file__, "ask").out)
        plain = float(run(__file__, "plain").out)
        if "card" in WANTED:
            for line in json.loads(run(__file__, "cards", *asked["cards"]).out):
                say(line, line["seconds"] / plain, plain)
        for name, job in asked["jobs"].items():
            if name in WANTED:
                made = run("manage.py", "run_job", str(job))
                pages = int(run(__file__, "pages", str(job)).out) * TO_A_SIDE[name]
                say(made.line(f"paper: {name}", pages), made.seconds / pages / plain, plain)


@dataclass(frozen=True, slots=True)
class Run:
    """A process that has ended: what it printed, and what it took in seconds and MB."""

    out: str
    seconds: float
    cpu: float
    peak: float

    def line(self, what: str, pages: int) -> dict[str, Any]:
        return {
            "bench": what,
            "pages": pages,
            "seconds": round(self.seconds, 2),
            "cpu_s": round(self.cpu, 2),
            "s_per_page": round(self.seconds / pages, 4),
            "cpu_s_per_page": round(self.cpu / pages, 4),
            "wanted_s_per_page": 0.16,
            "peak_mb": round(self.peak),
            "wanted_peak_mb": 200,
        }


def run(*command: str) -> Run:
    """Run one of our programs to its end."""
    began = perf_counter()
    child = subprocess.Popen([sys.executable, *command], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    out = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}")
    return Run(out, perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def say(line: dict[str, Any], ratio: float, plain: float) -> None:
    sys.stdout.write(json.dumps(line | {"reference_s": round(plain, 4), "ratio": round(ratio, 2)}) + "\n")
    sys.stdout.flush()


# --- what the other processes do --------------------------------------------------------------------------------------
def ask() -> None:
    """Make two leagues and ask for a paper of each; prints the jobs, and the addresses of a few cards."""
    from django.urls import reverse
    from django_scopes import scope, scopes_disabled

    from league.schedule.models import Fixture

    with scopes_disabled():
        for_cards, _ = league_of("cards", nights=22, matches=CARDS)
        for_book, season = league_of("book", nights=NIGHTS, matches=None)
        there = Fixture.objects.filter(league=for_cards).select_related("league", "home", "away").order_by("pk")
        cards = [reverse("blank-card", args=["cards", each.first_date, each.slug]) for each in there[:6]]
    with scope(league=for_cards):
        pack = job_for(for_cards, "cards", night=None, venue="")
    with scope(league=for_book):
        book = job_for(for_book, "booklet", season=season.slug, size="a5", folded=True, address=f"{SITE}/book/")
    sys.stdout.write(json.dumps({"cards": cards, "jobs": {"pack": pack, "booklet": book}}))


def league_of(slug: str, *, nights: int, matches: int | None) -> Any:
    """A league and its season, with so many nights, or so many matches of them, still to be played."""
    from league.schedule.models import Fixture
    from tests.factories import make_league
    from tests.played import make_clubs, play_season

    league = make_league(slug)
    season = play_season(league, make_clubs(league, TEAMS, squad=SQUAD), nights=0)
    there = Fixture.objects.filter(league=league).order_by("week", "pk")
    keep = list(there.filter(week__lte=nights).values_list("pk", flat=True)[:matches])
    there.exclude(pk__in=keep).delete()
    return league, season


def job_for(league: Any, kind: str, **args: Any) -> int:
    from django.utils.timezone import now

    from league.base.jobs.models import Job
    from league.documents.actions import request_paper

    request_paper(league=league, kind=kind, args=args, title=kind, name=kind, site=SITE, by=None, at=now())
    job: int = Job.objects.order_by("-pk").values_list("pk", flat=True)[0]
    return job


def plain() -> None:
    """Prints the seconds that a page of the reference takes."""
    from weasyprint import HTML

    style = "<style>table { width: 100%; break-after: page } td { border: 1px solid }</style>"
    row = f"<tr>{'<td>Words</td>' * CELLS}</tr>"
    page = style + f"<table>{row * ROWS}</table>" * PLAIN_PAGES
    HTML(string=page).write_pdf()
    sys.stdout.write(str(median(timed(lambda: HTML(string=page).write_pdf())[0] for _ in range(3)) / PLAIN_PAGES))


def cards(*addresses: str) -> None:
    """Prints the lines of the first card of a site that has just started, and of those after it."""
    from django.core.wsgi import get_wsgi_application
    from django.urls import reverse

    from league.documents.pdf.process import drawing_process

    site = get_wsgi_application()
    reverse("short-code")  # as `league.site.asgi` does, and then this
    drawing_process.start()
    sleep(FOUND_AFTER)
    for _part in site(asked_for("/healthz"), lambda _status, _headers: None):
        pass  # now every page of the site is loaded, as it is in a server
    took = [timed(lambda path=path: answer(site, path)) for path in addresses]
    after = [median(column) for column in zip(*took[1:], strict=True)]
    lines = [card_line("the first card of a site", *took[0]), card_line("a card after it", *after)]
    sys.stdout.write(json.dumps(lines))


def card_line(what: str, seconds: float, cpu: float) -> dict[str, Any]:
    return {
        "bench": f"paper: {what}",
        "pages": 1,
        "seconds": round(seconds, 3),
        "cpu_s": round(cpu, 3),
        "wanted_seconds": 0.4,
    }


def asked_for(path: str) -> dict[str, Any]:
    return {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(),
    }


def answer(site: Callable[..., Any], path: str) -> bytes:
    said: list[str] = []
    body = b"".join(site(asked_for(path), lambda status, _headers: said.append(status)))
    if not body.startswith(b"%PDF"):
        raise SystemExit(f"{path}: {said}")
    return body


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    began, used = perf_counter(), process_time()
    work()
    return perf_counter() - began, process_time() - used


def pages(job: str) -> None:
    """Prints how many pages came of a job."""
    from django_scopes import scopes_disabled

    from league.base.jobs.models import Job
    from league.documents.models import Paper

    with scopes_disabled():
        done = Job.objects.get(pk=job)
        sys.stdout.write(str(Paper.objects.get(pk=done.args["paper"]).pages or done.error))


if __name__ == "__main__":
    if sys.argv[1:]:
        import django

        django.setup()
        {"ask": ask, "plain": plain, "cards": cards, "pages": pages}[sys.argv[1]](*sys.argv[2:])
    else:
        main()
