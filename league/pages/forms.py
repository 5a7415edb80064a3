"""What readers type: a few letters to search for, a short code, a team or name to narrow a list by."""

from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet

from league.teams.models import Registration, Team


class SearchForm(forms.Form):
    use_required_attribute = False
    q = forms.CharField(label="Name of a team, player or pub", max_length=60)


class CodeForm(forms.Form):
    """The code printed on a card; people type it in capitals, with spaces and hyphens."""

    use_required_attribute = False
    code = forms.CharField(label="Code on the card", max_length=20)

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        return "".join(letter for letter in typed.lower() if letter.isalnum())


class PlayerFilter(django_filters.FilterSet):
    """Players of one team, or with some letters in the name that the public sees."""

    name = django_filters.CharFilter(label="Name", method="with_name")
    team = django_filters.ModelChoiceFilter(label="Team", queryset=lambda _request: _teams(), empty_label="All teams")

    class Meta:
        model = Registration
        fields = ("name", "team")

    def with_name(self, found: QuerySet[Registration], _field: str, value: str) -> QuerySet[Registration]:
        """By the shown name: a part that the league hides must not find anybody."""
        named = [each.pk for each in found if value.casefold() in each.player.public_name.casefold()]
        return found.filter(pk__in=named)


def _teams() -> Any:
    return Team.objects.filter(active=True).order_by("name")
