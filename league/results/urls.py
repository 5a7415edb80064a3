"""Addresses of cards (filling one in, sending it, answering it, deciding it) and of the tables."""

from django.urls import path

from league.base.ui import converters
from league.base.ui.old_addresses import leads_to
from league.results.views import answers, card, messages, photos, receipts, standings, your_match

assert converters  # <day:...> is known once its module is imported

MATCH = "<day:night>/<slug:match>"

urlpatterns = [
    path("your-match/", your_match.your_match, name="your-match"),
    path("paste/", messages.paste, name="paste"),
    path("paste/cards/", messages.paste_cards, name="paste-cards"),
    path("paste/shared/", messages.shared, name="paste-shared"),
    path("paste/received/<int:pk>/", messages.received, name="received-message"),
    path("history/check/", leads_to("technical", section="receipt")),
    path(f"{MATCH}/card/", card.card, name="match-card"),
    path(f"{MATCH}/card/players/", card.players, name="card-players"),
    path(f"{MATCH}/card/lines/<int:page>/", card.lines, name="card-lines"),
    path(f"{MATCH}/card/score/", card.score, name="card-score"),
    path(f"{MATCH}/card/notes/", card.notes, name="card-notes"),
    path(f"{MATCH}/card/check/", card.check, name="card-check"),
    path(f"{MATCH}/card/receipts/<str:receipt>/", receipts.receipt, name="card-receipt"),
    path(f"{MATCH}/card/photo/", photos.photo, name="card-photo"),
    path(f"{MATCH}/card/photo/<int:pk>/", photos.picture, name="card-picture"),
    path(f"{MATCH}/card/message/", messages.match_paste, name="card-message"),
    path(f"{MATCH}/card/message/cards/", messages.match_paste_cards, name="card-message-cards"),
    path(f"{MATCH}/card/photo/<int:pk>/flat/", photos.flat_picture, name="card-photo-flat"),
    path(f"{MATCH}/card/photo/<int:pk>/reading/", photos.reading, name="card-photo-reading"),
    path(f"{MATCH}/card/photo/<int:pk>/reading/again/", photos.reading_again, name="card-photo-reading-again"),
    path(f"{MATCH}/confirmation/", answers.confirmation, name="match-confirmation"),
    path(f"{MATCH}/dispute/", answers.dispute, name="match-dispute"),
    path(f"{MATCH}/protest/", answers.protest, name="match-protest"),
    path(f"{MATCH}/protest/answer/", answers.answer, name="match-protest-answer"),
    path(f"{MATCH}/decision/", answers.decision, name="match-decision"),
    path(f"{MATCH}/forfeit/", answers.forfeit, name="match-forfeit"),
    path(f"{MATCH}/correction/", answers.correction, name="match-correction"),
    path(f"{MATCH}/award/", answers.award, name="match-award"),
    path(f"{MATCH}/restoration/", answers.restoration, name="match-restoration"),
    path("table/", standings.table, name="table"),
    path("table/<slug:division>/", standings.table, name="table"),
    path("table/<slug:division>/print/", leads_to("table", section="downloads")),
    path("table/<slug:division>/image-<slug:digest>.jpg", standings.image, name="table-image"),
    path("table/<slug:division>/embed/", standings.embed, name="table-embed"),
    path("table/<slug:division>/embedding/", leads_to("table", section="embedding")),
    path("season/<slug:season>/mending/<slug:division>/shields/", standings.shields, name="split-shields"),
    path("seasons/<slug:season>/table/<slug:division>/", leads_to("table", "season")),
]
