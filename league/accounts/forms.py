"""allauth's forms with our words: labels above the fields, no placeholders, nothing the browser checks first."""

from typing import Any

from allauth.account import forms as account
from allauth.account.models import EmailAddress
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms

ADDRESS = "E-mail address"
CODE = "Code from the e-mail"
APP_CODE = "Code from the app"


class Plain:
    """Takes the placeholders out and puts our labels in; `words` is label by field name."""

    words: dict[str, str] = {}
    use_required_attribute = False
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.words.get(name, field.label)


class PasswordSignIn(Plain, account.LoginForm):
    words = {"login": ADDRESS}


class CodeRequest(Plain, account.RequestLoginCodeForm):
    """Asks for a code. allauth takes the code as proof of the address only where it keeps a row for the address."""

    words = {"email": ADDRESS}

    def clean_email(self) -> str:
        email: str = super().clean_email()
        if self._user is not None:
            EmailAddress.objects.get_or_create(user=self._user, email=email, defaults={"primary": True})
        return email


class CodeEntry(Plain, account.ConfirmLoginCodeForm):
    words = {"code": CODE}


class NewAddress(Plain, account.AddEmailForm):
    words = {"email": "New e-mail address"}


class AddressCode(Plain, account.ConfirmEmailVerificationCodeForm):
    words = {"code": CODE}


class PasswordChange(Plain, account.ChangePasswordForm):
    words = {"oldpassword": "Password now", "password1": "New password", "password2": "New password again"}


class FirstPassword(Plain, account.SetPasswordForm):
    words = {"password1": "Password", "password2": "Password again"}


class PasswordReset(Plain, account.ResetPasswordForm):
    words = {"email": ADDRESS}


class ResetCode(Plain, account.ConfirmPasswordResetCodeForm):
    words = {"code": CODE}


class PasswordAfterReset(Plain, account.ResetPasswordKeyForm):
    words = {"password1": "New password", "password2": "New password again"}


class PasswordAgain(Plain, account.ReauthenticateForm):
    words = {"password": "Your password"}


class SecondStep(Plain, mfa.AuthenticateForm):
    words = {"code": "Code from the app, or a recovery code"}


class SecondStepAgain(Plain, mfa.ReauthenticateForm):
    words = {"code": "Code from the app, or a recovery code"}


class AppOn(Plain, totp.ActivateTOTPForm):
    words = {"code": APP_CODE}


class NewPasskey(Plain, webauthn.AddWebAuthnForm):
    """A passkey is for signing in with, unless the person says that it is only a second step."""

    words = {
        "name": "Name of this passkey",
        "passwordless": "Sign in with this passkey alone, without a code or password",
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].initial = True
        self.fields["passwordless"].help_text = "Your phone or computer asks for your finger, face or PIN."


class PasskeyName(Plain, webauthn.EditWebAuthnForm):
    words = {"name": "Name of this passkey"}
