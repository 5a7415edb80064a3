"""What is still possible in a table, as long work: proofs take longer than a page may."""

from typing import Any

from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.jobs.kinds import JobFailedError, Progress, job
from league.results.actions.standings import RUN_IN
from league.results.queries.runin import matches_left, run_in
from league.schedule.models import Division
from scoring.season.runin.search import TooHardError


@job(RUN_IN)
def work_out_run_in(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Work it out for the division that `args` names, from the results as they are now."""
    progress.say("Going through the matches left")
    with scopes_disabled():
        division = Division.objects.select_related("competition__season__league").filter(pk=args["division"]).first()
    if division is None:
        return None
    season = division.competition.season
    try:
        with scope(league=season.league):
            possible = run_in(division, matches_left(division), now())
    except TooHardError:
        raise JobFailedError("There are too many ways to end this season to go through them all.") from None
    address = reverse("season-table", args=[season.league.slug, season.slug, division.slug])
    return possible.as_json() | {"address": address}
