"""Leagues, their seasons, divisions and tables."""

from datetime import date, datetime
from typing import Annotated

from ninja import Schema
from pydantic import Field

from league.api.schemas.base import Points, Ref


class LeagueOut(Schema):
    """A league. `night` is its usual weekday, 0 for Monday."""

    slug: str
    name: str
    short_name: str
    night: int
    public: bool
    about: str
    timezone: str
    page: Annotated[str, Field(description="The address on this site that people read.")]


class SeasonOut(Schema):
    """A season. Its tables are final once it is closed."""

    slug: str
    name: str
    starts: date
    ends: date
    current: bool
    closed_at: datetime | None
    divisions: list[Ref]


class RowOut(Schema):
    """One line of a table. `decided_by` is the step that put it above the next place, null when it is the last."""

    place: int
    shared: bool
    team: Ref
    played: int
    won: int
    drawn: int
    lost: int
    games_for: int
    games_against: int
    pegs_for: int | None
    pegs_against: int | None
    points: Points
    adjusted: Points
    deductions: Points
    awarded: Points
    form: list[str]
    reason: str
    decided_by: str | None
    zone: Annotated[str | None, Field(description="`promotion`, `relegation` or null.")]
    withdrawn: bool
    provisional: Annotated[int, Field(description="Results in it that are not confirmed yet.")]
    notes: Annotated[list[int], Field(description="Numbers of its footnotes.")]


class NoteOut(Schema):
    """A footnote: points given, or taken when negative."""

    number: int
    team: str
    points: Points
    reason: str
    bought_back: Points


class TableOut(Schema):
    """A division's table. `decided_at` is when it was decided for good; `corrected` what results put right since
    would make of it, null if that is the same.
    """

    league: str
    season: str
    division: Ref
    rows: list[RowOut]
    notes: list[NoteOut]
    rules: list[str]
    provisional: int
    disputed: int
    decided_at: datetime | None
    corrected: list[RowOut] | None
    page: str
