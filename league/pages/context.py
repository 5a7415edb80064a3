"""What every page's frame needs."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, whether it is a demonstration, and the league of the address (None elsewhere)."""
    return {"site_name": settings.SITE_NAME, "demo": settings.DEMO, "league": getattr(request, "league", None)}
