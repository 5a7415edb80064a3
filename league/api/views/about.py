"""What the interface says of itself: the page for whoever writes a program, and the description for programs."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.api.views.api import description
from league.api.views.problems import Kind, problem


@dataclass(frozen=True, slots=True)
class Described:
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
    return render(request, "api/about.html", {"chapters": chapters(), "kinds": [*Kind]})


@cache
def chapters() -> dict[str, list[Described]]:
    """The operations by what they are about, in the order in which they were declared."""
    found: dict[str, list[Described]] = {}
    for path, operations in description()["paths"].items():
        for method, told in operations.items():
            found.setdefault(told["tags"][0], []).append(_described(method.upper(), path, told))
    return found


def _described(method: str, path: str, told: dict[str, Any]) -> Described:
    asks = tuple(
        {"name": each["name"], "needed": each["required"], "words": each.get("description", "").replace("`", "")}
        for each in told["parameters"]
        if each["in"] != "path"
    )
    answers = tuple(sorted(told["responses"]))
    needed = {} not in told["security"]
    return Described(method, path, told["operationId"], told["description"], asks, answers, needed)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """The OpenAPI description."""
    return JsonResponse(description())


def nothing_here(request: HttpRequest, rest: str) -> HttpResponse:
    """Any other address below this one."""
    return problem(Kind.NOT_FOUND, "There is nothing at this address. /api/v1/ says what there is.")
