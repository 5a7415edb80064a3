"""How a text leaves the site: one method that a gateway has, and the one that writes texts into files.

`SMS_GATEWAY` names a class of the league's own, or the one here; docs/operations.md shows one that speaks HTTP.
"""

from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string


class RefusedError(Exception):
    """The gateway says no for good, in words. Whatever else goes wrong is tried again later."""


class Gateway(Protocol):
    """Made anew for every round of texts, without arguments."""

    def send(self, *, to: str, words: str, key: str) -> None:
        """Hand over a text of at most 160 characters of GSM 03.38 to a number like "+447700900123".

        `key` is the same whenever this text is handed over, for gateways that tell twice from once. It has to give up
        by itself after some seconds. RefusedError for a no for good; any other exception means that it did not go.
        """


class Files:
    """Writes each text into a file of its own in `VAR_DIR`/sms: for trying it out."""

    def send(self, *, to: str, words: str, key: str) -> None:
        folder = Path(settings.VAR_DIR) / "sms"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{key}.txt").write_text(f"To: {to}\n\n{words}\n")


def gateway() -> Gateway | None:
    """The gateway of the settings, None if there is none."""
    return import_string(settings.SMS_GATEWAY)() if settings.SMS_GATEWAY else None
