"""allauth's forms with our labels: labels above the fields, no placeholders, nothing the browser checks first."""

from typing import Any

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.core.validators import MaxLengthValidator
from django.urls import reverse

from league.base.accounts.limits import refuse_too_many_codes
from league.base.accounts.models import User

ADDRESS = "E-mail address"
CODE = "Code from the e-mail"
APP_CODE = "Code from the app"
SENTENCES = {
    ADDRESS: "Enter your e-mail address.",
    "New e-mail address": "Enter your new e-mail address.",
    CODE: "Enter the code from the e-mail.",
    APP_CODE: "Enter the code from the app.",
    "Code from the app, or a recovery code": "Enter the code from the app, or a recovery code.",
    "Password": "Enter a password.",
    "Your password": "Enter your password.",
    "New password": "Enter a new password.",
}
CODE_ADDRESS = "code_address"  # in the session: to which address a code was last asked for
MOST_CHARACTERS = 200  # of a password


class LabelsMixin:
    """`labels` by field name. A long password is refused before it is hashed."""

    labels: dict[str, str] = {}
    use_required_attribute = False
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.error_messages["required"] = SENTENCES.get(str(field.label), field.error_messages["required"])
            if isinstance(field.widget, forms.PasswordInput):
                field.validators.append(MaxLengthValidator(MOST_CHARACTERS, "Enter at most 200 characters."))


class PasswordSignIn(LabelsMixin, account.LoginForm):
    labels = {"login": ADDRESS}


class CodeRequest(LabelsMixin, account.RequestLoginCodeForm):
    """Asks for a code. allauth takes the code as proof of the address only where it keeps a row for the address."""

    labels = {"email": ADDRESS}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.is_bound:  # after the last wrong code nobody types the address again
            self.initial["email"] = context.request.session.pop(CODE_ADDRESS, "")

    def clean_email(self) -> str:
        refuse_too_many_codes(context.request, self.cleaned_data["email"])
        context.request.session[CODE_ADDRESS] = self.cleaned_data["email"]
        email: str = super().clean_email()
        if self._user is not None:
            EmailAddress.objects.get_or_create(user=self._user, email=email, defaults={"primary": True})
        return email


class CodeEntry(LabelsMixin, account.ConfirmLoginCodeForm):
    labels = {"code": CODE}


class NewAddress(LabelsMixin, account.AddEmailForm):
    labels = {"email": "New e-mail address"}


class AddressCode(LabelsMixin, account.ConfirmEmailVerificationCodeForm):
    labels = {"code": CODE}


class PasswordChange(LabelsMixin, account.ChangePasswordForm):
    labels = {"oldpassword": "Password now", "password1": "New password", "password2": "New password again"}


class FirstPassword(LabelsMixin, account.SetPasswordForm):
    labels = {"password1": "Password", "password2": "Password again"}


def own_forms(user: User) -> list[tuple[str, str, str, forms.BaseForm]]:
    """Section, title, address and form."""
    address = ("email", "Change your e-mail address", reverse("account_email"), NewAddress(user=user))
    if user.has_usable_password():
        change = ("Change your password", reverse("account_change_password"), PasswordChange(user=user))
    else:
        change = ("Set a password", reverse("account_set_password"), FirstPassword(user=user))
    return [address, ("password", *change)]


class PasswordReset(LabelsMixin, account.ResetPasswordForm):
    labels = {"email": ADDRESS}

    def clean_email(self) -> str:
        refuse_too_many_codes(context.request, self.cleaned_data["email"])
        return super().clean_email()


class ResetCode(LabelsMixin, account.ConfirmPasswordResetCodeForm):
    labels = {"code": CODE}


class PasswordAfterReset(LabelsMixin, account.ResetPasswordKeyForm):
    labels = {"password1": "New password", "password2": "New password again"}


class PasswordAgain(LabelsMixin, account.ReauthenticateForm):
    labels = {"password": "Your password"}


class SecondStep(LabelsMixin, mfa.AuthenticateForm):
    labels = {"code": "Code from the app, or a recovery code"}


class SecondStepAgain(LabelsMixin, mfa.ReauthenticateForm):
    labels = {"code": "Code from the app, or a recovery code"}


class AppOn(LabelsMixin, totp.ActivateTOTPForm):
    labels = {"code": APP_CODE}


class NewPasskey(LabelsMixin, webauthn.AddWebAuthnForm):
    """A passkey is for signing in with, unless the person says that it is only a second step."""

    labels = {
        "name": "Name of this passkey",
        "passwordless": "Sign in with this passkey alone, without a code or password",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].help_text = "Your phone or computer asks for your finger, face or PIN."


class PasskeyName(LabelsMixin, webauthn.EditWebAuthnForm):
    labels = {"name": "Name of this passkey"}
