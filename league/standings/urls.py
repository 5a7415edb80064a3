"""Addresses of the tables."""

from django.urls import path

from league.standings.views import embeds, pictures, shields, table

urlpatterns = [
    path("table/", table.current, name="table"),
    path("table/<slug:division>/", table.current, name="table"),
    path("table/<slug:division>/print/", table.noticeboard, name="table-print"),
    path("table/<slug:division>/image-<slug:digest>.jpg", pictures.image, name="table-image"),
    path("table/<slug:division>/embed/", embeds.embed, name="table-embed"),
    path("table/<slug:division>/embedding/", embeds.embedding, name="table-embedding"),
    path("season/<slug:season>/mending/<slug:division>/shields/", shields.shields, name="split-shields"),
    path("seasons/", table.seasons, name="seasons"),
    path("seasons/<slug:season>/table/<slug:division>/", table.past, name="season-table"),
]
