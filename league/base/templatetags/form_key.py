"""The hidden fields of every form that is posted: Django's token against forgery, and the key of the page."""

import secrets

from django.template import Library
from django.template.base import Parser, Token
from django.template.context import Context
from django.template.defaulttags import CsrfTokenNode
from django.utils.html import format_html

from league.base.ui.responses import KEY_FIELD

register = Library()


class FormTokensNode(CsrfTokenNode):
    """All forms of a page share one key, which compresses better."""

    def render(self, context: Context) -> str:
        field: str = super().render(context)
        request = context.get("request")
        if not field or request is None:
            return field
        if not hasattr(request, KEY_FIELD):
            setattr(request, KEY_FIELD, secrets.token_urlsafe(12))
        return field + format_html('<input type="hidden" name="{}" value="{}">', KEY_FIELD, getattr(request, KEY_FIELD))


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> FormTokensNode:
    return FormTokensNode()
