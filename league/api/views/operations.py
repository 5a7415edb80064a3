"""How an operation is declared: its address and answer, and every problem that it may be answered with."""

from collections.abc import Callable
from typing import Any

from ninja import Router

from league.api.schemas.base import Problem
from league.api.views.endpoint import Bearer, in_league

LEAGUE = "/leagues/{slug:league}"
READING = (401, 404, 422, 429)
WRITING = (400, 401, 403, 404, 409, 412, 413, 415, 422, 429)
# Whoever reads needs no token; OpenAPI says so by an empty requirement beside that of a token.
OR_NOBODY: dict[str, Any] = {"security": [{}]}


def reads(
    router: Router, path: str, answer: Any, *, tag: str, token: bool = False, stamped: bool = True
) -> Callable[..., Any]:
    """An operation that reads within a league (`stamped` as there), or anywhere if its path begins elsewhere."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        within = in_league(view, stamped=stamped and not token) if path.startswith(LEAGUE) else view
        refusals = (*READING, 403) if token else READING
        declared: Callable[..., Any] = router.get(
            path,
            response={200: answer, 304: None, **dict.fromkeys(refusals, Problem)},
            auth=Bearer(needed=token),
            tags=[tag],
            operation_id=view.__name__,
            openapi_extra={} if token else OR_NOBODY,
        )(within)
        return declared

    return declare


def writes(router: Router, path: str, answer: Any, *, tag: str) -> Callable[..., Any]:
    """An operation that writes within a league: with a token that may, once under each key."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        declared: Callable[..., Any] = router.post(
            path,
            response={201: answer, **dict.fromkeys(WRITING, Problem)},
            auth=Bearer(writes=True),
            tags=[tag],
            operation_id=view.__name__,
        )(in_league(view))
        return declared

    return declare
