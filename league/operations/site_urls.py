"""Where people see how the site is, and its administrator how it is kept."""

from django.urls import path

from league.operations.views import backups, status

urlpatterns = [path("backups/", backups, name="backups"), path("status/", status, name="status")]
