"""Addresses of who can play: a player's own by the link, the captain's under the squad."""

from django.urls import URLPattern, path

from league.base.ui import converters
from league.matchnight.views import availability_captain as captain
from league.matchnight.views import player

assert converters  # <day:...> is known once its module is imported

OWN = "availability/<str:token>"
TEAM = "squads/<slug:team>/availability"
MATCH = f"{TEAM}/<day:on>/<slug:match>"

urlpatterns: list[URLPattern] = [
    path("availability/", player.own, name="own-availability"),
    path(f"{OWN}/", player.answers, name="player-availability"),
    path(f"{OWN}/away/", player.absences, name="player-absences"),
    path(f"{OWN}/away/<int:pk>/removal/", player.absence_removal, name="remove-absence"),
    path(f"{OWN}/renewal/", player.renewal, name="renew-own-link"),
    path(f"{TEAM}/", captain.team_matches, name="team-availability"),
    path(f"{TEAM}/settings/", captain.settings, name="availability-settings"),
    path(f"{TEAM}/links/", captain.links, name="availability-links"),
    path(f"{TEAM}/links/<int:pk>/renewal/", captain.link_renewal, name="renew-player-link"),
    path(f"{TEAM}/links/<int:pk>/revocation/", captain.link_revocation, name="revoke-player-link"),
    path(f"{MATCH}/", captain.match, name="team-sheet"),
    path(f"{MATCH}/answers/", captain.answers, name="captain-answers"),
    path(f"{MATCH}/reserve/", captain.reserve, name="ask-reserve"),
    path(f"{MATCH}/nights/", captain.other_nights, name="other-nights"),
]
