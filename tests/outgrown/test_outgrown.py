"""Two processes of pages, two of streams, a worker and the proxy, on PostgreSQL and Redis: the units as they are."""

import asyncio
import re
from random import Random

import psycopg

from tests.outgrown.phone import Phone, told
from tests.outgrown.spectator import Spectator, at, at_socket
from tests.outgrown.wire import Line, came_true
from tests.waiting import HANG, until

FIXTURES = "/leek/fixtures/"  # the table of 38 teams would keep the worker busy with what is still possible in it


def tapped(match, *places, taps=8, seed=1):
    """A phone on which the beginning of the match's first game was tapped, that sends it to these places."""
    phone = Phone(match, Line(places), Random(f"{match['code']} {seed}"))
    for _, (kind, body) in zip(range(taps), told(match, (0, 1), phone.dice), strict=False):
        phone.tap((0, 1), phone.device, kind, body)
    return phone


async def sent(phone):
    sender = asyncio.create_task(phone.send())
    await asyncio.wait_for(phone.emptied(), HANG)
    sender.cancel()


async def watched(spectators, last):
    """Whether each of them comes as far as `last` in time."""
    return await came_true(lambda: all(each.last is not None and each.last >= last for each in spectators))


def test_what_one_process_is_told_is_seen_on_the_streams_of_both(whole):
    match = whole.matches[0]

    async def evening():
        spectators = [Spectator(match["code"], at_socket(whole.place(name)), since=0) for name in ("live@1", "live@2")]
        spectators.append(Spectator(match["code"], at(whole.port), since=0))
        watching = [asyncio.create_task(each.run(0.2)) for each in spectators]
        first, second = tapped(match, whole.place("web@1")), tapped(match, whole.place("web@2"), seed=2)
        await sent(first)
        assert await watched(spectators, 8)
        await sent(second)
        assert await watched(spectators, 16)
        for task in watching:
            task.cancel()
        return spectators, [*first.seqs.values(), *second.seqs.values()]

    spectators, acknowledged = asyncio.run(evening())
    assert [each.numbers for each in spectators] == [list(range(1, 17))] * 3
    assert acknowledged == [row["seq"] for row in whole.rows("log", match["code"])] == list(range(1, 17))
    views = [each.views[7]["view"]["scores"] for each in spectators]
    assert views[0] == views[1] == views[2] != [0, 0]


def test_a_tap_that_one_process_does_not_answer_is_taken_by_the_other(whole):
    """The proxy asks the other; the phone need not even try again."""
    match = whole.matches[1]
    for seed, process in enumerate(("web@1", "web@2")):
        whole.site.kill(process)
        phones = [tapped(match, whole.port, taps=3, seed=10 * seed + each) for each in range(4)]
        for phone in phones:
            asyncio.run(sent(phone))
        assert [phone.refused for phone in phones] == [[]] * 4
        assert until(lambda name=process: whole.site.answers(name))
    log = whole.rows("log", match["code"])
    assert [row["seq"] for row in log] == list(range(1, 25))
    assert len({row["id"] for row in log}) == 24


def test_a_job_is_done_by_the_worker_and_again_once_redis_is_back(whole):
    first = whole.rows("put_job")
    assert until(lambda: whole.rows("job", str(first))["state"] == "done")
    whole.redis.kill()
    second = whole.rows("put_job")
    assert whole.rows("job", str(second))["state"] == "queued"
    whole.redis.start()
    assert until(lambda: whole.rows("job", str(second))["state"] == "done")


def test_old_sign_ins_are_forgotten_when_beat_says_so(whole):
    before = whole.rows("sessions")  # of who signed in for other tests
    assert whole.rows("put_old_session") == before + 1
    whole.site.manage("-A", "league.site", "call", "league.accounts.forget_old_sign_ins", module="celery")
    assert until(lambda: whole.rows("sessions") == before)
    assert until(lambda: "starting" in whole.site.log("beat"))  # it begins again when Redis was away


def test_public_pages_are_kept_by_the_proxy_and_streams_are_not_held_back(whole):
    async def ask(path, headers=None):
        return await Line((whole.port,)).ask("GET", path, headers)

    def kept():
        """Whether a page stays the same after a change behind the site's back; it may be too old by then."""
        page = asyncio.run(ask(FIXTURES, {"Accept-Encoding": "gzip"}))
        assert (page.status, page.headers["content-encoding"]) == (200, "gzip")
        with psycopg.connect(whole.postgres.url) as database:
            database.execute("UPDATE teams_league SET name = name || ' Other'")
        again = asyncio.run(ask(FIXTURES, {"Accept-Encoding": "gzip"}))
        unchanged = asyncio.run(ask(FIXTURES, {"Accept-Encoding": "gzip", "If-None-Match": page.headers["etag"]}))
        return again.headers["etag"] == page.headers["etag"] and unchanged.status == 304

    assert until(kept)
    personal = asyncio.run(ask(FIXTURES, {"Cookie": "sessionid=somebody"}))
    assert (personal.status, b"Other" in personal.body) == (200, True)


def test_the_site_is_sound_in_this_shape(whole):
    """As `manage.py check --deploy` sees it with HTTPS, which a test has none of."""
    said = whole.site.manage(
        "check", "--deploy", "--fail-level", "WARNING", HTTPS="yes", ALLOWED_HOSTS="league.example"
    )
    assert "no issues" in said


def test_every_script_that_was_gathered_imports_what_is_there(whole):
    hashed = re.compile(r"\.[0-9a-f]{12}\.js$")
    gathered = [path for path in (whole.site.folder / "var/static/js").rglob("*.js") if hashed.search(path.name)]
    imported = [
        (path.parent / found).resolve()
        for path in gathered
        for found in re.findall(r"""^(?:import|export)[^;]*?from ["'](.+?)["'];""", path.read_text(), re.MULTILINE)
    ]
    assert imported
    assert all(hashed.search(path.name) and path.exists() for path in imported)
