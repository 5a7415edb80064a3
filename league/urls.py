"""Every address of the site. Within a league the fixed words come first and a team's own name last."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from league.pages.urls import OFTEN

urlpatterns = [
    path("<slug:league>/", include("league.live.urls")),  # first, since what comes before is tried at every tap
    path("", include("league.notifications.site_urls")),
    path("accounts/", include("league.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.pages.site_urls")),
    path("", include("league.teams.site_urls")),
    path("", include("league.live.site_urls")),
    path("", include("league.screens.site_urls")),
    path("", include("league.privacy.site_urls")),
    path("", include("league.importexport.site_urls")),
    path("", include("league.operations.site_urls")),
    path("", include("league.api.site_urls")),
    path("<slug:league>/", include(OFTEN)),
    path("<slug:league>/", include("league.documents.urls")),
    path("<slug:league>/", include("league.importexport.urls")),
    path("<slug:league>/", include("league.privacy.urls")),
    path("<slug:league>/", include("league.notifications.urls")),
    path("<slug:league>/", include("league.following.urls")),
    path("<slug:league>/", include("league.treasury.urls")),
    path("<slug:league>/", include("league.webhooks.urls")),
    path("<slug:league>/", include("league.screens.urls")),
    path("<slug:league>/", include("league.builder.urls")),
    path("<slug:league>/", include("league.availability.urls")),
    path("<slug:league>/", include("league.lineups.urls")),
    path("<slug:league>/", include("league.results.urls")),
    path("<slug:league>/", include("league.agm.urls")),
    path("<slug:league>/", include("league.standings.urls")),
    path("<slug:league>/", include("league.cups.urls")),
    path("<slug:league>/", include("league.schedule.urls")),
    path("<slug:league>/", include("league.noticeboard.urls")),
    path("<slug:league>/", include("league.teams.urls")),
    path("<slug:league>/", include("league.pages.urls")),
]
if settings.DEMO:
    urlpatterns.insert(0, path("demo/", include("league.teams.demo_urls")))

handler400 = "league.pages.views.site.bad_request"
handler403 = "league.pages.views.site.forbidden"
handler404 = "league.pages.views.site.not_found"
handler500 = "league.pages.views.site.server_error"
