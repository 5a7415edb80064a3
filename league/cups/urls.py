"""Addresses of cups, within a league."""

from django.urls import path

from league.base.ui.old_addresses import leads_to
from league.cups.forms import knockout as forms
from league.cups.views import cups, entries, honours, knockout, openday

CUP = "cups/<slug:season>/<slug:cup>/"
ENTRY = f"{CUP}entries/<int:pk>/"
TIE = f"{CUP}ties/<slug:tie>/"
FINALS = "finals/<slug:season>/<slug:night>/"

urlpatterns = [
    path("cups/", cups.cups, name="cups"),
    path("cups/new/", cups.new_cup, name="new-cup"),
    path("honours/", leads_to("seasons", show="honours")),
    path("honours/trophies/", leads_to("seasons", show="honours", by="trophy")),
    path("honours/new/", honours.honour, name="new-honour"),
    path("honours/lines/", honours.lines, name="honours-lines"),
    path("honours/<int:pk>/", honours.honour, name="honour"),
    path("honours/<int:pk>/removal/", honours.removal, name="honour-removal"),
    path(CUP, cups.cup, name="cup"),
    path(f"{CUP}tv/", leads_to("cup", part="tv")),
    path(f"{CUP}settings/", cups.settings, name="cup-settings"),
    path(f"{CUP}dropping/", cups.settings, {"act": "dropping"}, name="delete-cup"),
    path(f"{CUP}deletion/", cups.settings, {"act": "deletion"}, name="remove-cup"),
    path(f"{CUP}reopening/", cups.reopen_page, name="reopen-cup"),
    path(f"{CUP}ending/", cups.finish_page, name="end-cup"),
    path(f"{CUP}entries/", leads_to("cup", part="entries")),
    path(f"{CUP}entries/new/", entries.new_entry, name="enter-cup"),
    path(f"{CUP}entries/late/", leads_to("cup", section="enter", part="entries", open="enter")),
    path(f"{ENTRY}removal/", entries.removal, name="leave-cup-list"),
    path(f"{ENTRY}payment/", entries.payment, name="pay-cup-entry"),
    path(f"{ENTRY}details/", entries.entrant, name="cup-entrant"),
    path(f"{ENTRY}substitutes/new/", entries.entrant, {"act": "substitute"}, name="cup-substitute"),
    path(f"{ENTRY}withdrawal/", entries.entrant, {"act": "withdrawal"}, name="leave-cup"),
    path(f"{CUP}draw/", leads_to("cup", part="draw")),
    path(f"{CUP}draw/<slug:which>/", knockout.hold_draw_page, name="hold-cup-draw"),
    path(f"{CUP}draw/<slug:which>/check/", leads_to("cup", "which", part="draw")),
    path(f"{CUP}record/", leads_to("cup", part="history")),
    path(f"{CUP}groups/", leads_to("cup", part="groups")),
    path(f"{CUP}groups/check/", leads_to("cup", section="drawn", part="groups")),
    path(f"{CUP}groups/ruling/", openday.ruling, name="cup-groups-ruling"),
    path(f"{CUP}deal/", openday.deal_page, name="cup-deal"),
    path(f"{CUP}level/<int:group>/<int:place>/", openday.level, name="cup-level"),
    path(f"{CUP}rounds/new/", openday.pair_page, name="cup-pair"),
    path(f"{CUP}rounds/exchange/", openday.exchange_page, name="cup-exchange"),
    path(f"{CUP}rounds/<int:round>/", openday.sheet, name="cup-round"),
    path(f"{CUP}rounds/<int:round>/scores/", openday.scores, name="cup-scores"),
    path(f"{CUP}late-entry/", openday.late_entry, name="cup-late"),
    path(f"{CUP}leaving/", openday.leave_page, name="cup-leaving"),
    path(f"{CUP}matches/", knockout.matches, name="cup-matches"),
    path(f"{CUP}days/", cups.settings, {"act": "days"}, name="cup-days"),
    path(f"{CUP}chasing/", leads_to("cup", part="chasing")),
    path(TIE, knockout.tie, name="cup-tie"),
    path(f"{TIE}score/", knockout.tie_fact, {"kind": forms.TieScoreForm}, name="score-tie"),
    path(f"{TIE}correction/", knockout.tie_fact, {"kind": forms.CorrectionForm}, name="correct-tie"),
    path(f"{TIE}walkover/", knockout.tie_fact, {"kind": forms.WalkoverForm}, name="walk-over-tie"),
    path(f"{TIE}replay/", knockout.tie_fact, {"kind": forms.ReplayForm}, name="replay-tie"),
    path(f"{TIE}disqualification/", knockout.tie_fact, {"kind": forms.DisqualificationForm}, name="disqualify-in-tie"),
    path(f"{TIE}ruling/", knockout.tie_fact, {"kind": forms.TieRulingForm}, name="rule-on-tie"),
    path("finals/new/", cups.new_night, name="new-finals-night"),
    path(FINALS, knockout.night, name="finals-night"),
    path(f"{FINALS}settings/", knockout.settings, name="finals-settings"),
    path(f"{FINALS}announcement/", knockout.announcement, name="announce-finals"),
    path(f"{FINALS}ties/<int:pk>/place/", knockout.place, name="schedule-tie"),
    path(f"{FINALS}ties/<int:pk>/freeing/", knockout.free_tie_page, name="unschedule-tie"),
]
