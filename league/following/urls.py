"""Addresses of following: how to follow something, a follow by its link, and the weekly e-mail."""

from django.urls import URLPattern, path

from league.following.views import follows, weekly

urlpatterns: list[URLPattern] = [
    path("follow/", follows.follow_league, name="follow-league"),
    path("follow/teams/<slug:team>/", follows.follow_team, name="follow-team"),
    path("follow/players/<slug:player>/", follows.follow_player, name="follow-player"),
    path("follow/cups/<slug:season>/<slug:cup>/", follows.follow_cup, name="follow-cup"),
    path("following/<str:token>/", follows.follow_page, name="follow"),
    path("following/<str:token>/removal/", follows.removal, name="unfollow"),
    path("weekly/", weekly.sign_up, name="weekly"),
    path("weekly/switch/", weekly.switch, name="weekly-switch"),
    path("weekly/confirmation/<str:token>/", weekly.confirmation, name="confirm-weekly"),
    path("weekly/stop/<str:token>/", weekly.stop, name="stop-weekly"),
]
