"""The bank holidays of the four countries, as the `holidays` package has them.

The package brings those of all countries of the world, 16 MB, for eight days a year. So it is asked in a process of its
own, which ends when it has said them. Refuses to know which days of a season are nights.
"""

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from datetime import date
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the process of its own knows nothing of the site
    from league.schedule.models import Season

PATIENCE = 10  # seconds: it takes a seventh of one
log = logging.getLogger(__name__)


def bank_holidays(season: "Season") -> dict[date, str]:
    """The bank holidays of the season's days by name; a day in place of a weekend is a "substitute day"."""
    found = bank_holidays_of(season.holidays_of, season.starts.year, season.ends.year)
    return {
        day: name.replace("(observed)", "(substitute day)").replace("'", "’")
        for day, name in found.items()
        if season.starts <= day <= season.ends
    }


def days_off(season: "Season") -> dict[date, str]:
    """The days of the season on which pubs keep other hours, in words: bank holidays, and two evenings before them."""
    eves = {(12, 24): "Christmas Eve", (12, 31): "New Year’s Eve"}
    found = {day: f"a bank holiday, {name}" for day, name in bank_holidays(season).items()}
    for year in range(season.starts.year, season.ends.year + 1):
        for (month, number), name in eves.items():
            found.setdefault(date(year, month, number), name)
    return found


@lru_cache(maxsize=100)
def bank_holidays_of(country: str, first: int, last: int) -> Mapping[date, str]:
    """Those of the years from `first` to `last` by name, in order. A country is GB-ENG without its GB.

    Where there can be no such process (no memory, no room for it, a Python that is not at `sys.executable`), this one
    takes the package in: a page is not to fail for 16 MB.
    """
    # -P: no file of this folder is taken for one of the standard library.
    command = [sys.executable, "-P", __file__, country, str(first), str(last)]
    try:
        said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, timeout=PATIENCE).stdout  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        log.warning("Bank holidays are read by this process, since another could not be asked.", exc_info=True)
        said = as_json(country, first, last)
    return MappingProxyType({date.fromisoformat(day): name for day, name in json.loads(said)})


def as_json(country: str, first: int, last: int) -> str:
    from holidays import country_holidays  # slow import

    found = country_holidays("GB", subdiv=country, years=range(first, last + 1))
    return json.dumps([(day.isoformat(), name) for day, name in sorted(found.items())])


if __name__ == "__main__":
    sys.stdout.write(as_json(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
