"""A list made the season's matches, and taken back: what follows is said first, on both pages."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.actions.publication import publish_list, take_back_list
from league.schedule.forms.lists import PublishForm
from league.schedule.models import Season
from league.schedule.queries.lists import contents_of
from league.schedule.queries.publication import publication_of, standing_of
from league.schedule.views.one_list import chosen_list
from league.schedule.views.seasons import FORM_METHODS
from league.teams.middleware import MemberRequest
from league.ui.answer import done, page


@never_cache
@require_http_methods(FORM_METHODS)
def publication(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Every match per night as it would come out, what is wrong with it, and the button."""
    row = chosen_list(request, season, number)
    seen = publication_of(contents_of(row))
    chosen = row.competition.season
    first = not chosen.current and not Season.objects.filter(current=True).exists()
    data = request.POST if request.method == "POST" else None
    form = PublishForm(data, broken=len(seen.violations), season=chosen, initial={"open_season": first})
    if done(request, form, publish_list, fixture_list=row):
        messages.success(request, f"{row} is published: {seen.played} matches. Captains see it on their pages.")
        return redirect("season-setup", league, season)
    context = {"season": chosen, "list": row, "seen": seen, "standing": standing_of(row.competition)}
    return page(request, "schedule/list/publish.html", form, **context)


@never_cache
@require_http_methods(FORM_METHODS)
def retraction(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Take the published list back, having been told what goes with it."""
    row = chosen_list(request, season, number)
    fault = None
    if request.method == "POST":
        try:
            matches = take_back_list(fixture_list=row, by=request.user, at=now())
        except ValidationError as refused:
            fault = refused
        else:
            messages.success(request, f"{row} is taken back: {matches} matches are out of the season.")
            return redirect("fixture-list", league, season, number)
    context = {"season": row.competition.season, "list": row, "standing": standing_of(row.competition), "fault": fault}
    return render(request, "schedule/list/retraction.html", context, status=422 if fault else 200)
