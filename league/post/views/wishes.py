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
from league.cups.permissions import runs_cups
from league.post.actions import choose_kinds, turn_off
from league.post.choices import PUSHED, Way
from league.post.forms import KindsForm, PhoneForm, TextsForm
from league.post.permissions import may_have_texts
from league.post.phones import mobile
from league.post.queries.letters import stop_token
from league.post.queries.people import wants
from league.post.queries.ways import has_texts, phones_of, site_key, wishes_on_phones
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.permissions import is_officer, may_read
from league.ui.answer import page

FORM_METHODS = ["GET", "HEAD", "POST"]


@never_cache
@require_http_methods(FORM_METHODS)
def kinds(request: MemberRequest, league: str) -> HttpResponse:
    """Each kind of message, on or off, and the phones that have them shown."""
    phones = phones_of([request.user])[request.user.pk]
    form = _kinds_form(request, bool(phones))
    if request.method == "POST" and form.is_valid():
        _choose(request, form)
        messages.success(request, "Saved.")
        return redirect("what-we-send", league)
    context = {"phones": phones, "add": PhoneForm(auto_id=False), "push_key": site_key(), "texts": _texts(request)}
    return page(request, "post/kinds.html", form, **context)


def _kinds_form(request: MemberRequest, phones: bool) -> KindsForm:  # noqa: FBT001 (whether there are any)
    user, league = request.user, request.league
    chosen = [kind.value for kind, on in wants(user, league).items() if on]
    pushed = [kind.value for kind, on in wishes_on_phones(user, league).items() if on] if phones else []
    data = request.POST if request.method == "POST" else None
    initial = {"kinds": chosen, "pushed": pushed}
    officer = is_officer(user, league) or runs_cups(user, league)
    return KindsForm(data, officer=officer, phones=phones, initial=initial)


def _choose(request: MemberRequest, form: KindsForm) -> None:
    league, user, at, chosen = request.league, request.user, now(), form.cleaned_data
    choose_kinds(league=league, user=user, offered=form.offered, kinds=chosen["kinds"], by=user, at=at)
    if "pushed" in chosen:
        choose_kinds(
            league=league, user=user, offered=PUSHED, kinds=chosen["pushed"], by=user, at=at, way=Way.PUSH
        )  # fmt: skip


def _texts(request: MemberRequest) -> dict[str, object] | None:
    """What the part about texts shows; None for whoever is not offered any."""
    if not may_have_texts(request.user, request.league):
        return None
    form = TextsForm(initial={"wanted": has_texts(request.user, request.league)})
    return {"form": form, "number": mobile(request.user.phone)}


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
        if not may_read(request.user, request.league):
            request.league = None  # type: ignore[assignment]  # the page that says so does not name it
            raise Http404("There is no such page.")
        return render(request, "post/unsubscribe_wrong.html", status=410)
    user, kind = get_object_or_404(User, pk=named[0]), named[2]
    done = request.method == "POST"
    if done:
        turn_off(league=request.league, user=user, kind=kind, at=now())
    return render(request, "post/unsubscribe.html", {"kind": kind, "done": done})
