"""What would you play? A position a day, all of them by theme, and what pays: open to all, with nothing kept."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from league.pages.presenters.puzzles import puzzle_card, puzzle_lists, puzzle_page
from league.pages.presenters.strategy import strategy_page


@login_not_required
@require_safe
def puzzle_list(request: HttpRequest) -> HttpResponse:
    """Every position by theme, and that of today first."""
    return render(request, "pages/puzzles.html", {"card": puzzle_card(localdate()), "themes": puzzle_lists()})


@login_not_required
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """The position of today, at its own address."""
    return redirect("puzzle", puzzle_card(localdate()).number)


@login_not_required
@require_safe
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """One position; with a play in the address the answer to it."""
    page = puzzle_page(number, request.GET.get("play", ""))
    if page is None:
        raise Http404("There is no puzzle of this number.")
    is_today = number == puzzle_card(localdate()).number
    return render(request, "pages/puzzle.html", {"page": page, "day": localdate() if is_today else None})


@login_not_required
@require_safe
def strategy(request: HttpRequest) -> HttpResponse:
    """What pays in fives and threes, in figures that were measured."""
    return render(request, "pages/strategy.html", {"page": strategy_page()})
