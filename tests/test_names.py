"""Names: a class is the only one of its name, and no module is named by a participle that has lost its noun.

What was there before the rule is in names_left.txt, which only gets shorter.
"""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT = {
    line for line in (ROOT / "tests" / "names_left.txt").read_text().splitlines() if line and not line.startswith("#")
}
# Names of the OpenAPI description, which programs read.
SCHEMAS = {"Asked", "Fault", "Listed", "Problem"}
# A row of the database, and the value that the rules make of it.
ROW_AND_VALUE = {
    *("Adjustment", "Appearance", "Blackout", "Cup", "Division", "Entrant", "Player", "Registration", "Role"),
    *("BankLine", "Team", "Venue", "Wish"),
}
NOUNS = {  # of the field
    *("drawing", "ending", "finding", "locking", "matching", "meeting", "pairing", "ruling", "standing"),
}
VAGUE = {"asked", "each", "found", "given", "known", "said", "seen", "there", "told"}
IRREGULAR = {
    *("anew", "dealt", "done", "drawn", "found", "given", "held", "kept", "known", "left", "lost", "made", "met"),
    *("said", "seen", "sent", "shown", "taken", "told", "won"),
}


def python_files() -> list[Path]:
    files = (path for top in ("league", "scoring") for path in sorted((ROOT / top).rglob("*.py")))
    return [path for path in files if "migrations" not in path.parts]


def classes(path: Path) -> list[str]:
    """The classes at the top of a module; every management command is a Command."""
    return [node.name for node in ast.parse(path.read_text()).body if isinstance(node, ast.ClassDef)]


def is_participle(stem: str) -> bool:
    """Whether the name of a module is one word, and that a participle."""
    return stem not in NOUNS and (stem in IRREGULAR or re.fullmatch(r"[a-z]{2,}(?:ing|ed)", stem) is not None)


def test_a_class_is_the_only_one_of_its_name():
    named = Counter(name for path in python_files() for name in classes(path) if name != "Command")
    twice = {name for name, number in named.items() if number > 1}
    assert twice - (SCHEMAS | ROW_AND_VALUE | LEFT) == set()


def test_no_module_is_named_by_a_participle_alone():
    found = {path.relative_to(ROOT).as_posix() for path in python_files() if is_participle(path.stem)}
    assert found - LEFT == set()


def test_the_search_for_participles_finds_them():
    words = ("told", "weighing", "asked", "drawing", "outbox", "sheet_reader")
    assert [word for word in words if is_participle(word)] == ["told", "weighing", "asked"]


def is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


def vague_names(path: Path) -> list[str]:
    """Variables named by one of these words that are held for longer than a loop of three lines."""
    names = []
    functions = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]
    for node in {node for function in functions for node in ast.walk(function)}:
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) or (
            isinstance(node, ast.For) and node.end_lineno - node.lineno > 3
        ):
            targets = [node.target]
        bound = {name.id for target in targets for name in ast.walk(target) if is_stored(name)}
        names += [f"{name} in line {node.lineno}" for name in sorted(bound & VAGUE)]
    return names


def test_a_variable_is_named_after_what_it_holds():
    faults = {path.relative_to(ROOT).as_posix(): vague_names(path) for path in python_files()}
    assert {path: names for path, names in faults.items() if names} == {}
