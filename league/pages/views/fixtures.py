"""A season's fixtures: by week, night and month, as a grid, of one team or pub; and its results for others to print."""

from datetime import date
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_safe

from league.base.ui import formats
from league.base.ui.responses import YEAR, conditional_response, jpeg
from league.matchnight.queries.match_state import live_scores, live_scores_version
from league.pages.night_picture import draw_night, night_image, night_picture, night_pictures, pictures_of
from league.pages.queries.fixtures import (
    cross_table,
    divisions_of,
    month_page,
    team_sheet,
    venue_sheet,
    venues_in,
)
from league.pages.queries.match_lists import (
    MatchLine,
    latest_results,
    listed_nights,
    match_lines,
    season_fixtures,
)
from league.pages.queries.nights import last_night, link_to_night, news_of, night_to_show, season_of_day, who_is_where
from league.pages.queries.press import press_report
from league.pages.tables import TeamSheet, VenueSheet
from league.pages.views.league import address, links, season_at, view_links
from league.results.kept_pages import kept_while_unchanged, league_version
from league.schedule.forms.matches import FixtureFilter
from league.schedule.models import Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.matches import current_season, weeks_of
from league.schedule.values.calendar import week_of, week_to_show
from league.teams.middleware import LeagueRequest
from league.teams.models import League, Venue
from league.teams.queries.noticeboard import crest_of
from league.teams.queries.squads import team_or_redirect


# --- the list by week -------------------------------------------------------------------------------------------------
@login_not_required
@require_safe
@kept_while_unchanged(*FixtureFilter.base_filters, pegs=live_scores_version)
def fixtures(request: LeagueRequest, league: str) -> HttpResponse:
    """This season's matches: this week's, until somebody asks for others."""
    season = current_season(request.league)
    if season is None:
        return render(request, "pages/fixtures.html", {"arranges": may_arrange(request.user, request.league)})
    return _list(request, season)


@login_not_required
@require_safe
@kept_while_unchanged(*FixtureFilter.base_filters)
def past(request: LeagueRequest, league: str, season: str) -> HttpResponse:
    return _list(request, get_object_or_404(Season, league=request.league, slug=season))


def _list(request: LeagueRequest, season: Season) -> HttpResponse:
    at, weeks = now(), weeks_of(season)
    filters = FixtureFilter(_filters(request, weeks), season=season, weeks=weeks)
    week, matches = filters.monday, list(filters.filter_queryset(season_fixtures(season)))
    context = {
        "season": season,
        "one": _of_one(request, season, filters),
        "filter": filters,
        "asked": bool(request.GET.keys() & {"division", "team"}),
        "week": week,
        "earlier": max((day for day in weeks if week and day < week), default=None),
        "later": min((day for day in weeks if week and day > week), default=None),
        "arranges": may_arrange(request.user, request.league),
        "csv": address(request, season, "fixtures-csv"),
        "ways": view_links(request, season, "Week"),
        "nights": listed_nights(matches, at, week=week, live=live_scores(matches)),
        "live": any(fixture.in_play for fixture in matches),
    }
    return render(request, "pages/fixtures.html", context)


def _of_one(request: LeagueRequest, season: Season, filters: FixtureFilter) -> list[tuple[str, list[tuple[str, str]]]]:
    """The sheets of single teams and pubs under two headings: name and address."""
    teams = [(name, address(request, season, "fixtures-team", team=slug)) for slug, name in filters.teams]
    venues = [(each.name, address(request, season, "fixtures-venue", venue=each.slug)) for each in venues_in(season)]
    return [("Teams", teams), ("Venues", venues)] if teams or venues else []


def _filters(request: LeagueRequest, weeks: tuple[date, ...]) -> dict[str, Any]:
    """What was asked for; without a week, a team's whole season, and otherwise the week that is on."""
    filters = {name: str(value) for name, value in request.GET.items()}
    if not filters.get("week"):
        shown = week_to_show(weeks, localdate())
        filters["week"] = FixtureFilter.ALL if filters.get("team") or shown is None else str(shown)
    return filters


# --- one night, and a month of nights ---------------------------------------------------------------------------------
@login_not_required
@require_safe
def tonight(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """The night that is on, or comes next, or was the season's last."""
    season_shown = season_at(request, season)
    shown = night_to_show(season_shown, localdate()) if season_shown else None
    if season_shown is None or shown is None:
        return redirect("fixtures", league)
    return redirect("fixtures-night", league, shown)


@login_not_required
@require_safe
def this_month(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """The month of that night; before there are matches, the month in which the season starts."""
    season_shown = season_at(request, season)
    if season_shown is None:
        return redirect("fixtures", league)
    return redirect("fixtures-month", league, night_to_show(season_shown, localdate()) or season_shown.starts)


@login_not_required
@require_safe
@kept_while_unchanged(pegs=live_scores_version)
def night(request: LeagueRequest, league: str, on: date) -> HttpResponse:
    at = now()
    shown = who_is_where(request.league, on, at)
    context = {
        "night": shown,
        "shared": link_to_night(shown),
        "counts": any(line.score for line in shown.lines),
        "live": any(line.fixture.in_play for line in shown.lines),
        "ways": view_links(request, shown.season, "") if shown.season else (),
        "arranges": may_arrange(request.user, request.league),
        "printed": at,
    }
    picture = night_picture(on, shown.lines, request.league)
    if picture:
        context |= {"picture": night_image(on, picture, request.league), "picture_words": picture.words}
    return render(request, "pages/fixtures/night.html", context)


@login_not_required
@require_safe
def night_share(request: LeagueRequest, league: str, on: date) -> HttpResponse:
    """A night to send to others: as words, as pictures, or both; and its week as the local paper prints it."""
    shown = who_is_where(request.league, on, now())
    news = news_of(shown, request.league, now())
    address_of_night = request.build_absolute_uri(reverse("fixtures-night", args=[league, on]))
    message = "\n\n".join(filter(None, news.message(request.league, address_of_night)))
    if not message:
        raise Http404("Nobody plays on this night.")
    context = {"night": shown, "message": message, "pictures": list(pictures_of(news, request.league))}
    if shown.season and shown.season.current:
        context["report"] = press_report(request.league, shown.season, week_of(on), now())
    return render(request, "pages/fixtures/share.html", context)


@login_not_required
@require_safe
def night_jpeg(request: LeagueRequest, league: str, on: date, digest: str) -> HttpResponse:
    """A night as a picture. Its address stands for what is on it; an old one leads to the night as it is now."""
    lines = who_is_where(request.league, on, now()).lines
    first = night_picture(on, lines, request.league)
    if first is None:
        raise Http404("Nobody plays on this night.")
    pictures = [first, *night_pictures(on, lines, request.league)]
    picture = next((each for each in pictures if each.digest == digest), None)
    if picture is None:
        return redirect(night_image(on, first, request.league))
    return jpeg(draw_night(picture, crest_of(request.league)), public=request.league.public, age=YEAR)


@login_not_required
@require_safe
@kept_while_unchanged()
def month(request: LeagueRequest, league: str, first: date) -> HttpResponse:
    at = now()
    season = season_of_day(request.league, first) or season_of_day(request.league, localdate(at))
    context = {
        "month": month_page(request.league, first, season),
        "season": season,
        "today": localdate(at),
        "ways": view_links(request, season, "Month") if season else (),
        "all": address(request, season, "fixtures") if season else "",
    }
    return render(request, "pages/fixtures/month.html", context)


# --- a division as a grid ---------------------------------------------------------------------------------------------
@login_not_required
@require_safe
@kept_while_unchanged()
def grid(request: LeagueRequest, league: str, season: str | None = None, division: str | None = None) -> HttpResponse:
    """One division, home teams down the side and away teams along the top; without a name, the top one."""
    season_shown = season_at(request, season)
    rows = list(divisions_of(season_shown)) if season_shown else []
    shown = next((each for each in rows if division in (None, each.slug)), None)
    if season_shown is None or shown is None:
        if division is not None:
            raise Http404(f"No division {division} in this season.")
        return redirect("fixtures", league)
    tabs = ((each.name, address(request, season_shown, "fixtures-grid", division=each.slug)) for each in rows)
    context = {
        "season": season_shown,
        "table": cross_table(shown, now()),
        "tabs": links(tabs, address(request, season_shown, "fixtures-grid", division=shown.slug)),
        "ways": view_links(request, season_shown, "Grid"),
        "printed": now(),
    }
    return render(request, "pages/fixtures/grid.html", context)


# --- the season of one team or one pub --------------------------------------------------------------------------------
@login_not_required
@require_safe
def one_choice(request: LeagueRequest, league: str, season: str | None = None) -> HttpResponse:
    """Whose season: at the foot of the list of fixtures."""
    season_shown = season_at(request, season)
    if season_shown is None:
        return redirect("fixtures", league)
    return redirect(address(request, season_shown, "fixtures") + "#one")


@login_not_required
@require_safe
@kept_while_unchanged()
def team_season(request: LeagueRequest, league: str, team: str, season: str | None = None) -> HttpResponse:
    at_address, season_shown, at = team_or_redirect(team), season_at(request, season), now()
    if season_shown is None:
        return redirect("fixtures", league)
    if at_address.moved:
        return redirect(address(request, season_shown, "fixtures-team", team=at_address.team.slug), permanent=True)
    rows, home, away = team_sheet(at_address.team, season_shown, at)
    context = {
        "team": at_address.team,
        "season": season_shown,
        "home": home,
        "away": away,
        "table": TeamSheet(rows, at_address.team, season_shown),
        "ways": view_links(request, season_shown, ""),
        "printed": at,
    }
    return render(request, "pages/fixtures/team.html", context)


@login_not_required
@require_safe
@kept_while_unchanged()
def venue_season(request: LeagueRequest, league: str, venue: str, season: str | None = None) -> HttpResponse:
    this_venue, season_shown, at = get_object_or_404(Venue, slug=venue), season_at(request, season), now()
    if season_shown is None:
        return redirect("fixtures", league)
    rows, matches = venue_sheet(this_venue, season_shown, at)
    context = {
        "venue": this_venue,
        "season": season_shown,
        "matches": matches,
        "table": VenueSheet(rows, this_venue, season_shown),
        "ways": view_links(request, season_shown, ""),
        "printed": at,
    }
    return render(request, "pages/fixtures/venue.html", context)


# --- the results for others to print: a week as text, and an Atom feed ------------------------------------------------
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
    return any(side is not None and side.slug for side in (item.fixture.home, item.fixture.away))


@login_not_required
@require_safe
def results(request: LeagueRequest, league: str) -> HttpResponse:
    stamp = league_version(request.league, now())
    answer = conditional_response(request, stamp, draw=lambda: Results()(request, league=league))
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={MAX_AGE}"
    return answer
