"""What people type, as values. The forms parse; the engine judges, and its problems are shown at their fields."""

from league.results.forms.answers import (
    AwardForm,
    DecisionForm,
    DecisionReasonForm,
    DisputeForm,
    ForfeitForm,
    PhotoForm,
    ProofForm,
    ProtestAnswerForm,
    ProtestForm,
)
from league.results.forms.lines import CardLinesForm
from league.results.forms.photo_readings import PhotoReadingForm
from league.results.forms.players import PlayersForm
from league.results.forms.sheet import NotesForm, ProblemField, QuickScoreForm, SendForm, problem_field

__all__ = [
    "AwardForm",
    "CardLinesForm",
    "DecisionForm",
    "DecisionReasonForm",
    "DisputeForm",
    "ForfeitForm",
    "NotesForm",
    "PhotoForm",
    "PhotoReadingForm",
    "PlayersForm",
    "ProblemField",
    "ProofForm",
    "ProtestAnswerForm",
    "ProtestForm",
    "QuickScoreForm",
    "SendForm",
    "problem_field",
]
