"""Where a person is named: every text of the league in which they are, as it is and as it will be without them.

Reads what the register says, table by table. Changes nothing.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model, Q, QuerySet

from league.base.accounts.models import User
from league.base.audit.models import Entry, Subject
from league.exchange.queries.persons import DataSubject, Spellings, named_here, spellings_of, surname
from league.exchange.register import REGISTER
from league.exchange.register.tags import ErasureAction
from league.matchnight.models import LiveEvent
from league.results.models import Draft, Submission
from league.teams.models import Player

BATCH_SIZE = 500
KEYED = ("results.", "live.")  # whose JSON has players by their keys


@dataclass(frozen=True, slots=True)
class Mention:
    """One row that names the person: the table, its key, and the fields as they will be."""

    label: str
    key: Any
    becomes: dict[str, Any]


def mentions(
    person: DataSubject, spelt: Spellings, labels: Iterable[str] = tuple(REGISTER), *, only_theirs: bool = False
) -> Iterator[Mention]:
    """Every row of the league, and of the site where it is about the person, that names them.

    Of the tables `labels` alone; `only_theirs`: and of those the rows that are about the person.
    """
    for label in labels:
        fields = REGISTER[label].those(ErasureAction.SOUGHT)
        if not fields:
            continue
        model = apps.get_model(label)
        surely = about(person, model)
        longest = {name: getattr(model._meta.get_field(name), "max_length", None) for name in fields}
        rows = rows_here(person, model).filter(pk__in=surely) if only_theirs else rows_here(person, model)
        for key, *values in rows.values_list("pk", *fields).iterator(BATCH_SIZE):
            changed = {}
            for name, value in zip(fields, values, strict=True):
                fresh = spelt.without_json(value, surely=key in surely, keyed=label.startswith(KEYED))
                if fresh != value:
                    changed[name] = fresh[: longest[name]] if isinstance(fresh, str) else fresh
            if changed:
                yield Mention(label, key, changed)


def rows_here(person: DataSubject, model: type[Model]) -> QuerySet[Any]:
    """The rows of a table that are this league's: of what the site keeps for all leagues, those about the person."""
    if model is LogEntry:
        return _by_administrators(person)
    rows: QuerySet[Any] = model.objects.order_by("pk")  # type: ignore[attr-defined]
    names = {field.attname for field in model._meta.concrete_fields}
    if model is Entry:
        of_the_site = Q(pk__in=about(person, Entry)) | (Q(by=person.account) if person.account else Q(pk__in=[]))
        return rows.filter(Q(league_id=person.league.pk) | Q(league_id=None) & of_the_site)
    return rows.filter(league_id=person.league.pk) if "league_id" in names else rows


def of_a_league(model: type[Model]) -> bool:
    """Whether each row of a table belongs to one league, rather than to a person whichever leagues they are in."""
    scoped = hasattr(model.objects, "with_scopes_disabled")  # type: ignore[attr-defined]
    return scoped or any(field.attname == "league_id" for field in model._meta.concrete_fields)


def about(person: DataSubject, model: type[Model]) -> set[Any]:
    """The keys of the rows of a table that are about the person: whoever is named in them like them is them."""
    if model is Entry:
        users = {person.user.pk} if person.user else set()
        about_person = Q(kind="player", key__in=person.player_keys) | Q(kind="user", key__in=users)
        return set(Subject.objects.filter(about_person).values_list("entry", flat=True))
    if model is LogEntry:
        return set(_by_administrators(person).values_list("pk", flat=True))
    keys: set[Any] = set()
    for name in REGISTER[model._meta.label].those(ErasureAction.LINKED):
        if model._meta.get_field(name).related_model is Player and model is not Player:
            rows = rows_here(person, model).filter(**{f"{name}__in": person.player_keys})
            keys |= set(rows.values_list("pk", flat=True))
    return keys


def _by_administrators(person: DataSubject) -> QuerySet[Any]:
    kinds = ContentType.objects.get_for_models(Player, User)
    ours = Q(content_type=kinds[Player], object_id__in=[str(key) for key in person.player_keys])
    if person.account is not None:
        ours |= Q(content_type=kinds[User], object_id=str(person.account.pk))
    return LogEntry.objects.filter(ours).order_by("pk")


def typed_names(person: DataSubject) -> set[str]:
    """What cards and taps have written for the person's keys: the name as it was then, or as somebody typed it."""
    keys = {str(key) for key in person.player_keys}
    cards = (card for model in (Submission, Draft) for card in model.objects.values_list("card", flat=True))
    opened = LiveEvent.objects.filter(kind="opened").values_list("body", flat=True)
    return {name for value in (*cards, *opened) for name in _keyed_names(value, keys)}


def _keyed_names(value: Any, keys: set[str]) -> Iterable[str]:
    if isinstance(value, dict):
        if named_here(value) in keys:
            yield value["name"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _keyed_names(each, keys)


def erasure_preview(person: DataSubject) -> dict[str, Any]:
    """What erasing would change now: (noun, how many) of each kind of row, and texts with the surname "alone"."""
    typed, alias = typed_names(person), person_alias(person)
    labels = [each.label for each in mentions(person, spellings_of(person, alias, typed=typed))]
    with_surname = mentions(person, spellings_of(person, alias, typed=typed, surname_too=True))
    return {
        "counts": [(REGISTER[label].noun, number) for label, number in Counter(labels).most_common()],
        "surname": surname(person),
        "alone": sum(1 for _ in with_surname) - len(labels),
    }


def person_alias(person: DataSubject) -> str:
    """A pseudonym to try the texts with."""
    return "Player 000" if person.players else "Person 000"
