"""Coming in: the demonstration's one-tap sign-in, an invitation, where to land, and a person's own page."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from league.accounts.models import User
from league.accounts.permissions import SignedInRequest
from league.teams.actions import change_own_details
from league.teams.forms import DetailsForm
from league.teams.queries import demonstration, invitation_of, landing_of, own_roles

BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@require_safe
@never_cache
def demo(request: HttpRequest) -> HttpResponse:
    """Everybody who may be signed in as, by league and role."""
    return render(request, "teams/demo.html", {"shown": demonstration(), "next": request.GET.get("next", "")})


@login_not_required
@require_POST
def demo_sign_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Be that demonstration person from now on. Nobody else can be reached this way, and nobody where DEMO is off."""
    if not settings.DEMO:
        raise Http404("This is not a demonstration.")
    person = get_object_or_404(User, pk=pk, demo=True, is_active=True)
    login(request, person, backend=BACKEND)
    wanted = request.POST.get("next", "")
    if wanted and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None):
        return redirect(wanted)
    return redirect("start")


@require_safe
@never_cache
def start(request: SignedInRequest) -> HttpResponse:
    """Where a person wants to be after signing in: the inbox, their match, their league."""
    return redirect(landing_of(request.user))


@never_cache
def me(request: SignedInRequest) -> HttpResponse:
    """A person's own page: what they do in which league, their details, how they sign in."""
    user = request.user
    form = DetailsForm(request.POST or None, initial={"name": user.name, "phone": user.phone})
    if request.method == "POST" and form.is_valid():
        change_own_details(user=user, at=timezone.now(), **form.cleaned_data)
        messages.success(request, "Your details were saved.")
        return redirect("me")
    context = {"form": form, "roles": own_roles(user)}
    return render(request, "teams/me.html", context, status=422 if form.errors else 200)


@login_not_required
@require_safe
@never_cache
@sensitive_variables("token")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """What somebody was invited to, with one button: e-mail me a code. Opening it changes nothing."""
    role = invitation_of(token)
    if role is None:
        return render(request, "accounts/invitation_over.html", status=410)
    return render(request, "teams/invitation.html", {"role": role, "invited_league": role.league})
