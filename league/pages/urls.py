"""Addresses of a league's pages; a team's own name comes last."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from league.base.ui import converters
from league.base.ui.old_addresses import leads_to
from league.pages.views import discovery, fixtures, league, match, players, screens, secretary

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
        path(f"{season}averages/", players.averages, name="averages"),
        path(f"{season}averages/improved/", players.most_improved, name="averages-improved"),
        path(f"{season}averages/<slug:division>/", players.averages, name="averages"),
    ]


# What most people open: looked for before other apps' addresses, none of which can be one of these.
OFTEN = [
    path("", league.home, name="league-home"),
    path("fixtures/", fixtures.fixtures, name="fixtures"),
    path("fixtures/<day:on>/", fixtures.night, name="fixtures-night"),
    path("<day:on>/<slug:match>/", match.match, name="match"),
    path("players/", players.players, name="players"),
    path(f"{PLAYER}/", players.player, name="player"),
]
urlpatterns = [
    path("me/", players.me, name="my-season"),
    path("my-team/", league.choose_team, name="choose-team"),
    path("puzzles/", leads_to("puzzles", "league"), name="league-puzzles"),
    path("puzzles/<int:number>/", leads_to("puzzle", "league"), name="league-puzzle"),
    path("sitemap.xml", discovery.league_sitemap, name="league-sitemap"),
    path("site.webmanifest", discovery.league_manifest, name="league-manifest"),
    path("inbox/", secretary.inbox, name="inbox"),
    path("adjustments/", secretary.adjustments, name="adjustments"),
    path("adjustments/new/", secretary.adjustment, name="new-adjustment"),
    path("adjustments/<int:pk>/revocation/", secretary.revocation, name="revoke-adjustment"),
    path("seasons/<slug:season>/fixtures/", fixtures.past, name="season-fixtures"),
    path("fixtures/<day:on>/image-<slug:digest>.jpg", fixtures.night_jpeg, name="night-image"),
    path("fixtures/<day:on>/share/", fixtures.night_share, name="share-night"),
    path("fixtures/<day:on>/player/", players.night_player, name="night-player"),
    path("fixtures/<day:on>/player/image-<slug:digest>.jpg", players.night_player_jpeg, name="night-player-image"),
    path("fixtures/<month:first>/", fixtures.month, name="fixtures-month"),
    *of_season("night/", fixtures.tonight, "fixtures-tonight"),
    *of_season("month/", fixtures.this_month, "fixtures-this-month"),
    *of_season("teams/", fixtures.one_choice, "fixtures-teams"),
    *of_season("teams/<slug:team>/", fixtures.team_season, "fixtures-team"),
    *of_season("venues/", fixtures.one_choice, "fixtures-venues"),
    *of_season("venues/<slug:venue>/", fixtures.venue_season, "fixtures-venue"),
    *of_season("grid/", fixtures.grid, "fixtures-grid"),
    *of_season("grid/<slug:division>/", fixtures.grid, "fixtures-grid"),
    path("press/", fixtures.press, name="press"),
    path("press/report.txt", fixtures.press_text, name="press-text"),
    path("results.atom", fixtures.results, name="results-feed"),
    path("jobs/", secretary.jobs, name="jobs"),
    path("jobs/<int:pk>/", secretary.job, name="job"),
    path("jobs/<int:pk>/cancellation/", secretary.cancellation, name="cancel-job"),
    path("jobs/<int:pk>/repetition/", secretary.repetition, name="retry-job"),
    path("teams/", league.teams, name="teams"),
    path("seasons/all-time/", league.all_time, name="all-time"),
    path(f"{TEAM}/against/", players.teams_against, name="teams-against"),
    path(f"{TEAM}/against/<slug:other>/", players.team_against, name="team-against"),
    path(f"{PLAYER}/image-<slug:digest>.jpg", players.image, name="player-image"),
    path(f"{PLAYER}/others/", players.others, name="player-others"),
    path(f"{PLAYER}/against/<slug:other>/", players.against, name="player-against"),
    path(f"{PLAYER}/pegging/", players.player_pegging, name="player-pegging"),
    path(f"{PLAYER}/merging/<slug:other>/", secretary.merge_page, name="merge-players"),
    path(f"{PLAYER}/telling-apart/<slug:other>/", secretary.not_duplicates_page, name="not-duplicates"),
    path("played-elsewhere/", secretary.played_elsewhere, name="played-elsewhere"),
    path("duplicates/", secretary.duplicates, name="duplicates"),
    path("duplicates/<int:pk>/undoing/", secretary.undo_merge_page, name="undo-merge"),
    *averages_of(""),
    *averages_of("seasons/<slug:season>/"),
    path("venues/", league.venues, name="venues"),
    path("venues/<slug:venue>/", league.venue, name="venue"),
    path("rule-book/", league.rule_book_page, name="rule-book"),
    path("play/", leads_to("play", "league"), name="league-play"),
    path("search/", league.find, name="search"),
    path("settings/technical/", league.technical, name="technical"),
    path("settings/screens/", screens.screens, name="screens"),
    path("settings/screens/new/", screens.new_screen, name="new-screen"),
    path("settings/screens/<int:pk>/revocation/", screens.revocation, name="revoke-screen"),
    path(f"{PEGGED}/", match.pegged_game, name="live-game"),
    path(f"{PEGGED}/record.txt", match.pegged_record, name="live-game-record"),
    path("<slug:team>/", league.team, name="team"),
]
