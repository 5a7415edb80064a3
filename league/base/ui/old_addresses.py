"""Addresses of pages that are now a part of another: each leads on for good to where its part is."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from league.base.ui.responses import NotSentError, uncached_form

Act = Callable[..., HttpResponseBase]


def leads_to(name: str, *asked: str, section: str = "", **fixed: str) -> Callable[..., HttpResponsePermanentRedirect]:
    """Permanent redirect; the parts in `asked` and `fixed` become its query, `section` is an id on the page."""

    @login_not_required
    @require_safe
    def lead_on(request: HttpRequest, **parts: object) -> HttpResponsePermanentRedirect:
        query = {key: str(parts.pop(key)) for key in asked if key in parts} | fixed
        words = "&".join(filter(None, [urlencode(query), request.GET.urlencode()]))
        address = reverse(name, kwargs=parts)
        return HttpResponsePermanentRedirect(f"{address}{'?' if words else ''}{words}{'#' if section else ''}{section}")

    return lead_on


def form_address(page: str, section: str, query: dict[str, str] | None = None, **parts: object) -> str:
    """Of a section of a page, which it shows open."""
    return reverse(page, kwargs=parts, query={**(query or {}), "open": section}, fragment=section)


def lead_to_form(
    page: str, section: str, query: dict[str, str] | None = None, **parts: object
) -> HttpResponsePermanentRedirect:
    """From the address of an act to the form of it."""
    return HttpResponsePermanentRedirect(form_address(page, section, query, **parts))


def form_on(page: str, section: str, **query: str) -> Callable[[Act], Act]:
    """A view that acts on what is sent with the form in `section` of a page, to which GET leads whoever may act.

    Parts of the address that `section` names, as in "leave-{pk}", are not of the page's own address.
    """

    def wrap(view: Act) -> Act:
        @uncached_form
        @wraps(view)
        def act(request: HttpRequest, **parts: Any) -> HttpResponseBase:
            request.form_is_elsewhere = True  # type: ignore[attr-defined]
            try:
                return view(request, **parts)
            except NotSentError:
                of_page = {name: part for name, part in parts.items() if f"{{{name}}}" not in section}
                return lead_to_form(page, section.format(**parts), request.GET.dict() | query, **of_page)

        return act

    return wrap
