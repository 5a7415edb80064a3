"""Addresses of live matches: the scorer, the ingest of events, the spectators."""

from django.urls import URLPattern, path

from league.base.ui import converters
from league.matchnight.views import ingest, scorer, spectators
from league.matchnight.views import live_captain as captain

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}/score/", scorer.score, name="score"),
    path(f"{MATCH}/live/events/", ingest.events, name="live-events"),
    path(f"{MATCH}/live/state/", ingest.state, name="live-state"),
    path(f"{MATCH}/live/links/", captain.links, name="scorer-links"),
    path(f"{MATCH}/live/links/<int:pk>/revocation/", captain.revocation, name="scorer-link-end"),
    path(f"{MATCH}/live/", spectators.live, name="live"),
    path(f"{MATCH}/live/image-<int:head>.jpg", spectators.image, name="live-image"),
    path(f"{MATCH}/live/overlay/", spectators.overlay, name="live-overlay"),
    path("tonight/", spectators.tonight, name="tonight"),
    path("tv/", spectators.tv, name="tv"),
    path(f"{MATCH}/live/card/", captain.card, name="live-card"),
    path(f"{MATCH}/live/games/<int:line>-<int:game>/tracks/", captain.tracks, name="live-tracks"),
]
