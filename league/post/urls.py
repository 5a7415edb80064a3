"""Addresses within a league of what is sent to people."""

from django.urls import path

from league.post.views import late, messages, notices, phones, wishes

LATE = "late-cards/<int:fixture>-<int:entry>"

urlpatterns = [
    path("messages/", messages.messages, name="messages"),
    path("messages/<int:pk>/", messages.message, name="message"),
    path("messages/<int:pk>/letter/", messages.letter, name="message-letter"),
    path("messages/<int:pk>/repetition/", messages.repetition, name="send-again"),
    path("what-we-send/", wishes.kinds, name="what-we-send"),
    path("what-we-send/phones/", phones.addition, name="add-phone"),
    path("what-we-send/phones/removal/", phones.removal, name="stop-phone"),
    path("what-we-send/texts/", phones.texts, name="choose-texts"),
    path("unsubscribe/<str:token>/", wishes.unsubscribe, name="unsubscribe"),
    path("notices/", notices.notices, name="notices"),
    path("notices/new/", notices.notice, name="new-notice"),
    path("late-cards/", late.late_cards, name="late-cards"),
    path(f"{LATE}/penalty/", late.penalty, name="take-late-points"),
    path(f"{LATE}/lenience/", late.lenience, name="let-late-be"),
]
