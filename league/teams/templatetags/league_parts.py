"""What pages show of a league and its teams besides their names: `{% load league_parts %}{% crest team %}`."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.base.ui.palette import shield
from league.teams.models import League, Team
from league.teams.queries.noticeboard import latest_news as news_rows
from league.teams.queries.noticeboard import sponsor_of

register = template.Library()


@register.simple_tag(takes_context=True)
def crest(context: Context, row: League | Team) -> SafeString:
    if row.crest_id:
        address = reverse("picture", args=[context["league"].slug, row.crest_id])
        return format_html('<img class="crest" src="{}" width="48" height="48" alt="">', address)
    return shield(row.short_name if isinstance(row, League) else row.name, row.kit)


@register.inclusion_tag("noticeboard/_latest.html", takes_context=True)
def latest_news(context: Context) -> dict[str, Any]:
    return {"league": context["league"], "articles": news_rows()}


@register.inclusion_tag("noticeboard/_sponsor.html", takes_context=True)
def sponsor(context: Context) -> dict[str, Any]:
    return {"league": context["league"], "sponsor": sponsor_of(context["league"])}
