"""Addresses of the pages app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
