"""Addresses within a league of what is sent to people, and of following."""

from django.urls import path

from league.base.ui.old_addresses import leads_to
from league.notifications.views import followers, messages, preferences

LATE = "late-cards/<int:fixture>-<int:entry>"

urlpatterns = [
    path("messages/", messages.messages, name="messages"),
    path("messages/<int:pk>/", messages.message, name="message"),
    path("messages/<int:pk>/repetition/", messages.repetition, name="send-again"),
    path("what-we-send/", preferences.kinds, name="email-choices"),
    path("what-we-send/phones/", preferences.addition, name="add-phone"),
    path("what-we-send/phones/removal/", preferences.removal, name="stop-phone"),
    path("what-we-send/texts/", preferences.texts, name="choose-texts"),
    path("unsubscribe/<str:token>/", preferences.unsubscribe, name="unsubscribe"),
    path("notices/", messages.notices, name="notices"),
    path("notices/new/", leads_to("notices")),
    path("late-cards/", messages.late_cards, name="late-cards"),
    path(f"{LATE}/penalty/", messages.penalty, name="deduct-late-points"),
    path(f"{LATE}/lenience/", messages.lenience, name="waive-late-penalty"),
    path("follow/", followers.follow_something, name="follow-league"),
    path("follow/teams/<slug:team>/", followers.follow_something, name="follow-team"),
    path("follow/players/<slug:player>/", followers.follow_something, name="follow-player"),
    path("follow/cups/<slug:season>/<slug:cup>/", followers.follow_something, name="follow-cup"),
    path("following/<str:token>/", followers.follow_page, name="follow"),
    path("following/<str:token>/removal/", followers.removal, name="unfollow"),
    path("weekly/", followers.sign_up, name="weekly"),
    path("weekly/switch/", followers.switch, name="weekly-switch"),
    path("weekly/confirmation/<str:token>/", followers.confirmation, name="confirm-weekly"),
    path("weekly/stop/<str:token>/", followers.stop, name="stop-weekly"),
]

OF_NO_LEAGUE = [
    path("push/worker.js", preferences.worker, name="push-worker"),
    path("texts/", messages.received_text, name="received-text"),
    path("accounts/logout/", preferences.sign_out, name="sign-out"),
]
