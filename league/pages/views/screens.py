"""The screen's own page at /tv/, the way to its code, and the page on which a code is confirmed."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.timezone import now
from django.views.decorators.http import require_POST
from django_scopes import scope

from league.base.accounts.limits import TryLimit, visitor_of, wait_in_words
from league.base.accounts.models import digest_of
from league.base.accounts.permissions import SignedInRequest
from league.base.ui.old_addresses import leads_to
from league.base.ui.pictures import qr_code
from league.base.ui.responses import YEAR, form_action, render_form, uncached_form, uncached_page, wants_part
from league.base.ui.static_files import site_version
from league.matchnight.queries.match_view import tonight_etag
from league.pages import actions
from league.pages.forms import PairForm
from league.pages.models import PubScreen, ScreenCode
from league.pages.queries.league import screen_of, slides_of
from league.teams.middleware import MemberRequest
from league.teams.models import League, Venue
from league.teams.permissions import Anybody, is_secretary, require, teams_led

SCRIPTS = ("js/live-night.js", "js/crib-board.js", "js/next-slide.js")
COOKIE = "screen"
CODES, GUESSES = TryLimit("screens", 60), TryLimit("screen-code", 10, words="Too many codes were tried from here.")


@login_not_required
@uncached_page
def tv(request: HttpRequest) -> HttpResponse:
    screen = screen_of(request.COOKIES.get(COOKIE, ""))
    if screen is None:
        return _code_page(request)
    with scope(league=screen.league):
        return _slides(request, screen)


def _slides(request: HttpRequest, screen: PubScreen) -> HttpResponse:
    at, site = now(), site_version(SCRIPTS)
    tag = quote_etag(f"{tonight_etag(screen.league, at)}-{int(at.timestamp()) // 60}-{site}")
    part = wants_part(request)
    unchanged = get_conditional_response(request, etag=tag) if part else None
    if unchanged is not None:
        return unchanged
    slides = slides_of(screen, at)
    slide = request.GET.get("slide", "")
    shown = int(slide) % len(slides) if slide.isascii() and slide.isdecimal() and len(slide) < 5 else 0
    context = {"league": screen.league, "venue": screen.venue, "at": at, "site": site, "slides": slides}
    context |= {"shown": shown, "next": f"{request.path}?slide={(shown + 1) % len(slides)}"}
    response = render(request, "screens/_slides.html" if part else "screens/tv.html", context)
    response["ETag"] = tag
    return response


def _code_page(request: HttpRequest) -> HttpResponse:
    if wants_part(request):  # its pairing was ended: have it load the page again
        return HttpResponse('<div data-site=""></div>')
    cookie = request.COOKIES.get(COOKIE) or secrets.token_urlsafe(32)
    digest, at = digest_of(cookie), now()
    shown = ScreenCode.objects.filter(digest=digest, until__gt=at).first()
    if shown is None:
        if wait := CODES.count(visitor_of(request)):
            return render(request, "screens/code.html", {"wait": wait_in_words(wait)}, status=429)
        shown = actions.make_code(digest=digest, at=at)
    address = request.build_absolute_uri(f"{reverse('pair-screen')}?code={shown.code}")
    context = {"code": f"{shown.code[:3]} {shown.code[3:]}", "qr": qr_code(address)}
    context["typed_at"] = request.get_host() + reverse("pair-screen")
    response = render(request, "screens/code.html", context)
    response.set_cookie(
        COOKIE, cookie, max_age=YEAR, path=reverse("screen"), httponly=True, samesite="Lax", secure=request.is_secure()
    )
    return response


# --- confirming a code ------------------------------------------------------------------------------------------------
@uncached_page
def pair(request: SignedInRequest) -> HttpResponse:
    code = request.GET.get("code", "")[:12]
    mine = League.objects.filter(roles__user=request.user, roles__ended_at=None).distinct().order_by("name")
    leagues = []
    for league in mine:
        with scope(league=league):
            leagues += [league] if _venues_to_pair(request.user, league) else []
    query = f"?code={code}" if code.isalnum() else ""
    if len(leagues) == 1:
        return redirect(reverse("screens", args=[leagues[0].slug]) + query)
    return render(request, "screens/pair.html", {"leagues": leagues, "query": query})


@uncached_page
def screens(request: MemberRequest, league: str) -> HttpResponse:
    form = PairForm(venues=_venues(request), initial={"code": request.GET.get("code", "")})
    return _screens(request, form)


@uncached_form
def new_screen(request: MemberRequest, league: str) -> HttpResponse:
    venues = _venues(request)
    if request.method != "POST":
        return leads_to("screens", section="pair")(request, league=league)
    form = PairForm(request.POST, venues=venues)
    if form.is_valid() and (refusal := GUESSES.refuse(request)):
        form.add_error("code", refusal)
    elif form_action(request, form, actions.pair_screen):
        messages.success(request, f"Paired with {form.cleaned_data['venue']}. The screen follows in a few seconds.")
        return redirect("screens", league)
    return _screens(request, form)


def _venues_to_pair(user: Anybody, league: League) -> list[Venue]:
    """The secretary may pair a television with any pub, a captain with the pub of a team of their own."""
    venues = Venue.objects.filter(league=league).order_by("name", "pk")
    if not is_secretary(user, league):
        venues = venues.filter(pk__in={team.venue_id for team in teams_led(user, league)})
    return list(venues)


def _venues(request: MemberRequest) -> list[Venue]:
    venues = _venues_to_pair(request.user, request.league)
    require(bool(venues) or is_secretary(request.user, request.league))
    return venues


def _screens(request: MemberRequest, form: PairForm) -> HttpResponse:
    """The paired screens are for the secretary; a captain sees the form alone."""
    context: dict[str, Any] = {"secretary": is_secretary(request.user, request.league)}
    if context["secretary"]:
        paired = PubScreen.objects.filter(league=request.league, revoked_at=None).select_related("venue", "by")
        context["screens"] = paired.order_by("venue__name", "pk")
    return render_form(request, "screens/screens.html", form, **context)


@require_POST
def revocation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    screen = get_object_or_404(PubScreen, league=request.league, pk=pk)
    actions.revoke_screen(screen=screen, by=request.user, at=now())
    messages.success(request, "The screen was ended. It shows a code again within a few seconds.")
    return redirect("screens", league)
