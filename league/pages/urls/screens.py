"""Addresses of a league's screens."""

from django.urls import path

from league.pages.views import screens as views

urlpatterns = [
    path("settings/screens/", views.screens, name="screens"),
    path("settings/screens/new/", views.new_screen, name="new-screen"),
    path("settings/screens/<int:pk>/revocation/", views.revocation, name="revoke-screen"),
]
