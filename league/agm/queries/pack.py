"""The papers of an annual meeting: the report of the season, who moves and why, and who has a vote.

Everything in it is public. Refuses to know about money, and what the meeting says: there is room for both.
"""

from dataclasses import dataclass
from datetime import datetime

from league.agm.queries.places import DivisionEnd, Place
from league.agm.queries.report import Report, report_of
from league.schedule.choices import Movement
from league.schedule.models import Season
from league.schedule.queries.rule_book import RuleBook, rule_book


@dataclass(frozen=True, slots=True)
class Mover:
    """A team that does not simply stay: where it goes, and why, as the rule says or as it was decided."""

    team: str
    goes: str
    why: str


@dataclass(frozen=True, slots=True)
class Pack:
    """What is printed: `moves` are each division with its movers, `slips` the teams two by two, None for no second."""

    report: Report
    moves: tuple[tuple[DivisionEnd, tuple[Mover, ...]], ...]
    teams: tuple[str, ...]
    book: RuleBook

    @property
    def slips(self) -> tuple[tuple[str, str | None], ...]:
        return tuple(zip(self.teams[::2], (*self.teams[1::2], *[None] * (len(self.teams) % 2)), strict=True))


def pack_of(season: Season, at: datetime) -> Pack:
    """The papers of a season's meeting; the queries of its report and two more. Needs season.league."""
    report = report_of(season, at)
    here = (place for end in report.ends for place in end.places if not place.standing.row.withdrawn)
    return Pack(
        report=report,
        moves=tuple((end, tuple(_mover(place) for place in end.places if _moves(place))) for end in report.ends),
        teams=tuple(sorted({place.entry.name for place in here})),
        book=rule_book(season.league, season),
    )


def _moves(place: Place) -> bool:
    """Whether the rule or the secretary has it anywhere else, or the rule could not say."""
    decided = place.fate.way if place.fate else Movement.STAYS
    return place.proposed != Movement.STAYS or decided != Movement.STAYS


def _mover(place: Place) -> Mover:
    if place.fate is not None:
        to = f", to {place.fate.to}" if place.fate.to and place.fate.way != Movement.STAYS else ""
        return Mover(place.entry.name, f"{place.fate.get_way_display()}{to}", place.fate.reason or place.reason)
    if not place.proposed:
        return Mover(place.entry.name, "Not settled", place.reason)
    to = f", to {place.to}" if place.to and place.proposed != Movement.STAYS else ""
    return Mover(place.entry.name, f"{Movement(place.proposed).label}{to}", place.reason)
