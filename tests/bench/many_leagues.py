"""What a site of many leagues costs one of them, on PostgreSQL, as JSON lines.

The demonstration's two leagues and one of forty teams after twenty seasons are copied LEAGUES times, by the database
itself. Before and after, the same pages of one league are asked for by the same people, and every periodic task is run:
each line has both times and their ratio. Then it says which queries read a whole large table, and which indexes no
query of these touched. It makes its own server and takes it away again, or its own database on that of DATABASE_URL.
"""

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / ".ci")]  # run as a file, from anywhere
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

COPIES = int(os.environ.get("LEAGUES", "20"))
TIMES = int(os.environ.get("TIMES", "11"))
LARGE = 20_000  # rows from which on a whole table is not read for one page
# As a server has it that nobody has set up.
SERVER = "fsync=off jit=off max_wal_size=8GB shared_buffers=256MB"
PEOPLE = {"visitor": "", "captain": "Eileen Ollerenshaw", "secretary": "Marjorie Stubbs", "treasurer": "Brian Alderson"}
PAGES = {
    "visitor": (
        "/", "/forty/", "/forty/table/", "/forty/fixtures/", "/forty/players/", "/forty/averages/", "/forty/crown/",
        "/forty/search/?q=crown", "/harthwaite/", "/harthwaite/tonight/", "/harthwaite/cups/",
        "/harthwaite/calendar.ics", "/sitemap.xml", "/status/", "/accounts/login/", "/api/v1/leagues",
        "/api/v1/leagues/forty/players",
    ),
    "captain": ("/me/", "/harthwaite/your-match/", "/harthwaite/my-team/"),
    "secretary": (
        "/harthwaite/inbox/", "/harthwaite/season/", "/harthwaite/history/", "/harthwaite/people/",
        "/harthwaite/messages/", "/harthwaite/registrations/", "/harthwaite/duplicates/", "/harthwaite/jobs/",
        "/harthwaite/spreadsheets/results.csv",
    ),
    "treasurer": ("/harthwaite/money/", "/harthwaite/money/book/"),
}  # fmt: skip
NOT_TOUCHED = """SELECT indexrelname FROM pg_stat_user_indexes JOIN pg_index USING (indexrelid)
WHERE idx_scan = 0 AND NOT indisunique ORDER BY 1"""
# Columns that hold the key of a row which they may outlive.
NUMBERS = {"league_id": "teams.League", "entry_id": "audit.Entry"}
OF_THE_SITE = {"notifications.OutboxCursor"}  # one row, whatever the number of leagues
Plan = dict[str, Any]


def main() -> None:
    with ExitStack() as stack:
        if "DATABASE_URL" not in os.environ:
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
    from pages import forty_teams_after_twenty_seasons

    from league.demo.load import load

    load(localdate())
    forty_teams_after_twenty_seasons("forty")
    execute("ANALYZE")
    few = dict(timings())
    started = perf_counter()
    rows = copy_everything(COPIES)
    execute("ANALYZE")
    say(what="rows copied", leagues=3 * (COPIES + 1), rows=rows, seconds=round(perf_counter() - started))
    execute("SELECT pg_stat_reset()")
    with queries_explained() as plans:
        many = dict(timings())
    for what, once in few.items():
        say(what=what, ms_few=once, ms_many=many[what], ratio=round(many[what] / (once or 0.1), 2))
    for query, (table, read) in sorted(plans.items(), key=lambda each: -each[1][1]):
        say(what="whole table read", table=table, rows=read, query=query[:400])
    say(what="indexes not touched", names=[name for (name,) in execute(NOT_TOUCHED)])


# --- what is timed ----------------------------------------------------------------------------------------------------
def timings() -> Iterator[tuple[str, float]]:
    """The median milliseconds of each page for who opens it, and of each periodic task, by a name."""
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
    periodic.discover()
    for name, task in periodic._tasks.items():
        task.function(now())  # what had waited is done once, untimed
        yield f"task {name}", milliseconds(lambda task=task: task.function(now()))


def opened(client: Any, path: str) -> None:
    answer = client.get(path)
    if answer.status_code != 200:
        raise SystemExit(f"{path} was answered {answer.status_code}")
    if answer.streaming:
        b"".join(answer)


def milliseconds(act: Callable[[], object]) -> float:
    act()
    took = []
    for _ in range(TIMES):
        started = perf_counter()
        act()
        took.append(perf_counter() - started)
    return round(median(took) * 1000, 1)


@contextmanager
def queries_explained() -> Iterator[dict[str, tuple[str, int]]]:
    """The SELECTs made inside whose plan reads the whole of a large table: which one, and how many rows."""
    from django.db import connection

    seen: set[str] = set()
    found: dict[str, tuple[str, int]] = {}

    def explained(run: Any, sql: str, words: Any, many: bool, context: Any) -> Any:
        form = re.sub(r"IN \((%s, )+%s\)", "IN (…)", sql)
        if sql.startswith("SELECT") and form not in seen:
            seen.add(form)
            with context["connection"].connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", words)
                plan = cursor.fetchone()[0]
            for table, rows in whole_tables(plan[0]["Plan"]):
                if rows > LARGE:
                    found[form] = (table, rows)
        return run(sql, words, many, context)

    with connection.execute_wrapper(explained):
        yield found


def whole_tables(plan: Plan) -> Iterator[tuple[str, int]]:
    if plan["Node Type"] in ("Seq Scan", "Parallel Seq Scan"):
        yield plan["Relation Name"], size_of(plan["Relation Name"])
    for inside in plan.get("Plans", ()):
        yield from whole_tables(inside)


def size_of(table: str) -> int:
    return int(execute("SELECT reltuples FROM pg_class WHERE relname = %s", table)[0][0])


# --- copies -----------------------------------------------------------------------------------------------------------
def copy_everything(copies: int) -> int:
    """Copy every row of the site so often, each copy's keys and references moved on by as much; how many were made."""
    from django.apps import apps

    kept = {"contenttypes", "auth", "sites", "sessions", "migrations"}
    models = [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._meta.app_label not in kept and model._meta.label not in OF_THE_SITE
    ]
    strides = {model: stride for model in models if (stride := stride_of(model))}
    execute("SET session_replication_role = replica")  # references are all there in the end
    rows = 0
    for model in strides:
        columns = {each.column: copied(model, each, strides) for each in model._meta.concrete_fields}
        names, table = ", ".join(f'"{column}"' for column in columns), model._meta.db_table
        of_all = f'FROM "{table}", generate_series(1, {copies}) AS copy'
        rows += execute(f'INSERT INTO "{table}" ({names}) SELECT {", ".join(columns.values())} {of_all}')
    execute("UPDATE post_outboxcursor SET floor = (SELECT max(id) FROM audit_entry)")  # there is no news of theirs
    execute("SET session_replication_role = DEFAULT")
    return rows


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
    return another(here, field) if stands_alone(model, field) else here


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
    if kind == "UUIDField":
        return f"md5({here}::text || copy)::uuid"
    if kind == "EmailField":
        return f"copy || '.' || {here}"
    if kind == "CharField":
        letters = f"translate(encode(sha256(({here} || '.' || copy)::bytea), 'base64'), '+/=', 'xyz')"
        return f"left({letters}, {min(field.max_length, 24)})"
    return f"{here} || '-' || copy" if kind in ("SlugField", "TextField") else here


def stands_alone(model: Any, field: Any) -> bool:
    """Whether no two rows of the site may have the same there, or not beside other columns that no copy moves."""
    sets = [names for each in model._meta.total_unique_constraints if field.name in (names := each.fields)]
    return field.unique or any(not any(model._meta.get_field(each).is_relation for each in names) for names in sets)


def execute(sql: str, *words: object) -> Any:
    """The rows of a query, or how many it changed."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, words or None)
        return cursor.fetchall() if cursor.description else cursor.rowcount


def say(*, what: str, **figures: object) -> None:
    sys.stdout.write(json.dumps({"bench": f"many leagues: {what}", "database": "postgresql", **figures}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
