"""What the import contracts cannot say about the house: read from the source, so that nothing has to run."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OPERATIONS = ROOT / "docs" / "operations.md"
TESTING = ROOT / "docs" / "testing.md"


def modules(*tops: str) -> list[Path]:
    """Our Python files below some folders; migrations are Django's handwriting and not ours."""
    return [
        path
        for top in tops
        for path in sorted((ROOT / top).rglob("*.py"))
        if not {"migrations", "__pycache__"} & set(path.parts)
    ]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), path.name)


@cache
def imports(path: Path) -> list[tuple[str, str, int]]:
    """Every import of a module as (module, name or "", line)."""
    found = []
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found += [(alias.name, "", node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name, node.lineno) for alias in node.names]
    return found


def calls(path: Path) -> Iterator[tuple[ast.Call, ast.Attribute]]:
    """Every call of something's method, with the method."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node, node.func


# --- the rules of the game --------------------------------------------------------------------------------------------
# The clock, the dice, the disk, the network and the logs belong to the shell around the rules.
WORLD = frozenset(
    {
        *("asyncio", "concurrent", "glob", "http", "io", "logging", "multiprocessing", "os", "random", "secrets"),
        *("select", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile", "threading"),
        *("time", "urllib", "uuid", "warnings", "zoneinfo"),
    }
)
# The command lines are where the rules meet the world: they open the files that they are given, and print.
COMMAND_LINES = frozenset({"scoring/__main__.py", "scoring/play/command.py"})
PATHS = frozenset({"pathlib", "importlib"})


def test_rules_import_only_the_standard_library_and_themselves():
    outside = {
        f"{named(path)}:{line} {module}"
        for path in modules("scoring")
        for module, _, line in imports(path)
        if module.partition(".")[0] not in sys.stdlib_module_names | {"scoring"}
    }
    assert outside == set()


def test_rules_know_no_clock_no_dice_no_disk_and_no_logs():
    """`Random` is the one exception: whoever asks for something by chance hands the dice in, or their seed."""
    found = {
        f"{named(path)}:{line} {module}.{name}"
        for path in modules("scoring")
        if named(path) not in COMMAND_LINES
        for module, name, line in imports(path)
        if module.partition(".")[0] in WORLD | PATHS and (module, name) != ("random", "Random")
    }
    assert found == set()


def test_rules_never_throw_dice_of_their_own_nor_ask_what_day_it_is():
    found = set()
    for path in modules("scoring"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                unseeded = name == "Random" and not node.args
                if unseeded or name in {"open", "input"} or name.rpartition(".")[2] in {"now", "today", "utcnow"}:
                    found.add(f"{named(path)}:{node.lineno} {name}")
    assert found == set()


def test_one_module_writes_csv_files_and_workbooks():
    """Whatever leaves as a spreadsheet goes past the guard against formulas."""
    writers = {
        named(path)
        for path in modules("league", "scoring")
        if re.search(r"csv\.(writer|DictWriter)\(|\b(Write)?Workbook\(|\bxlwt\b|\bodf\b", path.read_text())
    }
    assert writers == {"league/base/ui/spreadsheet.py"}


# --- writing ----------------------------------------------------------------------------------------------------------
WRITES = frozenset(
    {
        *("save", "delete", "create", "bulk_create", "bulk_update", "get_or_create", "update_or_create"),
        *("asave", "adelete", "acreate"),
    }
)


def test_a_lock_names_the_rows_that_it_holds():
    """A scope joins other tables, whose rows are held too where nothing is named: two actions then wait in a ring."""
    unnamed = {
        f"{named(path)}:{call.lineno}"
        for path in modules("league")
        for call, method in calls(path)
        if method.attr == "select_for_update" and "of" not in {each.arg for each in call.keywords}
    }
    assert unnamed == set()


# Where rows are written besides an app's actions, and why.
WRITERS = {
    "league/base/ui/pictures.py": "a picture is saved into memory, not a row into the database",
    "league/base/ui/uploads.py": "a picture is saved into memory, not a row into the database",
    "league/notifications/mailbox.py": "a folder is made in a mailbox",
    "league/base/ui/spreadsheet.py": "a workbook is saved into memory, not a row into the database",
    "league/base/accounts/models.py": "the manager of people, which Django itself calls to make one",
    "league/base/accounts/forms.py": "the record of a proved address is allauth's, and is made where allauth asks",
}
DEMONSTRATION = "league/exchange/demo.py"  # adds to two imported leagues what no archive has


def _writes(path: Path) -> Iterator[int]:
    for call, method in calls(path):
        receiver = ast.unparse(method.value)
        # super().save_model(...) is Django's admin; dictionaries are updated too, so update() counts on rows only.
        rows = ".objects" in receiver or re.search(r"\.(filter|exclude|all)\(", receiver)
        if method.attr in WRITES or (method.attr == "update" and rows):
            yield call.lineno
    yield from (line for _, name, line in imports(path) if name == "save_checked")


def test_rows_are_written_by_actions_alone():
    found = {
        named(path): sorted(_writes(path))
        for path in modules("league")
        if "actions" not in (path.stem, path.parent.name) and not named(path).startswith(DEMONSTRATION)
    }
    assert {name for name, lines in found.items() if lines} == set(WRITERS)


def test_the_search_for_writes_finds_them(tmp_path):
    sample = tmp_path / "views.py"
    sample.write_text(
        "row.save()\nRow.objects.filter(pk=1).update(a=2)\nvalues.update(a=2)\nRow.objects.create(a=1)\n"
        "from league.base.audit.actions import save_checked\n"
    )
    assert sorted(_writes(sample)) == [1, 2, 4, 5]


def test_saving_a_row_does_nothing_behind_its_back():
    """No `save` or `delete` of a model's own, and no signals: what an action does stands in the action."""
    found = set()
    for path in modules("league"):
        if named(path) == "league/base/ui/cache.py":  # what a cache deletes is no row
            continue
        classes = [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)]
        of_sessions = [node for each in classes if each.name == "SessionStore" for node in each.body]  # Django's way
        for node in ast.walk(tree(path)):
            own = isinstance(node, ast.FunctionDef) and node.name in {"save", "delete", "__setattr__"}
            if own and node not in of_sessions:
                found.add(f"{named(path)}:{node.lineno} {node.name}")
        for module, name, line in imports(path):
            if "signals" in module.split(".") or name in {"receiver", "Signal"}:
                found.add(f"{named(path)}:{line} {module}.{name}")
    assert found == set()


# --- reading ----------------------------------------------------------------------------------------------------------
PURE = frozenset({"presenters", "values"})
WITH_THE_DATABASE = frozenset({"queries", "permissions", "actions", "views", "forms", "tasks", "periodic"})
READS = frozenset(
    {
        *("objects", "_base_manager", "_default_manager", "filter", "exclude", "annotate", "aggregate", "in_bulk"),
        *("select_related", "prefetch_related", "select_for_update", "values_list", "order_by", "iterator", "cursor"),
        *("only", "defer", "exists", "refresh_from_db", "get_object_or_404", "get_compiler"),
    }
)
RELATED = frozenset({"all", "first", "last", "count"})  # of what is related to a row, if nothing is handed over


def parts(path: Path) -> set[str]:
    """The folders and the module of a file of `league`: which layer it is of."""
    return {*path.relative_to(ROOT).parts[2:-1], path.stem}


def _reads(path: Path) -> Iterator[str]:
    """Where a module reads from the database, as far as names show it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Attribute) and (node.attr in READS or node.attr.endswith("_set")):
            yield f"{node.lineno} {node.attr}"
        elif isinstance(node, ast.Name) and node.id == "get_object_or_404":
            yield f"{node.lineno} {node.id}"
    for call, method in calls(path):
        if method.attr in RELATED and not call.args and not call.keywords:
            yield f"{call.lineno} {method.attr}()"


def test_presenters_and_values_make_no_query():
    """Neither by themselves nor through another app; the contract in pyproject.toml holds it within their own."""
    found = {f"{named(path)}:{what}" for path in modules("league") if PURE & parts(path) for what in _reads(path)}
    for path in modules("league"):
        for module, name, line in imports(path) if PURE & parts(path) else ():
            if module.startswith("django.db") or (
                module.startswith("league.") and WITH_THE_DATABASE & {*module.split("."), name}
            ):
                found.add(f"{named(path)}:{line} {module}.{name}")
    assert found == set()


def test_queries_are_modules_that_query():
    """What reads nothing, nor asks another query, is a presenter or a value."""
    idle = {
        named(path)
        for path in modules("league")
        if "queries" in parts(path)
        and len(tree(path).body) > 1
        and not any(_reads(path))
        and not any("queries" in module.split(".") and name[:1].islower() for module, name, _ in imports(path))
    }
    assert idle == set()


def test_the_search_for_reads_finds_them(tmp_path):
    sample = tmp_path / "presenters.py"
    sample.write_text("Row.objects.get(pk=1)\nrow.players.all()\nrow.entry_set\nnames.count('a')\nrows.filter(a=1)\n")
    assert [what.partition(" ")[0] for what in sorted(_reads(sample))] == ["1", "2", "3", "5"]


# --- where things are -------------------------------------------------------------------------------------------------
def test_no_module_is_named_for_odds_and_ends():
    odds = {"utils", "util", "helpers", "helper", "services", "service", "signals", "misc", "common"}
    found = {
        named(path) for path in modules("league", "scoring") if odds & {path.stem, *path.relative_to(ROOT).parts[:-1]}
    }
    assert found == set()


def test_pages_for_paper_are_made_in_one_place():
    """WeasyPrint takes a second and 60 MB to import, so one package does, and only when a page is to be printed."""
    found = {
        named(path)
        for path in modules("league")
        for module, _, _ in imports(path)
        if module.partition(".")[0] in {"weasyprint", "pydyf", "pypdf"}
    }
    assert found
    assert {each.rpartition("/")[0] for each in found} == {"league/documents/pdf"}


def test_one_module_knows_icalendar():
    found = {named(path) for path in modules("league") for module, _, _ in imports(path) if "icalendar" in module}
    assert found == {"league/documents/ical.py"}


def test_no_work_is_left_lying_in_a_comment():
    word = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X")) + r")\b")
    tops = ("league", "scoring", "templates", "static", "tests", "docs", "docker", ".ci")
    files = [path for top in tops for path in (ROOT / top).rglob("*") if path.is_file()] + [
        ROOT / name for name in ("Makefile", "manage.py", "pyproject.toml", "README.md", "CHANGELOG.md")
    ]
    text = {".py", ".html", ".txt", ".css", ".js", ".md", ".toml", ".yaml", ".svg", ".json", ""}
    found = {
        f"{named(path)}:{number}"
        for path in files
        if path.suffix in text and "__pycache__" not in path.parts
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), start=1)
        if word.search(line)
    }
    assert found == set()


# --- budgets ----------------------------------------------------------------------------------------------------------
# Over the budget of a function, and why.
COMPILED = "compiled in one piece: a call is dear there, and every array is named once"
LONG = {
    "league/schedule/solver/anneal.py _place": COMPILED,
    "league/schedule/solver/anneal.py _recount": COMPILED,
    "league/schedule/solver/anneal.py anneal": COMPILED,
    "league/schedule/solver/costs.py team_cost": COMPILED,
    "league/schedule/solver/costs.py pair_cost": COMPILED,
    "league/schedule/solver/costs.py count_all": COMPILED,
    "league/schedule/solver/moves.py change_along": COMPILED,
    "league/schedule/solver/moves.py reverse_pair": COMPILED,
    "league/schedule/solver/moves.py swap_opponents": COMPILED,
    "league/schedule/solver/moves.py shift_dates": COMPILED,
    "league/schedule/solver/problem.py encode": "one line an array",
    "scoring/play/search.py next": "the innermost loop of a count of millions of positions, where calls are dear",
    "scoring/play/hand.py play": "the ways in which a play ends a hand, in the one order in which they are asked",
}


def _length(function: ast.FunctionDef | ast.AsyncFunctionDef, *, signature: bool) -> int:
    """Lines without decorators and docstring, and without the signature unless it is asked for."""
    first, body = function.lineno, function.body
    told = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    docstring = (body[0].end_lineno or 0) - body[0].lineno + 1 if told else 0
    if not signature:
        first = body[0].lineno
    return (function.end_lineno or first) - first + 1 - docstring


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (each for each in ast.walk(tree(path)) if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef))


def test_views_are_short():
    """20 lines with the signature: fetch, permit, call, answer."""
    found = {
        f"{named(path)} {each.name}: {_length(each, signature=True)}"
        for path in modules("league")
        if "views" in (path.stem, path.parent.name)
        for each in _functions(path)
        if _length(each, signature=True) > 20
    }
    assert found == set()


def test_functions_fit_a_screen():
    """30 lines of body; an action's signature names all that it needs, each on its line, and is not counted."""
    found = {
        f"{named(path)} {each.name}"
        for path in modules("league", "scoring")
        for each in _functions(path)
        if _length(each, signature=False) > 30
    }
    assert found <= set(LONG)


def test_modules_have_at_most_700_lines():
    assert {named(path) for path in modules("league", "scoring") if len(path.read_text().splitlines()) > 700} == set()


# --- templates --------------------------------------------------------------------------------------------------------
INLINE = {
    "a style element": re.compile(r"<style\b", re.IGNORECASE),
    "a style attribute": re.compile(r"<[^>]*\sstyle\s*=", re.IGNORECASE),
    "an event attribute": re.compile(r"<[^>]*\son[a-z]+\s*=", re.IGNORECASE),
    "a script address": re.compile(r"javascript:", re.IGNORECASE),
    # A script element of JSON is data for a script, and is never run.
    "a script": re.compile(r"<script\b(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.IGNORECASE),
}


def inline(text: str) -> set[str]:
    """What in a template the site's content security policy would refuse."""
    markup = re.sub(r"\{#.*?#\}|\{%\s*comment.*?endcomment\s*%\}", "", text, flags=re.DOTALL)
    markup = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "x", markup, flags=re.DOTALL)
    return {what for what, pattern in INLINE.items() if pattern.search(markup)}


def test_templates_hold_no_style_and_no_script():
    found = {named(path): inline(path.read_text()) for path in sorted((ROOT / "templates").rglob("*.html"))}
    # A mail has no style sheet: its attributes are all the style that mail programs keep.
    found["templates/notifications/mail/letter.html"] -= {"a style attribute"}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize(
    ("markup", "what"),
    [
        ("<style>p { }</style>", "a style element"),
        ('<p class="a" style="color: red">', "a style attribute"),
        ('<button type="button" onclick="go()">', "an event attribute"),
        ('<a href="javascript:go()">', "a script address"),
        ("<script>go()</script>", "a script"),
    ],
)
def test_the_search_for_style_and_script_finds_them(markup, what):
    assert inline(markup) == {what}


# --- what the operator is told ----------------------------------------------------------------------------------------
def variables_read() -> set[str]:
    """Every environment variable that the site, its image, its tests or what runs them ask for."""
    found = set()
    for path in modules("league", "tests"):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                asked = ast.unparse(node.func)
                if re.fullmatch(r"env\.\w+|os\.environ\.get|os\.getenv|environ\.get", asked):
                    found.add(node.args[0].value)
                elif asked == "secret":
                    found |= {node.args[0].value, f"{node.args[0].value}_FILE"}
            elif (
                isinstance(node, ast.Subscript)
                and isinstance(node.ctx, ast.Load)
                and isinstance(node.slice, ast.Constant)
                and ast.unparse(node.value) == "os.environ"
            ):
                found.add(node.slice.value)
    for path in ("docker/compose.yaml", "docker/prove-bare"):
        found |= set(re.findall(r"\$\{([A-Z_]+):?[-?]", (ROOT / path).read_text()))
    return {name for name in found if isinstance(name, str) and name.isupper()}


def test_every_setting_is_described_and_nothing_else_is():
    text = OPERATIONS.read_text() + TESTING.read_text()
    assert sorted(re.findall(r"^\| `([A-Z_]+)`", text, flags=re.MULTILINE)) == sorted(variables_read())


def test_every_management_command_is_described():
    ours = {path.stem for path in ROOT.glob("league/*/management/commands/*.py") if not path.stem.startswith("_")}
    described = set(re.findall(r"^\| `double-six (\w+)", OPERATIONS.read_text(), flags=re.MULTILINE))
    assert ours <= described
    assert {"serve", "retally"} <= ours


def unescaped(text: str) -> list[str]:
    """Where a template switches off what makes text of people harmless."""
    return re.findall(r"\|\s*safe(?:seq)?\b|autoescape\s+off", text)


def test_nothing_that_people_wrote_goes_onto_a_page_as_it_is():
    found = {named(path): unescaped(path.read_text()) for path in sorted((ROOT / "templates").rglob("*.html"))}
    assert {name: what for name, what in found.items() if what} == {}


@pytest.mark.parametrize("markup", ["{{ team.name|safe }}", "{{ names | safeseq }}", "{% autoescape off %}"])
def test_the_search_for_what_is_not_escaped_finds_it(markup):
    assert len(unescaped(markup)) == 1
