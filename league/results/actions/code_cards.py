"""What somebody sends who has the printed card and no account: the card or its score, or a photograph of it.

The code on the card is the permission, for this one match and until its result stands. Nothing that is sent by it
confirms, disputes or replaces what a captain said.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.core.files.base import File

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.base.ui.formats import clock
from league.results.actions.cards import refuse_if_stale, refuse_unless_open, submit_card, take_in
from league.results.actions.photos import PhotoRefusedError, keep_photo
from league.results.actions.submissions import (
    NotAcceptedError,
    SentCard,
)
from league.results.choices import SentFor, Source
from league.results.models import Photo, Result, Submission
from league.results.queries.to_do import has_begun, is_being_scored
from league.results.values import card_of, match_night
from league.schedule.actions.locking import lock_fixture
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for, starts_at
from scoring import codec
from scoring.card.sheet import Card, Ending

LAID_ASIDE = timedelta(hours=1)
MOST_CARDS = 6  # of a match: a slip is put right with another card
MOST_PHOTOS = 3  # of the six that a match may have, so that the captains can still send theirs


def submit_card_by_code(
    *, fixture: Fixture, card: Card, sent_for: SentFor, sender: str, key: UUID, seen: int, at: datetime
) -> Submission:
    """Take in a card that nobody signed in stands behind: it counts provisionally until a captain or the league speaks.

    The same key and card again is the same submission. It signs nobody on, and complains of nothing. Raises as
    `submit_card`.
    """

    def admit(locked: Fixture) -> None:
        refuse_card_by_code(locked, at=at)
        if card.ending not in {Ending.PLAYED, Ending.UNFINISHED}:
            raise NotAcceptedError("That a match was not played is for its captains to say. Tell your captain.")
        refuse_if_stale(locked, sent)

    card = replace(card, signings=(), protest="")
    sent = SentCard(fixture, sent_for, Source.CODE, codec.encode(card), key, seen, None, at, sender=sender)
    return take_in(sent, card, admit=admit)


def send_as_own(*, submission: Submission, sent_for: SentFor, by: User, at: datetime) -> Submission:
    """Send what came by the code as a captain's own card, which the other side is then asked to confirm.

    Twice is once. Raises as `submit_card`, also where the match or the card has changed since it came.
    """
    card, key = card_of(submission), uuid5(submission.key, sent_for.value)
    with write_tx():
        locked = lock_fixture(submission.fixture_id)
        sent = Submission.objects.filter(by=by, key=key).exists()
        if card is None or not (sent or Result.objects.filter(fixture=locked, submission=submission).exists()):
            raise NotAcceptedError("A newer card has come since you opened this one. Check that one instead.")
        return submit_card(
            fixture=locked, card=card, sent_for=sent_for, key=key, seen=submission.made_version, by=by, at=at
        )


def attach_photo_by_code(*, fixture: Fixture, upload: File, sender: str, at: datetime) -> Photo:
    """Keep a photograph of the card for the captains and the officers. PhotoRefusedError says what is wrong with it."""

    def admit(locked: Fixture) -> str:
        refuse_code(locked, at=at)
        if Photo.objects.filter(fixture=locked, by=None).count() >= MOST_PHOTOS:
            raise PhotoRefusedError("This match has enough photos. The captains and the secretary have them.")
        return f"A photograph of the card of {locked} was sent by the code on it"

    photo = Photo(fixture=fixture, sender=sender, at=at)
    return keep_photo(photo, upload, verb="attach_photo_by_code", admit=admit)


def refuse_code(fixture: Fixture, *, at: datetime) -> None:
    """NotAcceptedError where the code opens nothing: turned off, too early, or the result stands."""
    if not fixture.league.cards_by_code:
        raise NotAcceptedError("In this league the captains send the result.")
    refuse_unless_open(fixture, at=at)
    if fixture.date is not None and not has_begun(fixture, at):
        raise NotAcceptedError(
            f"This match starts at {clock(fixture.start_time)}. Send its card once it has been played."
        )


def refuse_card_by_code(fixture: Fixture, *, at: datetime) -> None:
    """The same, and where a captain has spoken already."""
    refuse_code(fixture, at=at)
    sent = Submission.objects.filter(fixture=fixture)
    if sent.exclude(by=None).exclude(sent_for=SentFor.LEAGUE).exists():
        raise NotAcceptedError("A captain has sent the card of this match already. If it is wrong, tell your captain.")
    if sent.filter(by=None).count() >= MOST_CARDS:
        raise NotAcceptedError("Enough cards have come for this match. Tell your captain or the secretary the result.")
    if _is_being_scored(fixture, at):
        raise NotAcceptedError("This match is being scored on a phone just now. Send its card once it is over.")


def _is_being_scored(fixture: Fixture, at: datetime) -> bool:
    """Whether it is scored live now, which a card would end. A phone that was laid aside holds nobody up."""
    if not is_being_scored(fixture):
        return False
    prefill = match_night().live_prefill(fixture, rules_for(fixture))
    last = prefill.at if prefill else starts_at(fixture)
    return last is not None and at - last < LAID_ASIDE
