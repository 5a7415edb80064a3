"""Scorer links of a match: made and shown once, listed, and taken back. Everything works without JavaScript."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.live.actions.links import make_link, revoke_link
from league.live.forms import LinkForm
from league.live.models import ScorerLink
from league.live.permissions import may_invite_scorer
from league.schedule.models import Fixture
from league.schedule.queries import fixture_by_address
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from league.ui.pictures import qr_code

MADE = "scorer_link_made"  # in the session from the making of a link to the page that shows it


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: MemberRequest, league: str, night: date, match: str) -> HttpResponse:
    """Who may peg by a link; let somebody else."""
    fixture = _fixture(request, night, match)
    form = LinkForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        link, token = make_link(fixture=fixture, name=form.cleaned_data["name"], by=request.user, at=now())
        request.session[MADE] = [link.pk, token]
        return redirect(fixture.address_of("scorer-links"))
    rows = ScorerLink.objects.filter(fixture=fixture).select_related("by").order_by("-pk")
    made = None if request.method == "POST" else _new_link(request, fixture)
    context = {"fixture": fixture, "form": form, "links": rows, "made": made}
    return render(request, "live/links.html", context, status=422 if request.method == "POST" else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def revocation(request: MemberRequest, league: str, night: date, match: str, pk: int) -> HttpResponse:
    """Take a link back, having read what comes of it."""
    fixture = _fixture(request, night, match)
    link = get_object_or_404(ScorerLink, fixture=fixture, pk=pk)
    link.fixture = fixture
    if request.method == "POST":
        revoke_link(link=link, by=request.user, at=now())
        return redirect(fixture.address_of("scorer-links"))
    return render(request, "live/revocation.html", {"fixture": fixture, "link": link})


def _fixture(request: MemberRequest, night: date, match: str) -> Fixture:
    fixture = fixture_by_address(night, match).fixture
    if fixture.away_id is None:
        raise Http404("A bye is not pegged.")
    require(may_invite_scorer(request.user, fixture))
    return fixture


def _new_link(request: HttpRequest, fixture: Fixture) -> dict[str, Any] | None:
    """The link that was just made, which is shown once: nothing that is kept could tell it again."""
    key, token = request.session.pop(MADE, (None, ""))
    link = ScorerLink.objects.filter(fixture=fixture, pk=key).first()
    if link is None:
        return None
    address = request.build_absolute_uri(reverse("scorer-link", args=[token]))
    code = " ".join(token[place : place + 4] for place in range(0, len(token), 4)).upper()
    typed_at = request.get_host() + reverse("short-code")
    return {"link": link, "address": address, "code": code, "qr": qr_code(address), "typed_at": typed_at}
