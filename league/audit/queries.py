"""The audit log, read: entries about a thing, of a league, and when things last changed."""

from collections.abc import Collection
from datetime import datetime

from django.db import models

from league.audit.models import Entry, Subject


def entries_about(row: models.Model) -> models.QuerySet[Entry]:
    """Everything that happened to one fixture, team, player or season, newest first."""
    about = Entry.objects.filter(subjects__kind=row._meta.model_name, subjects__key=row.pk)
    return about.select_related("by").order_by("-at", "-pk")


def entries_of_league(league_id: int) -> models.QuerySet[Entry]:
    """Everything that happened in one league, newest first."""
    return Entry.objects.filter(league_id=league_id).select_related("by").order_by("-at", "-pk")


def last_changes(model: type[models.Model], keys: Collection[int]) -> dict[int, datetime]:
    """When each of some rows was last acted upon, by key; rows that nobody ever did are left out. One query."""
    about = Subject.objects.filter(kind=model._meta.model_name, key__in=keys).order_by()
    return dict(about.values("key").annotate(last=models.Max("entry__at")).values_list("key", "last"))
