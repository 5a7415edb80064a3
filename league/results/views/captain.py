"""The captain's own page: what to do now, and the next match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_GET

from league.results import queries
from league.results.views.entrance import who
from league.results.views.wording import shown_task
from league.schedule.queries.move_rules import requests_to_answer
from league.schedule.queries.publication import news_for
from league.teams.permissions import plays_here, require


@require_GET
def your_match(request: HttpRequest, league: str) -> HttpResponse:
    """The matches that wait for this captain, or this player of a cup, the most urgent first."""
    tasks = queries.your_match(who(request), request.league, now())  # type: ignore[attr-defined]
    require(bool(tasks) or plays_here(who(request), request.league))  # type: ignore[attr-defined]
    news = news_for(who(request), request.league, now())  # type: ignore[attr-defined]
    requests = requests_to_answer(who(request), request.league)  # type: ignore[attr-defined]
    context = {"tasks": [shown_task(task, localdate()) for task in tasks], "news": news, "requests": requests}
    return render(request, "results/your_match.html", context)
