"""The pages that belong to no league."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from league.teams.models import League

DAY = 24 * 60 * 60


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The leagues of this site."""
    return render(request, "pages/home.html", {"leagues": League.objects.filter(public=True).order_by("name")})


@login_not_required
@require_safe
@cache_control(public=True, max_age=DAY)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Where old browsers, and programs that draw a link, look for the site's mark without being told."""
    return redirect(static("icon-180.png"))


@login_not_required
@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """A page of plain words: help, accessibility."""
    return render(request, f"pages/{name}.html")
