"""What is done about sessions when somebody sets up a second factor."""

from allauth.account.internal.flows.login import record_authentication
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from league.accounts.permissions import sessions_of


def end_other_sessions(*, request: HttpRequest) -> None:
    """Take the factor for shown in this session, and sign the person out wherever nobody has shown it."""
    assert not isinstance(request.user, AnonymousUser)
    record_authentication(request, request.user, "mfa")
    for session in sessions_of(request.user):
        if session.session_key != request.session.session_key:
            session.delete()
