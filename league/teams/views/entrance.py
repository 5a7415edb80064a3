"""Coming in: the demonstration's one-tap sign-in, an invitation, where to land, and a person's own page."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe
from django_scopes import scope

from league.accounts.models import User
from league.accounts.permissions import LAPSED, SignedInRequest, invitation_over
from league.teams.actions import change_own_details, renew_invitation
from league.teams.forms import DetailsForm
from league.teams.models import Role
from league.teams.queries import demonstration, invitation_of, invitation_token, landing_of, own_roles

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
    """What somebody was invited to, with one button: e-mail me a code. Opening it changes nothing.

    One that has run out has another button: e-mail me a new link.
    """
    role = invitation_of(token)
    if role is None or invitation_over(role.user, timezone.now()):
        return _over(request, role, token)
    return render(request, "teams/invitation.html", {"role": role, "invited_league": role.league})


@login_not_required
@require_POST
@never_cache
@sensitive_variables("token")
def renewal(request: HttpRequest, token: str) -> HttpResponse:
    """Renew an invitation that has run out: a fresh link goes to the same address, and to no other."""
    role = invitation_of(token)
    if role is None:
        return _over(request, role, token)
    if invitation_over(role.user, timezone.now()):
        with scope(league=role.league):
            sent = renew_invitation(role=role, at=timezone.now(), address=address_of_invitation(request)).sent
        words = "A new link is on its way to you. Or carry on here." if sent else "Your invitation is good again."
        messages.success(request, words)
    return redirect("invitation", token)


@login_not_required
@require_safe
@never_cache
def over(request: HttpRequest) -> HttpResponse:
    """What to do, for somebody who has just proved who they are, and whose invitation has run out."""
    person = User.objects.filter(pk=request.session.get(LAPSED, 0), is_active=True).first()
    role = next(iter(own_roles(person)), None) if person else None
    context = {"role": role, "token": invitation_token(role) if role else ""}
    return render(request, "accounts/invitation_over.html", context)


def _over(request: HttpRequest, role: Role | None, token: str) -> HttpResponse:
    """An invitation that is good no longer; without a role the link itself is wrong, or it was taken back."""
    context = {"role": role, "token": token, "broken": role is None}
    return render(request, "accounts/invitation_over.html", context, status=410)


def address_of_invitation(request: HttpRequest) -> Callable[[str], str]:
    """What turns an invitation's token into its full address."""
    return lambda token: request.build_absolute_uri(reverse("invitation", args=[token]))
