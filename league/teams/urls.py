"""Addresses of a league's people and places, for those who look after them. The public pages are elsewhere."""

from django.urls import path

from league.teams.views import desk, joining, leagues, officers, people, places, squads

urlpatterns = [
    path("people/", people.people, name="people"),
    path("people/invitations/new/", people.invite, name="invite-person"),
    path("people/join-links/", joining.links, name="join-links"),
    path("people/join-links/making/", joining.making, name="make-join-links"),
    path("people/join-links/<int:pk>/renewal/", joining.renewal, name="renew-join-link"),
    path("people/join-links/<int:pk>/revocation/", joining.revocation, name="revoke-join-link"),
    path("people/requests/", joining.requests, name="join-requests"),
    path("people/requests/approval/", joining.approval, name="approve-joining"),
    path("people/requests/<int:pk>/refusal/", joining.refusal, name="refuse-joining"),
    path("officers/", officers.officers, name="officers"),
    path("officers/details/", officers.details, name="officers-details"),
    path("contacts/", people.contacts, name="contacts"),
    path("roles/<int:pk>/invitation/", people.invite_once_more, name="invite-again"),
    path("roles/<int:pk>/ending/", people.ending, name="end-role"),
    path("squads/", squads.squads, name="squads"),
    path("squads/<slug:team>/", squads.squad, name="squad"),
    path("squads/<slug:team>/registrations/new/", squads.register_player, name="register-player"),
    path("squads/<slug:team>/registrations/<int:pk>/leaving/", squads.leaving, name="leave-team"),
    path("squads/<slug:team>/join-link/", joining.team_link, name="team-join-link"),
    path("squads/<slug:team>/join-link/renewal/", joining.team_renewal, name="renew-team-join-link"),
    path("squads/<slug:team>/nominations/", squads.nominating, name="nominate-players"),
    path("squads/<slug:team>/transfers/<int:pk>/agreement/", squads.agreement, name="agree-transfer"),
    path("registrations/", desk.registrations, name="registrations"),
    path("registrations/signings/", desk.signings, name="check-signings"),
    path("registrations/<int:pk>/approval/", desk.approval, name="approve-registration"),
    path("registrations/<int:pk>/refusal/", desk.refusal, name="refuse-registration"),
    path("transfers/<int:pk>/acceptance/", desk.acceptance, name="accept-transfer"),
    path("transfers/<int:pk>/refusal/", desk.transfer_refusal, name="refuse-transfer"),
    path("teams/new/", places.new_team, name="new-team"),
    path("teams/<slug:team>/details/", places.team_details, name="edit-team"),
    path("venues/new/", places.new_venue, name="new-venue"),
    path("venues/<slug:venue>/details/", places.venue_details, name="edit-venue"),
    path("venues/<slug:venue>/closures/", places.closures, name="venue-closures"),
    path("venues/<slug:venue>/closures/<int:pk>/removal/", places.closure_removal, name="remove-closure"),
    path("settings/", leagues.league_settings, name="league-settings"),
]
