"""Where the draw of a match stands, and what it came to once both sides are in."""

from league.matchnight.models.lineups import PaperDraw, PlayingOrder
from league.matchnight.values.lineups import OrderDraw
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from league.teams.models import Player
from scoring.card.sheet import Side
from scoring.season.order_draw import SEALED, Places, SealedOrder


def draw_of(fixture: Fixture) -> OrderDraw | None:
    """The draw of a match; None where its rules have none, or it is no match of two teams. Two queries."""
    form = rules_for(fixture).format
    if form.order not in SEALED or fixture.away is None or fixture.home.slug or fixture.away.slug:
        return None
    rows = list(PlayingOrder.objects.filter(fixture=fixture))
    sides = {fixture.home_id: Side.HOME, fixture.away_id: Side.AWAY}
    orders = {sides[row.entry_id]: sealed(row, sides[row.entry_id]) for row in rows if row.entry_id in sides}
    put_in = {sides[row.entry_id]: row.at for row in rows if row.entry_id in sides}
    return OrderDraw(fixture, form, orders, put_in, PaperDraw.objects.filter(fixture=fixture).exists())


def sealed(row: PlayingOrder, side: Side) -> SealedOrder:
    return SealedOrder(side, tuple(tuple(str(key) for key in line) for line in row.places), row.secret)


def drawn_for(fixture: Fixture) -> dict[Side, Places] | None:
    """Who plays on which line, where the draw is done; None before, and where there is none."""
    draw = draw_of(fixture)
    return draw.places if draw is not None and draw.done else None


def public_names(fixture: Fixture) -> dict[str, str]:
    """The players who are in the orders by key, by the names that anybody may read; two queries."""
    rows = PlayingOrder.objects.filter(fixture=fixture).values_list("places", flat=True)
    keys = {key for places in rows for line in places for key in line}
    players = Player.objects.filter(pk__in=keys).select_related("league")
    return {str(each.pk): each.public_name for each in players}
