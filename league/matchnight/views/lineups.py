"""The draw of a match: where it stands and how it is checked, for anybody; putting in an order, for the two sides."""

from datetime import date
from secrets import token_hex

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import act_and_report, require_form_methods
from league.matchnight.actions.lineups import draw_on_paper, put_in_order
from league.matchnight.forms import OrderForm
from league.matchnight.queries.lineups import OrderDraw, draw_of, draw_page, public_names
from league.matchnight.queries.nights import expected_for
from league.results.queries.facts import match_for
from league.schedule.models import Entry, Fixture
from league.schedule.permissions import side_of
from league.schedule.queries.matches import fixture_by_address
from league.teams.middleware import MemberRequest
from scoring.card.sheet import Side


@login_not_required
@never_cache
@require_safe
def draw(request: HttpRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, order_draw = _draw(on, match)
    ours = side_of(request.user, fixture)
    side = None if ours is None else Side.HOME if ours.pk == fixture.home_id else Side.AWAY
    page = draw_page(order_draw, public_names(fixture) if order_draw.done else {}, side)
    return render(request, "lineups/draw.html", {"fixture": fixture, "page": page})


@never_cache
@require_form_methods
def order(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, order_draw = _draw(on, match)
    entry = _own_side(request, fixture)
    side = Side.HOME if entry.pk == fixture.home_id else Side.AWAY
    if side in order_draw.put_in or order_draw.paper:
        return redirect(fixture.address_of("match-draw"))
    squad, ticked = match_for(fixture).squad(side), expected_for(fixture, side)
    form = OrderForm(request.POST or None, form=order_draw.form, squad=squad, ticked=ticked)
    if request.method == "POST" and form.is_valid() and _put_in(request, fixture, entry, form):
        return redirect(fixture.address_of("match-draw"))
    context = {"fixture": fixture, "side": entry, "form": form, "by_lot": form.by_lot}
    return render(request, "lineups/order.html", context, status=422 if request.method == "POST" else 200)


@require_POST
def paper(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture, _ = _draw(on, match)
    _own_side(request, fixture)
    done = "The draw is done on paper. Write who plays on the card as usual."
    act_and_report(request, draw_on_paper, done, fixture=fixture)
    return redirect(fixture.address_of("match-draw"))


def _put_in(request: MemberRequest, fixture: Fixture, entry: Entry, form: OrderForm) -> bool:
    secret = "-".join(filter(None, (form.cleaned_data["word"].strip(), token_hex(16))))
    try:
        put_in_order(fixture=fixture, entry=entry, places=form.places, secret=secret, by=request.user, at=now())
    except ValidationError as error:
        form.add_validation_error(error)
        return False
    messages.success(request, f"Your order is in and sealed, for {entry}.")
    return True


def _draw(on: date, match: str) -> tuple[Fixture, OrderDraw]:
    fixture = fixture_by_address(on, match).fixture
    order_draw = draw_of(fixture)
    if order_draw is None:
        raise Http404("This match has no draw on the night.")
    return fixture, order_draw


def _own_side(request: MemberRequest, fixture: Fixture) -> Entry:
    side = side_of(request.user, fixture)
    if side is None:
        raise PermissionDenied
    return side
