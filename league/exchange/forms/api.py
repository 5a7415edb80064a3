"""What is asked of whoever makes a token."""

from django import forms

from league.exchange.choices import TokenLifetime, TokenScope


class TokenForm(forms.Form):
    name = forms.CharField(
        label="Name of the program",
        max_length=60,
        help_text="For example “Crown website”.",
        error_messages={"required": "Enter a name for the program."},
    )
    scope = forms.TypedChoiceField(
        label="What can it do?",
        choices=TokenScope.choices,
        coerce=TokenScope,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose what it can do."},
    )
    lasts = forms.TypedChoiceField(
        label="For how long?",
        choices=TokenLifetime.choices,
        coerce=lambda days: TokenLifetime(int(days)),
        initial=TokenLifetime.QUARTER,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose for how long."},
    )
