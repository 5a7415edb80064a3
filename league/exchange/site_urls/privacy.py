"""Addresses that belong to no league."""

from django.urls import path

from league.exchange.views import privacy as views

urlpatterns = [path("privacy/", views.privacy, name="privacy")]
