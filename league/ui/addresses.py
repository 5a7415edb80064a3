"""Addresses of pages that every season has: those of this season have no season in them."""

from typing import Any

from django.urls import reverse

# Pages whose address of a past season has a name of its own.
OF_PAST_SEASON = {"fixtures": "season-fixtures", "table": "season-table"}


def of_season(league: str, season: Any, name: str, **parts: str) -> str:
    """The address of a page of this season without its name, of another season with it."""
    if season.current:
        return reverse(name, kwargs={"league": league, **parts})
    return reverse(OF_PAST_SEASON.get(name, name), kwargs={"league": league, "season": season.slug, **parts})
