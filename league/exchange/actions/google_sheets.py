"""Fetch a spreadsheet that somebody has published."""

from http import HTTPStatus

from league.base.server.http_client import FetchedFile, NoResponseError, get_outside
from league.exchange.values.google_sheets import download_address, is_sent_on
from league.reading.files import MAX_BYTES, NotReadableError, read_file
from league.reading.values import SourceSheet

TIMEOUT = 15  # seconds
MOST_HOPS = 3
NAME = "Google Sheet"
NOT_PUBLIC = (
    "Google does not give this sheet to everybody. In Google Sheets choose File, Share, Publish to web, and paste the"
    " address that it shows."
)


def fetch_sheets(address: str) -> list[tuple[str, SourceSheet]]:
    """Every sheet that is published at an address, with what it is called. NotReadableError says why there is none."""
    fetched = _fetch(download_address(address))
    if fetched.status != HTTPStatus.OK:
        raise NotReadableError(NOT_PUBLIC)
    if len(fetched.content) > MAX_BYTES:
        raise NotReadableError(f"The sheet is larger than {MAX_BYTES // 1_000_000} MB. Bring it in parts.")
    if not fetched.content.startswith(b"PK"):  # Google answers with a page that asks to sign in
        raise NotReadableError(NOT_PUBLIC)
    return [(NAME, sheet) for sheet in read_file(fetched.content, f"{NAME}.xlsx")]


def _fetch(address: str) -> FetchedFile:
    """What is there, or where Google's own servers send it on to."""
    for _ in range(MOST_HOPS):
        try:
            fetched = get_outside(address, timeout=TIMEOUT, most=MAX_BYTES + 1)
        except NoResponseError as error:
            raise NotReadableError("Google does not answer. Try again in a minute, or download the sheet and bring"
                                   " the file.") from error  # fmt: skip
        if not fetched.location:
            return fetched
        if not is_sent_on(fetched.location):
            raise NotReadableError(NOT_PUBLIC)
        address = fetched.location
    raise NotReadableError(NOT_PUBLIC)
