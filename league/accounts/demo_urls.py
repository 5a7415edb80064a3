"""One-tap sign-in; these addresses exist on a demonstration only."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
