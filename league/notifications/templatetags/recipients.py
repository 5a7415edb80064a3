"""Who is written to, said before it is done: `{% load recipients %}{% captains_told season as people %}`."""

from django import template

from league.notifications.queries.recipients import captains_told_of_fixtures
from league.schedule.models import Season

register = template.Library()


@register.simple_tag
def captains_told(season: Season) -> list[str]:
    """The names of those who get an e-mail when fixtures of this season are published."""
    return [person.name for person in captains_told_of_fixtures(season)]
