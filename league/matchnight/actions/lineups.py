"""Put a side's order in, sealed, and say that a draw is done on paper. Everything runs inside a league's scope."""

from datetime import datetime

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.matchnight.models import PaperDraw, PlayingOrder
from league.matchnight.queries.lineups import OrderDraw, draw_of
from league.schedule.actions.locking import lock_fixture
from league.schedule.models import Entry, Fixture
from scoring.card.sheet import Side
from scoring.season.order_draw import Places, SealedOrder


def put_in_order(
    *, fixture: Fixture, entry: Entry, places: Places, secret: str, by: User, at: datetime
) -> PlayingOrder:
    with write_tx():
        locked = lock_fixture(fixture.pk)
        draw = _open(locked)
        side = Side.HOME if entry.pk == locked.home_id else Side.AWAY
        if side in draw.put_in:
            raise ValidationError("Your side has put in its order already. It cannot be changed.")
        row = PlayingOrder(fixture=locked, entry=entry, places=places, secret=secret, by=by, at=at)
        row.seal = SealedOrder(side, places, secret).seal(locked.code)
        row.full_clean()
        row.save()
        words = f"{entry} put in their order for {locked}"
        record(verb="put_in_order", words=words, at=at, by=by, league_id=locked.league_id, about=(locked,))
    return row


def draw_on_paper(*, fixture: Fixture, by: User, at: datetime) -> None:
    """What was put in counts for nothing; ValidationError once both orders are in."""
    with write_tx():
        locked = lock_fixture(fixture.pk)
        if PaperDraw.objects.filter(fixture=locked).exists():
            return
        if _open(locked).done:
            raise ValidationError("Both orders are in, and the draw is made.")
        PaperDraw.objects.create(fixture=locked, by=by, at=at)
        words = f"The draw of {locked} is done on paper"
        record(verb="draw_on_paper", words=words, at=at, by=by, league_id=locked.league_id, about=(locked,))


def _open(fixture: Fixture) -> OrderDraw:
    draw = draw_of(fixture)
    if draw is None:
        raise ValidationError("This match has no draw on the night.")
    if draw.paper:
        raise ValidationError("The draw is done on paper.")
    if not fixture.open:
        raise ValidationError("This match is not open any more.")
    return draw
