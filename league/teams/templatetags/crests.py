"""The crest of a league or a team as templates show it: `{% load crests %}{% crest team %}`."""

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.palette import shield
from league.teams.models import League, Team

register = template.Library()


@register.simple_tag(takes_context=True)
def crest(context: Context, row: League | Team) -> SafeString:
    """The picture that was sent, or a shield of the initials; beside a name, so it has no words of its own."""
    if row.crest_id:
        address = reverse("picture", args=[context["league"].slug, row.crest_id])
        return format_html('<img class="crest" src="{}" width="48" height="48" alt="">', address)
    return shield(row.short_name if isinstance(row, League) else row.name, row.kit)
