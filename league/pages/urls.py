"""Addresses of a league's public pages; a team's own name comes last."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from league.pages.views import (
    atom,
    averages,
    charts,
    duplicates,
    fixtures,
    jobs,
    league,
    match,
    nights,
    pegged,
    people,
    press,
    reading,
    secretary,
    sheets,
)
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

PEGGED = "<day:on>/<slug:match>/live/games/<int:line>-<int:game>"


PLAYER, TEAM = "players/<slug:player>", "teams/<slug:team>"


def of_season(rest: str, view: Callable[..., HttpResponse], name: str) -> list[URLPattern]:
    """This season's fixtures without its name in the address, any season's with it."""
    return [
        path(f"fixtures/{rest}", view, name=name),
        path(f"seasons/<slug:season>/fixtures/{rest}", view, name=name),
    ]


def averages_of(season: str) -> list[URLPattern]:
    """The averages of this season, or of the one that the address begins with."""
    return [
        path(f"{season}averages/", averages.averages, name="averages"),
        path(f"{season}averages/improved/", averages.most_improved, name="averages-improved"),
        path(f"{season}averages/<slug:division>/", averages.averages, name="averages"),
    ]


urlpatterns = [
    path("", league.home, name="league-home"),
    path("inbox/", secretary.inbox, name="inbox"),
    path("adjustments/", secretary.adjustments, name="adjustments"),
    path("adjustments/new/", secretary.adjustment, name="new-adjustment"),
    path("adjustments/<int:pk>/revocation/", secretary.revocation, name="revoke-adjustment"),
    path("fixtures/", fixtures.fixtures, name="fixtures"),
    path("seasons/<slug:season>/fixtures/", fixtures.past, name="season-fixtures"),
    path("fixtures/<day:on>/", nights.night, name="fixtures-night"),
    path("fixtures/<month:first>/", nights.month, name="fixtures-month"),
    *of_season("night/", nights.tonight, "fixtures-tonight"),
    *of_season("month/", nights.this_month, "fixtures-this-month"),
    *of_season("teams/", sheets.teams, "fixtures-teams"),
    *of_season("teams/<slug:team>/", sheets.team, "fixtures-team"),
    *of_season("venues/", sheets.venues, "fixtures-venues"),
    *of_season("venues/<slug:venue>/", sheets.venue, "fixtures-venue"),
    *of_season("grid/", charts.grid, "fixtures-grid"),
    *of_season("grid/<slug:division>/", charts.grid, "fixtures-grid"),
    path("press/", press.press, name="press"),
    path("press/report.txt", press.press_text, name="press-text"),
    path("results.atom", atom.results, name="results-feed"),
    path("jobs/", jobs.jobs, name="jobs"),
    path("jobs/<int:pk>/", jobs.job, name="job"),
    path("jobs/<int:pk>/cancellation/", jobs.cancellation, name="cancel-job"),
    path("jobs/<int:pk>/repetition/", jobs.repetition, name="repeat-job"),
    path("teams/", league.teams, name="teams"),
    path(f"{TEAM}/against/", averages.teams_against, name="teams-against"),
    path(f"{TEAM}/against/<slug:other>/", averages.team_against, name="team-against"),
    path("players/", people.players, name="players"),
    path(f"{PLAYER}/", people.player, name="player"),
    path(f"{PLAYER}/image-<slug:digest>.jpg", people.image, name="player-image"),
    path(f"{PLAYER}/others/", people.others, name="player-others"),
    path(f"{PLAYER}/against/<slug:other>/", people.against, name="player-against"),
    path(f"{PLAYER}/pegging/", people.pegging, name="player-pegging"),
    path(f"{PLAYER}/merging/<slug:other>/", duplicates.merging, name="merge-players"),
    path(f"{PLAYER}/telling-apart/<slug:other>/", duplicates.telling_apart, name="tell-apart"),
    path("played-elsewhere/", duplicates.played_elsewhere, name="played-elsewhere"),
    path("duplicates/", duplicates.duplicates, name="duplicates"),
    path("duplicates/<int:pk>/undoing/", duplicates.undoing, name="undo-merge"),
    *averages_of(""),
    *averages_of("seasons/<slug:season>/"),
    path("venues/", league.venues, name="venues"),
    path("venues/<slug:venue>/", league.venue, name="venue"),
    path("rule-book/", reading.rules, name="rule-book"),
    path("search/", reading.find, name="search"),
    path("<day:on>/<slug:match>/", match.match, name="match"),
    path(f"{PEGGED}/", pegged.game, name="live-game"),
    path(f"{PEGGED}/record.txt", pegged.record, name="live-game-record"),
    path("<slug:team>/", league.team, name="team"),
]
