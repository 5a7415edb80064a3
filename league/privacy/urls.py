"""Addresses within a league."""

from django.urls import path

from league.privacy.views import people

urlpatterns = [
    path("privacy/", people.search, name="privacy-desk"),
    path("privacy/mine/", people.mine, name="own-data"),
    path("privacy/mine/copy/", people.own_copy, name="own-copy"),
    path("privacy/players/<slug:player>/", people.person, name="player-data"),
    path("privacy/players/<slug:player>/copy/", people.copy, name="player-copy"),
    path("privacy/players/<slug:player>/erasure/", people.erasure, name="erase-player"),
    path("privacy/players/<slug:player>/age/", people.age, name="player-age"),
    path("privacy/accounts/<int:pk>/", people.person, name="account-data"),
    path("privacy/accounts/<int:pk>/copy/", people.copy, name="account-copy"),
    path("privacy/accounts/<int:pk>/erasure/", people.erasure, name="erase-account"),
]
