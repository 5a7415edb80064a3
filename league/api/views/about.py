"""The interface at /api/v1/ put together, and what it says of itself: the page for whoever writes a program, with
their tokens, and the description for programs.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from ninja import NinjaAPI

from league.accounts.permissions import SignedInRequest, confirm_first
from league.api.actions import make_token, revoke_token
from league.api.forms import TokenForm
from league.api.models import Token
from league.api.permissions import tokens_of
from league.api.views.money import router as money
from league.api.views.problems import MEDIA_TYPE, ROOT, ProblemKind, problem, register_handlers
from league.api.views.reads import router as reading
from league.api.views.writes import router as writing

DESCRIPTION = (
    "Everything public of the leagues on this site as JSON, and what a captain may send. Points are exact fractions "
    "as text, moments are ISO 8601 in UTC, and days and hours without a zone are those of the league’s country."
)
HEADERS = {
    "ETag": {"schema": {"type": "string"}, "description": "Send it back as If-None-Match: 304 if nothing has changed."}
}

api = NinjaAPI(title="Double Six", version="1", description=DESCRIPTION, openapi_url=None, docs_url=None)
register_handlers(api)
for router in (reading, writing, money):
    api.add_router("", router)


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description: as the library writes it, with what it cannot know put right."""
    written = api.get_openapi_schema(path_prefix=ROOT.strip("/") + "/")
    schema: dict[str, Any] = json.loads(json.dumps(written))
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                _complete_answer(int(status), answer)
    return schema


def _complete_answer(status: int, answer: dict[str, Any]) -> None:
    if status >= 400:
        answer["content"] = {MEDIA_TYPE: answer["content"]["application/json"]}
    if status == 200:
        answer["headers"] = HEADERS
    if status == 429:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}


@dataclass(frozen=True, slots=True)
class OperationLine:
    """One operation for people: `asks` are the parameters beyond its address, `answers` the statuses."""

    method: str
    path: str
    name: str
    words: str
    asks: tuple[dict[str, Any], ...]
    answers: tuple[str, ...]
    token: bool


@login_not_required
@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Every operation, from the same description that programs read."""
    return render(request, "api/about.html", {"chapters": chapters(), "kinds": [*ProblemKind]})


@cache
def chapters() -> dict[str, list[OperationLine]]:
    """The operations by what they are about, in the order in which they were declared."""
    found: dict[str, list[OperationLine]] = {}
    for path, operations in description()["paths"].items():
        for method, operation in operations.items():
            found.setdefault(operation["tags"][0], []).append(_operation_line(method.upper(), path, operation))
    return found


def _operation_line(method: str, path: str, operation: dict[str, Any]) -> OperationLine:
    asks = tuple(
        {"name": each["name"], "needed": each["required"], "words": each.get("description", "").replace("`", "")}
        for each in operation["parameters"]
        if each["in"] != "path"
    )
    answers = tuple(sorted(operation["responses"]))
    needed = {} not in operation["security"]
    return OperationLine(method, path, operation["operationId"], operation["description"], asks, answers, needed)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description."""
    return JsonResponse(description())


def not_found(request: HttpRequest, rest: str) -> HttpResponse:
    """Any other address below this one."""
    return problem(ProblemKind.NOT_FOUND, "There is nothing at this address. See /api/v1/ for what there is.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@confirm_first
def programs(request: SignedInRequest) -> HttpResponse:
    """The list, and a form for one more. The new token is on the answer to the form, and never again anywhere."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            return _made(request, form)
        except ValidationError:
            form.refuse_name()
    context = {"form": form, "tokens": tokens_of(request.user, localdate())}
    return render(request, "api/programs.html", context, status=422 if form.errors else 200)


@sensitive_variables("secret")
def _made(request: SignedInRequest, form: TokenForm) -> HttpResponse:
    token, secret = make_token(**form.cleaned_data, by=request.user, at=now())
    return render(request, "api/made.html", {"token": token, "secret": secret})


@require_POST
def revocation(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a token back; somebody else's does not exist."""
    token = get_object_or_404(Token, pk=pk, user=request.user)
    revoke_token(token=token, by=request.user, at=now())  # type: ignore[arg-type]
    messages.success(request, f"{token.name} no longer has access.")
    return redirect("programs")
