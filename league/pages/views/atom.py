"""The results of a league as an Atom feed, for programs that watch for news."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.pages.queries.lists import Line, latest, lines
from league.results.queries.etag import league_version
from league.teams.middleware import LeagueRequest
from league.teams.models import League
from league.ui import words
from league.ui.conditional import conditional_response

MOST = 40
KEPT = 5 * 60  # seconds


class Results(Feed):
    """The latest results, each with its two teams and score; of a match between players no name, as in calendars."""

    feed_type = Atom1Feed
    item_guid_is_permalink = False

    def get_object(self, request: HttpRequest, league: str) -> League:  # noqa: ARG002
        return request.league  # type: ignore[attr-defined]

    def title(self, obj: League) -> str:
        return words.one_line(f"Results, {obj.name}")

    def subtitle(self, obj: League) -> str:
        return words.one_line(f"Every result of {obj.name} as it comes in")

    def author_name(self, obj: League) -> str:
        return words.one_line(obj.name)

    def link(self, obj: League) -> str:
        return obj.get_absolute_url()

    def items(self, obj: League) -> tuple[Line, ...]:
        return tuple(each for each in lines(latest(obj, MOST), now()) if each.score is not None)

    def item_title(self, item: Line) -> str:
        assert item.score is not None
        fixture, between = item.fixture, f"{item.score[0]}\N{EN DASH}{item.score[1]}"
        if named(item):
            return words.one_line(f"{fixture.occasion}: {between}")
        return words.one_line(f"{fixture.home} {between} {fixture.away}")

    def item_description(self, item: Line) -> str:
        fixture, word = item.fixture, f" ({item.tag[1].lower()})" if item.tag else ""
        night = f", {words.night(fixture.date, year=True)}" if fixture.date else ""
        return escape(words.one_line(f"{fixture.occasion}{night} at {fixture.venue}{word}."))  # which is read as HTML

    def item_link(self, item: Line) -> str:
        fixture = item.fixture
        if not named(item):
            return fixture.get_absolute_url()
        competition = fixture.division.competition
        return reverse("cup", args=[fixture.league.slug, competition.season.slug, competition.slug])

    def item_guid(self, item: Line) -> str:
        """The same for good, on whatever host the league is."""
        return f"urn:double-six:{item.fixture.league.slug}:{item.fixture.code}"

    def item_updateddate(self, item: Line) -> Any:
        return item.fixture.result.updated_at


def named(item: Line) -> bool:
    """Whether a side is called by its players' names."""
    return any(side is not None and side.slug for side in (item.fixture.home, item.fixture.away))


@login_not_required
@require_safe
def results(request: LeagueRequest, league: str) -> HttpResponse:
    """The feed, or 304 for a program that has it."""
    stamp = league_version(request.league, now())
    answer = conditional_response(request, stamp, draw=lambda: Results()(request, league=league))
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={KEPT}"
    return answer
