"""Addresses that belong to no league."""

from django.urls import path

from league.privacy import views

urlpatterns = [path("privacy/", views.privacy, name="privacy")]
