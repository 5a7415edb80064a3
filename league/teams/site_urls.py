"""Addresses of people that belong to no league."""

from django.urls import path

from league.teams.views import entrance, joining, leagues

urlpatterns = [
    path("me/", entrance.me, name="me"),
    path("me/start/", entrance.start, name="start"),
    path("invitation/<str:token>/", entrance.invitation, name="invitation"),
    path("invitation/<str:token>/renewal/", entrance.renewal, name="renew-invitation"),
    path("me/invitation/", entrance.over, name="invitation-over"),
    path("join/<str:token>/", joining.join, name="join"),
    path("join/<str:token>/received/", joining.received, name="join-received"),
    path("leagues/new/", leagues.new_league, name="new-league"),
]
