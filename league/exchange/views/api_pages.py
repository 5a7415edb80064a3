"""Where people meet the interface for programs: what it offers, and their tokens; and the one way in for programs.

The operations are read when somebody first asks for one: what the library makes of them takes 20 MB.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import register_converter, resolve
from django.urls.converters import StringConverter
from django.utils.timezone import localdate, now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from league.base.accounts.permissions import SignedInRequest, confirm_first
from league.base.ui.responses import public_page, render_form, uncached_form
from league.exchange.actions.api import make_token, revoke_token
from league.exchange.forms import TokenForm
from league.exchange.models import Token
from league.exchange.permissions import tokens_of
from league.teams.middleware import finds_its_league

V1 = "api/v1/"  # where all operations are
MADE = "token_made"  # in the session from the making of a token to the page that shows it


class Anything(StringConverter):
    """The rest of an address, whatever it is made of: a program gets its answer in JSON for every one."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")


@csrf_exempt
@login_not_required
@finds_its_league
def operation(request: HttpRequest, **_rest: Any) -> HttpResponse:
    """Whatever a program asks for, answered by whoever has its address in league.exchange.views.api_about."""
    resolver_match = resolve(request.path_info, "league.exchange.views.api_about")
    return resolver_match.func(request, **resolver_match.kwargs)


@public_page
def about(request: HttpRequest) -> HttpResponse:
    from league.exchange.views.api_about import chapters  # slow import
    from league.exchange.views.api_endpoint import ProblemKind  # slow import

    return render(request, "api/about.html", {"chapters": chapters(), "kinds": [*ProblemKind]})


@uncached_form
@confirm_first
@sensitive_variables("secret")
def programs(request: SignedInRequest) -> HttpResponse:
    """The list, and a form for one more. A new token is shown once, in place of the list."""
    if request.method == "GET" and MADE in request.session:
        return _made(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            token, secret = make_token(**form.cleaned_data, by=request.user, at=now())
        except ValidationError:
            form.add_error("name", "You already have an app with that name. Choose another.")
        else:
            request.session[MADE] = [token.pk, secret]
            return redirect("programs")
    return render_form(request, "api/programs.html", form, tokens=tokens_of(request.user, localdate()))


@sensitive_variables("secret")
def _made(request: SignedInRequest) -> HttpResponse:
    key, secret = request.session.pop(MADE)
    token = get_object_or_404(Token, pk=key, user=request.user)
    return render(request, "api/made.html", {"token": token, "secret": secret})


@require_POST
def revocation(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(Token, pk=pk, user=request.user)
    revoke_token(token=token, by=request.user, at=now())  # type: ignore[arg-type]
    messages.success(request, f"{token.name} no longer has access.")
    return redirect("programs")
