"""A season's fixtures: by week, night and month, as a grid, of one team or pub; and its results for others to print."""

from datetime import date, datetime
from typing import Any

from django.contrib import messages
from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.timezone import localdate, now

from league.base.ui import formats
from league.base.ui.converters import month_called
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import lead_to_form
from league.base.ui.responses import YEAR, conditional_response, form_action, jpeg, public_page, uncached_form
from league.matchnight.queries.match_state import live_scores, live_scores_version
from league.pages.night_picture import draw_night, night_image, night_picture, night_pictures, pictures_of
from league.pages.queries.match_lists import (
    MatchLine,
    cross_table,
    divisions_of,
    latest_results,
    listed_nights,
    match_lines,
    month_page,
    season_fixtures,
    team_sheet,
    venue_sheet,
)
from league.pages.queries.nights import (
    PlayerOfNight,
    WhoIsWhere,
    last_night,
    link_to_night,
    news_of,
    night_to_show,
    player_of_night,
    press_report,
    season_of_day,
    who_is_where,
)
from league.pages.tables import TeamSheet, VenueSheet
from league.pages.views.league import season_at
from league.results.kept_pages import kept_while_unchanged, league_version
from league.results.queries.tables import division_named
from league.schedule.actions.matches import postpone_night
from league.schedule.forms.matches import FixtureFilter, NightForm
from league.schedule.models import Season
from league.schedule.permissions import may_arrange
from league.schedule.queries.matches import begun_on, current_season, on_night, weeks_of
from league.schedule.queries.season_snapshot import clashes_of
from league.schedule.values.calendar import week_of, week_to_show
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import League, Venue
from league.teams.permissions import require
from league.teams.queries.noticeboard import crest_of
from league.teams.queries.squads import team_or_redirect

# --- a season's fixtures ----------------------------------------------------------------------------------------------
ASKED = (*FixtureFilter.base_filters, "season", "view", "month")


@public_page
@kept_while_unchanged(*ASKED, pegs=live_scores_version)
def fixtures(request: LeagueRequest, league: str) -> HttpResponse:
    season, at = season_at(request, request.GET.get("season") or None), now()
    context: dict[str, Any] = {"season": season, "arranges": may_arrange(request.user, request.league)}
    if season is not None:
        context |= _shown(request, season, at)
    return render(request, "pages/fixtures.html", context)


def _shown(request: LeagueRequest, season: Season, at: datetime) -> dict[str, Any]:
    query = request.GET
    if query.get("team"):
        return _of_team(query["team"], season, at)
    if query.get("venue"):
        return _of_venue(query["venue"], season, at)
    match query.get("view"):
        case "month":
            return _month(request, season, at)
        case "grid" if rows := list(divisions_of(season)):
            division = division_named(rows, query.get("division") or None)
            heading = f"{division}: grid"
            return {"way": "grid", "heading": heading, "grid": cross_table(division, at), "divisions": rows}
        case "clashes" if may_arrange(request.user, request.league):
            return {"way": "clashes", "heading": "Fixture clashes", "report": clashes_of(season)}
    return _weeks(request, season, at)


def _weeks(request: LeagueRequest, season: Season, at: datetime) -> dict[str, Any]:
    weeks = weeks_of(season)
    filters = FixtureFilter(_filters(request, weeks), season=season, weeks=weeks)
    week, matches = filters.monday, list(filters.filter_queryset(season_fixtures(season)))
    return {
        "way": "week",
        "filter": filters,
        "asked": "division" in request.GET,
        "week": week,
        "earlier": max((day for day in weeks if week and day < week), default=None),
        "later": min((day for day in weeks if week and day > week), default=None),
        "nights": listed_nights(matches, at, week=week, live=live_scores(matches)),
        "live": any(fixture.in_play for fixture in matches),
    }


def _filters(request: LeagueRequest, weeks: tuple[date, ...]) -> dict[str, Any]:
    """What was asked for; without a week the one that is on."""
    filters = {name: str(value) for name, value in request.GET.items()}
    if not filters.get("week"):
        filters["week"] = str(week_to_show(weeks, localdate()) or FixtureFilter.ALL)
    return filters


def _month(request: LeagueRequest, season: Season, at: datetime) -> dict[str, Any]:
    """A month of nights; unless one is asked for that of the night that is on, comes next, or was the last."""
    month = request.GET.get("month")
    try:
        day = month_called(str(month)) if month else night_to_show(season, localdate(at)) or season.starts
    except ValueError as error:
        raise Http404("There is no such month.") from error
    first = day.replace(day=1)
    if not season.starts <= day <= season.ends:
        season = season_of_day(request.league, first) or season
    shown = {"month": month_page(request.league, first, season), "season": season, "today": localdate(at)}
    return shown | {"way": "month", "heading": f"{first:%B %Y}"}


def _of_team(slug: str, season: Season, at: datetime) -> dict[str, Any]:
    team = team_or_redirect(slug).team
    rows, home, away = team_sheet(team, season, at)
    shown = {"team": team, "home": home, "away": away, "table": TeamSheet(rows, team, season)}
    return shown | {"way": "team", "heading": f"{team}: fixtures"}


def _of_venue(slug: str, season: Season, at: datetime) -> dict[str, Any]:
    venue = get_object_or_404(Venue, slug=slug)
    rows, matches = venue_sheet(venue, season, at)
    shown = {"venue": venue, "matches": matches, "table": VenueSheet(rows, venue, season)}
    return shown | {"way": "venue", "heading": f"{venue}: fixtures"}


# --- one night --------------------------------------------------------------------------------------------------------
@public_page
@kept_while_unchanged("view", "open", pegs=live_scores_version)
def night(request: LeagueRequest, league: str, on: date) -> HttpResponse:
    """Who is where, with the player of the night; or all that to send to others."""
    return _night_page(request, on)


def _night_page(request: LeagueRequest, on: date, sent: PlainForm | None = None) -> HttpResponse:
    at = now()
    shown = who_is_where(request.league, on, at)
    best = player_of_night(request.league, shown) if any(line.score for line in shown.lines) else None
    context: dict[str, Any] = {
        "night": shown,
        "best": best,
        "shared": link_to_night(shown),
        "live": any(line.fixture.in_play for line in shown.lines),
        "form": sent,
    }
    if may_arrange(request.user, request.league):
        context |= _to_postpone(request, on, sent)
    picture = night_picture(on, shown.lines, request.league)
    if picture:
        context |= {"picture": night_image(on, picture, request.league), "picture_words": picture.words}
    if request.GET.get("view") == "share":
        context |= _to_share(request, shown, best, at)
    return render(request, "pages/fixtures/night.html", context, status=422 if sent else 200)


def _to_postpone(request: LeagueRequest, on: date, sent: PlainForm | None) -> dict[str, Any]:
    return {
        "postponing": as_sent(sent, NightForm(section="postpone")),
        "to_postpone": list(on_night(request.league, on)),
        "begun": begun_on(request.league, on),
    }


@uncached_form
def night_postponement(request: MemberRequest, league: str, night: date) -> HttpResponse:
    require(may_arrange(request.user, request.league))
    if request.method != "POST":
        return lead_to_form("fixtures-night", "postpone", league=league, on=night)
    fixtures = list(on_night(request.league, night))
    form = NightForm(request.POST, section="postpone")
    if not form_action(request, form, postpone_night, league=request.league, night=night):
        return _night_page(request, night, form)
    count = f"{len(fixtures)} {'match' if len(fixtures) == 1 else 'matches'}"
    messages.success(request, f"Postponed: {count}. We are e-mailing the captains and players. Tell the pubs yourself.")
    if form.cleaned_data["new_date"]:
        return redirect("fixtures-night", league, form.cleaned_data["new_date"])
    return redirect(reverse("fixtures", args=[league], query={"view": "month", "month": night}))


def _to_share(request: LeagueRequest, shown: WhoIsWhere, best: PlayerOfNight | None, at: datetime) -> dict[str, Any]:
    news = news_of(shown, request.league, at)
    address = request.build_absolute_uri(request.path)
    message = "\n\n".join(filter(None, news.message(request.league, address)))
    if not message:
        raise Http404("Nobody plays on this night.")
    context: dict[str, Any] = {"message": message, "pictures": list(pictures_of(news, best, request.league))}
    if shown.season and shown.season.current:
        context["week"] = week_of(shown.day)
        context["report"] = press_report(request.league, shown.season, context["week"], at)
    return context


@public_page
def night_jpeg(request: LeagueRequest, league: str, on: date, digest: str) -> HttpResponse:
    """An old address leads to the picture of now."""
    lines = who_is_where(request.league, on, now()).lines
    first = night_picture(on, lines, request.league)
    if first is None:
        raise Http404("Nobody plays on this night.")
    pictures = [first, *night_pictures(on, lines, request.league)]
    picture = next((each for each in pictures if each.digest == digest), None)
    if picture is None:
        return redirect(night_image(on, first, request.league))
    return jpeg(draw_night(picture, crest_of(request.league)), public=request.league.public, age=YEAR)


# --- the results for others to print: a week as text, and an Atom feed ------------------------------------------------
@public_page
def press(request: LeagueRequest, league: str) -> HttpResponse:
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    night = last_night(season, _chosen_week(request, weeks), localdate()) if season and weeks else None
    return redirect(f"{reverse('fixtures-night', args=[league, night])}?view=share" if night else "fixtures", league)


@public_page
def press_text(request: LeagueRequest, league: str) -> HttpResponse:
    season = current_season(request.league)
    weeks = weeks_of(season) if season else ()
    if season is None or not weeks:
        raise Http404("No season has started yet.")
    monday = _chosen_week(request, weeks)
    answer = HttpResponse(press_report(request.league, season, monday, now()), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{league}-{monday}.txt"'
    return answer


def _chosen_week(request: LeagueRequest, weeks: tuple[date, ...]) -> date:
    """The week asked for, if it has matches; else the last begun, or the first."""
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


@public_page
def results(request: LeagueRequest, league: str) -> HttpResponse:
    stamp = league_version(request.league, now())
    answer = conditional_response(request, stamp, draw=lambda: Results()(request, league=league))
    answer["Cache-Control"] = f"{'public' if request.league.public else 'private'}, max-age={MAX_AGE}"
    return answer
