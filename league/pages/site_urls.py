"""Addresses that belong to no league."""

from django.urls import path

from league.base.ui import views as look
from league.base.ui.old_addresses import leads_to
from league.pages.views import discovery, match, screens, site
from league.schedule.models import CODES_AT

CODES = CODES_AT.removeprefix("/")

urlpatterns = [
    path("", site.home, name="home"),
    path("favicon.ico", site.favicon, name="favicon"),
    path("robots.txt", discovery.robots, name="robots"),
    path("sitemap.xml", discovery.sitemap_index, name="sitemap"),
    path("sitemap-site.xml", discovery.site_sitemap, name="site-sitemap"),
    path("offline/", discovery.offline, name="offline"),
    path("offline/sent/", discovery.offline, {"sent": True}, name="offline-sent"),
    path("offline/worker.js", discovery.offline_worker, name="offline-worker"),
    path("help/", site.help_page, name="help"),
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
