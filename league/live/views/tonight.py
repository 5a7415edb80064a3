"""All matches of tonight on one page, and the same for the screen in the pub.

Both ask again for their part that changes, with an ETag, and not by a stream for each match: browsers open six lines to
a site at once and no more, and one answer tells of all matches, those that began since among them.
"""

import hashlib
from typing import Any

import segno
from django.contrib.auth.decorators import login_not_required
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.live.queries.tonight import stamp_of, tonight_of
from league.teams.middleware import LeagueRequest
from league.ui.answer import wants_part
from league.ui.stylesheet import SCREENS, stylesheet

SCRIPTS = ("js/live-night.js", "js/crib-board.js")


@login_not_required
@require_safe
def tonight(request: LeagueRequest, league: str) -> HttpResponse:
    """What is on tonight: live scores, matches to come, results."""
    return _night(request, "live/tonight.html", "live/_tonight.html")


@login_not_required
@require_safe
def tv(request: LeagueRequest, league: str) -> HttpResponse:
    """Tonight for the screen in the pub: nothing to press, one match after the other."""
    code = _qr(request.build_absolute_uri(reverse("tonight", args=[league])))
    return _night(request, "live/tv.html", "live/_tv.html", qr=code)


def _night(request: LeagueRequest, page: str, part: str, **context: Any) -> HttpResponse:
    """The page, or its part that changes: nothing at all if it is as it was when last asked."""
    at, site = now(), _site()
    context |= {"at": at, "site": site}
    if wants_part(request):
        response = _part(request, part, context)
    else:
        response = render(request, page, context | {"tonight": tonight_of(request.league, at)})
    patch_vary_headers(response, ["HX-Request"])
    return response


def _part(request: LeagueRequest, part: str, context: dict[str, Any]) -> HttpResponse:
    at = context["at"]
    tag = quote_etag(f"{stamp_of(request.league, at)}-{context['site']}")
    response = get_conditional_response(request, etag=tag)
    if response is None:
        response = render(request, part, context | {"tonight": tonight_of(request.league, at)})
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


def _site() -> str:
    """Changes with the look and the scripts, so that a page that is open for a week loads itself again."""
    scripts = "".join(staticfiles_storage.url(name) for name in SCRIPTS)
    return f"{stylesheet().digest}-{stylesheet(SCREENS).digest}-{hashlib.sha256(scripts.encode()).hexdigest()[:8]}"


def _qr(address: str) -> SafeString:
    """The square pattern of an address, as SVG to stand in the page."""
    drawn = segno.make(address, error="m", micro=False)
    return SafeString(drawn.svg_inline(border=2, omitsize=True, svgclass="tv__qr", lineclass=None))
