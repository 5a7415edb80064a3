"""One-tap sign-in; these addresses exist on a demonstration only."""

from django.urls import path

from league.teams.views import people

urlpatterns = [path("", people.demo, name="demo"), path("<int:pk>/", people.demo_sign_in, name="demo-sign-in")]
