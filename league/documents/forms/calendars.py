"""What is asked before a link to a calendar is made."""

from typing import Any

from django import forms

from league.documents.choices import CalendarOf
from league.fixtures.models import Division
from league.teams.models import Team, Venue


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
        found = {f"{kind.value}-{row.pk}": row for row in rows}
        self.rows |= found
        return [(key, row.name) for key, row in found.items()]

    @property
    def kind(self) -> CalendarOf:
        return CalendarOf(self.cleaned_data["which"].partition("-")[0])

    @property
    def of(self) -> Team | Venue | Division | None:
        return self.rows.get(self.cleaned_data["which"])
