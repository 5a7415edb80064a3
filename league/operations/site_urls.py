"""Where people see how the site is, and its administrator how it is kept."""

from django.urls import path

from league.operations.views import console, status

urlpatterns = [path("console/", console, name="console"), path("status/", status, name="status")]
