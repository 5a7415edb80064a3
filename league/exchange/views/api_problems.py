"""What is said when there is no other answer: one form for everything that can go wrong (RFC 9457)."""

from collections.abc import Callable, Iterable
from enum import Enum

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja.errors import HttpError, ValidationError

from league.exchange.actions.api import KeyUsedError
from league.exchange.queries.api_cards import UnknownPlayerError
from league.exchange.queries.api_pagination import CursorError
from league.exchange.schemas import Fault, Problem
from league.results.actions.submissions import CardChangedError, CardRefusedError, NotAcceptedError, StaleError

MEDIA_TYPE = "application/problem+json"
ROOT = "/api/v1/"


class ProblemKind(Enum):
    """Every kind of problem: its name, the status, and what it is called."""

    BAD_REQUEST = "bad-request", 400, "The request cannot be read"
    NO_TOKEN = "no-token", 401, "A good token is needed"
    NOT_ALLOWED = "not-allowed", 403, "You may not do this"
    NOT_FOUND = "not-found", 404, "There is nothing here"
    METHOD = "method", 405, "This cannot be done here"
    NOT_ACCEPTED = "not-accepted", 409, "It cannot be accepted in this state"
    CHANGED = "changed", 412, "The match has changed since you read it"
    TOO_BIG = "too-big", 413, "The request is too big"
    MEDIA_TYPE = "media-type", 415, "Send JSON"
    INVALID = "invalid", 422, "Something in the request is not as it must be"
    CARD_REFUSED = "card-refused", 422, "The card cannot be right"
    KEY_USED = "key-used", 422, "The key belongs to another request"
    TOO_OFTEN = "too-often", 429, "Too many requests"

    def __init__(self, code: str, status: int, title: str) -> None:
        self.code, self.status, self.title = code, status, title


BY_STATUS = {kind.status: kind for kind in reversed(ProblemKind)}


def problem(
    kind: ProblemKind, detail: str, errors: Iterable[Fault] = (), headers: dict[str, str] | None = None
) -> HttpResponse:
    body = Problem(type=f"{ROOT}#{kind.code}", title=kind.title, status=kind.status, detail=detail, errors=list(errors))
    answer = HttpResponse(body.model_dump_json(), status=kind.status, content_type=MEDIA_TYPE, headers=headers)
    answer["Cache-Control"] = "no-store"
    return answer


def _refused(_request: HttpRequest, exc: HttpError) -> HttpResponse:
    kind = BY_STATUS.get(exc.status_code, ProblemKind.BAD_REQUEST)
    headers = {"WWW-Authenticate": "Bearer"} if kind is ProblemKind.NO_TOKEN else {}
    return problem(kind, exc.message, headers=headers)


def _invalid(_request: HttpRequest, exc: ValidationError) -> HttpResponse:
    faults = [Fault(path=_path(each["loc"]), code=each["type"], message=each["msg"]) for each in exc.errors]
    return problem(ProblemKind.INVALID, "See errors for what is wrong and where.", faults)


def _path(loc: Iterable[object]) -> str:
    """Where in the request: "query.limit"; in a body as the check of cards counts, "lines.0.games.1.how"."""
    parts = [str(each) for each in loc]
    return ".".join(parts[2:] or parts if parts[0] == "body" else parts)


def _no_cursor(_request: HttpRequest, _exc: CursorError) -> HttpResponse:
    text = "This is not a cursor of this list. Start again without one."
    return problem(ProblemKind.INVALID, text, [Fault(path="query.cursor", code="cursor", message=text)])


# What an operation raises, or an action refuses; the library takes the handler of the nearest class.
HANDLERS: dict[type[Exception], Callable[..., HttpResponse]] = {
    Http404: lambda _, exc: problem(ProblemKind.NOT_FOUND, str(exc) or "There is nothing at this address."),
    PermissionDenied: lambda _, exc: problem(
        ProblemKind.NOT_ALLOWED, str(exc) or "This token’s owner may not do this."
    ),
    HttpError: _refused,
    ValidationError: _invalid,
    CursorError: _no_cursor,
    CardRefusedError: lambda _, exc: problem(
        ProblemKind.CARD_REFUSED, exc.message, [Fault.from_orm(each) for each in exc.problems]
    ),
    UnknownPlayerError: lambda _, exc: problem(ProblemKind.CARD_REFUSED, str(exc), exc.faults),
    StaleError: lambda _, exc: problem(
        ProblemKind.CHANGED, f"{exc.message} Read it again: its version is {exc.now} now."
    ),
    CardChangedError: lambda _, exc: problem(ProblemKind.KEY_USED, exc.message),
    NotAcceptedError: lambda _, exc: problem(ProblemKind.NOT_ACCEPTED, exc.message),
    KeyUsedError: lambda _, _exc: problem(
        ProblemKind.KEY_USED, "Another request used this key. Use a new key for each write."
    ),
}
