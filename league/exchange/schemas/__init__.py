"""What all answers are made of: addresses, exact points, pages of a list, and what is said when something is wrong."""

from typing import Annotated, Any, Generic, TypeVar

from ninja import Path, Query, Schema
from pydantic import BeforeValidator, Field

from scoring.card.points import Half

T = TypeVar("T")

SLUG = r"^[-a-zA-Z0-9_]+$"
NO_CONTROLS = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f]*$"
Slug = Annotated[str, Path(pattern=SLUG, max_length=90)]
Code = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{1,8}$", description="The code that is printed on the match’s card.")]
Season = Annotated[str, Path(pattern=SLUG, max_length=50, description="A season’s address, or `current`.")]
Receipt = Annotated[str, Path(pattern=r"^[A-Z0-9][-A-Z0-9]{1,11}$", description="The number of a card that was sent.")]
Points = Annotated[
    str,
    Field(pattern=r"^-?\d+(/\d+)?$", description="Exact: `12`, `7/2` for seven and a half.", examples=["7/2"]),
    BeforeValidator(str),  # of a Fraction
]


Games = Annotated[
    int | float,
    Field(description="A number of games, some with a half: `9`, `4.5`.", examples=[9]),
    BeforeValidator(lambda value: float(value) if isinstance(value, Half) else value),
]


class Ref(Schema):
    """A thing that has an address of its own, by that and by name."""

    slug: str
    name: str


class HasPage(Schema):
    """Made of a row that has a page; each schema says itself where `page` stands in it."""

    @staticmethod
    def resolve_page(row: Any) -> str:
        return row.get_absolute_url()


class Asked(Schema):
    """Which part of a list is wanted."""

    limit: Annotated[int, Query(ge=1, le=100, description="How many at most.")] = 50
    cursor: Annotated[
        str | None,
        Query(max_length=400, pattern=r"^[-\w:.]+$", description="`next` of the answer before; where to go on."),
    ] = None


class Listed(Schema, Generic[T]):
    """Part of a list. `next` is the cursor for what follows, null at the end."""

    items: list[T]
    next: str | None


class Fault(Schema):
    """One thing that is wrong. Of a card: where, how badly, and by which of the league's rules."""

    path: Annotated[str, Field(description="Where, counting from 0: `lines.4.games.2.away_pegs`, `query.limit`.")]
    code: str
    message: str
    severity: Annotated[str | None, Field(description="`refuse`, `secretary` or `warning`; null if it is no card.")] = (
        None
    )
    rule: Annotated[str | None, Field(description="The number of the league’s rule.")] = None


class Problem(Schema):
    """Why there is no other answer (RFC 9457). `type` never changes its meaning; `detail` is for people."""

    type: str
    title: str
    status: int
    detail: str
    errors: list[Fault] = []
