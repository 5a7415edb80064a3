"""What is asked before a paper or a calendar link is made: how a booklet is folded, which calendar, which cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms

from league.base.ui import formats
from league.documents.choices import CalendarOf
from league.documents.queries.papers import PackNight
from league.schedule.models import Division
from league.teams.models import Team, Venue


@dataclass(frozen=True, slots=True)
class BookletLayout:
    """The size of a page, and whether the pages are put on sheets of A4 to be folded. `how` tells what to do then."""

    size: str
    folded: bool
    title: str
    how: str


LAYOUTS = {
    "a5-folded": BookletLayout(
        "a5",
        folded=True,
        title="A5 booklet on sheets of A4",
        how="Print on both sides, turned over the short edge. Fold the pile once and staple it.",
    ),
    "a6-folded": BookletLayout(
        "a6",
        folded=True,
        title="A6 for the pocket, on sheets of A4",
        how="Print on both sides, turned over the long edge. Cut the pile across on the dashed line, put the lower "
        "half inside the upper one, fold it once and staple it.",
    ),
    "a5": BookletLayout("a5", folded=False, title="Single pages of A5", how="For the screen, or for a print shop."),
    "a6": BookletLayout("a6", folded=False, title="Single pages of A6", how="For a phone, or for a print shop."),
}


class BookletForm(forms.Form):
    """One of the ways in which it is folded, or not."""

    way = forms.ChoiceField(
        label="How is it to be printed?",
        choices=[(key, f"{way.title}. {way.how}") for key, way in LAYOUTS.items()],
        widget=forms.RadioSelect,
        initial="a5-folded",
        error_messages={"required": "Choose how the booklet is to be printed."},
    )

    @property
    def chosen(self) -> BookletLayout:
        return LAYOUTS[self.cleaned_data["way"]]


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

    def __init__(self, *args: Any, nights: Iterable[PackNight], venues: Iterable[Venue], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["night"].choices = [  # type: ignore[attr-defined]
            ("", "All that are still to be played"),
            *((each.day.isoformat(), f"{formats.night(each.day)}, {_counted(each.matches)}") for each in nights),
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
