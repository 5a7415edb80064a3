"""Addresses of a league's public pages; a team's own name comes last."""

from django.urls import path

from league.pages.views import fixtures, league, match, people, reading, secretary
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

urlpatterns = [
    path("", league.home, name="league-home"),
    path("inbox/", secretary.inbox, name="inbox"),
    path("adjustments/", secretary.adjustments, name="adjustments"),
    path("adjustments/new/", secretary.adjustment, name="new-adjustment"),
    path("adjustments/<int:pk>/revocation/", secretary.revocation, name="revoke-adjustment"),
    path("fixtures/", fixtures.fixtures, name="fixtures"),
    path("seasons/<slug:season>/fixtures/", fixtures.past, name="season-fixtures"),
    path("teams/", league.teams, name="teams"),
    path("players/", people.players, name="players"),
    path("players/<slug:player>/", people.player, name="player"),
    path("venues/", league.venues, name="venues"),
    path("venues/<slug:venue>/", league.venue, name="venue"),
    path("rule-book/", reading.rules, name="rule-book"),
    path("search/", reading.find, name="search"),
    path("<day:on>/<slug:match>/", match.match, name="match"),
    path("<slug:team>/", league.team, name="team"),
]
