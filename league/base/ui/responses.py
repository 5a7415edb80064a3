"""Responses that many views give: the page of a form, a part of a page, files."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.base.ui.converters import site_of

CSRF_FIELD = "csrfmiddlewaretoken"
KEY_FIELD = "form_key"  # of a page that was shown: what is sent with it twice is done once
TOKEN_FIELDS = (CSRF_FIELD, KEY_FIELD)
Row = TypeVar("Row")
YEAR = 365 * 24 * 60 * 60  # seconds

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

require_form_methods = require_http_methods(["GET", "HEAD", "POST"])


def public_page(view: View) -> View:
    """For whoever is not signed in too."""
    return login_not_required(require_safe(view))


def uncached_page(view: View) -> View:
    return never_cache(require_safe(view))


def uncached_form(view: View) -> View:
    return never_cache(require_form_methods(view))


def form_action(request: HttpRequest, form: Any, action: Callable[..., Any], /, **values: Any) -> bool:
    """What the action refuses is shown by the form."""

    def done(**all_values: Any) -> bool:
        action(**all_values)
        return True

    return bool(form_row(request, form, done, **values))


class NotSentError(Exception):
    """The address of an act was opened as a page is."""


def require_sent(request: HttpRequest) -> None:
    if request.method != "POST":
        raise NotSentError


def form_row(request: HttpRequest, form: Any, action: Callable[..., Row], /, **values: Any) -> Row | None:
    """None when it did not. Raises NotSentError in a view whose form stands on another page (`form_on`)."""
    if getattr(request, "form_is_elsewhere", False):
        require_sent(request)
    if request.method != "POST" or not form.is_valid():
        return None
    with refusals_on(form):
        return action(**values, **form.cleaned_data, by=request.user, at=now())
    return None


@contextmanager
def refusals_on(form: Any) -> Iterator[None]:
    """What is refused meanwhile is said by the form."""
    try:
        yield
    except ValidationError as error:
        form.add_validation_error(error)


def act_and_report(request: HttpRequest, action: Callable[..., Any], words: str, **values: Any) -> bool:
    """True when done; words or refusal are shown on the next page."""
    try:
        action(**values, by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return False
    messages.success(request, words)
    return True


def render_form(request: HttpRequest, template: str, form: Any, **context: Any) -> HttpResponse:
    """422 when it could not be done."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)


def unsent_form(request: HttpRequest, **context: Any) -> HttpResponse:
    answer = render(request, "errors/unsent.html", {"typed": typed_fields(request), **context}, status=403)
    add_never_cache_headers(answer)
    return answer


def typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """None with a password or code in it, nor of another site's form."""
    if not request.headers.get("Referer", "").startswith(f"{site_of(request)}/"):
        return []
    sent = [(name, value) for name, values in request.POST.lists() for value in values if name not in TOKEN_FIELDS]
    return [] if any("password" in name or name == "code" for name, _ in sent) else sent


def wants_part(request: HttpRequest) -> bool:
    """A page that may be kept varies on it: `vary_on_headers("HX-Request")`."""
    return request.headers.get("HX-Request") == "true"


def pdf(made: bytes, name: str, cache_control: str | None = "private, no-cache") -> HttpResponse:
    """`cache_control` None leaves it to the page cache; by default readers ask again each time."""
    answer = HttpResponse(made, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    if cache_control:
        answer["Cache-Control"] = cache_control
    return answer


def jpeg(made: bytes, *, public: bool, age: int) -> HttpResponse:
    """The address stands for the contents; `age` in seconds."""
    answer = HttpResponse(made, content_type="image/jpeg")
    answer["Cache-Control"] = f"{'public' if public else 'private'}, max-age={age}, immutable"
    return answer


def saved_file(made: bytes | str, name: str, content_type: str) -> HttpResponse:
    return HttpResponse(
        made, content_type=content_type, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def unlisted(answer: HttpResponse) -> HttpResponse:
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer


def keep_choice(response: HttpResponse, request: HttpRequest, name: str, value: str, path: str) -> HttpResponse:
    """For a year, below one path."""
    response.set_cookie(name, value, YEAR, path=path, secure=request.is_secure(), httponly=True, samesite="Lax")
    return response


# --- Conditional requests: 304 before anything is read or drawn -------------------------------------------------------
# Whoever gives the parts of a tag has to name all that the response depends on: a reader who is told wrongly that
# nothing has changed keeps what is no longer so.

SOURCES = ("league/**/*.py", "scoring/**/*.py", "templates/**/*", "static/css/**/*")
TAGGED = (200, 304)


@cache
def release() -> str:
    """A digest of the code, templates and styles: what was made by others of them is out of date."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(settings.BASE_DIR.glob(pattern)):
            if path.is_file():
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + b"\0")
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def etag_of(*parts: object) -> str:
    """24 hexadecimal digits."""
    return hashlib.sha256(repr((release(), *parts)).encode()).hexdigest()[:24]


def conditional_response(request: HttpRequest, *parts: object, draw: Callable[[], HttpResponse]) -> HttpResponse:
    """304 under a weak tag, which `parts` and the address make up."""
    tag = f'W/"{etag_of(request.build_absolute_uri(), *parts)}"'
    empty_response: HttpResponse | None = get_conditional_response(request, etag=tag)
    response = draw() if empty_response is None else empty_response
    if response.status_code in TAGGED:
        response["ETag"] = tag
    return response
