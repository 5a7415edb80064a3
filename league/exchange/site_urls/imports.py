"""Where the site administrator imports a whole league."""

from django.urls import path

from league.exchange.views import imports

urlpatterns = [
    path("leagues/archive/", imports.import_page, name="import-league"),
    path("leagues/archive/<int:pk>/", imports.import_progress, name="arriving-league"),
    path("leagues/archive/<int:pk>/cancellation/", imports.import_cancellation, name="stop-arriving-league"),
]
