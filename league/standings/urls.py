"""Addresses of the standings app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
