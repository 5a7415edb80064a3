"""A copy of everything that is kept about a person: their own rows whole, of others the texts that name them.

Nobody else's address, number or link comes along, and nothing that lets somebody in.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db.models import FileField, ManyToManyField, Model, Q

from league.base.accounts.models import User
from league.base.audit.models import Entry
from league.exchange.queries.persons import (
    REMOVED,
    DataSubject,
    about,
    digits_of,
    mentions,
    person_alias,
    rows_here,
    spellings_of,
    typed_names,
)
from league.exchange.register import READ_BY_THEMSELVES, REGISTER, ErasureAction, TableTags
from league.teams.models import Player

SECRET = "(kept, and never shown)"  # noqa: S105 -- stands where a secret is
YOU, SOMEBODY = "(this person)", "(someone else)"
# What the words for a row are made of besides the row.
NAMED_BY = {"cups.Cup": ("division__competition",), "schedule.Fixture": ("home", "away")}
OFFICER = "teams.Officer"
MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NUMBER = re.compile(r"(?<![\w-])(?:\+\d{2}|0)[\d\s().]{7,}\d(?!\w)")


@dataclass(frozen=True, slots=True)
class CopySection:
    label: str
    noun: str
    fields: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


def copy_of(person: DataSubject, *, by: User) -> tuple[CopySection, ...]:
    """Every table that has something about the person; what READ_BY_THEMSELVES names only where they make it."""
    named: dict[str, dict[Any, set[str]]] = {}  # the fields that name them, by table and row
    labels = [label for label in REGISTER if label not in READ_BY_THEMSELVES]
    for each in mentions(person, spellings_of(person, person_alias(person), typed=typed_names(person)), labels):
        whole = each.label == OFFICER and "name" in each.becomes  # the number beside the name is theirs too
        named.setdefault(each.label, {})[each.key] = set(REGISTER[OFFICER].tagged if whole else each.becomes)
    kept = {label: tags for label, tags in REGISTER.items() if by == person.user or label not in READ_BY_THEMSELVES}
    sections = (_section(person, label, tags, named.get(label, {})) for label, tags in kept.items() if tags.tagged)
    return tuple(each for each in sections if each.rows)


def _section(person: DataSubject, label: str, tags: TableTags, named: dict[Any, set[str]]) -> CopySection:
    model: type[Model] = apps.get_model(label)
    own = _own(person, model, tags)
    names = tuple(tags.fields)
    writer = _ValueWriter(person, tags)
    rows = [{name: writer.value(row, name) for name in names} for row in own]
    only_named = named.keys() - {row.pk for row in own}
    rows += [
        {name: writer.value(row, name) if name in named[row.pk] else None for name in names}
        for row in rows_here(person, model).in_bulk(sorted(only_named)).values()
    ]
    return CopySection(label, tags.noun, names, tuple(rows))


def _own(person: DataSubject, model: type[Model], tags: TableTags) -> list[Any]:
    theirs = Q(pk__in=about(person, Entry)) if model is Entry else Q(pk__in=[])
    if model is User and person.user:
        theirs |= Q(pk=person.user.pk)
    if model is Player:
        theirs |= Q(pk__in=person.player_keys)
    for name in tags.those(ErasureAction.LINKED, ErasureAction.GONE):
        related = model._meta.get_field(name).related_model
        if related is User and person.user:
            theirs |= Q(**{name: person.user})
        if related is Player and model is not Player:
            theirs |= Q(**{f"{name}__in": person.player_keys})
    links = []
    for field in model._meta.concrete_fields:
        if field.related_model and field.related_model != User:
            names = NAMED_BY.get(field.related_model._meta.label, ())
            links += [field.name, *(f"{field.name}__{name}" for name in names)]
    return list(rows_here(person, model).filter(theirs).select_related(*links).distinct())


class _ValueWriter:
    """Says what is in a field, with nobody else's address in it; asks for each other row once."""

    def __init__(self, person: DataSubject, tags: TableTags) -> None:
        self.person, self.tags = person, tags
        self._words: dict[tuple[Any, Any], str] = {}

    def value(self, row: Model, name: str) -> Any:
        field = row._meta.get_field(name)
        if self.tags.fields[name].secret:
            return SECRET
        if field.related_model in (User, Player):
            return self._people(row, name)
        if field.related_model is not None:
            return None if isinstance(field, ManyToManyField) else self._other(row, name)
        value = getattr(row, name)
        if row._meta.label == OFFICER:
            return value
        return self.bare(value.name if isinstance(field, FileField) else value)

    def bare(self, value: Any) -> Any:
        """Text without other people's addresses and numbers; the person's own stay."""
        if isinstance(value, str):
            return NUMBER.sub(self._keep_own, MAIL.sub(self._keep_own, value))
        if isinstance(value, list):
            return [self.bare(each) for each in value]
        if isinstance(value, dict):
            return {self.bare(key): self.bare(each) for key, each in value.items()}
        return value

    def _keep_own(self, match: re.Match[str]) -> str:
        user = self.person.user
        own = {user.email.casefold(), digits_of(user.phone)} if user else set()
        return match[0] if own & {match[0].casefold(), digits_of(match[0]) or None} else REMOVED

    def _people(self, row: Model, name: str) -> str | None:
        field = row._meta.get_field(name)
        if isinstance(field, ManyToManyField):
            keys = set(getattr(row, name).values_list("pk", flat=True))
        else:
            keys = {getattr(row, f"{name}_id")} - {None}
        if not keys:
            return None
        players = field.related_model is Player
        own = self.person.player_keys if players else {self.person.user.pk} if self.person.user else set()
        return YOU if keys <= own else f"{YOU} and {SOMEBODY}" if keys & own else SOMEBODY

    def _other(self, row: Model, name: str) -> str | None:
        key = (name, getattr(row, f"{name}_id"))
        if key[1] is not None and key not in self._words:
            self._words[key] = self.bare(str(getattr(row, name)))
        return self._words.get(key)


def sections_named(sections: tuple[CopySection, ...]) -> list[tuple[str, int]]:
    """What there is, for a page: (noun, how many), the most first."""
    return sorted(((each.noun, len(each.rows)) for each in sections), key=lambda pair: (-pair[1], pair[0]))
