"""Addresses of people that belong to no league."""

from django.urls import path

from league.teams.views import entrance, leagues

urlpatterns = [
    path("me/", entrance.me, name="me"),
    path("me/start/", entrance.start, name="start"),
    path("invitation/<str:token>/", entrance.invitation, name="invitation"),
    path("leagues/new/", leagues.new_league, name="new-league"),
]
