"""What a follower chooses, and the address that somebody gives for the weekly e-mail."""

from django import forms
from django.utils.html import format_html

from league.base.ui.forms import PlainForm
from league.notifications.choices import EVENT_HELP, FollowedEvent


class EventsForm(PlainForm):
    """Which events of what is followed are worth a message."""

    events = forms.MultipleChoiceField(
        required=False,
        label="Tell this phone about",
        widget=forms.CheckboxSelectMultiple,
        choices=[
            (event.value, format_html("{}<small>{}</small>", event.label, EVENT_HELP[event])) for event in FollowedEvent
        ],
    )


class WeeklyForm(PlainForm):
    """An address."""

    email = forms.EmailField(
        label="Your e-mail address",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        error_messages={
            "required": "Enter your e-mail address.",
            "invalid": "Enter an address such as jo@example.org.",
        },
    )
