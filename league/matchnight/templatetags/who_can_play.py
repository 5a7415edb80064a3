"""How many can play, on pages of rooms below this one: `{% load who_can_play %}{% who_can_play entry fixture %}`."""

from typing import Any

from django import template

from league.matchnight.queries.nights import counts_on
from league.schedule.models import Entry, Fixture

register = template.Library()


@register.inclusion_tag("availability/_who_can_play.html")
def who_can_play(entry: Entry, fixture: Fixture) -> dict[str, Any]:
    """Where the captain of an entry that is a team sees who can play in a match, and how many can."""
    counts = counts_on(entry, [fixture.date]).get(fixture.date) if fixture.date else None
    return {"entry": entry, "fixture": fixture, "counts": counts}
