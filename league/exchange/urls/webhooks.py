"""Addresses of a league's webhooks."""

from django.urls import path

from league.exchange.views import webhooks as views

ONE = "settings/webhooks/<int:pk>/"

urlpatterns = [
    path("settings/webhooks/", views.webhooks, name="webhooks"),
    path("settings/webhooks/new/", views.new_webhook, name="new-webhook"),
    path(ONE, views.webhook, name="webhook"),
    path(f"{ONE}test/", views.test, name="test-webhook"),
    path(f"{ONE}renewal/", views.renewal, name="renew-webhook"),
    path(f"{ONE}activation/", views.activation, name="switch-on-webhook"),
    path(f"{ONE}removal/", views.removal, name="remove-webhook"),
]
