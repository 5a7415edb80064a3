"""Which season the matches of a file are of, by their days."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, timedelta

from league.reading.days import season_in
from league.reading.values import Reading, SourceSheet
from league.schedule.models import Season

LONGEST = timedelta(days=400)
TITLES = 3  # first lines that may say of which season a sheet is
USUAL_START, USUAL_END = (9, 1), (5, 31)


@dataclass(frozen=True, slots=True)
class ProposedSeason:
    name: str
    starts: date
    ends: date

    @property
    def halfway(self) -> date:
        return self.starts + (self.ends - self.starts) / 2


def days_of(readings: Iterable[Reading]) -> list[date]:
    """The first and the last day of the rows, if any has one; days as they were typed do not count."""
    days = []
    for row in (row.values for reading in readings for row in reading.rows):
        with suppress(ValueError):
            days.append(date.fromisoformat(row.get("date") or row.get("play_by") or ""))
    return [min(days), max(days)] if days else []


def days_named(sheet: SourceSheet, file: str, like: Season | None) -> list[date]:
    """A day of the season that the titles of a sheet name, "Division 1 fixtures 2026-27"; none where they name none."""
    titles = [sheet.name, *(" ".join(line.cells) for line in sheet.lines[:TITLES]), file.rpartition(".")[0]]
    year = next((year for title in titles if (year := season_in(title))), None)
    start = (like.starts.month, like.starts.day) if like else USUAL_START
    return [_day(year, *start)] if year else []


def season_with(days: Sequence[date], seasons: Iterable[Season]) -> Season | None:
    """The season in which all of the days are, or that is called as the one of those days would be."""
    years = list(seasons)
    for season in years:
        if season.starts <= days[0] and days[-1] <= season.ends:
            return season
    proposed = proposed_season(days, years[0] if years else None)
    return next((season for season in years if proposed and season.name == proposed.name), None)


def proposed_season(days: Sequence[date], like: Season | None) -> ProposedSeason | None:
    """The season of these days, as long as the league's other one, so that both halves come to the same."""
    if not days or days[-1] - days[0] > LONGEST:
        return None
    start = (like.starts.month, like.starts.day) if like else USUAL_START
    end = (like.ends.month, like.ends.day) if like else USUAL_END
    turns = date(2000, start[0], 1)  # a season that begins a little early is still that one
    early = (turns - timedelta(days=45)).month if start[0] > 2 else start[0]
    year = days[0].year if days[0].month >= early else days[0].year - 1
    over = end <= start
    starts = min(_day(year, *start), days[0])
    ends = max(_day(year + over, *end), days[-1])
    return ProposedSeason(name_of_years(year, year + over), starts, ends)


def name_of_years(first: int, last: int) -> str:
    """As seasons are called: "1998-99", or "1998" within one year."""
    return str(first) if first == last else f"{first}-{last % 100:02d}"


def _day(year: int, month: int, day: int) -> date:
    return date(year, month, 28 if (month, day) == (2, 29) else day)
