"""Where the site administrator brings in a whole league."""

from django.urls import path

from league.exchange.views import arrivals

urlpatterns = [
    path("leagues/archive/", arrivals.bringing, name="bring-in-league"),
    path("leagues/archive/<int:pk>/", arrivals.arriving, name="arriving-league"),
    path("leagues/archive/<int:pk>/cancellation/", arrivals.stopping, name="stop-arriving-league"),
]
