"""What people type, as values. The forms parse; the engine judges, and its problems are shown at their fields."""

from league.results.forms.answers import (
    AwardForm,
    DecisionForm,
    DisputeForm,
    ForfeitForm,
    PhotoForm,
    ProtestAnswerForm,
    ProtestForm,
    ReasonForm,
)
from league.results.forms.lines import LinesForm
from league.results.forms.places import Place, place_of
from league.results.forms.players import PlayersForm
from league.results.forms.sheet import NotesForm, ScoreForm, SendForm

__all__ = [
    "AwardForm",
    "DecisionForm",
    "DisputeForm",
    "ForfeitForm",
    "LinesForm",
    "NotesForm",
    "PhotoForm",
    "Place",
    "PlayersForm",
    "ProtestAnswerForm",
    "ProtestForm",
    "ReasonForm",
    "ScoreForm",
    "SendForm",
    "place_of",
]
