"""A page that has scripts of ours and nothing else, for whoever asks the scripts themselves."""

from pathlib import Path

from playwright.sync_api import Page, Route

SITE = "http://phone.test/"
SCRIPTS = Path(__file__).parent.parent.parent / "static" / "js"


def open_bare_page(page: Page, folder: str = "") -> Page:
    """The page with the scripts of a folder as they are in the tree, each at its name there."""

    def serve(route: Route) -> None:
        script = SCRIPTS / folder / route.request.url.removeprefix(SITE)
        if script.suffix == ".js":
            route.fulfill(body=script.read_text(), content_type="text/javascript")
        else:
            route.fulfill(body="<!doctype html><title>Phone</title>", content_type="text/html")

    page.route(SITE + "**", serve)
    page.goto(SITE)
    return page
