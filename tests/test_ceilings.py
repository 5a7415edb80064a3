"""How large the house is may only fall: modules, lines, and what is to become rarer."""

import re

from tests import ceilings
from tests.test_architecture import modules

PATTERNS = {
    "dataclasses_of_the_site": re.compile(r"^ *@dataclass\b", re.MULTILINE),
    "scopes_disabled": re.compile(r"\bscopes_disabled\("),
    "private_accesses": re.compile(r"# noqa: .*\bSLF001\b"),
}


def test_the_house_does_not_grow():
    ours = modules("scoring", "league")
    numbers = {"lines": sum(path.read_text().count("\n") for path in ours), "modules": len(ours)}
    site = [path.read_text() for path in modules("league")]
    numbers |= {name: sum(len(pattern.findall(text)) for text in site) for name, pattern in PATTERNS.items()}
    faults = ceilings.faults("source", numbers)
    assert not faults, "\n".join(faults)


def test_a_ceiling_that_is_exceeded_or_too_high_is_found(tmp_path, monkeypatch):
    table = tmp_path / "ceilings.toml"
    table.write_text("[source]\nlines = 5000\nmodules = 20\nviews = 8\n")
    monkeypatch.setattr(ceilings, "CEILINGS", table)
    assert ceilings.faults("source", {"lines": 5001, "modules": 0, "views": 3}) == [
        "lines: 5001 is above the ceiling of 5000",
        "views: 3, so lower the ceiling in ceilings.toml to 4",
    ]
    assert ceilings.faults("source", {"lines": 5000, "modules": 20, "views": 4}) == []
