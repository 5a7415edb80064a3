"""What is said when there is no other answer: one form for everything that can go wrong (RFC 9457)."""

from collections.abc import Callable, Iterable
from enum import Enum

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from league.exchange.actions.api import KeyUsedError
from league.exchange.queries.api_cards import UnknownPlayerError, serialize_problems
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

    @property
    def code(self) -> str:
        return self.value[0]

    @property
    def status(self) -> int:
        return self.value[1]

    @property
    def title(self) -> str:
        return self.value[2]


BY_STATUS = {kind.status: kind for kind in reversed(ProblemKind)}


def problem(
    kind: ProblemKind, detail: str, errors: Iterable[Fault] = (), headers: dict[str, str] | None = None
) -> HttpResponse:
    body = Problem(type=f"{ROOT}#{kind.code}", title=kind.title, status=kind.status, detail=detail, errors=list(errors))
    answer = HttpResponse(body.model_dump_json(), status=kind.status, content_type=MEDIA_TYPE, headers=headers)
    answer["Cache-Control"] = "no-store"
    return answer


def register_handlers(api: NinjaAPI) -> None:
    """Have whatever an operation raises, or an action refuses, answered in this form."""
    for raised, body in HANDLERS.items():
        api.add_exception_handler(raised, body)


def _not_found(_request: HttpRequest, exc: Http404) -> HttpResponse:
    return problem(ProblemKind.NOT_FOUND, str(exc) or "There is nothing at this address.")


def _not_allowed(_request: HttpRequest, exc: PermissionDenied) -> HttpResponse:
    return problem(ProblemKind.NOT_ALLOWED, str(exc) or "This token’s owner may not do this.")


def _refused(_request: HttpRequest, exc: HttpError) -> HttpResponse:
    kind = BY_STATUS.get(exc.status_code, ProblemKind.BAD_REQUEST)
    headers = {"WWW-Authenticate": "Bearer"} if kind is ProblemKind.NO_TOKEN else {}
    return problem(kind, exc.message, headers=headers)


def _invalid(_request: HttpRequest, exc: ValidationError) -> HttpResponse:
    faults = [Fault(path=_path(each["loc"]), code=each["type"], message=each["msg"]) for each in exc.errors]
    return problem(ProblemKind.INVALID, "See errors for what is wrong and where.", faults)


def _no_cursor(_request: HttpRequest, _exc: CursorError) -> HttpResponse:
    text = "This is not a cursor of this list. Start again without one."
    return problem(ProblemKind.INVALID, text, [Fault(path="query.cursor", code="cursor", message=text)])


def _card_refused(_request: HttpRequest, exc: CardRefusedError) -> HttpResponse:
    return problem(ProblemKind.CARD_REFUSED, exc.message, serialize_problems(exc.problems))


def _unknown_player(_request: HttpRequest, exc: UnknownPlayerError) -> HttpResponse:
    return problem(ProblemKind.CARD_REFUSED, str(exc), exc.faults)


def _changed(_request: HttpRequest, exc: StaleError) -> HttpResponse:
    return problem(ProblemKind.CHANGED, f"{exc.message} Read it again: its version is {exc.now} now.")


def _card_changed(_request: HttpRequest, exc: CardChangedError) -> HttpResponse:
    return problem(ProblemKind.KEY_USED, exc.message)


def _not_accepted(_request: HttpRequest, exc: NotAcceptedError) -> HttpResponse:
    return problem(ProblemKind.NOT_ACCEPTED, exc.message)


def _key_used(_request: HttpRequest, _exc: KeyUsedError) -> HttpResponse:
    return problem(ProblemKind.KEY_USED, "Another request used this key. Use a new key for each write.")


# The library takes the handler of the nearest class that an exception is of.
HANDLERS: dict[type[Exception], Callable[..., HttpResponse]] = {
    Http404: _not_found,
    PermissionDenied: _not_allowed,
    HttpError: _refused,
    ValidationError: _invalid,
    CursorError: _no_cursor,
    CardRefusedError: _card_refused,
    UnknownPlayerError: _unknown_player,
    StaleError: _changed,
    CardChangedError: _card_changed,
    NotAcceptedError: _not_accepted,
    KeyUsedError: _key_used,
}


def _path(loc: Iterable[object]) -> str:
    """Where in the request: "query.limit"; in a body as the check of cards counts, "lines.0.games.1.how"."""
    parts = [str(each) for each in loc]
    return ".".join(parts[2:] or parts if parts[0] == "body" else parts)
