"""Addresses of the operations, which `views.pages.operation` alone looks up; `site_urls` has made `anything`."""

from django.urls import URLPattern, path

from league.exchange.views import api_about as about
from league.exchange.views.api_endpoint import endpoint
from league.exchange.views.api_pages import V1

urlpatterns = [
    path(f"{V1}openapi.json", endpoint(about.openapi)),
    *(
        path(f"{V1}{each.pattern}", endpoint(each.callback))
        for each in about.api.urls[0]
        if isinstance(each, URLPattern) and str(each.pattern)
    ),
    path(f"{V1}<anything:rest>", endpoint(about.not_found)),
]
