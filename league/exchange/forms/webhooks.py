"""Where a league's news is to go, and which."""

from django import forms
from django.conf import settings

from league.base.server.http_client import public_addresses
from league.base.ui.forms import PlainForm
from league.notifications.choices import CHOSEN
from league.notifications.models import LONGEST_URL
from league.notifications.webhooks import INSIDE, check_url, host_of

UNKNOWN = "No server of this name was found. Check the address."


class WebhookForm(PlainForm):
    """One webhook. Its server is looked up, and is not asked."""

    url = forms.CharField(
        label="Address",
        max_length=LONGEST_URL,
        help_text="The https:// address that the other program gives you.",
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "Enter the address."},
    )
    events = forms.MultipleChoiceField(
        label="What is sent?",
        choices=[(each.value, each.label) for each in CHOSEN],
        initial=[each.value for each in CHOSEN],
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Choose at least one."},
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            check_url(url, inside=settings.WEBHOOKS_INSIDE)
            public_addresses(*host_of(url), inside=settings.WEBHOOKS_INSIDE)
        except ValueError as error:
            raise forms.ValidationError(str(error)) from error
        except ConnectionRefusedError as error:
            raise forms.ValidationError(INSIDE) from error
        except OSError as error:
            raise forms.ValidationError(UNKNOWN) from error
        return url
