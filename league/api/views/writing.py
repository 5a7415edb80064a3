"""What a captain may send: a card, and what is to be said to the other side's. Every rule is that of the form."""

import hashlib
import re
from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from ninja.responses import Status

from league.api.actions import answer_seen, once
from league.api.forms.cards import card_from
from league.api.queries.cards import answered_told, card_form, cards_told, sent_told
from league.api.queries.fixtures import fixture_at
from league.api.schemas.base import Code, Receipt, Slug
from league.api.schemas.cards import (
    AnsweredOut,
    CardFormOut,
    CardIn,
    CardsOut,
    DisputeIn,
    Key,
    Seen,
    SentOut,
)
from league.api.views.around import Asked, person
from league.api.views.matches import MATCH
from league.api.views.operations import reads, writes
from league.fixtures.models import Fixture
from league.results import actions
from league.results.actions import StaleError
from league.results.models import Submission
from league.results.permissions import may_answer, sides_of
from league.teams.permissions import require

router = Router()
CARDS = "Cards, for captains"
CARD = f"{MATCH}/cards/{{slug:receipt}}"
VERSION = re.compile(r'(?:W/)?"(\d{1,9})-[0-9a-f]{16}"')


@reads(router, f"{MATCH}/card-form", CardFormOut, tag=CARDS, token=True)
def get_card_form(request: Asked, league: Slug, code: Code) -> Any:
    """What a card of this match is filled in from, for those who act for either side."""
    return card_form(_ours(request, code), person(request))


@reads(router, f"{MATCH}/cards", CardsOut, tag=CARDS, token=True)
def list_cards(request: Asked, league: Slug, code: Code) -> Any:
    """Every card that came of this match and that you may see, the first first."""
    return CardsOut(items=cards_told(_ours(request, code), person(request), request.at))


@writes(router, f"{MATCH}/cards", SentOut, tag=CARDS)
def submit_card(request: Asked, league: Slug, *, code: Code, card: CardIn, key: Key, seen: Seen) -> Any:
    """Send your side's card. The first stands provisionally, an equal second confirms it, another one disputes it."""
    fixture = _ours(request, code)
    values: dict[str, Any] = {
        "fixture": fixture, "card": card_from(card), "sent_for": sides_of(person(request), fixture)[0],
        "seen": _version(seen, fixture), "key": _key(request, key), "by": person(request), "at": request.at,
    }  # fmt: skip

    def deed() -> Schema:
        filed = actions.submit_card(**values)
        filed.fixture = fixture_at(request.league, code)
        return sent_told(filed, request.at)

    return _once(request, key, card, deed)


@writes(router, f"{CARD}/confirmation", AnsweredOut, tag=CARDS)
def confirm_card(request: Asked, league: Slug, *, code: Code, receipt: Receipt, key: Key, seen: Seen) -> Any:
    """Agree with the other side's card."""
    return _answer(request, _theirs(request, code, receipt), (key, seen), None)


@writes(router, f"{CARD}/dispute", AnsweredOut, tag=CARDS)
def dispute_card(
    request: Asked, league: Slug, *, code: Code, receipt: Receipt, said: DisputeIn, key: Key, seen: Seen
) -> Any:
    """Say what is not right about the other side's card; the secretary then decides."""
    return _answer(request, _theirs(request, code, receipt), (key, seen), said)


def _ours(request: Asked, code: str) -> Fixture:
    """The match, for those who act for either side; 403 for others. An officer settles results on the site."""
    fixture = fixture_at(request.league, code)
    require(bool(sides_of(person(request), fixture)))
    return fixture


def _theirs(request: Asked, code: str, receipt: str) -> Submission:
    """The card with this number, for those who may answer it."""
    fixture = _ours(request, code)
    submission = get_object_or_404(Submission, fixture=fixture, receipt=receipt)
    submission.fixture = fixture
    require(may_answer(person(request), submission))
    return submission


def _answer(request: Asked, submission: Submission, sent: tuple[str, str], said: DisputeIn | None) -> Any:
    """Agree with the card or, with a reason, do not. `sent` are the key and the ETag of the request."""
    fixture, (key, seen) = submission.fixture, sent
    version = _version(seen, fixture)

    def deed() -> Schema:
        answer = answer_seen(
            submission=submission, agreed=said is None, seen=version, reason=said.reason if said else "",
            by=person(request), at=request.at,
        )  # fmt: skip
        return answered_told(answer, fixture_at(request.league, fixture.code), request.at)

    return _once(request, key, said, deed)


def _once(request: Asked, key: str, sent: Schema | None, deed: Callable[[], Schema]) -> Any:
    """What `deed` says; if this request was done under its key already, what it said then."""
    assert request.token is not None
    body = sent.model_dump_json() if sent else ""
    digest = hashlib.sha256(f"{request.path}\n{body}".encode()).hexdigest()
    told = once(token=request.token, key=key, digest=digest, at=request.at, deed=lambda: deed().model_dump(mode="json"))
    return Status(201, told)


def _key(request: Asked, key: str) -> UUID:
    """The card's own key in the results: the same card again is the same card, also after the answer is forgotten."""
    assert request.token is not None
    return uuid5(NAMESPACE_URL, f"api:{request.token.pk}:{key}")


def _version(seen: str, fixture: Fixture) -> int:
    """The version of the match in an ETag of it; StaleError for what is none."""
    found = VERSION.fullmatch(seen.strip())
    if found is None:
        raise StaleError(seen=0, now=fixture.version)
    return int(found[1])
