"""Addresses within a league."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
