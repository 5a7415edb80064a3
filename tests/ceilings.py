"""Numbers that may only fall: each is held below a ceiling of ceilings.toml, which is lowered when there is room."""

import tomllib
from pathlib import Path

CEILINGS = Path(__file__).with_name("ceilings.toml")
# Ceilings are multiples of these, so that not every change has to lower one.
STEPS = {"lines": 1000, "modules": 10, "dataclasses_of_the_site": 10, "scopes_disabled": 5}


def faults(part: str, numbers: dict[str, int]) -> list[str]:
    """What is wrong with the ceilings of a part: one is exceeded, or stands more than two steps too high."""
    ceilings = tomllib.loads(CEILINGS.read_text())[part]
    assert ceilings.keys() == numbers.keys()
    found = []
    for name, number in numbers.items():
        step = STEPS.get(name, 2)
        if number > ceilings[name]:
            found.append(f"{name}: {number} is above the ceiling of {ceilings[name]}")
        elif ceilings[name] - number > 2 * step:
            found.append(f"{name}: {number}, so lower the ceiling in {CEILINGS.name} to {-(-number // step) * step}")
    return found
