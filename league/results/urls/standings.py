"""Addresses of the tables."""

from django.urls import path

from league.results.views import standings as views

urlpatterns = [
    path("table/", views.current, name="table"),
    path("table/<slug:division>/", views.current, name="table"),
    path("table/<slug:division>/print/", views.noticeboard, name="table-print"),
    path("table/<slug:division>/image-<slug:digest>.jpg", views.image, name="table-image"),
    path("table/<slug:division>/embed/", views.embed, name="table-embed"),
    path("table/<slug:division>/embedding/", views.embedding, name="table-embedding"),
    path("season/<slug:season>/mending/<slug:division>/shields/", views.shields, name="split-shields"),
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/<slug:season>/table/<slug:division>/", views.past, name="season-table"),
]
