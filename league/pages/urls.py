"""Addresses of a league's pages; a team's own name comes last."""

from django.urls import URLPattern, path

from league.base.ui import converters
from league.base.ui import views as look
from league.base.ui.old_addresses import leads_to
from league.pages.views import discovery, fixtures, league, match, places, players, screens, secretary, site
from league.schedule.models import CODES_AT

assert converters  # <day:...> is known once its module is imported

PEGGED = "<day:on>/<slug:match>/live/games/<int:line>-<int:game>"
PLAYER, TEAM = "players/<slug:player>", "teams/<slug:team>"


def old_fixtures(season: str) -> list[URLPattern]:
    weeks, month, grid = (
        leads_to("fixtures", "season", "division", **way) for way in ({}, {"view": "month"}, {"view": "grid"})
    )
    return [
        path(f"{season}fixtures/night/", weeks),
        path(f"{season}fixtures/month/", month),
        path(f"{season}fixtures/grid/", grid),
        path(f"{season}fixtures/grid/<slug:division>/", grid),
        path(f"{season}fixtures/teams/", weeks),
        path(f"{season}fixtures/teams/<slug:team>/", leads_to("fixtures", "season", "team")),
        path(f"{season}fixtures/venues/", weeks),
        path(f"{season}fixtures/venues/<slug:venue>/", leads_to("fixtures", "season", "venue")),
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
    path("fixtures/<day:on>/image-<slug:digest>.jpg", fixtures.night_jpeg, name="night-image"),
    path("fixtures/<day:on>/player/image-<slug:digest>.jpg", players.night_player_jpeg, name="night-player-image"),
    path("fixtures/<day:night>/postponement/", fixtures.night_postponement, name="postpone-night"),
    path("fixtures/<day:on>/share/", leads_to("fixtures-night", view="share")),
    path("fixtures/<day:on>/player/", leads_to("fixtures-night", section="player")),
    path("fixtures/<month:month>/", leads_to("fixtures", "month", view="month")),
    path("fixtures/clashes/", leads_to("fixtures", view="clashes")),
    path("seasons/<slug:season>/fixtures/", leads_to("fixtures", "season")),
    *old_fixtures(""),
    *old_fixtures("seasons/<slug:season>/"),
    path("press/", fixtures.press, name="press"),
    path("press/report.txt", fixtures.press_text, name="press-text"),
    path("results.atom", fixtures.results, name="results-feed"),
    path("jobs/<int:pk>/", secretary.job, name="job"),
    path("jobs/<int:pk>/cancellation/", secretary.cancellation, name="cancel-job"),
    path("jobs/<int:pk>/repetition/", secretary.repetition, name="retry-job"),
    path("teams/", places.teams, name="teams"),
    path("teams/new/", places.new_team, name="new-team"),
    path("teams/<slug:team>/details/", places.team_details, name="edit-team"),
    path("squads/<slug:team>/settings/", places.team_settings, name="team-settings"),
    path("squads/<slug:team>/look/", places.team_look, name="team-look"),
    path("squads/<slug:team>/look/crest/removal/", places.team_crest_removal, name="remove-team-crest"),
    path("squads/<slug:team>/availability/settings/", places.availability_settings, name="availability-settings"),
    path("seasons/", league.archive, name="seasons"),
    path("seasons/all-time/", leads_to("seasons", show="all-time")),
    path(f"{TEAM}/against/", leads_to("team", show="others")),
    path(f"{TEAM}/against/<slug:other>/", leads_to("team", "other")),
    path(f"{PLAYER}/image-<slug:digest>.jpg", players.image, name="player-image"),
    path(f"{PLAYER}/others/", leads_to("player", show="others")),
    path(f"{PLAYER}/against/<slug:other>/", leads_to("player", "other")),
    path(f"{PLAYER}/pegging/", leads_to("player", show="pegging")),
    path(f"{PLAYER}/merging/<slug:other>/", secretary.merge_page, name="merge-players"),
    path(f"{PLAYER}/telling-apart/<slug:other>/", secretary.not_duplicates_page, name="not-duplicates"),
    path("squads/", places.squads, name="squads"),
    path("played-elsewhere/", leads_to("squads", section="played-elsewhere"), name="played-elsewhere"),
    path("duplicates/", secretary.duplicates, name="duplicates"),
    path("duplicates/<int:pk>/undoing/", secretary.undo_merge_page, name="undo-merge"),
    path("averages/", players.averages, name="averages"),
    path("averages/improved/", leads_to("averages", show="improved")),
    path("averages/<slug:division>/", leads_to("averages", "division")),
    path("seasons/<slug:season>/averages/", leads_to("averages", "season")),
    path("seasons/<slug:season>/averages/improved/", leads_to("averages", "season", show="improved")),
    path("seasons/<slug:season>/averages/<slug:division>/", leads_to("averages", "division", "season")),
    path("venues/", leads_to("teams", show="venues")),
    path("venues/new/", places.new_venue, name="new-venue"),
    path("venues/<slug:venue>/", places.venue, name="venue"),
    path("venues/<slug:venue>/details/", places.venue_details, name="edit-venue"),
    path("venues/<slug:venue>/closures/", places.closures, name="venue-closures"),
    path("venues/<slug:venue>/closures/<int:pk>/removal/", places.closure_removal, name="remove-closure"),
    path("rule-book/", league.rule_book_page, name="rule-book"),
    path("play/", leads_to("play", "league"), name="league-play"),
    path("search/", league.find, name="search"),
    path("settings/screens/", screens.screens, name="screens"),
    path("settings/screens/new/", screens.new_screen, name="new-screen"),
    path("settings/screens/<int:pk>/revocation/", screens.revocation, name="revoke-screen"),
    path(f"{PEGGED}/", match.pegged_game, name="live-game"),
    path(f"{PEGGED}/record.txt", match.pegged_record, name="live-game-record"),
    path("<slug:team>/", league.team, name="team"),
]

CODES = CODES_AT.removeprefix("/")
OF_NO_LEAGUE = [
    path("", site.home, name="home"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("robots.txt", discovery.robots, name="robots"),
    path("sitemap.xml", discovery.sitemap_index, name="sitemap"),
    path("sitemap-site.xml", discovery.site_sitemap, name="site-sitemap"),
    path("offline/", discovery.offline, name="offline"),
    path("offline/sent/", discovery.offline, {"sent": True}, name="offline-sent"),
    path("offline/worker.js", discovery.offline_worker, name="offline-worker"),
    path("accessibility/", leads_to("help", section="accessibility")),
    path("play/", site.play, name="play"),
    path("play/puzzles/", site.puzzles_of_today, name="puzzles"),
    path("play/puzzles/today/", leads_to("puzzles")),
    path("play/puzzles/<int:number>/", site.puzzle, name="puzzle"),
    path("rules/", site.rules, name="rules"),
    path("rules/check/", site.check_record, name="check-record"),
    path("rules/strategy/", leads_to("rules", section="strategy")),
    path("rules/<str:key>/", site.rules_of_game, name="rules-of-game"),
    path("style/", look.style, name="style"),
    path("style/theme/", look.theme, name="theme"),
    path("style/<slug:digest>.css", look.css, name="stylesheet"),
    path("tv/", screens.tv, name="screen"),
    path("tv/pair/", screens.pair, name="pair-screen"),
    path(CODES, match.short_code, name="short-code"),
    path(f"{CODES}<slug:code>/", match.match_code, name="match-code"),
    path("healthz", site.healthz, name="healthz"),
    path("readyz", site.readyz, name="readyz"),
]
