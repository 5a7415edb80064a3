"""What is stuck on the envelopes that cards travel in, and the sizes of the labels. Runs inside a league's scope.

Knows sheets of labels as shops sell them, to the tenth of a millimetre. Refuses to know how they are drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from league.documents.queries.papers import pack_of
from league.schedule.choices import CompetitionKind
from league.schedule.models import Entry
from league.teams.models import League
from league.ui import words


@dataclass(frozen=True, slots=True)
class LabelSheet:
    """A sheet of labels on A4: how many across and down, each so wide and high, in millimetres; `known_as` in shops."""

    name: str
    across: int
    down: int
    wide: float
    high: float
    known_as: str

    @property
    def room(self) -> int:
        """How many there are on a sheet."""
        return self.across * self.down


STOCKS = {
    each.name: each
    for each in (
        LabelSheet("3x7", across=3, down=7, wide=63.5, high=38.1, known_as="L7160"),
        LabelSheet("2x8", across=2, down=8, wide=99.1, high=33.9, known_as="L7162"),
    )
}


@dataclass(frozen=True, slots=True)
class Label:
    """One label: the strong line, those below it, and what it is for in small letters."""

    name: str
    lines: tuple[str, ...]
    note: str


def team_labels(league: League) -> list[Label]:
    """One for each team of this season, by venue and then by name: where its envelope of cards goes; one query."""
    entered = Entry.objects.filter(
        division__competition__season__current=True,
        division__competition__kind=CompetitionKind.LEAGUE,
        withdrawn_on=None,
        slug="",
    )
    teams = entered.select_related("team__venue", "division__competition__season")
    return [
        Label(
            name=each.name,
            lines=_where(each.team.venue.name, each.team.venue.address, each.team.venue.postcode),
            note=f"{league.short_name} cards {each.division.competition.season}, {each.division}",
        )
        for each in teams.order_by("team__venue__name", "name", "pk")
    ]


def night_labels(league: League, night: date) -> list[Label]:
    """One for each venue of a night, with the matches whose cards go there; one query."""
    labels = []
    for venue, there in groupby(pack_of(league, night), key=lambda each: each.venue):
        matches = list(there)
        starts = words.clock(matches[0].start_time)
        labels.append(
            Label(
                name=venue.name,
                lines=tuple(str(each) for each in matches[:3]) + (("and more",) if len(matches) > 3 else ()),
                note=f"{league.short_name} cards, {words.night(night, year=True)}, {starts}",
            )
        )
    return labels


def sheets_of(labels: Sequence[Label], stock: LabelSheet) -> Iterator[Sequence[Label]]:
    """The labels sheet by sheet, in reading order."""
    for first in range(0, len(labels), stock.room):
        yield labels[first : first + stock.room]


def _where(name: str, address: str, postcode: str) -> tuple[str, ...]:
    return tuple(filter(None, (name, address, postcode)))
