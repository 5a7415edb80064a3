"""Cups and their brackets, with the names that strangers may read."""

from typing import Annotated

from ninja import Schema
from pydantic import Field

from league.api.schemas.base import Points


class CupOut(Schema):
    """A cup. `entrants` is how many are on its list."""

    slug: str
    name: str
    season: str
    kind: str
    state: str
    entrants: int
    page: str


class TieSide(Schema):
    """Who is there or, if not `known`, who will be."""

    name: str
    known: bool
    score: int | None
    won: bool


class TieOut(Schema):
    """One tie; one side for a bye. `words` say when and where it is or was played, and what its score does not."""

    id: str
    name: str
    state: str
    sides: list[TieSide]
    words: list[str]


class RoundOut(Schema):
    """One round, its ties from top to bottom of the bracket. `now`: it is the one that is being played."""

    name: str
    now: bool
    words: str
    ties: list[TieOut]


class PartOut(Schema):
    """A part of a cup: `main`, or a plate, a second chance, a match for third place."""

    part: str
    title: str
    winner: str | None
    rounds: list[RoundOut]


class GroupRow(Schema):
    """One line of a group's table."""

    place: int
    name: str
    score: Points
    played: int
    won: int
    drawn: int
    lost: int
    difference: int
    reason: str


class GroupMatch(Schema):
    """One match of a group; `second` is null for whoever sits out."""

    round: int
    first: str
    second: str | None
    score: list[int] | None
    state: str
    note: str


class GroupOut(Schema):
    """A group, or the one table of an event without groups."""

    title: str
    over: bool
    rows: list[GroupRow]
    matches: list[GroupMatch]


class BracketOut(CupOut):
    """A cup as it stands. `parts` are empty before the draw; `groups` of a cup that is a plain knockout."""

    entered: Annotated[list[str], Field(description="Who is on the list, until the draw.")]
    parts: list[PartOut]
    groups: list[GroupOut]
    winner: str | None
    plate_winner: str | None
