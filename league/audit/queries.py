"""Reading what happened."""

from django.db import models

from league.audit.models import Entry


def entries_about(row: models.Model) -> models.QuerySet[Entry]:
    """Everything that happened to one fixture, team, player or season, newest first."""
    about = Entry.objects.filter(subjects__kind=row._meta.model_name, subjects__key=row.pk)
    return about.select_related("by").order_by("-at", "-pk")


def entries_of_league(league_id: int) -> models.QuerySet[Entry]:
    """Everything that happened in one league, newest first."""
    return Entry.objects.filter(league_id=league_id).select_related("by").order_by("-at", "-pk")
