"""Where the site administrator brings in a whole league."""

from django.urls import path

from league.importexport.views import league_imports

urlpatterns = [
    path("leagues/archive/", league_imports.import_page, name="bring-in-league"),
    path("leagues/archive/<int:pk>/", league_imports.import_progress, name="arriving-league"),
    path("leagues/archive/<int:pk>/cancellation/", league_imports.import_cancellation, name="stop-arriving-league"),
]
