"""What somebody says of themselves who wants to join."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from league.teams.choices import RoleKind
from league.teams.models import JoinRequest, Team
from league.teams.models.joining import JOINABLE
from league.ui.forms import PlainForm


class JoinForm(PlainForm):
    """Name, address, number, and what they are in which team; a team's own link does not ask for the team."""

    name = forms.CharField(
        max_length=80, label="Your full name", widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        max_length=254,
        label="Your e-mail address",
        help_text="We send your way in to it, once the secretary has said yes.",
        widget=forms.TextInput(attrs={"type": "email", "inputmode": "email", "autocomplete": "email"}),
    )
    phone = forms.CharField(
        max_length=30,
        required=False,
        label="Your phone number",
        help_text="Officers and captains of the league see it when they are signed in. Nobody else does.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, empty_label="Choose your team", label="Your team"
    )
    kind = forms.TypedChoiceField(
        coerce=RoleKind, choices=JOINABLE, widget=forms.RadioSelect, label="What you are in the team"
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], of: Team | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.of = of
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
        if of is not None:
            del self.fields["team"]
            self.fields["kind"].label = f"What you are in {of}"

    def clean_name(self) -> str:
        name = " ".join(self.cleaned_data["name"].split())
        if len(name.split()) < 2:
            raise forms.ValidationError("Give your first name and your surname.")
        return name

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        return values | {"team": self.of} if self.of is not None else values


class ApprovalForm(PlainForm):
    """Which of those who wait are let in: named one by one, so that nobody comes in who was not on the page."""

    request: Any = forms.ModelMultipleChoiceField(queryset=None)

    def __init__(self, *args: Any, waiting: QuerySet[JoinRequest], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["request"].queryset = waiting  # type: ignore[attr-defined]
