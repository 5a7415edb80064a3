"""Addresses of spreadsheets, out and in, and of the whole league in one file."""

from django.urls import URLPattern, path

from league.exchange.choices import TYPED, ImportKind
from league.exchange.queries.exports import EXPORTS
from league.exchange.views import bundles, exports, imports, typed_rows

FORMS = ("csv", "xlsx")
ONE = "imports/<int:pk>/"
BUNDLE = "imports/bring/<int:pk>/"


def _file(name: str, form: str) -> URLPattern:
    view = exports.public_sheet if EXPORTS[name].public else exports.private_sheet
    return path(f"spreadsheets/{name}.{form}", view, {"sheet": name, "form": form}, name=f"{name}-{form}")


urlpatterns: list[URLPattern] = [
    path("spreadsheets/", exports.sheets, name="spreadsheets"),
    *(_file(name, form) for name in EXPORTS for form in FORMS),
    path("imports/", imports.imports, name="imports"),
    path("imports/bring/", bundles.bring, name="bring-league"),
    path(BUNDLE, bundles.one_bundle, name="bundle"),
    path(f"{BUNDLE}files/", bundles.files, name="bundle-files"),
    path(f"{BUNDLE}sheets/<int:place>/", bundles.sheet, name="bundle-sheet"),
    path(f"{BUNDLE}steps/<slug:kind>/", bundles.step, name="bundle-step"),
    path(f"{BUNDLE}seasons/", bundles.seasons, name="bundle-seasons"),
    path(f"{BUNDLE}fetching/", bundles.fetching, name="fetch-bundle"),
    path(f"{BUNDLE}removal/", bundles.removal, name="delete-bundle"),
    *(path(f"imports/new/{kind}/", imports.new_import, {"kind": kind}, name=f"import-{kind}") for kind in ImportKind),
    *(
        path(f"imports/new/{kind}/example.csv", exports.example, {"kind": kind}, name=f"example-{kind}")
        for kind in ImportKind
    ),
    *(path(f"imports/new/{kind}/rows/", typed_rows.new_rows, {"kind": kind}, name=f"add-{kind}") for kind in TYPED),
    path(ONE, imports.one_import, name="import"),
    path(f"{ONE}rows/", typed_rows.rows, name="import-rows"),
    path(f"{ONE}columns/", imports.columns, name="import-columns"),
    path(f"{ONE}names/", imports.names, name="import-names"),
    path(f"{ONE}acceptance/", imports.acceptance, name="accept-import"),
    path(f"{ONE}undoing/", imports.undoing, name="undo-import"),
    path(f"{ONE}removal/", imports.removal, name="delete-import"),
    path("archive/", exports.export_page, name="league-archive"),
    path("archive/file/", exports.archive_file, name="league-archive-file"),
]
