"""Where the site administrator sees how the site is kept."""

from django.urls import path

from league.operations.views import backups

urlpatterns = [path("backups/", backups, name="backups")]
