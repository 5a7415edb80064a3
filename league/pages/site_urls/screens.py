"""Addresses of screens in no league: what a television opens, and where its code is typed."""

from django.urls import path

from league.pages.views import screens as views

urlpatterns = [
    path("tv/", views.tv, name="screen"),
    path("tv/pair/", views.pair, name="pair-screen"),
]
