"""Addresses of the interface for programs as a whole, and of the page where a person lets them in."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from league.exchange.views import api_pages as pages
from league.exchange.views.api_pages import V1


class Anything(StringConverter):
    """The rest of an address, whatever it is made of: a program gets its answer in JSON for every one."""

    regex = r"[\s\S]+"


register_converter(Anything, "anything")

urlpatterns = [
    path("me/programs/", pages.programs, name="programs"),
    path("me/programs/<int:pk>/revocation/", pages.revocation, name="revoke-program"),
    path(V1, pages.about, name="api-about"),
    path(f"{V1}openapi.json", pages.operation, name="api-description"),
    path(f"{V1}<anything:rest>", pages.operation, name="api-operation"),
]
