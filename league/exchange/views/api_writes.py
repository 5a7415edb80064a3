"""What a captain may send: a card, and what is to be said to the other side's. Every rule is that of the form."""

import hashlib
import re
from collections.abc import Callable
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from django.shortcuts import get_object_or_404
from ninja import Router, Schema
from ninja.responses import Status

from league.exchange.actions.api import answer_at_version, run_once
from league.exchange.queries.api_answers import fixture_at
from league.exchange.queries.api_cards import (
    card_form,
    card_from,
    serialize_answer,
    serialize_cards,
    serialize_submission,
)
from league.exchange.schemas import Code, Receipt, Slug
from league.exchange.schemas.fixtures import AnsweredOut, CardFormOut, CardIn, CardsOut, DisputeIn, Key, Seen, SentOut
from league.exchange.views.api_endpoint import ApiRequest, reads, token_owner, writes
from league.exchange.views.api_reads import MATCH
from league.results.actions import cards
from league.results.actions.cards import StaleError
from league.results.models import Submission
from league.results.permissions import may_answer, sides_of
from league.schedule.models import Fixture
from league.teams.permissions import require

router = Router()
CARDS = "Cards, for captains"
CARD = f"{MATCH}/cards/{{slug:receipt}}"
VERSION = re.compile(r'(?:W/)?"(\d{1,9})-[0-9a-f]{16}"')


@reads(router, f"{MATCH}/card-form", CardFormOut, tag=CARDS, token=True)
def get_card_form(request: ApiRequest, league: Slug, code: Code) -> Any:
    """What a card of this match is filled in from, for those who act for either side."""
    return card_form(_own_match(request, code), token_owner(request))


@reads(router, f"{MATCH}/cards", CardsOut, tag=CARDS, token=True)
def list_cards(request: ApiRequest, league: Slug, code: Code) -> Any:
    """Every card that came of this match and that you may see, the earliest first."""
    return CardsOut(items=serialize_cards(_own_match(request, code), token_owner(request), request.at))


@writes(router, f"{MATCH}/cards", SentOut, tag=CARDS)
def submit_card(request: ApiRequest, league: Slug, *, code: Code, card: CardIn, key: Key, seen: Seen) -> Any:
    """Send your side's card. The first stands provisionally, an equal second confirms it, another one disputes it."""
    fixture = _own_match(request, code)
    values: dict[str, Any] = {
        "fixture": fixture, "card": card_from(card), "sent_for": sides_of(token_owner(request), fixture)[0],
        "seen": _version(seen, fixture), "key": _key(request, key), "by": token_owner(request), "at": request.at,
    }  # fmt: skip

    def operation() -> Schema:
        filed = cards.submit_card(**values)
        filed.fixture = fixture_at(request.league, code)
        return serialize_submission(filed, request.at)

    return _idempotent(request, key, card, operation)


@writes(router, f"{CARD}/confirmation", AnsweredOut, tag=CARDS)
def confirm_card(request: ApiRequest, league: Slug, *, code: Code, receipt: Receipt, key: Key, seen: Seen) -> Any:
    """Agree with the other side's card."""
    return _answer(request, (code, receipt), (key, seen), None)


@writes(router, f"{CARD}/dispute", AnsweredOut, tag=CARDS)
def dispute_card(
    request: ApiRequest, league: Slug, *, code: Code, receipt: Receipt, said: DisputeIn, key: Key, seen: Seen
) -> Any:
    """Say what is not right about the other side's card; the secretary then decides."""
    # The name of the body is in the path of an error, "body.said", which programs read.
    return _answer(request, (code, receipt), (key, seen), said)


def _own_match(request: ApiRequest, code: str) -> Fixture:
    """The match, for those who act for either side; 403 for others. An officer settles results on the site."""
    fixture = fixture_at(request.league, code)
    require(bool(sides_of(token_owner(request), fixture)))
    return fixture


def _answer(request: ApiRequest, card: tuple[str, str], sent: tuple[str, str], dispute: DisputeIn | None) -> Any:
    """Agree with the card of a match's code and its receipt or, with a reason, do not. `sent` are the key and the ETag
    of the request.
    """
    (code, receipt), (key, etag) = card, sent
    fixture = _own_match(request, code)
    submission = get_object_or_404(Submission, fixture=fixture, receipt=receipt)
    submission.fixture = fixture
    require(may_answer(token_owner(request), submission))
    version = _version(etag, fixture)

    def operation() -> Schema:
        answer = answer_at_version(
            submission=submission, agreed=dispute is None, seen=version, reason=dispute.reason if dispute else "",
            by=token_owner(request), at=request.at,
        )  # fmt: skip
        return serialize_answer(answer, fixture_at(request.league, fixture.code), request.at)

    return _idempotent(request, key, dispute, operation)


def _idempotent(request: ApiRequest, key: str, sent: Schema | None, operation: Callable[[], Schema]) -> Any:
    """What `operation` says; if this request was done under its key already, what it said then."""
    assert request.token is not None
    body = sent.model_dump_json() if sent else ""
    digest = hashlib.sha256(f"{request.path}\n{body}".encode()).hexdigest()
    answer = run_once(
        token=request.token,
        key=key,
        digest=digest,
        at=request.at,
        operation=lambda: operation().model_dump(mode="json"),
    )
    return Status(201, answer)


def _key(request: ApiRequest, key: str) -> UUID:
    """The card's own key in the results: the same card again is the same card, also after the answer is forgotten."""
    assert request.token is not None
    return uuid5(NAMESPACE_URL, f"api:{request.token.pk}:{key}")


def _version(seen: str, fixture: Fixture) -> int:
    """The version of the match in an ETag of it; StaleError for what is none."""
    pattern_match = VERSION.fullmatch(seen.strip())
    if pattern_match is None:
        raise StaleError(seen=0, now=fixture.version)
    return int(pattern_match[1])
