"""Everything that was written down about a cup."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.cups.permissions import runs_cups
from league.cups.queries import account_of, cup_by_address, in_names, names_of
from league.cups.queries.record import disputes_of, record_of
from league.teams.middleware import LeagueRequest


@login_not_required
@require_safe
def record(request: LeagueRequest, league: str, season: str, cup: str) -> HttpResponse:
    """The record, and what waits for a ruling."""
    found = cup_by_address(season, cup)
    account, names = account_of(found, now()), names_of(found)
    context = {
        "cup": found,
        "lines": record_of(account, names),
        "disputes": disputes_of(account.bracket, names),
        "strays": [(row, in_names(words, names, account.bracket)) for row, words in account.strays],
        "runs": runs_cups(request.user, request.league),
    }
    return render(request, "cups/record.html", context)
