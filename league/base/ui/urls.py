"""Addresses of the look: stylesheet, the choice of light or dark, the style page."""

from django.urls import path

from league.base.ui import views

urlpatterns = [
    path("style/", views.style, name="style"),
    path("style/theme/", views.theme, name="theme"),
    path("style/<slug:digest>.css", views.css, name="stylesheet"),
]
