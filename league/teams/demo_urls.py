"""One-tap sign-in; these addresses exist on a demonstration only."""

from django.urls import path

from league.teams.views import entrance

urlpatterns = [
    path("", entrance.demo, name="demo"),
    path("<int:pk>/", entrance.demo_sign_in, name="demo-sign-in"),
]
