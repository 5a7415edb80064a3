"""Addresses of the interface for programs, and of the page where a person lets them in."""

from django.urls import URLPattern, path, register_converter
from django.urls.converters import StringConverter

from league.api.views import about
from league.api.views.about import api
from league.api.views.endpoint import endpoint

V1 = "api/v1/"


class Anything(StringConverter):
    """The rest of an address, whatever it is made of: a program gets its answer in JSON for every one."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")

urlpatterns = [
    path("me/programs/", about.programs, name="programs"),
    path("me/programs/<int:pk>/revocation/", about.revocation, name="revoke-program"),
    path(V1, about.about, name="api-about"),
    path(f"{V1}openapi.json", endpoint(about.openapi), name="api-description"),
    *(
        path(f"{V1}{each.pattern}", endpoint(each.callback), name=f"api-{each.name}")
        for each in api.urls[0]
        if isinstance(each, URLPattern) and str(each.pattern)
    ),
    path(f"{V1}<anything:rest>", endpoint(about.not_found), name="api-nothing"),
]
