"""Every address of the site. Within a league the fixed words come first and a team's own name last."""

from importlib import import_module

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.urls.resolvers import RoutePattern

from league.base.ui.old_addresses import leads_to
from league.exchange import urls as exchange
from league.matchnight import urls as matchnight
from league.notifications import urls as notifications
from league.operations.views import console, help_page
from league.pages import urls as pages
from league.teams import urls as teams
from league.teams.middleware import LeagueAddresses

# In this order they are tried where several can begin alike: first what is asked for at every tap, and by most people.
MODULES = (
    *("documents.urls", "exchange.urls", "notifications.urls", "treasury.urls", "seasons.urls"),
    *("matchnight.urls", "results.urls", "cups.urls", "schedule.urls", "teams.urls", "pages.urls"),
)
IN_LEAGUE = [
    *matchnight.LIVE,
    *pages.OFTEN,
    *(address for module in MODULES for address in import_module(f"league.{module}").urlpatterns),
]
urlpatterns = [
    LeagueAddresses(RoutePattern("<slug:league>/"), IN_LEAGUE),
    *notifications.OF_NO_LEAGUE,
    path("accounts/", include("league.base.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    *pages.OF_NO_LEAGUE,
    path("", include("league.results.site_urls")),
    *teams.OF_NO_LEAGUE,
    *matchnight.OF_NO_LEAGUE,
    *exchange.OF_NO_LEAGUE,
    path("console/", console, name="console"),
    path("help/", help_page, name="help"),
    path("status/", leads_to("help", section="status")),
]
if settings.DEMO:
    urlpatterns[:0] = teams.DEMONSTRATION

handler400 = "league.pages.views.site.bad_request"
handler403 = "league.pages.views.site.forbidden"
handler404 = "league.pages.views.site.not_found"
handler500 = "league.pages.views.site.server_error"
