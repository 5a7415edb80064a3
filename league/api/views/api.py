"""The interface itself: everything that is said at /api/v1/, and how it describes itself."""

import json
from functools import cache
from typing import Any

from ninja import NinjaAPI

from league.api.views.matches import router as matches
from league.api.views.problems import HERE, MEDIA_TYPE, handle_all
from league.api.views.reading import router as reading
from league.api.views.writing import router as writing

WORDS = (
    "Everything public of the leagues on this site as JSON, and what a captain may send. Points are exact fractions "
    "as text, moments are ISO 8601 in UTC, and days and hours without a zone are those of the league's country."
)
HEADERS = {
    "ETag": {"schema": {"type": "string"}, "description": "Send it back as If-None-Match: 304 if it is no news."}
}

api = NinjaAPI(title="Double Six", version="1", description=WORDS, openapi_url=None, docs_url=None)
handle_all(api)
for router in (reading, matches, writing):
    api.add_router("", router)


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description: as the library writes it, with what it cannot know put right."""
    written = api.get_openapi_schema(path_prefix=HERE.strip("/") + "/")
    told: dict[str, Any] = json.loads(json.dumps(written))
    for operations in told["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                _put_right(int(status), answer)
    return told


def _put_right(status: int, answer: dict[str, Any]) -> None:
    if status >= 400:
        answer["content"] = {MEDIA_TYPE: answer["content"]["application/json"]}
    if status == 200:
        answer["headers"] = HEADERS
    if status == 429:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
