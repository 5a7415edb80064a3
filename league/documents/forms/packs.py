"""Which cards are to be printed together."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms

from league.documents.queries.packs import Night
from league.teams.models import Venue
from league.ui import words


class PackForm(forms.Form):
    """A night or the rest of the season, and one venue or all. Left alone, it is everything still to be played."""

    night = forms.ChoiceField(label="Which nights?", required=False)
    venue = forms.ChoiceField(label="Which venue?", required=False)

    def __init__(self, *args: Any, nights: Iterable[Night], venues: Iterable[Venue], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [  # type: ignore[attr-defined]
            ("", "All that are still to be played"),
            *((each.day.isoformat(), f"{words.night(each.day)}, {_counted(each.matches)}") for each in nights),
        ]
        self.fields["venue"].choices = [("", "All venues"), *((each.slug, each.name) for each in venues)]  # type: ignore[attr-defined]

    @property
    def chosen_night(self) -> date | None:
        """The night that was chosen; None for all of them."""
        chosen = self.cleaned_data["night"]
        return date.fromisoformat(chosen) if chosen else None

    @property
    def chosen_venue(self) -> str:
        """The venue's own part of its address; "" for all of them."""
        chosen: str = self.cleaned_data["venue"]
        return chosen


def _counted(matches: int) -> str:
    return "1 match" if matches == 1 else f"{matches} matches"
