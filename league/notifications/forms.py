"""What people choose and write: what they want to be sent and where, a notice to many, and what they follow."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.ui.forms import PlainForm
from league.cups.permissions import runs_cups
from league.notifications.choices import (
    EVENT_HELP,
    KIND_HELP,
    MANDATORY_KINDS,
    OFFICER_KINDS,
    PERSONAL_KINDS,
    PUSH_KINDS,
    Channel,
    FollowedEvent,
)
from league.notifications.models import LONGEST_ENDPOINT
from league.notifications.permissions import may_be_asked_by_text, may_have_texts
from league.notifications.queries.letter import phones_of
from league.notifications.queries.recipients import has_copies, is_only_vice, kinds_on, sms_choices
from league.notifications.sms import mobile_number
from league.notifications.webpush import check_endpoint, check_keys, site_key
from league.teams.models import League, Team
from league.teams.permissions import is_officer

CAPTAINS = "captains"
FEW_CHOICES = 5  # choices that are shown at once


class KindsForm(PlainForm):
    kinds = forms.MultipleChoiceField(
        required=False, label="E-mail me about", widget=forms.CheckboxSelectMultiple, choices=()
    )

    pushed = forms.MultipleChoiceField(
        required=False, label="Also to my phones", widget=forms.CheckboxSelectMultiple,
        choices=[(kind.value, kind.label) for kind in PUSH_KINDS],
    )  # fmt: skip

    copies = forms.BooleanField(
        required=False, label="Send me what my captain gets",
        help_text="You are vice-captain. If you leave this off, we e-mail only your captain about most matches.",
    )  # fmt: skip

    def __init__(self, *args: Any, officer: bool, phones: bool, vice: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.offered = [
            kind for kind in PERSONAL_KINDS if kind not in MANDATORY_KINDS and (officer or kind not in OFFICER_KINDS)
        ]
        choices = [
            (kind.value, format_html("{}<small>{}</small>", kind.label, KIND_HELP[kind])) for kind in self.offered
        ]
        self.fields["kinds"].choices = choices  # type: ignore[attr-defined]
        if not phones:
            del self.fields["pushed"]
        if not vice:
            del self.fields["copies"]


class PhoneForm(PlainForm):
    """Filled in by the page's script, so `error` says in one sentence what is wrong."""

    endpoint = forms.CharField(max_length=LONGEST_ENDPOINT, widget=forms.HiddenInput)
    public = forms.CharField(max_length=100, widget=forms.HiddenInput)
    auth = forms.CharField(max_length=30, widget=forms.HiddenInput)
    former = forms.CharField(max_length=LONGEST_ENDPOINT, required=False, widget=forms.HiddenInput)
    error = "We could not add this phone. Its browser does not support messages from this site."

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        try:
            check_endpoint(endpoint)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        return endpoint

    def clean(self) -> dict[str, Any]:
        super().clean()
        try:
            check_keys(self.cleaned_data.get("public", ""), self.cleaned_data.get("auth", ""))
        except ValueError as error:
            raise forms.ValidationError("These are not a browser’s keys.") from error
        return self.cleaned_data


class TextsForm(PlainForm):
    changes = forms.BooleanField(required=False, label="Text me if my match is off or moved on the day")
    questions = forms.BooleanField(
        required=False, label="Text me if my team still needs to know whether I can play",
        help_text="One text a match, with your own link. Answer before that and we send none.",
    )  # fmt: skip

    def __init__(self, *args: Any, changes: bool, questions: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, offered in (("changes", changes), ("questions", questions)):
            if not offered:
                del self.fields[name]


def kinds_form(user: User, league: League, data: QueryDict | None = None) -> KindsForm:
    phones = bool(phones_of([user])[user.pk])
    pushed = kinds_on(user, league, Channel.PUSH) if phones else []
    initial = {"kinds": kinds_on(user, league, Channel.MAIL), "pushed": pushed, "copies": has_copies(user, league)}
    officer = is_officer(user, league) or runs_cups(user, league)
    return KindsForm(data, officer=officer, phones=phones, vice=is_only_vice(user, league), initial=initial)


def texts_form(user: User, league: League, data: QueryDict | None = None) -> TextsForm:
    offered = {"changes": may_have_texts(user, league), "questions": may_be_asked_by_text(user, league, localdate())}
    row = sms_choices(user, league)
    return TextsForm(data, **offered, initial={"changes": row.changes, "questions": row.questions})


def choices_of(user: User, league: League) -> dict[str, Any]:
    texts = texts_form(user, league)
    return {
        "kinds": kinds_form(user, league),
        "phones": phones_of([user])[user.pk],
        "add": PhoneForm(auto_id=False),
        "push_key": site_key(),
        "texts": {"form": texts, "number": mobile_number(user.phone)} if texts.fields else None,
    }


class NoticeForm(PlainForm):
    whom = forms.ChoiceField(
        label="To", widget=forms.RadioSelect, choices=(), error_messages={"required": "Choose who it goes to."}
    )
    subject = forms.CharField(max_length=100, label="Subject")
    words = forms.CharField(
        max_length=4000, label="Message", widget=forms.Textarea(attrs={"rows": 8}),
        help_text="We add your name at the end. Leave out phone numbers: many people will read this.",
    )  # fmt: skip

    def __init__(self, *args: Any, teams: list[Team], captains: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = {str(team.pk): team for team in teams}
        choices = [(key, f"All of {team}") for key, team in self.teams.items()]
        if captains:
            choices.insert(0, (CAPTAINS, "All captains and vice-captains"))
        if len(choices) > FEW_CHOICES:
            self.fields["whom"] = forms.ChoiceField(label="To")
        self.fields["whom"].choices = choices  # type: ignore[attr-defined]
        if len(choices) == 1:
            self.fields["whom"].initial = choices[0][0]

    @property
    def team(self) -> Team | None:
        """The team that was chosen, None for all captains."""
        return self.teams.get(self.cleaned_data["whom"])


# --- followers --------------------------------------------------------------------------------------------------------
class EventsForm(PlainForm):
    events = forms.MultipleChoiceField(
        required=False,
        label="Tell this phone about",
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (event.value, format_html("{}<small>{}</small>", event.label, EVENT_HELP[event])) for event in FollowedEvent
        ],
    )


class WeeklyForm(PlainForm):
    email = forms.EmailField(
        label="Your e-mail address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": "Enter your e-mail address.",
            "invalid": "Enter an address such as jo@example.org.",
        },
    )
