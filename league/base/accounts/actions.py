"""What is done about sessions when somebody sets up a second factor."""

from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest


def end_other_sessions(*, request: HttpRequest) -> None:
    assert not isinstance(request.user, AnonymousUser)
    record_authentication(request, request.user, "mfa")
    request.user.sessions.exclude(pk=request.session.session_key).delete()
