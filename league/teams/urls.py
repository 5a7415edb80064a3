"""Addresses of a league's people, places, news and pages, for those who look after them."""

from django.urls import path

from league.base.ui.old_addresses import leads_to
from league.teams.choices import ArticleKind
from league.teams.views import join_requests, leagues, noticeboard, people, squads

ARTICLES = ((ArticleKind.NEWS, "news"), (ArticleKind.PAGE, "about"))
ARTICLE_PAGES = (
    ("", noticeboard.articles, "list"),
    ("new/", noticeboard.new_article, "new"),
    ("<slug:article>/", noticeboard.article, "item"),
    ("<slug:article>/details/", noticeboard.article_details, "details"),
    ("<slug:article>/publication/", noticeboard.publication, "publication"),
    ("<slug:article>/withdrawal/", noticeboard.withdrawal, "withdrawal"),
    ("<slug:article>/removal/", noticeboard.removal, "removal"),
)

urlpatterns = [
    *(
        path(f"{first}/{rest}", view, {"kind": kind.value}, name=f"{kind.value}-{name}")
        for kind, first in ARTICLES
        for rest, view, name in ARTICLE_PAGES
    ),
    path("people/", people.people, name="people"),
    path("people/invitations/new/", people.invite, name="invite-person"),
    path("people/join-links/", join_requests.links, name="join-links"),
    path("people/join-links/making/", join_requests.making, name="make-join-links"),
    path("people/join-links/<int:pk>/renewal/", join_requests.renewal, name="renew-join-link"),
    path("people/join-links/<int:pk>/revocation/", join_requests.revocation, name="revoke-join-link"),
    path("people/requests/", join_requests.requests, name="join-requests"),
    path("people/requests/approval/", join_requests.approval, name="approve-joining"),
    path("people/requests/<int:pk>/refusal/", join_requests.refusal, name="refuse-joining"),
    path("officers/", leads_to("page-list", section="officers"), name="officers"),
    path("officers/details/", noticeboard.officers_details, name="officers-details"),
    path("contacts/", people.contacts, name="contacts"),
    path("roles/<int:pk>/invitation/", people.invite_once_more, name="invite-again"),
    path("roles/<int:pk>/ending/", people.ending, name="end-role"),
    path("squads/<slug:team>/", squads.squad, name="squad"),
    path("squads/<slug:team>/registrations/new/", squads.register_player, name="register-player"),
    path("squads/<slug:team>/registrations/<int:pk>/leaving/", squads.leaving, name="leave-team"),
    path("squads/<slug:team>/join-link/", join_requests.team_link, name="team-join-link"),
    path("squads/<slug:team>/join-link/renewal/", join_requests.team_renewal, name="renew-team-join-link"),
    path("squads/<slug:team>/nominations/", squads.nominating, name="nominate-players"),
    path("squads/<slug:team>/transfers/<int:pk>/agreement/", squads.agreement, name="agree-transfer"),
    path("registrations/", squads.registrations, name="registrations"),
    path("registrations/signings/", squads.signings, name="check-signings"),
    path("registrations/<int:pk>/approval/", squads.approval, name="approve-registration"),
    path("registrations/<int:pk>/refusal/", squads.refusal, name="refuse-registration"),
    path("transfers/<int:pk>/acceptance/", squads.acceptance, name="accept-transfer"),
    path("transfers/<int:pk>/refusal/", squads.transfer_refusal, name="refuse-transfer"),
    path("pictures/<int:pk>/", leagues.picture, name="picture"),
    path("settings/look/", leagues.league_look, name="league-look"),
    path("settings/look/crest/removal/", leagues.league_crest_removal, name="remove-league-crest"),
    path("settings/sponsor/", leagues.sponsor, name="league-sponsor"),
    path("settings/sponsor/removal/", leagues.sponsor_removal, name="remove-sponsor"),
    path("settings/", leagues.league_settings, name="league-settings"),
]

OF_NO_LEAGUE = [
    path("me/start/", people.start, name="start"),
    path("invitation/<str:token>/", people.invitation, name="invitation"),
    path("invitation/<str:token>/renewal/", people.invitation_renewal, name="renew-invitation"),
    path("me/invitation/", people.invitation_expired, name="invitation-over"),
    path("join/<str:token>/", join_requests.join, name="join"),
    path("join/<str:token>/received/", join_requests.received, name="join-received"),
    path("leagues/new/", leagues.new_league, name="new-league"),
]

# One-tap sign-in, on a demonstration only.
DEMONSTRATION = [
    path("demo/", people.demo, name="demo"),
    path("demo/<int:pk>/", people.demo_sign_in, name="demo-sign-in"),
]
