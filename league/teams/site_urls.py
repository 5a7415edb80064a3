"""Addresses of people that belong to no league."""

from django.urls import path

from league.teams.views import join_requests, leagues, people

urlpatterns = [
    path("me/start/", people.start, name="start"),
    path("invitation/<str:token>/", people.invitation, name="invitation"),
    path("invitation/<str:token>/renewal/", people.invitation_renewal, name="renew-invitation"),
    path("me/invitation/", people.invitation_expired, name="invitation-over"),
    path("join/<str:token>/", join_requests.join, name="join"),
    path("join/<str:token>/received/", join_requests.received, name="join-received"),
    path("leagues/new/", leagues.new_league, name="new-league"),
]
