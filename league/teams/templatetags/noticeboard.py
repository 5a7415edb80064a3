"""What other pages show of the notice board: `{% load noticeboard %}{% latest_news %}` and `{% sponsor %}`."""

from typing import Any

from django import template
from django.template import Context

from league.teams.queries.noticeboard import latest_news as news_rows
from league.teams.queries.noticeboard import sponsor_of

register = template.Library()


@register.inclusion_tag("noticeboard/_latest.html", takes_context=True)
def latest_news(context: Context) -> dict[str, Any]:
    """The latest news as a section; nothing where there is none."""
    return {"league": context["league"], "articles": news_rows()}


@register.inclusion_tag("noticeboard/_sponsor.html", takes_context=True)
def sponsor(context: Context) -> dict[str, Any]:
    """The sponsor with a link and a sentence; nothing where there is none."""
    return {"league": context["league"], "sponsor": sponsor_of(context["league"])}
