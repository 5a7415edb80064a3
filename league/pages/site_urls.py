"""Addresses that belong to no league."""

from django.urls import path

from league.pages.views import errors, site

urlpatterns = [
    path("", site.home, name="home"),
    path("healthz", errors.healthz, name="healthz"),
    path("readyz", errors.readyz, name="readyz"),
]
