"""The league's rule book, and finding things."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.views.decorators.http import require_safe

from league.pages.forms import SearchForm
from league.pages.queries.search import SHORTEST, search
from league.schedule.queries.rule_book import rule_book
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def rules(request: LeagueRequest, league: str) -> HttpResponse:
    """The rules of this league, written out from its settings."""
    return render(request, "pages/rule_book.html", {"book": rule_book(request.league)})


@login_not_required
@require_safe
def find(request: LeagueRequest, league: str) -> HttpResponse:
    """Teams, players and venues by a few letters."""
    form = SearchForm(request.GET if "q" in request.GET else None)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    found = search(request.league, words, localdate()) if words else None
    return render(request, "pages/search.html", {"form": form, "words": words, "found": found, "shortest": SHORTEST})
