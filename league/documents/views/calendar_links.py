"""Calendar links of one's own: made and shown once, followed without signing in, and taken back."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.documents.actions.calendars import make_calendar_link, revoke_calendar_link
from league.documents.forms.calendars import CalendarLinkForm
from league.documents.models import CalendarLink
from league.documents.permissions import is_member, may_follow, may_take_back
from league.documents.queries.calendar_links import feed_of, link_of, links_in
from league.documents.views.calendars import calendar
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.permissions import is_secretary, require
from league.ui.qr import qr_code

MADE = "calendar_link_made"  # in the session from the making of a link to the page that shows it


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: MemberRequest, league: str) -> HttpResponse:
    """One's own links, and making another; the secretary sees everybody's."""
    require(is_member(request.user, request.league))
    posted = request.method == "POST"
    form = CalendarLinkForm(request.POST if posted else None)
    if form.is_valid() and _make(request, form):
        return redirect("calendar-links", league)
    rows = list(links_in(request.league))
    context = {
        "form": form,
        "own": [link for link in rows if link.user_id == request.user.pk],
        "others": [
            link for link in rows if link.user_id != request.user.pk and is_secretary(request.user, link.league)
        ],
        "made": None if posted else _made(request),
    }
    return render(request, "documents/calendar_links.html", context, status=422 if posted else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Take a link back, having read what comes of it."""
    link = get_object_or_404(CalendarLink.objects.select_related("league", "user", "team", "venue", "division"), pk=pk)
    require(may_take_back(request.user, link))
    if request.method == "POST":
        revoke_calendar_link(link=link, by=request.user, at=now())
        return redirect("calendar-links", league)
    return render(request, "documents/calendar_revocation.html", {"link": link})


@login_not_required
@lets_in_by_itself
@require_safe
def followed(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """The calendar of a link, for whatever program has it: nobody signs in. Of a wrong link nothing is told."""
    link = link_of(token, request.league)
    if link is None:
        return HttpResponse("There is no such calendar.\n", content_type="text/plain", status=404)
    if not may_follow(link):
        return HttpResponse("This link was taken back. Make another on the site.\n", "text/plain", status=410)
    return calendar(request, lambda _, at: feed_of(link, at), f"{league}-matches.ics", own=str(link.pk))


def _make(request: MemberRequest, form: CalendarLinkForm) -> bool:
    """Make the link that was asked for; False with the reason on the form."""
    try:
        link, token = make_calendar_link(league=request.league, kind=form.kind, of=form.of, by=request.user, at=now())
    except ValidationError as why:
        form.add_error(None, why)
        return False
    request.session[MADE] = [link.pk, token]
    return True


def _made(request: HttpRequest) -> dict[str, Any] | None:
    """The link that was just made, which is shown once: nothing that is kept could tell it again."""
    key, token = request.session.pop(MADE, (None, ""))
    link = CalendarLink.objects.select_related("league", "team", "venue", "division").filter(pk=key).first()
    if link is None:
        return None
    path = reverse("calendar-link", args=[link.league.slug, token])
    address = f"{request.get_host()}{path}"
    return {
        "link": link,
        "address": request.build_absolute_uri(path),
        "adds": address,
        "qr": qr_code(f"webcal://{address}"),
    }
