"""Addresses of a league's people and places, for those who look after them. The public pages are elsewhere."""

from django.urls import path

from league.teams.views import join_requests, leagues, people, places, registrations, squads

urlpatterns = [
    path("people/", people.people, name="people"),
    path("people/invitations/new/", people.invite, name="invite-person"),
    path("people/join-links/", join_requests.links, name="join-links"),
    path("people/join-links/making/", join_requests.making, name="make-join-links"),
    path("people/join-links/<int:pk>/renewal/", join_requests.renewal, name="renew-join-link"),
    path("people/join-links/<int:pk>/revocation/", join_requests.revocation, name="revoke-join-link"),
    path("people/requests/", join_requests.requests, name="join-requests"),
    path("people/requests/approval/", join_requests.approval, name="approve-joining"),
    path("people/requests/<int:pk>/refusal/", join_requests.refusal, name="refuse-joining"),
    path("officers/", leagues.officers, name="officers"),
    path("officers/details/", leagues.officers_details, name="officers-details"),
    path("contacts/", people.contacts, name="contacts"),
    path("roles/<int:pk>/invitation/", people.invite_once_more, name="invite-again"),
    path("roles/<int:pk>/ending/", people.ending, name="end-role"),
    path("squads/", squads.squads, name="squads"),
    path("squads/<slug:team>/", squads.squad, name="squad"),
    path("squads/<slug:team>/registrations/new/", squads.register_player, name="register-player"),
    path("squads/<slug:team>/registrations/<int:pk>/leaving/", squads.leaving, name="leave-team"),
    path("squads/<slug:team>/join-link/", join_requests.team_link, name="team-join-link"),
    path("squads/<slug:team>/join-link/renewal/", join_requests.team_renewal, name="renew-team-join-link"),
    path("squads/<slug:team>/nominations/", squads.nominating, name="nominate-players"),
    path("squads/<slug:team>/transfers/<int:pk>/agreement/", squads.agreement, name="agree-transfer"),
    path("registrations/", registrations.registrations, name="registrations"),
    path("registrations/signings/", registrations.signings, name="check-signings"),
    path("registrations/<int:pk>/approval/", registrations.approval, name="approve-registration"),
    path("registrations/<int:pk>/refusal/", registrations.refusal, name="refuse-registration"),
    path("transfers/<int:pk>/acceptance/", registrations.acceptance, name="accept-transfer"),
    path("transfers/<int:pk>/refusal/", registrations.transfer_refusal, name="refuse-transfer"),
    path("teams/new/", places.new_team, name="new-team"),
    path("teams/<slug:team>/details/", places.team_details, name="edit-team"),
    path("venues/new/", places.new_venue, name="new-venue"),
    path("venues/<slug:venue>/details/", places.venue_details, name="edit-venue"),
    path("venues/<slug:venue>/closures/", places.closures, name="venue-closures"),
    path("venues/<slug:venue>/closures/<int:pk>/removal/", places.closure_removal, name="remove-closure"),
    path("settings/", leagues.league_settings, name="league-settings"),
]
