"""A league's results for others to print: a week as text for the local paper, and an Atom feed."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.base.ui import formats
from league.base.ui.responses import conditional_response
from league.pages.presenters.match_lists import MatchLine, match_lines
from league.pages.queries.match_lists import latest_results
from league.pages.queries.nights import last_night
from league.pages.queries.press import press_report
from league.results.kept_pages import league_version
from league.schedule.queries import current_season, weeks_of
from league.teams.middleware import LeagueRequest
from league.teams.models import League


@login_not_required
@require_safe
def press(request: LeagueRequest, league: str) -> HttpResponse:
    """The page that shares the last night, or one of the week that is asked for, and has the report of its week."""
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    night = last_night(season, _chosen_week(request, weeks), localdate()) if season and weeks else None
    return redirect("share-night", league, night) if night else redirect("fixtures", league)


@login_not_required
@require_safe
def press_text(request: LeagueRequest, league: str) -> HttpResponse:
    """The same alone, as a plain text."""
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    if season is None or not weeks:
        raise Http404("No season has started yet.")
    report = press_report(request.league, season, _chosen_week(request, weeks), now())
    answer = HttpResponse(report.text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{league}-{report.monday}.txt"'
    return answer


def _chosen_week(request: LeagueRequest, weeks: tuple[date, ...]) -> date:
    """The week that was asked for, if it has matches; else the last one that has begun, or the first."""
    monday = request.GET.get("week", "")
    begun = [day for day in weeks if day <= localdate()]
    return next((day for day in weeks if day.isoformat() == monday), begun[-1] if begun else weeks[0])


# --- the results as an Atom feed --------------------------------------------------------------------------------------
MOST_RESULTS = 40
MAX_AGE = 5 * 60  # seconds


class Results(Feed):
    """The latest results, each with its two teams and score; of a match between players no name, as in calendars."""

    feed_type = Atom1Feed
    item_guid_is_permalink = False

    def get_object(self, request: HttpRequest, league: str) -> League:  # noqa: ARG002
        return request.league  # type: ignore[attr-defined]

    def title(self, obj: League) -> str:
        return formats.one_line(f"Results, {obj.name}")

    def subtitle(self, obj: League) -> str:
        return formats.one_line(f"Every result of {obj.name} as it comes in")

    def author_name(self, obj: League) -> str:
        return formats.one_line(obj.name)

    def link(self, obj: League) -> str:
        return obj.get_absolute_url()

    def items(self, obj: League) -> tuple[MatchLine, ...]:
        return tuple(each for each in match_lines(latest_results(obj, MOST_RESULTS), now()) if each.score is not None)

    def item_title(self, item: MatchLine) -> str:
        assert item.score is not None
        fixture, between = item.fixture, f"{item.score[0]}\N{EN DASH}{item.score[1]}"
        if names_players(item):
            return formats.one_line(f"{fixture.occasion}: {between}")
        return formats.one_line(f"{fixture.home} {between} {fixture.away}")

    def item_description(self, item: MatchLine) -> str:
        fixture, word = item.fixture, f" ({item.tag[1].lower()})" if item.tag else ""
        night = f", {formats.night(fixture.date, year=True)}" if fixture.date else ""
        return escape(formats.one_line(f"{fixture.occasion}{night} at {fixture.venue}{word}."))  # which is read as HTML

    def item_link(self, item: MatchLine) -> str:
        fixture = item.fixture
        if not names_players(item):
            return fixture.get_absolute_url()
        competition = fixture.division.competition
        return reverse("cup", args=[fixture.league.slug, competition.season.slug, competition.slug])

    def item_guid(self, item: MatchLine) -> str:
        """The same for good, on whatever host the league is."""
        return f"urn:double-six:{item.fixture.league.slug}:{item.fixture.code}"

    def item_updateddate(self, item: MatchLine) -> Any:
        return item.fixture.result.updated_at


def names_players(item: MatchLine) -> bool:
    """Whether a side is called by its players' names."""
    return any(side is not None and side.slug for side in (item.fixture.home, item.fixture.away))


@login_not_required
@require_safe
def results(request: LeagueRequest, league: str) -> HttpResponse:
    """The feed, or 304 for a program that has it."""
    stamp = league_version(request.league, now())
    answer = conditional_response(request, stamp, draw=lambda: Results()(request, league=league))
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={MAX_AGE}"
    return answer
