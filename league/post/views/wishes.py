"""What people want to be sent: the page where each kind is turned on and off, and the link in every mail."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from league.accounts.models import User
from league.post.actions import choose_kinds, turn_off
from league.post.forms import KindsForm
from league.post.queries.letters import stop_token
from league.post.queries.people import wants
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.permissions import is_officer, may_read
from league.ui.answer import page

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def kinds(request: MemberRequest, league: str) -> HttpResponse:
    """Each kind of message, on or off."""
    chosen = [kind.value for kind, on in wants(request.user, request.league).items() if on]
    officer = bool(is_officer(request.user, request.league))
    form = KindsForm(request.POST if request.method == "POST" else None, officer=officer, initial={"kinds": chosen})
    if request.method == "POST" and form.is_valid():
        chosen, person = form.cleaned_data["kinds"], request.user
        choose_kinds(league=request.league, user=person, offered=form.offered, kinds=chosen, by=person, at=now())
        messages.success(request, "Saved.")
        return redirect("what-we-send", league)
    return page(request, "post/kinds.html", form)


@csrf_exempt
@lets_in_by_itself
@login_not_required
@never_cache
@require_http_methods(FORM_METHODS)
def unsubscribe(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Turn one kind off by the link of a mail: asked on a page, or in one click by the mail program (RFC 8058).

    The link is signed and says who and what, so nothing that a stranger could send here does anything.
    """
    named = stop_token(token)
    if named is None or named[1] != request.league.pk:
        if not may_read(request.user, request.league):  # type: ignore[arg-type]
            request.league = None  # type: ignore[assignment]  # the page that says so does not name it
            raise Http404("There is no such page.")
        return render(request, "post/unsubscribe_wrong.html", status=410)
    user, kind = get_object_or_404(User, pk=named[0]), named[2]
    done = request.method == "POST"
    if done:
        turn_off(league=request.league, user=user, kind=kind, at=now())
    return render(request, "post/unsubscribe.html", {"kind": kind, "done": done})
