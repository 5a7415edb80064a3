"""How a page with one form answers: done and on to another page, or the form again with what is wrong."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now


def done(request: HttpRequest, form: Any, action: Callable[..., Any], /, **given: Any) -> bool:
    """Whether the form was sent, was right, and the action did it with the form's values.

    The form shows what an action refused by its `add_fault`.
    """
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        action(**given, **form.cleaned_data, by=request.user, at=now())
    except ValidationError as fault:
        form.add_fault(fault)
        return False
    return True


def page(request: HttpRequest, template: str, form: Any, **context: Any) -> HttpResponse:
    """The form's page; 422 when it could not be done."""
    return render(request, template, {"form": form, **context}, status=422 if form.errors else 200)
