"""What is asked before a paper or a calendar link is made: how a booklet is folded, which calendar, which cards."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from django import forms

from league.base.ui.formats import night
from league.documents.kinds import CalendarOf
from league.schedule.models import Division
from league.teams.models import Team, Venue
from scoring.words import several

# How a booklet may be printed: what that is called, and how it is done.
LAYOUTS = {
    "a5-folded": (
        "A5 booklet on sheets of A4",
        "Print on both sides, turned over the short edge. Fold the pile once and staple it.",
    ),
    "a6-folded": (
        "A6 for the pocket, on sheets of A4",
        (
            "Print on both sides, turned over the long edge. Cut the pile across on the dashed line, put the lower"
            " half inside the upper one, fold it once and staple it."
        ),
    ),
    "a5": ("Single pages of A5", "For the screen, or for a print shop."),
    "a6": ("Single pages of A6", "For a phone, or for a print shop."),
}


class BookletForm(forms.Form):
    way = forms.ChoiceField(
        label="How is it to be printed?",
        choices=[(key, f"{title}. {how}") for key, (title, how) in LAYOUTS.items()],
        widget=forms.RadioSelect,
        initial="a5-folded",
        error_messages={"required": "Choose how the booklet is to be printed."},
    )


class CalendarLinkForm(forms.Form):
    """Which calendar. `kind` and `of` are what was chosen, once it is valid; made inside a league's scope."""

    which = forms.ChoiceField(label="Which calendar?", error_messages={"required": "Choose a calendar."})

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rows: dict[str, Team | Venue | Division] = {}
        this_season = Division.objects.filter(competition__season__current=True)
        self.fields["which"].choices = [  # type: ignore[attr-defined]
            (CalendarOf.MINE.value, CalendarOf.MINE.label),
            (CalendarOf.LEAGUE.value, CalendarOf.LEAGUE.label),
            ("A team", self._choices(CalendarOf.TEAM, Team.objects.filter(active=True).order_by("name"))),
            (
                "A division or cup",
                self._choices(CalendarOf.DIVISION, this_season.order_by("competition", "rank", "pk")),
            ),
            ("A venue", self._choices(CalendarOf.VENUE, Venue.objects.order_by("name", "pk"))),
        ]

    def _choices(self, kind: CalendarOf, rows: Any) -> list[tuple[str, str]]:
        rows_by_key = {f"{kind.value}-{row.pk}": row for row in rows}
        self.rows |= rows_by_key
        return [(key, row.name) for key, row in rows_by_key.items()]

    @property
    def kind(self) -> CalendarOf:
        return CalendarOf(self.cleaned_data["which"].partition("-")[0])

    @property
    def of(self) -> Team | Venue | Division | None:
        return self.rows.get(self.cleaned_data["which"])


class PackForm(forms.Form):
    """A night or the rest of the season, and one venue or all. Left alone, it is everything still to be played."""

    night = forms.ChoiceField(label="Which nights?", required=False)
    venue = forms.ChoiceField(label="Which venue?", required=False)

    def __init__(self, *args: Any, nights: Iterable[tuple[date, int]], venues: Iterable[Venue], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [  # type: ignore[attr-defined]
            ("", "All that are still to be played"),
            *((day.isoformat(), f"{night(day)}, {several(matches, 'match')}") for day, matches in nights),
        ]
        self.fields["venue"].choices = [("", "All venues"), *((each.slug, each.name) for each in venues)]  # type: ignore[attr-defined]

    @property
    def chosen_night(self) -> date | None:
        chosen = self.cleaned_data["night"]
        return date.fromisoformat(chosen) if chosen else None

    @property
    def chosen_venue(self) -> str:
        return self.cleaned_data["venue"]
