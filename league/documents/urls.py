"""Addresses of what is printed, and of files for a spreadsheet."""

from django.urls import path

from league.base.ui import converters
from league.base.ui.old_addresses import leads_to
from league.documents.views import calendars, papers, sheets

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

CALENDARS = [
    path("calendar/", calendars.calendars, name="calendars"),
    path("calendar/links/", leads_to("calendars", section="links")),
    path("calendar/links/<int:pk>/revocation/", calendars.revocation, name="calendar-link-end"),
    path("calendar/<str:token>.ics", calendars.link_feed, name="calendar-link"),
    path("calendar.ics", calendars.whole_league, name="league-calendar"),
    path("table/<slug:division>/calendar.ics", calendars.division, name="division-calendar"),
    path("venues/<slug:venue>/calendar.ics", calendars.venue, name="venue-calendar"),
    path("cups/<slug:season>/<slug:cup>/calendar.ics", calendars.cup, name="cup-calendar"),
    path(f"{MATCH}/calendar.ics", calendars.match, name="match-calendar"),
    path("<slug:team>/calendar.ics", calendars.team, name="team-calendar"),
]

PRINT = [
    path("print/", papers.everything, name="print"),
    path("print/booklet/", papers.booklet, name="print-booklet"),
    path("seasons/<slug:season>/booklet/", papers.booklet, name="season-booklet"),
    path("print/cards/", papers.cards, name="print-cards"),
    path("print/papers/<slug:made>/", papers.paper, name="paper"),
    path("print/papers/<slug:made>.pdf", papers.file, name="paper-file"),
    path("print/papers/<slug:made>/cancellation/", papers.cancellation, name="paper-cancellation"),
    path("print/papers/<slug:made>/repetition/", papers.repetition, name="paper-repetition"),
    path("print/<slug:size>/tonight.pdf", sheets.tonight, name="tonight-poster"),
    path("print/<slug:size>/nights/<day:on>.pdf", sheets.evening, name="night-poster"),
    path("print/<slug:size>/tables/<slug:division>.pdf", sheets.table, name="table-poster"),
    path("print/<slug:size>/fixtures/<slug:division>.pdf", sheets.fixtures, name="fixtures-poster"),
    path("print/<slug:size>/teams/<slug:team>.pdf", sheets.team, name="team-poster"),
    path("print/<slug:size>/venues/<slug:venue>.pdf", sheets.venue, name="venue-poster"),
    path("print/labels/<slug:labels>/teams.pdf", sheets.teams, name="team-labels"),
    path("print/labels/<slug:labels>/<day:on>.pdf", sheets.night, name="night-labels"),
    path("print/registration-form.pdf", sheets.blank_form, name="registration-form"),
    path("print/join-links.pdf", sheets.join_sheets, name="join-sheets"),
    path("print/contact-sheet.pdf", sheets.contact_sheet, name="contact-sheet"),
    path("squads/<slug:team>/join-link.pdf", sheets.team_join_sheet, name="team-join-sheet"),
    path("squads/<slug:team>/registration-form.pdf", sheets.team_form, name="team-registration-form"),
]

urlpatterns = [
    *PRINT,
    *CALENDARS,
    path("fixtures.csv", papers.fixtures, name="fixtures-csv"),
    path("seasons/<slug:season>/fixtures.csv", papers.fixtures, name="fixtures-csv"),
    path("cups/<slug:season>/<slug:cup>/bracket-<slug:paper>.pdf", sheets.tree, name="cup-pdf"),
    path(f"{MATCH}/blank-card.pdf", sheets.blank_card, name="blank-card"),
    path(f"{MATCH}/result-card.pdf", sheets.result_card, name="result-card"),
]
