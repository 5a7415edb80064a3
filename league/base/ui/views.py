"""The look itself over HTTP: stylesheet, light or dark, the style page for staff."""

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from league.base.ui import samples
from league.base.ui.responses import YEAR, public_page
from league.base.ui.static_files import THEMES, stylesheet_for


@public_page
def css(request: HttpRequest, digest: str) -> HttpResponse:
    """Immutable under its own digest; an old one gets the newest."""
    file = stylesheet_for(digest)
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{file.digest}{"gz" if zipped else ""}"'
    if request.headers.get("If-None-Match") == etag:
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(file.gzipped if zipped else file.plain, content_type="text/css; charset=utf-8")
        if zipped:
            response["Content-Encoding"] = "gzip"
    response["ETag"] = etag
    current = digest == file.digest
    response["Cache-Control"] = f"public, max-age={YEAR}, immutable" if current else "public, max-age=60"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


# Without a CSRF token, so that a page kept for everybody can hold the form: the worst it can do is turn out the light.
@csrf_exempt
@login_not_required
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    back = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    response = redirect(back if safe else "/")
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, YEAR, secure=request.is_secure(), httponly=True, samesite="Lax")
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Every component in every state, for those who build and judge the site."""
    if not request.user.is_staff:
        raise PermissionDenied
    return render(request, "ui/style.html", samples.sample_context())
