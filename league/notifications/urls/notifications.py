"""Addresses within a league of what is sent to people."""

from django.urls import path

from league.notifications.views import messages, preferences

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
    path("notices/new/", messages.notice, name="new-notice"),
    path("late-cards/", messages.late_cards, name="late-cards"),
    path(f"{LATE}/penalty/", messages.penalty, name="deduct-late-points"),
    path(f"{LATE}/lenience/", messages.lenience, name="waive-late-penalty"),
]
