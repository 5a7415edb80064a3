"""Addresses of what is printed, and of files for a spreadsheet."""

from django.urls import path

from league.documents.views import brackets, calendar_links, calendars, cards, spreadsheets
from league.ui import converters

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

CALENDARS = [
    path("calendar/", calendars.calendars, name="calendars"),
    path("calendar/links/", calendar_links.links, name="calendar-links"),
    path("calendar/links/<int:pk>/revocation/", calendar_links.revocation, name="calendar-link-end"),
    path("calendar/<str:token>.ics", calendar_links.followed, name="calendar-link"),
    path("calendar.ics", calendars.whole_league, name="league-calendar"),
    path("table/<slug:division>/calendar.ics", calendars.division, name="division-calendar"),
    path("venues/<slug:venue>/calendar.ics", calendars.venue, name="venue-calendar"),
    path("cups/<slug:season>/<slug:cup>/calendar.ics", calendars.cup, name="cup-calendar"),
    path("<slug:team>/calendar.ics", calendars.team, name="team-calendar"),
]

urlpatterns = [
    *CALENDARS,
    path("fixtures.csv", spreadsheets.fixtures, name="fixtures-csv"),
    path("seasons/<slug:season>/fixtures.csv", spreadsheets.fixtures, name="fixtures-csv"),
    path("cups/<slug:season>/<slug:cup>/bracket-<slug:paper>.pdf", brackets.tree, name="cup-pdf"),
    path(f"{MATCH}/blank-card.pdf", cards.blank_card, name="blank-card"),
    path(f"{MATCH}/result-card.pdf", cards.result_card, name="result-card"),
]
