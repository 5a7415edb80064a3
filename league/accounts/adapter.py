"""How allauth behaves here: nobody signs up by themselves."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class InviteOnlyAdapter(DefaultAccountAdapter):
    """People are invited by an officer of their league; there is no open sign-up."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:  # noqa: ARG002
        return False
