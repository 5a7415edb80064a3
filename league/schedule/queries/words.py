"""What a wish asks, as a sentence for the secretary, in the words that a task says it in."""

from datetime import date

from league.schedule.models import Wish
from scoring.season.schedule import task as asked
from scoring.season.schedule.words import Names


def said(wish: Wish) -> str:
    """A wish on its real days, with the words it was asked in: "Bell not at home on Mon 5 Oct (darts)"."""
    kind = asked.WishKind(wish.kind)
    value = asked.Wish(
        id="",
        kind=kind,
        hard=wish.hard,
        text=wish.words,
        team="one",
        teams=("one", "two"),
        dates=frozenset(map(date.fromisoformat, wish.dates)),
        by=wish.by,
    )
    return Names({"one": wish.entry.name, "two": wish.other.name if wish.other else ""}, {}, {}).wish_text(value)
