"""Who stands where, and why: the rows of a table with their zones and notes, as the engine ranks them."""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction

from league.base.ui.formats import points, signed
from league.base.ui.palette import NO_KIT, Kit
from scoring.card.league_rules import LeagueRules
from scoring.card.rulebook import table_rules
from scoring.season import table as season
from scoring.season.table import SeasonFacts


class Zone(StrEnum):
    """Where a place leads at the end of the season, if it ends so."""

    UP = "promotion"
    DOWN = "relegation"


@dataclass(frozen=True, slots=True)
class Standing:
    """The engine's row with its team, how many of its results are `provisional`, and the numbers of its `notes`."""

    row: season.Row
    name: str
    slug: str
    zone: Zone | None = None
    provisional: int = 0
    notes: tuple[int, ...] = ()
    kit: Kit = NO_KIT


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote: points given, or taken when negative; `starts` is the day from which they count, if still to come."""

    number: int
    team: str
    points: Fraction
    reason: str
    bought_back: Fraction = Fraction(0)
    starts: date | None = None

    @property
    def net(self) -> Fraction:
        return self.points + self.bought_back

    @property
    def words(self) -> str:
        """Why, and of which part some was bought back: "Two late cards (2 off, 1 bought back)"."""
        if not self.bought_back:
            return self.reason
        return f"{self.reason} ({signed(self.points)}, {points(self.bought_back)} bought back)"


@dataclass(frozen=True, slots=True)
class Standings:
    """A division's table, with the rules that ranked it and a footnote for every adjustment.
    `provisional` results are in it, `disputed` ones are not; `coming` are adjustments that count from a later day on.
    `facts` are what it was worked out from; a table kept as it was decided has none.
    """

    rows: tuple[Standing, ...]
    notes: tuple[Note, ...]
    league_rules: LeagueRules
    provisional: int = 0
    disputed: int = 0
    coming: tuple[Note, ...] = ()
    facts: SeasonFacts | None = field(default=None, compare=False, repr=False)

    @property
    def drawn(self) -> bool:
        """Whether any match was drawn; many leagues cannot draw, and then a column is saved."""
        return any(each.row.drawn for each in self.rows)

    @property
    def by_lines(self) -> bool:
        return self.started and all(
            each.row.line_difference is not None for each in self.rows if not each.row.withdrawn
        )

    @property
    def started(self) -> bool:
        return any(each.row.played for each in self.rows)

    @property
    def adjusted(self) -> bool:
        return any(each.row.adjusted or each.row.awarded for each in self.rows)

    @property
    def zones(self) -> set[Zone]:
        return {each.zone for each in self.rows if each.zone}

    @property
    def rules(self) -> tuple[str, ...]:
        return table_rules(self.league_rules)
