"""Programs that act for you: a person's own tokens."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from league.accounts.permissions import SignedInRequest, confirm_first
from league.api.actions import make_token, revoke_token
from league.api.forms import TokenForm
from league.api.models import Token
from league.api.permissions import tokens_of


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
