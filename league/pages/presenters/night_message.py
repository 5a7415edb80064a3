"""A night as words for the league's WhatsApp group: its results and tables, and who plays in the week that follows.

Stars make words bold there. Teams alone are named: ties of a cup that players enter by themselves are left out.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from league.base.ui import formats
from league.pages.presenters.match_lists import MatchLine
from league.results.presenters.standings import Standings


@dataclass(frozen=True, slots=True)
class NightMessage:
    """What is sent: `results` with the tables, `fixtures` of the nights to come; "" for what there is none of."""

    results: str
    fixtures: str

    @property
    def text(self) -> str:
        """Both, one below the other."""
        return "\n\n".join(part for part in (self.results, self.fixtures) if part)


def night_message(
    league: str,
    nights: Sequence[tuple[date, Sequence[MatchLine]]],
    tables: Sequence[tuple[str, Standings]],
    address: str,
) -> NightMessage:
    """The message of the first of some nights; the others are those to come, if there are any."""
    (day, lines), *later = nights
    matches, scored = list(_by_division(lines)), any(each.score for each in _of_teams(lines))
    parts = [
        f"*{league}, {formats.night(day)}*",
        *(_block(name, rows) for name, rows in matches),
        *(_block(f"{name}: points (played)", list(_table(each))) for name, each in tables if scored and each.rows),
        address,
    ]
    return NightMessage("\n\n".join(parts) if matches else "", fixtures_message(later))


def fixtures_message(nights: Sequence[tuple[date, Sequence[MatchLine]]]) -> str:
    """Who plays on each of some nights, and where; "" if nobody does."""
    coming = [(day, list(_by_division(lines, venue=True))) for day, lines in nights]
    parts = [
        "\n\n".join([f"*{formats.night(day)}*", *(_block(name, rows) for name, rows in matches)])
        for day, matches in coming
        if matches
    ]
    return "\n\n".join(parts).replace("*", "*Next: ", 1)


def _of_teams(lines: Sequence[MatchLine]) -> Iterator[MatchLine]:
    return (each for each in lines if each.fixture.away and not each.fixture.home.slug)


def _by_division(lines: Sequence[MatchLine], *, venue: bool = False) -> Iterator[tuple[str, list[str]]]:
    """Each division or cup with its matches in the order of names, a line each."""
    ordered = sorted(
        _of_teams(lines),
        key=lambda each: (each.fixture.division.rank, each.fixture.division.pk, each.fixture.home.name),
    )
    for name, rows in groupby(ordered, lambda each: each.fixture.occasion):
        yield name, [_match(each, venue=venue) for each in rows]


def _match(match_line: MatchLine, *, venue: bool) -> str:
    """A match with its score, or "v", and a word for what a reader would not expect; with `venue` where it is."""
    score = f"{match_line.games[0]}\N{EN DASH}{match_line.games[1]}" if match_line.games else "v"
    line = f"{match_line.fixture.home.name} {score} {match_line.fixture.away}"
    besides = [match_line.tag[1].lower()] if match_line.tag else []
    if venue:
        besides += [match_line.fixture.venue.name] if match_line.fixture.venue else []
    return formats.one_line(f"{line} ({', '.join(besides)})" if besides else line)


def _table(standings: Standings) -> Iterator[str]:
    for each in standings.rows:
        yield formats.one_line(f"{each.row.place}. {each.name} {formats.points(each.row.points)} ({each.row.played})")


def _block(heading: str, rows: Sequence[str]) -> str:
    return "\n".join([f"*{formats.one_line(heading)}*", *rows])
