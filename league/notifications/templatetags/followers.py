"""The control on pages of what can be followed: `{% load followers %}{% follow_control address name %}`."""

from typing import Any

from django import template
from django.template import Context

from league.notifications.queries.channels import site_key
from league.teams.models import Team

register = template.Library()


@register.inclusion_tag("following/_control.html", takes_context=True)
def follow_control(
    context: Context, address: str, name: str, team: Team | None = None, words: str = ""
) -> dict[str, Any]:
    """A link to how `name` is followed, which a script makes a button; nothing in a private league. No query.

    `words` are what it says, otherwise "Follow" and the name. With a `team` its button makes that the reader's own.
    """
    here = {name: context.get(name) for name in ("league", "request")}
    return here | {"address": address, "words": words or f"Follow {name}", "team": team, "push_key": site_key()}
