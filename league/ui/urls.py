"""Addresses of the look: stylesheet, the scorer's script, letters, the choice of light or dark, the style page."""

from django.urls import path

from league.ui import views

urlpatterns = [
    path("style/", views.style, name="style"),
    path("style/theme/", views.theme, name="theme"),
    path("style/<slug:digest>.css", views.css, name="stylesheet"),
    path("style/<slug:digest>.js", views.js, name="scorer-script"),
    path("style/<slug:digest>.woff2", views.font, name="typeface"),
]
