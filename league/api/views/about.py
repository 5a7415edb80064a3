"""What the interface says of itself: the page for whoever writes a program, and the description for programs."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.api.views.api import description
from league.api.views.problems import ProblemKind, problem


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
    return problem(ProblemKind.NOT_FOUND, "There is nothing at this address. /api/v1/ says what there is.")
