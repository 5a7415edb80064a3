"""Addresses outside leagues: what the site holds about a person, importing a whole league, and the API."""

from django.urls import path

from league.exchange.views import api_pages as pages
from league.exchange.views import imports, privacy
from league.exchange.views.api_pages import V1

urlpatterns = [
    path("me/", privacy.me, name="me"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("leagues/archive/", imports.import_page, name="import-league"),
    path("leagues/archive/<int:pk>/", imports.import_progress, name="arriving-league"),
    path("leagues/archive/<int:pk>/cancellation/", imports.import_cancellation, name="stop-arriving-league"),
    path("me/programs/", pages.programs, name="programs"),
    path("me/programs/<int:pk>/revocation/", pages.revocation, name="revoke-program"),
    path(V1, pages.about, name="api-about"),
    path(f"{V1}openapi.json", pages.operation, name="api-description"),
    path(f"{V1}<anything:rest>", pages.operation, name="api-operation"),
]
