"""Where the site administrator brings in a whole league."""

from django.urls import path

from league.exchange.views import archives

urlpatterns = [path("leagues/archive/", archives.bringing, name="bring-in-league")]
