"""Addresses of the results app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
