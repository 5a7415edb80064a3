"""Addresses within a league."""

from django.urls import path

from league.exchange.views import privacy as views

urlpatterns = [
    path("privacy/", views.search, name="data-requests"),
    path("privacy/mine/", views.mine, name="own-data"),
    path("privacy/mine/copy/", views.own_copy, name="own-copy"),
    path("privacy/players/<slug:player>/", views.person, name="player-data"),
    path("privacy/players/<slug:player>/copy/", views.copy, name="player-copy"),
    path("privacy/players/<slug:player>/erasure/", views.erasure, name="erase-player"),
    path("privacy/players/<slug:player>/age/", views.age, name="player-age"),
    path("privacy/accounts/<int:pk>/", views.person, name="account-data"),
    path("privacy/accounts/<int:pk>/copy/", views.copy, name="account-copy"),
    path("privacy/accounts/<int:pk>/erasure/", views.erasure, name="erase-account"),
]
