"""The base of the site, and the check that a demonstration is not put before the public as the real thing."""

from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register


class BaseConfig(AppConfig):
    name = "league.base"

    def ready(self) -> None:
        register(no_demonstration_in_production, Tags.security, deploy=True)


def no_demonstration_in_production(**_: Any) -> list[CheckMessage]:
    """`check --deploy` fails while anybody may sign in as anybody."""
    if not settings.DEMO:
        return []
    return [
        Error(
            "DEMO is on: anybody can sign in as any demonstration person with one tap.",
            hint="Set DEMO=0 in the environment.",
            id="accounts.E001",
        )
    ]
