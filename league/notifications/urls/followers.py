"""Addresses of following: how to follow something, a follow by its link, and the weekly e-mail."""

from django.urls import URLPattern, path

from league.notifications.views import followers as views

urlpatterns: list[URLPattern] = [
    path("follow/", views.follow_league, name="follow-league"),
    path("follow/teams/<slug:team>/", views.follow_team, name="follow-team"),
    path("follow/players/<slug:player>/", views.follow_player, name="follow-player"),
    path("follow/cups/<slug:season>/<slug:cup>/", views.follow_cup, name="follow-cup"),
    path("following/<str:token>/", views.follow_page, name="follow"),
    path("following/<str:token>/removal/", views.removal, name="unfollow"),
    path("weekly/", views.sign_up, name="weekly"),
    path("weekly/switch/", views.switch, name="weekly-switch"),
    path("weekly/confirmation/<str:token>/", views.confirmation, name="confirm-weekly"),
    path("weekly/stop/<str:token>/", views.stop, name="stop-weekly"),
]
