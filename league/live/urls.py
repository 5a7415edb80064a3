"""Addresses of live matches: the scorer, the wire, the spectators."""

from django.urls import URLPattern, path

from league.live.views import cards, links, scorer, tonight, tracks, watch, wire
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns: list[URLPattern] = [
    path(f"{MATCH}/score/", scorer.score, name="score"),
    path(f"{MATCH}/live/events/", wire.events, name="live-events"),
    path(f"{MATCH}/live/state/", wire.state, name="live-state"),
    path(f"{MATCH}/live/links/", links.links, name="scorer-links"),
    path(f"{MATCH}/live/links/<int:pk>/revocation/", links.revocation, name="scorer-link-end"),
    path(f"{MATCH}/live/", watch.live, name="live"),
    path(f"{MATCH}/live/image-<int:head>.jpg", watch.image, name="live-image"),
    path("tonight/", tonight.tonight, name="tonight"),
    path("tv/", tonight.tv, name="tv"),
    path(f"{MATCH}/live/card/", cards.card, name="live-card"),
    path(f"{MATCH}/live/games/<int:line>-<int:game>/tracks/", tracks.tracks, name="live-tracks"),
]
