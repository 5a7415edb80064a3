"""Audit entries as history pages show them: what was done, by whom, and what changed from what to what."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils import timezone
from django.utils.text import capfirst

from league.base.audit.models import Entry
from league.base.ui.formats import clock, night, score_text

CLOCK = re.compile(r"\d{2}:\d{2}:\d{2}")
CODE = re.compile(r"[a-z]+(?:[-_][a-z]+)+")
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """One thing that became another, in words; or, with `before` None, the list of things that it was about."""

    name: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class AuditLine:
    """An entry ready to be read. `who` is "The site" for what nobody did by hand."""

    at: datetime
    who: str
    words: str
    reason: str
    changes: tuple[ValueChange, ...]


def describe(entry: Entry) -> AuditLine:
    """An entry as a person reads it. Values that have no short form (a whole card) are left to the page they are on."""
    who = entry.by.name if entry.by else "The site"
    return AuditLine(entry.at, who, entry.words, entry.reason, tuple(_changes(entry.before, entry.after)))


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[ValueChange]:
    """What is in both and differs, and lists; a value on one side only is in the entry's words already."""
    for key, new in after.items():
        old, name = before.get(key), key.replace("_", " ")
        if old == new or isinstance(old, dict) or isinstance(new, dict):
            continue
        if key in before:
            yield ValueChange(capfirst(name), _text_of(old), _text_of(new))
        elif new and isinstance(new, list):
            yield ValueChange(capfirst(name), None, _text_of(new))


def _text_of(value: object) -> str:
    """A stored value in words: dates, hours, scores and lists as people write them, each sentence once."""
    if value is None or value in ("", []):
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        parts = [_text_of(each) for each in value]
        sentences = all(part.endswith(".") for part in parts)
        return " ".join(dict.fromkeys(parts)) if sentences else ", ".join(parts)
    if CODE.fullmatch(text := str(value)):
        return re.sub("[-_]", " ", text)  # the value of a choice, such as keep-first-half
    return _time_text(text) or score_text(text)


def _time_text(text: str) -> str | None:
    try:
        if CLOCK.fullmatch(text):
            return clock(time.fromisoformat(text))
        if len(text) == len("2026-11-24"):
            return night(date.fromisoformat(text), year=True)
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    if timezone.is_naive(moment):
        return None
    local = timezone.localtime(moment)
    return f"{night(local, year=True)}, {clock(local)}"
