"""What a site of many leagues costs one of them, as JSON lines.

The demonstration's two leagues and one of forty teams after twenty seasons are copied LEAGUES times, by the database
itself. The first nine of those seasons are as a league brings them along: scores, without lines of players. Before
and after, the same pages of one league are asked for by the same people, and every periodic task is run: each line
has both times, in milliseconds of a core, and their ratio. Then it says which queries were the most frequent, which
read a whole large table, and which indexes none of them touched. It makes its own server and takes it away again, or
its own database on that of DATABASE_URL, which has to be on this machine. With the word `sqlite` it is a file, and
the times alone are told.
"""

import json
import os
import re
import sys
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import date, time
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci")]  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

COPIES = int(os.environ.get("LEAGUES", "20"))
TIMES = int(os.environ.get("TIMES", "11"))
LONG = 10  # seconds after which something is not done once more
OFTEN = 20  # queries whose plans are told
NO_HOUR = time(15)  # at which no kind of letter is due
PASSWORD = "a long one for the bench"
TOGETHER = 50  # rows of a league that are written beside each other, such as those of two cards
LARGE = 20_000  # rows from which on a whole table is not read for one page
# As a server has it that nobody has set up; but what fills a file of its own transaction is not logged beside it.
SERVER = "fsync=off jit=off max_wal_size=4GB shared_buffers=256MB wal_level=minimal max_wal_senders=0"
PEOPLE = {"visitor": "", "captain": "Eileen Ollerenshaw", "secretary": "Marjorie Stubbs", "treasurer": "Brian Alderson"}
PAGES = {
    "visitor": (
        "/", "/forty/", "/forty/table/", "/forty/fixtures/", "/forty/players/", "/forty/averages/", "/forty/crown/",
        "/forty/search/?q=crown", "/harthwaite/", "/harthwaite/tonight/", "/harthwaite/cups/",
        "/harthwaite/calendar.ics", "/sitemap.xml", "/forty/sitemap.xml", "/status/", "/accounts/login/",
        "/api/v1/leagues", "/api/v1/leagues/forty/players",
    ),
    "captain": ("/me/", "/harthwaite/your-match/", "/harthwaite/my-team/"),
    "secretary": (
        "/harthwaite/inbox/", "/harthwaite/season/", "/harthwaite/history/", "/harthwaite/people/",
        "/harthwaite/messages/", "/harthwaite/registrations/", "/harthwaite/duplicates/", "/harthwaite/jobs/",
        "/harthwaite/spreadsheets/results.csv",
    ),
    "treasurer": ("/harthwaite/money/", "/harthwaite/money/book/"),
}  # fmt: skip
PRIMARY = "SELECT indexrelid::regclass::text FROM pg_index WHERE indisprimary AND indrelid = %s::regclass"
NOT_TOUCHED = """SELECT indexrelname FROM pg_stat_user_indexes JOIN pg_index USING (indexrelid)
WHERE idx_scan = 0 AND NOT indisunique ORDER BY 1"""
INDEXES = """SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid))
FROM pg_constraint WHERE contype = 'u' AND connamespace = 'public'::regnamespace
UNION ALL SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
FROM pg_stat_user_indexes WHERE NOT EXISTS (
    SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))"""
INDEXES_OF_SQLITE = """SELECT 'DROP INDEX "' || name || '"', sql FROM sqlite_master
WHERE type = 'index' AND sql IS NOT NULL"""
# Columns that hold the key of a row which they may outlive.
NUMBERS = {"league_id": "teams.League", "entry_id": "audit.Entry"}
# As many rows whatever the number of leagues.
OF_THE_SITE = {"post.OutboxCursor", "operations.Outage"}
Plan = dict[str, Any]


def main() -> None:
    with ExitStack() as stack:
        if "sqlite" not in sys.argv and "DATABASE_URL" not in os.environ:
            from server import postgres

            os.environ["DATABASE_URL"] = stack.enter_context(postgres(SERVER))
        import django

        django.setup()
        from django.db import connection
        from django_scopes import scopes_disabled

        name = connection.creation.create_test_db(verbosity=0)
        try:
            with scopes_disabled():
                measure()
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)


def measure() -> None:
    from django.utils.timezone import localdate
    from pages import league_of

    from league.demo.load import load
    from league.results.models import Appearance

    load(localdate())
    league_of("forty", teams=40, size=20, seasons=19)
    brought_along = {"result__fixture__league__slug": "forty", "result__fixture__date__lt": date(2016, 8, 1)}
    Appearance.objects.filter(**brought_along).delete()
    execute("ANALYZE")
    few = dict(timings())
    started = perf_counter()
    rows = copy_everything(COPIES)
    execute("ANALYZE" if on_sqlite() else "VACUUM ANALYZE")
    say(what="rows copied", leagues=3 * (COPIES + 1), rows=rows, seconds=round(perf_counter() - started))
    if not on_sqlite():
        execute("SELECT pg_stat_reset()")
    compare(few)
    if not on_sqlite():
        tell_queries()


def compare(few: dict[str, float]) -> None:
    """What takes how long now."""
    many = dict(timings())
    for what, once in few.items():
        say(what=what, ms_few=once, ms_many=many[what], ratio=round(many[what] / (once or 0.1), 2))


def tell_queries() -> None:
    """Which queries and indexes all of it needs."""
    with queries_explained() as queries:
        dict(timings())
    often = sorted(queries.items(), key=lambda each: -each[1].times)
    for query, asked in often[:OFTEN]:
        say(what="frequent query", times=asked.times, plan=asked.plan, query=query[:400])
    for query, asked in often:
        if asked.whole:
            say(what="whole table read", tables=asked.whole, times=asked.times, query=query[:400])
    say(what="indexes not touched", names=[name for (name,) in execute(NOT_TOUCHED)])


# --- what is timed ----------------------------------------------------------------------------------------------------
def timings() -> Iterator[tuple[str, float]]:
    """The least milliseconds of each page for who opens it, of what else people do, and of each periodic task."""
    from django.test import Client
    from django.utils.timezone import now

    from league.accounts.models import User
    from league.jobs import periodic

    for person, name in PEOPLE.items():
        client = Client(SERVER_NAME="localhost")
        if name:
            client.force_login(User.objects.filter(name=name).order_by("pk")[0])
        for path in PAGES[person]:
            yield f"{person} {path}", milliseconds(lambda path=path, client=client: opened(client, path))
    yield "sign-in", milliseconds(signed_in)
    yield "job: one card", milliseconds(card_made)
    periodic.discover()
    for name, task in periodic.tasks.items():
        task.function(now())  # what had waited is done once, untimed
        yield f"task {name}", milliseconds(lambda task=task: task.function(now()))
    yield "outbox, a minute of no hour", milliseconds(clock_looked_at)


def opened(client: Any, path: str) -> None:
    answer = client.get(path)
    if answer.status_code != 200:
        raise SystemExit(f"{path} was answered {answer.status_code}")
    if answer.streaming:
        b"".join(answer)


def signed_in() -> None:
    """A secretary's address and password, by the form."""
    from allauth.account.models import EmailAddress
    from django.core.cache import cache
    from django.test import Client

    from league.accounts.models import User

    cache.clear()  # how often it was tried
    person = User.objects.filter(name=PEOPLE["secretary"]).order_by("pk")[0]
    if not person.check_password(PASSWORD):
        person.set_password(PASSWORD)
        person.save()
        EmailAddress.objects.update_or_create(user=person, email=person.email, defaults={"verified": True})
    form = {"login": person.email, "password": PASSWORD}
    answer = Client(SERVER_NAME="localhost").post("/accounts/login/", form)
    if answer.status_code != 302:
        raise SystemExit(f"The sign-in was answered {answer.status_code}")


def card_made() -> None:
    """The blank cards of a venue's next night: asked for, made by a job in this process, and cleared away."""
    from django.utils.timezone import now
    from django_scopes import scope

    from league.documents.actions import request_paper
    from league.documents.tasks import CARDS
    from league.jobs.actions import run_job
    from league.jobs.models import Job
    from league.schedule.models import Fixture
    from league.teams.models import League

    league = League.objects.get(slug="harthwaite")
    with scope(league=league):
        to_come = Fixture.objects.filter(league=league, state="scheduled", away__isnull=False)
        match = to_come.select_related("venue").order_by("-date", "pk")[0]
        asked = {"night": match.date.isoformat(), "venue": match.venue.slug}
        names = {"kind": CARDS, "args": asked, "title": "Cards", "name": "cards", "site": "http://localhost"}
        paper = request_paper(league=league, by=None, at=now(), **names)
        assert paper is not None
    job = Job.objects.get(key=paper.job_key, finished_at=None)
    run_job(job.pk)
    job.refresh_from_db()
    if job.state != "done":
        raise SystemExit(f"The card was not made: {job.error} {job.trace}")
    paper.refresh_from_db()
    paper.file.delete(save=False)
    paper.delete()


def clock_looked_at() -> None:
    """A minute in which no letters are due but those about single cards, undone again."""
    from datetime import datetime, timedelta

    from django.db import transaction
    from django.utils.timezone import get_default_timezone, localdate

    from league.notifications.actions import process_clock
    from league.notifications.models import OutboxCursor

    at = datetime.combine(localdate(), NO_HOUR, get_default_timezone())
    with transaction.atomic():
        OutboxCursor.objects.update(clock=at - timedelta(minutes=1))
        process_clock(at=at)
        transaction.set_rollback(True)


def milliseconds(act: Callable[[], object]) -> float:
    """Of a core, by this process and by PostgreSQL: the least of some times, fewer of what takes long."""
    act()
    took: list[float] = []
    while len(took) < TIMES and (not took or sum(took) < LONG):
        own, theirs = process_time(), spent_by_server()
        act()
        own, after = process_time() - own, spent_by_server()
        took.append(own + sum(after[each] - theirs[each] for each in after.keys() & theirs.keys()))
    return round(min(took) * 1000, 1)


def spent_by_server() -> dict[str, float]:
    """Seconds of a core of each process of PostgreSQL, on this machine."""
    of_each = {}
    for pid in server_processes():
        with suppress(OSError):
            of_each[pid] = int(Path(f"/proc/{pid}/schedstat").read_text().split()[0]) / 1e9
    return of_each


def server_processes() -> list[str]:
    if on_sqlite():
        return []
    master = postmaster()
    return Path(f"/proc/{master}/task/{master}/children").read_text().split()


@cache
def postmaster() -> str:
    backend = execute("SELECT pg_backend_pid()")[0][0]
    return Path(f"/proc/{backend}/stat").read_text().rpartition(")")[2].split()[1]


@dataclass(slots=True)
class Asked:
    """A form of query: how often it was asked, how it is answered, and the large tables that are read whole for it."""

    times: int = 0
    plan: str = ""
    whole: tuple[str, ...] = ()


@contextmanager
def queries_explained() -> Iterator[dict[str, Asked]]:
    """The SELECTs made inside, by their form."""
    from django.db import connection

    found: dict[str, Asked] = defaultdict(Asked)

    def explained(run: Any, sql: str, words: Any, many: bool, context: Any) -> Any:
        if sql.startswith("SELECT"):
            asked = found[re.sub(r"IN \((%s, )+%s\)", "IN (…)", sql)]
            asked.times += 1
            if not asked.plan:
                with context["connection"].connection.cursor() as cursor:
                    cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", words)
                    nodes = [*nodes_of(cursor.fetchone()[0][0]["Plan"])]
                asked.plan = ", ".join(dict.fromkeys(map(in_words, nodes)))
                read = (each["Relation Name"] for each in nodes if each["Node Type"].endswith("Seq Scan"))
                asked.whole = tuple(dict.fromkeys(table for table in read if size_of(table) > LARGE))
        return run(sql, words, many, context)

    with connection.execute_wrapper(explained):
        yield found


def nodes_of(plan: Plan) -> Iterator[Plan]:
    yield plan
    for inside in plan.get("Plans", ()):
        yield from nodes_of(inside)


def in_words(node: Plan) -> str:
    of = node.get("Index Name") or node.get("Relation Name")
    return f"{node['Node Type']} {of}" if of else node["Node Type"]


def size_of(table: str) -> int:
    return int(execute("SELECT reltuples FROM pg_class WHERE relname = %s", table)[0][0])


# --- copies -----------------------------------------------------------------------------------------------------------
def copy_everything(copies: int) -> int:
    """Copy every row of the site so often, each copy's keys and references moved on by as much; how many were made."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection

    kept = {"contenttypes", "auth", "sites", "sessions", "migrations"}
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.app_label not in kept and model._meta.label not in OF_THE_SITE
    ]
    strides = {model: stride for model in models if (stride := stride_of(model))}
    if on_sqlite():
        execute("PRAGMA foreign_keys = OFF")  # references are all there in the end
        connection.connection.create_function("another", 3, another_text, deterministic=True)
        connection.connection.create_function("another_uuid", 2, another_uuid, deterministic=True)
    indexes = indexes_dropped()
    by_size = sorted(strides, key=lambda model: -strides[model])
    rows = sum(side_by_side(partial(table_copied, strides, copies), by_size))
    side_by_side(execute, indexes)
    for sequence in connection.ops.sequence_reset_sql(no_style(), list(strides)):
        execute(sequence)
    execute("UPDATE post_outboxcursor SET floor = (SELECT max(id) FROM audit_entry)")  # there is no news of theirs
    if on_sqlite():
        execute("PRAGMA foreign_keys = ON")
    return rows


def side_by_side(act: Callable[[Any], int], each: list[Any]) -> list[int]:
    """By two connections to PostgreSQL, one beside the other; one by one on SQLite."""
    if on_sqlite():
        return [*map(act, each)]
    with ThreadPoolExecutor(2) as two:
        return [*two.map(partial(by_itself, act), each)]


def by_itself(act: Callable[[Any], int], one: Any) -> int:
    from django.db import connection, transaction

    with closing(connection), transaction.atomic():
        execute("SET LOCAL session_replication_role = replica")  # references are all there in the end
        execute("SET LOCAL maintenance_work_mem = '1GB'")
        return act(one)


def table_copied(strides: dict[Any, int], copies: int, model: Any) -> int:
    columns = {each.column: copied(model, each, strides) for each in model._meta.concrete_fields}
    names, table = ", ".join(f'"{column}"' for column in columns), model._meta.db_table
    of_all = in_turns(table, model._meta.pk.column, strides[model], copies)
    if not on_sqlite():  # a new file, of which nothing has to be logged
        execute(f'CLUSTER "{table}" USING {execute(PRIMARY, table)[0][0]}')
    return int(execute(f'INSERT INTO "{table}" ({names}) SELECT {", ".join(columns.values())} FROM {of_all}'))


def in_turns(table: str, key: str, stride: int, copies: int) -> str:
    """The rows of a table once for each copy, a few of each in turn, as leagues write them beside each other."""
    if on_sqlite():
        numbers = (
            f"WITH RECURSIVE s(copy) AS (SELECT 1 UNION ALL SELECT copy + 1 FROM s LIMIT {copies}) SELECT copy FROM s"
        )
        return f'({numbers}) CROSS JOIN "{table}"'
    if stride <= TOGETHER:
        return f'"{table}", generate_series(1, {copies}) AS copy'
    steps = copies * (stride // TOGETHER + 1)
    few = f'"{key}" BETWEEN first AND first + {TOGETHER - 1}'
    return (
        f"(SELECT step / {copies} * {TOGETHER} AS first, step % {copies} + 1 AS copy"
        f" FROM generate_series(0, {steps - 1}) AS step OFFSET 0) AS turn,"
        f' LATERAL (SELECT * FROM "{table}" WHERE {few} OFFSET 0) AS "{table}"'
    )


def indexes_dropped() -> list[str]:
    """Drop what is quicker made again than kept, all but primary keys: how each is made."""
    found = execute(INDEXES_OF_SQLITE if on_sqlite() else INDEXES)
    for dropped, _made in found:
        execute(dropped)
    return [made for _dropped, made in found]


def stride_of(model: Any) -> int:
    """More than the largest key of a table that numbers its rows; 1 where they have other keys; 0 of an empty one."""
    last = model._base_manager.order_by("-pk").values_list("pk", flat=True).first()
    if last is None:
        return 0
    return int(last) + 1 if model._meta.pk.get_internal_type().endswith("AutoField") else 1


def copied(model: Any, field: Any, strides: dict[Any, int]) -> str:
    """The SQL of a column of the copy numbered `copy`."""
    here = f'"{model._meta.db_table}"."{field.column}"'
    if model._meta.label == "audit.Subject" and field.name == "key":
        cases = " ".join(f"WHEN '{each._meta.model_name}' THEN {stride}" for each, stride in strides.items())
        return f"{here} + copy * CASE kind {cases} ELSE 0 END"
    stride = stride_in(model, field, strides)
    if stride is not None:
        return f"{here} + copy * {stride}"
    if field.name == "code" and not on_sqlite():  # too short for chance alone: of ten million two would be the same
        return f"'z' || lpad(to_hex(\"{model._meta.db_table}\".id + copy * {strides[model]}), 7, '0')"
    return another(here, field) if stands_alone(model, field) or field.name == "email" else here


def stride_in(model: Any, field: Any, strides: dict[Any, int]) -> int | None:
    """By how much a column's numbers are moved on for each copy; None where it is of another kind."""
    named = NUMBERS.get(field.name)
    if named is not None:
        return next(stride for each, stride in strides.items() if each._meta.label == named)
    if field.is_relation:
        while field.is_relation:
            field = field.target_field
        return strides.get(field.model, 0)
    return strides[model] if field.get_internal_type().endswith("AutoField") else None


def another(here: str, field: Any) -> str:
    """A value of its own for each copy."""
    kind = field.get_internal_type()
    if on_sqlite() and kind in ("UUIDField", "CharField"):
        return f"another_uuid({here}, copy)" if kind == "UUIDField" else f"another({here}, copy, {field.max_length})"
    if kind == "UUIDField":
        return f"md5({here}::text || copy)::uuid"
    if kind == "CharField":
        letters = f"translate(encode(sha256(({here} || '.' || copy)::bytea), 'base64'), '+/=', 'xyz')"
        return f"left({letters}, {min(field.max_length, 24)})"
    return f"{here} || '-' || copy" if kind in ("SlugField", "TextField") else here


def another_text(value: str | None, copy: int, most: int) -> str | None:
    if value is None:
        return None
    found = b64encode(sha256(f"{value}.{copy}".encode()).digest(), b"xy").decode()
    return found[: min(most, 24)]


def another_uuid(value: str | None, copy: int) -> str | None:
    return None if value is None else sha256(f"{value}.{copy}".encode()).hexdigest()[:32]


def stands_alone(model: Any, field: Any) -> bool:
    """Whether no two rows of the site may have the same there, or not beside other columns that no copy moves."""
    sets = [names for each in model._meta.total_unique_constraints if field.name in (names := each.fields)]
    return field.unique or any(not any(model._meta.get_field(each).is_relation for each in names) for names in sets)


def on_sqlite() -> bool:
    from django.db import connection

    return connection.vendor == "sqlite"


def execute(sql: str, *words: object) -> Any:
    """The rows of a query, or how many it changed."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, words or None)
        return cursor.fetchall() if cursor.description else cursor.rowcount


def say(*, what: str, **figures: object) -> None:
    database = "sqlite" if on_sqlite() else "postgresql"
    sys.stdout.write(json.dumps({"bench": f"many leagues: {what}", "database": database, **figures}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
