"""What is around every answer: who asks and how often, what a program may keep, whether it is news, one form for every
problem (RFC 9457); and how an operation is declared with the problems that it may be answered with.

The pages of the site know people by their session; here nobody is known but by a token, whatever cookies come along.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime
from enum import Enum
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import parse_etags
from django.utils.timezone import localdate, now
from django.views.decorators.csrf import csrf_exempt
from django_scopes import scope
from ninja import Router
from ninja.errors import AuthenticationError, AuthorizationError, HttpError, ValidationError
from ninja.security.http import HttpAuthBase

from league.base.accounts.limits import MINUTE, TryLimit, visitor_of
from league.base.accounts.models import User
from league.base.ui.cache import minute_cache
from league.base.ui.responses import etag_of
from league.exchange.actions.api import KeyUsedError, record_use
from league.exchange.models import Token
from league.exchange.permissions import leagues_for, token_of
from league.exchange.queries.api_answers import CursorError
from league.exchange.queries.api_cards import UnknownPlayerError
from league.exchange.schemas import Fault, Problem
from league.results.actions.cards import CardChangedError, CardRefusedError, NotAcceptedError, StaleError
from league.results.kept_pages import league_version
from league.teams.middleware import finds_its_league
from league.teams.models import League

MEDIA_TYPE = "application/problem+json"
ROOT = "/api/v1/"


class ProblemKind(Enum):
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
    faults = []
    for error in exc.errors:
        parts = [str(part) for part in error["loc"]]
        if parts[0] == "body":  # as the check of cards counts: "lines.0.games.1.how"
            parts = parts[2:] or parts
        faults.append(Fault(path=".".join(parts), code=error["type"], message=error["msg"]))
    return problem(ProblemKind.INVALID, "See errors for what is wrong and where.", faults)


# What an operation raises, or an action refuses; the library takes the handler of the nearest class.
HANDLERS: dict[type[Exception], Callable[..., HttpResponse]] = {
    Http404: lambda _, exc: problem(ProblemKind.NOT_FOUND, str(exc) or "There is nothing at this address."),
    PermissionDenied: lambda _, exc: problem(
        ProblemKind.NOT_ALLOWED, str(exc) or "This token’s owner may not do this."
    ),
    HttpError: _refused,
    ValidationError: _invalid,
    CursorError: lambda _, exc: problem(
        ProblemKind.INVALID, str(exc), [Fault(path="query.cursor", code="cursor", message=str(exc))]
    ),
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


# --- an address of the interface --------------------------------------------------------------------------------------
View = Callable[..., HttpResponse]
MAX_BYTES = 200_000
SAFE = ("GET", "HEAD")
CORS_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD",
    "Access-Control-Allow-Headers": "Accept, If-None-Match",
    "Access-Control-Max-Age": "86400",
}


class ApiRequest(HttpRequest):
    """`seen` is what its answer's ETag begins with, the version of its match; `etag_base` what it goes on with, where
    that was known before the answer was read.
    """

    token: Token | None
    league: League
    at: datetime
    seen: str
    etag_base: str


class Bearer(HttpAuthBase):
    """The token of a request. Without `needed` there may be none, but a bad one is never passed over."""

    openapi_scheme = "bearer"

    def __init__(self, *, needed: bool = True, writes: bool = False) -> None:
        self.needed, self.writes = needed, writes
        super().__init__()

    def __call__(self, request: HttpRequest) -> object:
        token: Token | None = request.token  # type: ignore[attr-defined]
        if token is None and (self.needed or "Authorization" in request.headers):
            raise AuthenticationError(message="Send a token that is good: Authorization: Bearer …")
        if self.writes and token is not None and not token.writes:
            raise AuthorizationError(message="This token may only read.")
        return token or AnonymousUser()


def in_league(view: Callable[..., Any], *, stamped: bool = False) -> Callable[..., Any]:
    """Open the league of the address around an operation; 404 to whoever may not know of it.

    A `stamped` answer hangs on nothing but the league's version, the reader and the address.
    """

    @wraps(view)
    def within(request: ApiRequest, league: str, **rest: Any) -> Any:
        readable = leagues_for(request.token.user if request.token else None)
        league_row = League.objects.filter(readable, slug=league).first()
        if league_row is None:
            raise Http404("There is no such league.")
        request.league = league_row
        with scope(league=league_row):
            if stamped:
                reader = (request.token.user.pk, request.token.user.is_superuser) if request.token else ()
                stamp = etag_of(league_version(league_row, request.at), reader, request.build_absolute_uri())
                request.etag_base = stamp[:16]
                if (response := _not_modified(request)) is not None:
                    return response
            return view(request, league, **rest)

    return within


def _not_modified(request: ApiRequest) -> HttpResponse | None:
    """304 to whoever has the answer that this stamp stands for, whichever version of a match its ETag begins with."""
    etags = parse_etags(request.headers.get("If-None-Match", ""))
    tag = next((each for each in etags if each.strip('"').endswith(request.etag_base)), None)
    if tag is None or "If-Match" in request.headers:
        return None
    return HttpResponse(status=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag, "Cache-Control": _cache_control(request)})


def endpoint(view: View) -> View:
    """An address of the interface, with everything that is the same for all of them."""

    @wraps(view)
    def answered(request: ApiRequest, **names: Any) -> HttpResponse:
        method = request.method or ""
        if method == "OPTIONS":
            return _allow_cors(HttpResponse(status=HTTPStatus.NO_CONTENT, headers=CORS_HEADERS))
        request.at, request.seen, request.etag_base = now(), "", ""
        request.token = token_of(request.headers.get("Authorization", ""), request.at)
        request.user = request.token.user if request.token else AnonymousUser()
        answer = _early_error(request) or _respond(view, request, names)
        patch_vary_headers(answer, ("Authorization",))
        return _allow_cors(answer) if method in SAFE else answer

    return csrf_exempt(login_not_required(finds_its_league(answered)))


def _early_error(request: ApiRequest) -> HttpResponse | None:
    """What is told before anything is looked at: that it is too often, too big, or no JSON."""
    who = f"token-{request.token.pk}" if request.token else visitor_of(request)
    limit = TryLimit("api", settings.API_REQUESTS_A_MINUTE, MINUTE)
    if wait := limit.count(who, request.at.timestamp(), minute_cache):
        return problem(ProblemKind.TOO_OFTEN, f"Ask again in {wait} seconds.", headers={"Retry-After": str(wait)})
    sent = int(request.META.get("CONTENT_LENGTH") or 0) if request.method == "POST" else 0
    if sent > MAX_BYTES:
        return problem(ProblemKind.TOO_BIG, f"Send at most {MAX_BYTES:,} bytes.")
    if sent and request.token and request.content_type != "application/json":
        return problem(ProblemKind.MEDIA_TYPE, "What is sent here is Content-Type: application/json.")
    return None


def _respond(view: View, request: ApiRequest, names: dict[str, Any]) -> HttpResponse:
    if request.token is not None:
        record_use(token=request.token, on=localdate(request.at))
    bare = request.method == "HEAD"
    if bare:
        request.method = "GET"
    answer = view(request, **names)
    if answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        allowed = answer.get("Allow", "GET")
        return problem(ProblemKind.METHOD, f"At this address there is only {allowed}.", headers={"Allow": allowed})
    if request.method == "GET" and answer.status_code == HTTPStatus.OK:
        answer = _conditional(request, answer)
    if bare:
        answer["Content-Length"] = str(len(answer.content))
        answer.content = b""
    return answer


def _conditional(request: ApiRequest, answer: HttpResponse) -> HttpResponse:
    """The answer under its ETag; 304 to whoever has it. A browser or proxy may keep it and asks each time."""
    digest = request.etag_base or hashlib.sha256(answer.content).hexdigest()[:16]
    answer["ETag"] = f'"{request.seen}{digest}"'
    answer["Cache-Control"] = _cache_control(request)
    response = get_conditional_response(request, etag=answer["ETag"], response=answer) or answer
    if response.status_code == HTTPStatus.PRECONDITION_FAILED:
        return problem(ProblemKind.CHANGED, "It has changed since you read it.")
    return response


def _cache_control(request: ApiRequest) -> str:
    return "private, no-cache" if request.token else "public, no-cache"


def _allow_cors(answer: HttpResponse) -> HttpResponse:
    """Any page on the web may read this, and without anybody's cookies or token."""
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Access-Control-Expose-Headers"] = "ETag, Retry-After"
    return answer


def token_owner(request: ApiRequest) -> User:
    assert request.token is not None
    return request.token.user


# --- how an operation is declared -------------------------------------------------------------------------------------
LEAGUE = "/leagues/{slug:league}"
READING = (401, 404, 422, 429)
WRITING = (400, 401, 403, 404, 409, 412, 413, 415, 422, 429)
# Whoever reads needs no token; OpenAPI says so by an empty requirement beside that of a token.
OR_NOBODY: dict[str, Any] = {"security": [{}]}


def _problems(statuses: Iterable[int]) -> dict[int, type[Problem] | None]:
    """The statuses, with the form of their answers at one of them: the library makes 20 kB for each and uses none."""
    return {**dict.fromkeys(statuses), 404: Problem}


def reads(
    router: Router, path: str, answer: Any, *, tag: str, token: bool = False, stamped: bool = True
) -> Callable[..., Any]:
    """An operation that reads within a league (`stamped` as there), or anywhere if its path begins elsewhere."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        within = in_league(view, stamped=stamped and not token) if path.startswith(LEAGUE) else view
        refusals = (*READING, 403) if token else READING
        return router.get(
            path,
            response={200: answer, 304: None, **_problems(refusals)},
            auth=Bearer(needed=token),
            tags=[tag],
            operation_id=view.__name__,
            openapi_extra={} if token else OR_NOBODY,
        )(within)

    return declare


def writes(router: Router, path: str, answer: Any, *, tag: str) -> Callable[..., Any]:
    """An operation that writes within a league: with a token that may, once under each key."""

    def declare(view: Callable[..., Any]) -> Callable[..., Any]:
        return router.post(
            path,
            response={201: answer, **_problems(WRITING)},
            auth=Bearer(writes=True),
            tags=[tag],
            operation_id=view.__name__,
        )(in_league(view))

    return declare
