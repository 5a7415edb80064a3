"""Addresses of spreadsheets, out and in, the whole league in one file, people's data, webhooks, and the API."""

from django.urls import URLPattern, path, register_converter
from django.urls.converters import SlugConverter

from league.base.ui.old_addresses import leads_to
from league.exchange.choices import ImportKind
from league.exchange.queries.exports import EXPORTS
from league.exchange.views import api_pages, bundles, exports, imports, privacy, webhooks

FORMS = ("csv", "xlsx")
ONE = "imports/<int:pk>/"
BUNDLE = "imports/bring/<int:pk>/"
WEBHOOK = "settings/webhooks/<int:pk>/"


class SheetConverter(SlugConverter):
    """What a spreadsheet has in its rows, by the word that the address has for it."""

    def to_python(self, value: str) -> ImportKind:
        return ImportKind(value)


register_converter(SheetConverter, "sheet")


urlpatterns: list[URLPattern] = [
    path("spreadsheets/", exports.sheets, name="spreadsheets"),
    *(
        path(
            f"spreadsheets/{name}.{form}",
            exports.public_sheet if export.public else exports.private_sheet,
            {"sheet": name, "form": form},
            name=f"{name}-{form}",
        )
        for name, export in EXPORTS.items()
        for form in FORMS
    ),
    path("imports/", imports.imports, name="imports"),
    path("imports/bring/", bundles.bring, name="bring-league"),
    path(BUNDLE, bundles.one_bundle, name="bundle"),
    path(f"{BUNDLE}files/", bundles.files, name="bundle-files"),
    path(f"{BUNDLE}sheets/<int:place>/", bundles.sheet, name="bundle-sheet"),
    path(f"{BUNDLE}steps/<slug:kind>/", bundles.step, name="bundle-step"),
    path(f"{BUNDLE}everything/", bundles.everything, name="bundle-everything"),
    path(f"{BUNDLE}seasons/", bundles.seasons, name="bundle-seasons"),
    path(f"{BUNDLE}fetching/", bundles.fetching, name="fetch-bundle"),
    path(f"{BUNDLE}removal/", bundles.removal, name="delete-bundle"),
    path("imports/new/<sheet:kind>/", imports.new_import, name="new-import"),
    path("imports/new/<sheet:kind>/example.csv", exports.example, name="import-example"),
    path("imports/new/<sheet:kind>/rows/", imports.new_rows, name="add-rows"),
    path(ONE, imports.one_import, name="import"),
    path(f"{ONE}rows/", imports.rows, name="import-rows"),
    path(f"{ONE}columns/", imports.columns, name="import-columns"),
    path(f"{ONE}names/", imports.names, name="import-names"),
    path(f"{ONE}acceptance/", imports.acceptance, name="accept-import"),
    path(f"{ONE}undoing/", imports.undoing, name="undo-import"),
    path(f"{ONE}removal/", imports.removal, name="delete-import"),
    path("archive/", exports.archive, name="league-archive"),
    path("archive/file/", exports.archive_file, name="league-archive-file"),
    path("privacy/", privacy.search, name="data-requests"),
    path("privacy/mine/", leads_to("me", "league", section="data", view="data")),
    path("privacy/mine/copy/", privacy.own_copy, name="own-copy"),
    path("privacy/players/<slug:player>/", privacy.person, name="player-data"),
    path("privacy/players/<slug:player>/copy/", privacy.copy, name="player-copy"),
    path("privacy/players/<slug:player>/erasure/", privacy.erasure, name="erase-player"),
    path("privacy/players/<slug:player>/age/", privacy.age, name="player-age"),
    path("privacy/accounts/<int:pk>/", privacy.person, name="account-data"),
    path("privacy/accounts/<int:pk>/copy/", privacy.copy, name="account-copy"),
    path("privacy/accounts/<int:pk>/erasure/", privacy.erasure, name="erase-account"),
    path("settings/technical/", webhooks.technical, name="technical"),
    path("settings/webhooks/", leads_to("technical", section="webhooks")),
    path("jobs/", leads_to("technical", section="jobs")),
    path("settings/webhooks/new/", webhooks.new_webhook, name="new-webhook"),
    path(WEBHOOK, webhooks.webhook, name="webhook"),
    path(f"{WEBHOOK}test/", webhooks.test, name="test-webhook"),
    path(f"{WEBHOOK}renewal/", webhooks.renewal, name="renew-webhook"),
    path(f"{WEBHOOK}activation/", webhooks.activation, name="switch-on-webhook"),
    path(f"{WEBHOOK}removal/", webhooks.removal, name="remove-webhook"),
]
OF_NO_LEAGUE = [
    path("me/", privacy.me, name="me"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("leagues/archive/", imports.import_page, name="import-league"),
    path("leagues/archive/<int:pk>/", imports.import_progress, name="arriving-league"),
    path("leagues/archive/<int:pk>/cancellation/", imports.import_cancellation, name="stop-arriving-league"),
    path("me/programs/", api_pages.programs, name="programs"),
    path("me/programs/<int:pk>/revocation/", api_pages.revocation, name="revoke-program"),
    path(api_pages.V1, api_pages.about, name="api-about"),
    path(f"{api_pages.V1}openapi.json", api_pages.operation, name="api-description"),
    path(f"{api_pages.V1}<anything:rest>", api_pages.operation, name="api-operation"),
]
