"""Addresses of spreadsheets, out and in."""

from django.urls import URLPattern, path

from league.exchange.queries.exports import EXPORTS
from league.exchange.views import exports

FORMS = ("csv", "xlsx")


def _file(name: str, form: str) -> URLPattern:
    """The address of one spreadsheet in one form."""
    view = exports.public_sheet if EXPORTS[name].public else exports.private_sheet
    return path(f"spreadsheets/{name}.{form}", view, {"sheet": name, "form": form}, name=f"{name}-{form}")


urlpatterns: list[URLPattern] = [
    path("spreadsheets/", exports.sheets, name="spreadsheets"),
    *(_file(name, form) for name in EXPORTS for form in FORMS),
]
