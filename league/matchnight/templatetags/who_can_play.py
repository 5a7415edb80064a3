"""Who can play, on pages of rooms below this one: `{% load who_can_play %}{% who_can_play entry fixture %}`."""

from typing import Any

from django import template

from league.base.accounts.models import User
from league.matchnight.queries.nights import counts_on, own_word
from league.schedule.models import Entry, Fixture

register = template.Library()


@register.inclusion_tag("availability/_who_can_play.html")
def who_can_play(entry: Entry, fixture: Fixture, button: str = "") -> dict[str, Any]:
    counts = counts_on(entry, [fixture.date]).get(fixture.date) if fixture.date else None
    return {"entry": entry, "fixture": fixture, "counts": counts, "button": button}


@register.inclusion_tag("availability/_can_you_play.html")
def can_you_play(user: User, entry: Entry, fixture: Fixture, button: str) -> dict[str, Any]:
    word = own_word(user, entry.team, fixture.date) if fixture.date else None
    return {"word": word, "league": fixture.league, "fixture": fixture, "button": button}
