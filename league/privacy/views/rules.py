"""What the site does with people's data, for anybody to read."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.privacy.choices import RULES


@login_not_required
@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept and how long, from the rules that the site follows."""
    return render(request, "privacy/rules.html", {"rules": RULES})
