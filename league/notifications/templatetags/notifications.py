"""The control to follow what a page is about, and who is written to, said before it is done."""

from typing import Any

from django import template
from django.conf import settings
from django.template import Context

from league.notifications.queries.recipients import captains_told_of_fixtures
from league.notifications.webpush import public_key
from league.schedule.models import Season
from league.teams.models import Team

register = template.Library()


@register.inclusion_tag("following/_control.html", takes_context=True)
def follow_control(
    context: Context, address: str, name: str, team: Team | None = None, words: str = "", *, phones_only: bool = False
) -> dict[str, Any]:
    """Nothing in a private league, or of `phones_only` where the site sends nothing to phones. No query."""
    here = {name: context.get(name) for name in ("league", "request")}
    control = {"address": address, "words": words or f"Follow {name}", "team": team, "phones_only": phones_only}
    return here | control | {"push_key": public_key(settings.PUSH_KEY)}


@register.simple_tag
def captains_told(season: Season) -> list[str]:
    return [person.name for person in captains_told_of_fixtures(season)]
