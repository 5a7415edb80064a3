"""Addresses of live matches, of who can play (the player’s by a link, the captain’s), and of the draw."""

from django.urls import URLPattern, path

from league.base.ui import converters
from league.base.ui.old_addresses import leads_to
from league.matchnight.views import availability, live_captain, scorer, spectators

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"
OWN = "availability/<str:token>"
TEAM = "squads/<slug:team>/availability"
SHEET = f"{TEAM}/<day:on>/<slug:match>"
DRAW = "<day:on>/<slug:match>/draw"

LIVE: list[URLPattern] = [
    path(f"{MATCH}/score/", scorer.score, name="score"),
    path(f"{MATCH}/live/events/", scorer.events, name="live-events"),
    path(f"{MATCH}/live/state/", scorer.state, name="live-state"),
    path(f"{MATCH}/live/links/", live_captain.links, name="scorer-links"),
    path(f"{MATCH}/live/links/<int:pk>/revocation/", live_captain.revocation, name="scorer-link-end"),
    path(f"{MATCH}/live/", spectators.live, name="live"),
    path(f"{MATCH}/live/image-<int:head>.jpg", spectators.image, name="live-image"),
    path(f"{MATCH}/live/overlay/", spectators.overlay, name="live-overlay"),
    path("tonight/", spectators.tonight, name="tonight"),
    path("tv/", spectators.tv),
    path(f"{MATCH}/live/card/", live_captain.card, name="live-card"),
    path(f"{MATCH}/live/games/<int:line>-<int:game>/tracks/", live_captain.tracks, name="live-tracks"),
]
urlpatterns: list[URLPattern] = [
    path("availability/", availability.own, name="own-availability"),
    path(f"{OWN}/", availability.own_answers, name="player-availability"),
    path(f"{OWN}/away/", availability.absences, name="player-absences"),
    path(f"{OWN}/away/<int:pk>/removal/", availability.absence_removal, name="remove-absence"),
    path(f"{OWN}/renewal/", availability.renewal, name="renew-own-link"),
    path(f"{TEAM}/", availability.team_matches, name="team-availability"),
    path(f"{TEAM}/links/", leads_to("team-availability", section="links", open="links")),
    path(f"{TEAM}/links/<int:pk>/renewal/", availability.link_renewal, name="renew-player-link"),
    path(f"{TEAM}/links/<int:pk>/revocation/", availability.link_revocation, name="revoke-player-link"),
    path(f"{SHEET}/", availability.match, name="team-sheet"),
    path(f"{SHEET}/answers/", availability.answers, name="captain-answers"),
    path(f"{SHEET}/reserve/", availability.reserve, name="ask-reserve"),
    path(f"{SHEET}/nights/", availability.other_nights, name="other-nights"),
    path(f"{DRAW}/", live_captain.draw, name="match-draw"),
    path(f"{DRAW}/order/", live_captain.order, name="put-in-order"),
    path(f"{DRAW}/paper/", live_captain.paper, name="draw-on-paper"),
]

# The service worker stands at the top so that it may keep any match.
OF_NO_LEAGUE = [
    path("s/<str:token>/", scorer.scorer_link, name="scorer-link"),
    path("sw.js", scorer.service_worker, name="service-worker"),
    path("scorer.webmanifest", scorer.manifest, name="scorer-manifest"),
]
