"""The audit log, read: entries about a thing, of a league, when things last changed; and whether its chain holds."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.text import capfirst

from league.base.audit.models import Entry, Seal, Subject
from league.base.audit.values import MISSING, Sealed, breaks, digest_of_entry
from league.base.ui.formats import clock, night, score_text


def entries_about(row: models.Model) -> models.QuerySet[Entry]:
    about = Entry.objects.filter(subjects__kind=row._meta.model_name, subjects__key=row.pk)
    return about.select_related("by").order_by("-at", "-pk")


def entries_of_league(league_id: int) -> models.QuerySet[Entry]:
    return Entry.objects.filter(league_id=league_id).select_related("by").order_by("-at", "-pk")


def last_changes(model: type[models.Model], keys: Collection[int]) -> dict[int, datetime]:
    """By key; without rows never acted upon."""
    about = Subject.objects.filter(kind=model._meta.model_name, key__in=keys).order_by()
    return dict(about.values("key").annotate(last=models.Max("entry__at")).values_list("key", "last"))


# --- the chain --------------------------------------------------------------------------------------------------------
def content_of(entry: Entry, about: list[tuple[str, int]]) -> tuple[Any, ...]:
    return (
        *(entry.pk, entry.league_id, entry.at, entry.by_id, entry.verb, entry.words, entry.reason),
        *(entry.before, entry.after, [list(pair) for pair in about]),
    )


def end_of_chain(league_id: int | None) -> tuple[int, str]:
    """(0, "") of an empty chain."""
    links = Seal.objects.filter(league_id=league_id).order_by("-league_id", "-number")
    return links.values_list("number", "head").first() or (0, "")


def breaks_of(league_id: int | None) -> list[int]:
    return list(breaks(_links(league_id, 1)))


def breaks_since(seal: Seal) -> list[int]:
    """The first link is only checked against its own entry."""
    links = list(_links(seal.league_id, seal.number))
    wrong = [] if links[0].digest_now in ("", links[0].digest) else [seal.number]
    return wrong + list(breaks(links[1:], links[0].head, links[0].number))


def _links(league_id: int | None, number: int) -> Iterator[Sealed]:
    links = Seal.objects.filter(league_id=league_id, number__gte=number).order_by("number")
    for link in links.prefetch_related("entry__subjects").iterator(chunk_size=500):
        yield Sealed(link.number, link.digest, link.head, _digest_now(link))


def _digest_now(link: Seal) -> str:
    try:
        entry = link.entry
    except Entry.DoesNotExist:  # whoever deletes rows past Django leaves the seal
        return MISSING
    about = sorted((subject.kind, subject.key) for subject in entry.subjects.all())
    return digest_of_entry(link.salt, content_of(entry, about)) if link.salt else ""


# --- an entry as it is read -------------------------------------------------------------------------------------------
CLOCK = re.compile(r"\d{2}:\d{2}:\d{2}")
CODE = re.compile(r"[a-z]+(?:[-_][a-z]+)+")
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class ValueChange:
    """`before` is None for a list of what it was about."""

    name: str
    before: str | None
    after: str


@dataclass(frozen=True, slots=True)
class AuditLine:
    """`who` is "The site" for what nobody did by hand."""

    at: datetime
    who: str
    words: str
    reason: str
    changes: tuple[ValueChange, ...]


def describe(entry: Entry) -> AuditLine:
    """Without values that have no short form, such as a whole card."""
    who = entry.by.name if entry.by else "The site"
    return AuditLine(entry.at, who, entry.words, entry.reason, tuple(_changes(entry.before, entry.after)))


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[ValueChange]:
    for key, new in after.items():
        old, name = before.get(key), key.replace("_", " ")
        if old == new or isinstance(old, dict) or isinstance(new, dict):
            continue
        if key in before:
            yield ValueChange(capfirst(name), _text_of(old), _text_of(new))
        elif new and isinstance(new, list):
            yield ValueChange(capfirst(name), None, _text_of(new))


def _text_of(value: object) -> str:
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
