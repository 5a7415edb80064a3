"""How people sign in: what allauth and Django are told that is the same on every site."""

AUTH_USER_MODEL = "base.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "start"
ACCOUNT_ADAPTER = "league.base.accounts.adapter.InviteOnlyAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_USER_DISPLAY = "league.base.accounts.models.display_name"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = 1800  # the page says ten minutes: also of a code that is sent again
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 3
ACCOUNT_LOGIN_TIMEOUT = 1800
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 600
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 600
ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS = 3
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False  # or strangers could have the site write to anybody
# Codes asked for and passwords are counted by league/base/accounts/limits.py. The page of the status 429 says a minute,
# so no limit that leads to it is longer; this one leads to an error in the form, and is about codes from an app.
ACCOUNT_RATE_LIMITS = {
    "confirm_email": "4/m/key",  # the first code and as many as can be sent again
    "login_failed": "5/5m/key",
    "request_login_code": None,
    "reset_password": None,
}
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "add_email": "league.base.accounts.forms.NewAddress",
    "change_password": "league.base.accounts.forms.PasswordChange",
    "confirm_email_verification_code": "league.base.accounts.forms.AddressCode",
    "confirm_login_code": "league.base.accounts.forms.CodeEntry",
    "confirm_password_reset_code": "league.base.accounts.forms.ResetCode",
    "login": "league.base.accounts.forms.PasswordSignIn",
    "reauthenticate": "league.base.accounts.forms.PasswordAgain",
    "request_login_code": "league.base.accounts.forms.CodeRequest",
    "reset_password": "league.base.accounts.forms.PasswordReset",
    "reset_password_from_key": "league.base.accounts.forms.PasswordAfterReset",
    "set_password": "league.base.accounts.forms.FirstPassword",
}
MFA_ADAPTER = "league.base.accounts.adapter.PlainFactors"
MFA_FORMS = {
    "activate_totp": "league.base.accounts.forms.AppOn",
    "add_webauthn": "league.base.accounts.forms.NewPasskey",
    "authenticate": "league.base.accounts.forms.SecondStep",
    "edit_webauthn": "league.base.accounts.forms.PasskeyName",
    "reauthenticate": "league.base.accounts.forms.SecondStepAgain",
}
MFA_SUPPORTED_TYPES = ["webauthn", "totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1  # codes before and after: phones' clocks are some seconds off, and people type slowly
