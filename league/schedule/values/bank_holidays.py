"""The bank holidays of the four countries, as the `holidays` package has them.

The package brings those of all countries of the world, 16 MB, for eight days a year. So it is asked in a process of its
own, which ends when it has said them. Knows years and countries. Refuses to know what a season is.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType


@lru_cache(maxsize=100)
def bank_holidays_of(country: str, first: int, last: int) -> Mapping[date, str]:
    """Those of the years from `first` to `last` by name, in order. A country is GB-ENG without its GB."""
    # Without the folder of this file before the standard library: there is a calendar in both.
    command = [sys.executable, "-P", __file__, country, str(first), str(last)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=60).stdout  # noqa: S603
    return MappingProxyType({date.fromisoformat(day): name for day, name in json.loads(said)})


def say(country: str, first: str, last: str) -> None:
    """What `bank_holidays_of` reads, as that process says it."""
    from holidays import country_holidays  # slow import

    found = country_holidays("GB", subdiv=country, years=range(int(first), int(last) + 1))
    sys.stdout.write(json.dumps([(day.isoformat(), name) for day, name in sorted(found.items())]))


if __name__ == "__main__":
    say(*sys.argv[1:])
