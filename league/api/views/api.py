"""The interface itself: everything that is said at /api/v1/, and how it describes itself."""

import json
from functools import cache
from typing import Any

from ninja import NinjaAPI

from league.api.views.matches import router as matches
from league.api.views.problems import MEDIA_TYPE, ROOT, register_handlers
from league.api.views.reads import router as reading
from league.api.views.writes import router as writing

DESCRIPTION = (
    "Everything public of the leagues on this site as JSON, and what a captain may send. Points are exact fractions "
    "as text, moments are ISO 8601 in UTC, and days and hours without a zone are those of the league's country."
)
HEADERS = {
    "ETag": {"schema": {"type": "string"}, "description": "Send it back as If-None-Match: 304 if it is no news."}
}

api = NinjaAPI(title="Double Six", version="1", description=DESCRIPTION, openapi_url=None, docs_url=None)
register_handlers(api)
for router in (reading, matches, writing):
    api.add_router("", router)


@cache
def description() -> dict[str, Any]:
    """The OpenAPI description: as the library writes it, with what it cannot know put right."""
    written = api.get_openapi_schema(path_prefix=ROOT.strip("/") + "/")
    schema: dict[str, Any] = json.loads(json.dumps(written))
    for operations in schema["paths"].values():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                _complete_answer(int(status), answer)
    return schema


def _complete_answer(status: int, answer: dict[str, Any]) -> None:
    if status >= 400:
        answer["content"] = {MEDIA_TYPE: answer["content"]["application/json"]}
    if status == 200:
        answer["headers"] = HEADERS
    if status == 429:
        answer["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds."}}
