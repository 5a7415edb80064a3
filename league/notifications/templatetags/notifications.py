"""The control to follow what a page is about, and who is written to, said before it is done."""

from typing import Any

from django import template
from django.template import Context

from league.notifications.queries.preferences import site_key
from league.notifications.queries.recipients import captains_told_of_fixtures
from league.schedule.models import Season
from league.teams.models import Team

register = template.Library()


@register.inclusion_tag("following/_control.html", takes_context=True)
def follow_control(
    context: Context, address: str, name: str, team: Team | None = None, words: str = "", *, phones_only: bool = False
) -> dict[str, Any]:
    """A link to how `name` is followed, which a script makes a button; nothing in a private league. No query.

    `words` are what it says, otherwise "Follow" and the name. With a `team` its button makes that the reader's own.
    What is followed by `phones_only` has no control where the site sends nothing to phones.
    """
    here = {name: context.get(name) for name in ("league", "request")}
    control = {"address": address, "words": words or f"Follow {name}", "team": team, "phones_only": phones_only}
    return here | control | {"push_key": site_key()}


@register.simple_tag
def captains_told(season: Season) -> list[str]:
    """The names of those who get an e-mail when fixtures of this season are published."""
    return [person.name for person in captains_told_of_fixtures(season)]
