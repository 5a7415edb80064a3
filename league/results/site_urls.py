"""Addresses of the printed card's code: the match that it opens to whoever holds the paper."""

from django.urls import path

from league.results.views import by_code
from league.schedule.models import CODES_AT

CODE = f"{CODES_AT.removeprefix('/')}<slug:code>"

urlpatterns = [
    path(f"{CODE}/send/", by_code.send, name="code-send"),
    path(f"{CODE}/card/", by_code.card, name="code-card"),
    path(f"{CODE}/score/", by_code.score, name="code-score"),
    path(f"{CODE}/photo/", by_code.photo, name="code-photo"),
    path(f"{CODE}/sent/<str:receipt>/", by_code.sent, name="code-sent"),
]
