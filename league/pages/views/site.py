"""The pages that belong to no league."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from league.teams.models import League
from league.teams.permissions import is_site_admin

DAY = 24 * 60 * 60


@login_not_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The leagues of this site; to its administrator, the way to another one."""
    leagues = League.objects.filter(public=True).order_by("name")
    context = {"leagues": leagues, "may_add": is_site_admin(request.user), "none_yet": not League.objects.exists()}
    return render(request, "pages/home.html", context)


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
