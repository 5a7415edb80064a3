"""Addresses of the scorer in no league. The service worker stands at the top so that it may keep any match."""

from django.urls import path

from league.matchnight.views import scorer

urlpatterns = [
    path("s/<str:token>/", scorer.scorer_link, name="scorer-link"),
    path("sw.js", scorer.service_worker, name="service-worker"),
    path("scorer.webmanifest", scorer.manifest, name="scorer-manifest"),
]
