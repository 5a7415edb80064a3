"""The draw of a match as the engine needs it, made of rows that somebody else has read."""

from dataclasses import dataclass
from datetime import datetime

from league.schedule.models import Fixture
from scoring.card.format import Format
from scoring.card.sheet import Side
from scoring.season.order_draw import Places, SealedOrder, drawn_places


@dataclass(frozen=True, slots=True)
class OrderDraw:
    """The draw of a match: what each side has put in, and whether it is done on paper.

    `orders` are not to be shown to anybody while `done` is false, but for a side's own to that side.
    """

    fixture: Fixture
    form: Format
    orders: dict[Side, SealedOrder]
    put_in: dict[Side, datetime]
    paper: bool

    @property
    def done(self) -> bool:
        return not self.paper and len(self.orders) == len(Side)

    @property
    def places(self) -> dict[Side, Places]:
        """Who plays on which line, once it is `done`."""
        return drawn_places(self.form, self.orders[Side.HOME], self.orders[Side.AWAY])
