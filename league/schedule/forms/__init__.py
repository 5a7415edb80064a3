"""What people type about seasons and matches. Forms parse; the actions judge."""

from league.schedule.forms.matches import (
    AskMoveForm,
    DecideMoveForm,
    FixtureFilter,
    MoveRulesForm,
    NightForm,
    PostponeForm,
    RearrangeForm,
    RefuseMoveForm,
    ReinstateForm,
    TakeDateForm,
    VoidForm,
)
from league.schedule.forms.seasons import (
    DivisionForm,
    LeavingDayForm,
    ReasonForm,
    RestoreForm,
    SeasonForm,
    TeamPlacesForm,
    WithdrawForm,
)

__all__ = [
    "AskMoveForm",
    "DecideMoveForm",
    "DivisionForm",
    "FixtureFilter",
    "LeavingDayForm",
    "MoveRulesForm",
    "NightForm",
    "PostponeForm",
    "RearrangeForm",
    "ReasonForm",
    "RefuseMoveForm",
    "ReinstateForm",
    "RestoreForm",
    "SeasonForm",
    "TakeDateForm",
    "TeamPlacesForm",
    "VoidForm",
    "WithdrawForm",
]
