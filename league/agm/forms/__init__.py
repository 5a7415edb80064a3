"""What the secretary types at the annual meeting. Forms parse; whether it may be done is for the actions."""

from league.agm.forms.closing import ClosingForm
from league.agm.forms.next_season import NextSeasonForm
from league.agm.forms.places import PlacesForm, PlayOffForm

__all__ = ["ClosingForm", "NextSeasonForm", "PlacesForm", "PlayOffForm"]
