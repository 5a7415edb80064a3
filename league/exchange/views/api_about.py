"""The interface at /api/v1/ put together, and what it says of itself, to programs and for people."""

import json
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_safe
from ninja import NinjaAPI

from league.exchange.views.api_endpoint import HANDLERS, MEDIA_TYPE, ROOT, ProblemKind, endpoint, problem
from league.exchange.views.api_money import router as money
from league.exchange.views.api_pages import V1
from league.exchange.views.api_reads import router as reading
from league.exchange.views.api_writes import router as writing

DESCRIPTION = (
    "Everything public of the leagues on this site as JSON, and what a captain may send. Points are exact fractions "
    "as text, moments are ISO 8601 in UTC, and days and hours without a zone are those of the league’s country."
)
HEADERS = {
    "ETag": {"schema": {"type": "string"}, "description": "Send it back as If-None-Match: 304 if nothing has changed."}
}

api = NinjaAPI(title="Double Six", version="1", description=DESCRIPTION, openapi_url=None, docs_url=None)
for raised, handler in HANDLERS.items():
    api.add_exception_handler(raised, handler)
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
        answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
    if status == 200:
        answer["headers"] = HEADERS
    if status == 429:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}


@cache
def chapters() -> dict[str, list[dict[str, Any]]]:
    operations_by_tag: dict[str, list[dict[str, Any]]] = {}
    for address, operations in description()["paths"].items():
        for method, operation in operations.items():
            line = _operation(operation) | {"method": method.upper(), "path": address}
            operations_by_tag.setdefault(operation["tags"][0], []).append(line)
    return operations_by_tag


def _operation(operation: dict[str, Any]) -> dict[str, Any]:
    """What the page says of an operation: "asks" are the parameters beyond its address, "answers" the statuses."""
    return {
        "name": operation["operationId"],
        "words": operation["description"],
        "asks": [each for each in operation["parameters"] if each["in"] != "path"],
        "answers": sorted(operation["responses"]),
        "token": {} not in operation["security"],
    }


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    return JsonResponse(description())


def not_found(request: HttpRequest, rest: str) -> HttpResponse:
    return problem(ProblemKind.NOT_FOUND, "There is nothing at this address. See /api/v1/ for what there is.")


# Addresses of the operations, which `api_pages.operation` alone looks up.
urlpatterns = [
    path(f"{V1}openapi.json", endpoint(openapi)),
    *(
        path(f"{V1}{each.pattern}", endpoint(each.callback))
        for each in api.urls[0]
        if isinstance(each, URLPattern) and str(each.pattern)
    ),
    path(f"{V1}<anything:rest>", endpoint(not_found)),
]
