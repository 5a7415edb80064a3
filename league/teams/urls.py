"""Addresses of the teams app."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
