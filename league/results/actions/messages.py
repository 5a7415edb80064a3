"""File what came in messages and keep them beside it, or keep one to be asked about; take in photographs of cards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File

from league.base.accounts.models import User, digest_of
from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.models import Job
from league.base.ui.uploads import Redrawn, deleted_on_failure, redraw_photo
from league.results.actions.cards import (
    NotAcceptedError,
    SentCard,
    refuse_code,
    refuse_unless_open,
    save_draft,
    submit_card,
)
from league.results.actions.decisions import decide_result, file_card
from league.results.choices import SentFor, Source
from league.results.models import CardMessage, Draft, IncomingMessage, Photo, PhotoReading, Submission
from league.results.queries.journeys import Present
from league.results.queries.messages import job_key
from league.schedule.actions.locking import lock_fixture, subjects
from league.schedule.models import Fixture
from league.teams.actions.leagues import lock_league
from scoring import codec
from scoring.card.check import takes_score_alone
from scoring.card.sheet import Card, Side
from scoring.words import several

MESSAGE_KEYS = UUID("6f3f6f0e-0c8e-4b57-9a57-5f1c3a0b7d11")  # the keys of cards that messages are made into


@dataclass(frozen=True, slots=True)
class ReceivedMessage:
    """A message as it was pasted, or as it `arrived` by mail or text; `author` is a sender who has an account."""

    sender: str
    written: str
    text: str
    author: User | None = None
    arrived: IncomingMessage | None = None

    @property
    def digest(self) -> str:
        """Equal for the same message however often, and by whomever, it is pasted; or mailed, at whatever hour."""
        written = "" if self.arrived else self.written
        return digest_of(f"{self.sender}\n{written}\n{' '.join(self.text.split())}")

    def as_json(self) -> dict[str, Any]:
        return {
            "sender": self.sender, "written": self.written, "text": self.text, "author": self.author and self.author.pk,
            "arrived": self.arrived and self.arrived.pk,
        }  # fmt: skip


def kept_with_draft(written: dict[str, Any]) -> ReceivedMessage:
    """A message as it was put on a draft; who closed their account since is its author no more."""
    author = User.objects.filter(pk=written["author"], is_active=True).first()
    arrived = IncomingMessage.objects.filter(pk=written["arrived"]).first()
    return ReceivedMessage(written["sender"], written["written"], written["text"], author, arrived)


def keep_incoming(*, message: IncomingMessage, at: datetime) -> IncomingMessage:
    """Keep a mail or a text that is to be put right by who sent it; the same one again is the same row."""
    message.digest = digest_of(" ".join(message.text.split()))
    with lock_league(message.league_id):
        earlier = IncomingMessage.objects.filter(league=message.league, digest=message.digest).first()
        if earlier is not None:
            return earlier
        message.full_clean()
        message.save()
        words = f"A message of {message.by} came {Source(message.source).label} and waits to be checked"
        record(verb="keep_incoming", words=words, at=at, by=message.by, league_id=message.league_id)
    return message


def forget_incoming(*, before: datetime) -> int:
    """Delete the messages of all leagues that came before a moment and became no card; called in no league's scope."""
    with write_tx():
        return int(IncomingMessage.objects.filter(received_at__lt=before).delete()[0])


def submit_message(
    *, fixture: Fixture, message: ReceivedMessage, score: tuple[int, int], sent_for: SentFor, seen: int, by: User,
    at: datetime,
) -> CardMessage:  # fmt: skip
    """File the score of a message as the card of a side or the league's entry, and keep the message, once.
    Where a card has to name players the score is only noted. Raises as `submit_card` and `decide_result`.
    """
    with write_tx():
        locked = lock_fixture(fixture.pk)
        earlier = CardMessage.objects.filter(fixture=locked, digest=message.digest).first()
        if earlier is not None:
            return earlier
        filed = None
        if takes_score_alone(locked.rules_in_force()):
            filed = _file(locked, message, score, sent_for, seen=seen, by=by, at=at)
        else:
            refuse_unless_open(locked, at=at)
        row = _keep(locked, message, score, filed, sent_for=sent_for, by=by, at=at)
        receipt = f" ({filed.receipt})" if filed else ""
        words = f"A message about {locked} was kept with its score {row.score}{receipt}"
        record(verb="submit_message", words=words, at=at, by=by, league_id=locked.league_id, about=subjects(locked))
    return row


def _keep(
    fixture: Fixture, message: ReceivedMessage, score: tuple[int, int], filed: Submission | None, *, sent_for: SentFor,
    by: User, at: datetime,
) -> CardMessage:  # fmt: skip
    row = CardMessage(
        fixture=fixture, submission=filed, author=message.author, by=by, sent_for=sent_for,
        sender=message.sender[:100], written=message.written[:100], text=message.text, digest=message.digest,
        home_games=score[0], away_games=score[1], received_at=at,
    )  # fmt: skip
    row.full_clean()
    row.save()
    if message.arrived and message.arrived.pk:
        IncomingMessage.objects.filter(pk=message.arrived.pk).delete()
    return row


def _file(
    fixture: Fixture, message: ReceivedMessage, score: tuple[int, int], sent_for: SentFor, *, seen: int, by: User,
    at: datetime,
) -> Submission:  # fmt: skip
    arrived = message.arrived
    source, came_at = (Source(arrived.source), arrived.received_at) if arrived else (Source.MESSAGE, None)
    card, key = Card(quick=score), uuid5(MESSAGE_KEYS, f"{fixture.league_id}/{fixture.pk}/{message.digest}")
    if sent_for == SentFor.LEAGUE:
        refuse_unless_open(fixture, at=at)
        reason = f"From a message of {message.sender}" if message.sender else "From a message"
        return decide_result(
            fixture=fixture, card=card, key=key, seen=seen, reason=reason, by=by, at=at, entered_at=came_at,
            source=source,
        )  # fmt: skip
    if fixture.submissions.filter(sent_for=sent_for).exists():
        raise NotAcceptedError("This side has sent its card already. Open the match to change it.")
    return submit_card(
        fixture=fixture, card=card, sent_for=sent_for, key=key, seen=seen, by=by, at=at, entered_at=came_at,
        source=source,
    )  # fmt: skip


# --- a card that was filled in from messages --------------------------------------------------------------------------
def fill_from_messages(
    *, fixture: Fixture, messages: Sequence[ReceivedMessage], score: tuple[int, int], card: Card, present: Present,
    by: User, at: datetime,
) -> Draft:  # fmt: skip
    """Put a card with the lines of messages into the person's draft, and the messages, which are sent along with it."""
    with write_tx():
        keys = {side.value: list(present[side]) for side in present}
        draft = save_draft(fixture=fixture, by=by, at=at, card=card, present=keys)
        written = [message.as_json() | {"score": list(score)} for message in messages]
        draft.messages = [*draft.messages, *(each for each in written if each not in draft.messages)]
        draft.save(update_fields=["messages"])
    return draft


def submit_filled_card(
    *, draft: Draft, card: Card, sent_for: SentFor, seen: int, by: User, at: datetime, reason: str = ""
) -> Submission:
    """Send the card of a draft that was filled in from messages, and keep these with it.
    An equal card of the side from one of these messages, whoever sent it, is the same. Raises as `submit_message`.
    """
    with write_tx():
        locked = lock_fixture(draft.fixture_id)
        messages = [(kept_with_draft(written), tuple(written["score"])) for written in draft.messages]
        kept = CardMessage.objects.filter(fixture=locked, digest__in=[message.digest for message, _ in messages])
        body, why = codec.encode(card), reason.strip()
        sent = SentCard(locked, sent_for, Source.MESSAGE, body, draft.key, seen, by, at, draft.saved_at, why)
        earlier = kept.filter(submission__body_hash=sent.body_hash).select_related("submission").first()
        if earlier is not None and earlier.submission is not None:
            Draft.objects.filter(pk=draft.pk).delete()
            return earlier.submission
        filed = file_card(
            fixture=locked, sent_for=sent_for, source=sent.source, reason=why, card=card, key=draft.key, seen=seen,
            by=by, at=at, entered_at=draft.saved_at,
        )  # fmt: skip
        kept.filter(submission=None).update(submission=filed)
        digests = set(kept.values_list("digest", flat=True))
        for message, score in messages:
            if message.digest not in digests:
                _keep(locked, message, score, filed, sent_for=sent_for, by=by, at=at)
    return filed


# --- photographs ------------------------------------------------------------------------------------------------------
LONGEST_SIDE = 1600
KEPT_BYTES = 400_000
MOST_OF_A_MATCH = 6
MOST_A_DAY = 20
MOST_BY_CODE = 3  # of a match, so that the captains can still send theirs
READ_PHOTO = "read-photo"  # the kind of job


class PhotoRefusedError(NotAcceptedError):
    """The picture cannot be kept, and what to do about it. The score is not touched by this."""


def attach_photo(*, fixture: Fixture, upload: File, by: User, at: datetime, read: bool = False) -> Photo:
    def admit(locked: Fixture) -> str:
        if Photo.objects.filter(by=by, at__gt=at - timedelta(days=1)).count() >= MOST_A_DAY:
            raise PhotoRefusedError("You have sent enough photographs for one day. Try again tomorrow.")
        return f"{by} sent a photograph of the card of {locked}"

    return keep_photo(Photo(fixture=fixture, by=by, at=at), upload, verb="attach_photo", admit=admit, read=read)


def attach_photo_by_code(*, fixture: Fixture, upload: File, sender: str, at: datetime) -> Photo:
    def admit(locked: Fixture) -> str:
        refuse_code(locked, at=at)
        if Photo.objects.filter(fixture=locked, by=None).count() >= MOST_BY_CODE:
            raise PhotoRefusedError("This match has enough photos. The captains and the secretary have them.")
        return f"A photograph of the card of {locked} was sent by the code on it"

    photo = Photo(fixture=fixture, sender=sender, at=at)
    return keep_photo(photo, upload, verb="attach_photo_by_code", admit=admit)


def keep_photo(photo: Photo, upload: File, *, verb: str, admit: Callable[[Fixture], str], read: bool = False) -> Photo:
    """Save a photograph, redrawn; `admit` refuses it, or says of the locked match what was done."""
    picture = redraw(upload)
    name = f"{uuid4().hex}.jpg"
    with deleted_on_failure(f"cards/{name}"), write_tx():
        locked = lock_fixture(photo.fixture_id)
        text = admit(locked)
        if Photo.objects.filter(fixture=locked).count() >= MOST_OF_A_MATCH:
            raise PhotoRefusedError("This match has enough photographs.")
        photo.fixture, photo.width, photo.height = locked, picture.width, picture.height
        photo.image.save(name, ContentFile(picture.data), save=False)
        photo.full_clean()
        photo.save()
        record(verb=verb, words=text, at=photo.at, by=photo.by, league_id=locked.league_id, about=subjects(locked))
        if read:
            ask_for_reading(photo=photo, by=photo.by, at=photo.at)
    return photo


def ask_for_reading(*, photo: Photo, by: User | None, at: datetime) -> Job:
    return enqueue(
        key=job_key(photo), kind=READ_PHOTO, args={"photo": photo.pk}, title=f"Reading the photo of {photo.fixture}",
        by=by, at=at, league_id=photo.fixture.league_id,
    )  # fmt: skip


def redraw(upload: File) -> Redrawn:
    """The picture as we keep it: upright, at most 1600 pixels, a plain JPEG. PhotoRefusedError if it is none."""
    try:
        return redraw_photo(upload, LONGEST_SIDE, KEPT_BYTES)
    except ValidationError as refused:
        raise PhotoRefusedError(refused.messages[0]) from None


# --- what was read off one --------------------------------------------------------------------------------------------
def store_reading(
    *, photo: Photo, readings: Mapping[str, Any], players: Mapping[Side, list[str]], flat: bytes, at: datetime
) -> PhotoReading:
    """Keep what was read; a second reading takes the place of the first."""
    with write_tx():
        row = PhotoReading.objects.filter(photo=photo).first() or PhotoReading(photo=photo)
        row.readings, row.flat, row.at = dict(readings), flat, at
        row.players = {side.value: list(keys) for side, keys in players.items()}
        row.full_clean(exclude=["players"])
        row.save()
        unsure = sum(not each["sure"] for each in readings.values())
        text = f"The photograph of the card of {photo.fixture} was read: {several(unsure, 'value')} to check"
        about = subjects(photo.fixture)
        record(verb="store_reading", words=text, at=at, by=None, league_id=photo.fixture.league_id, about=about)
    return row


def fill_from_photo(*, reading: PhotoReading, card: Card, present: Present, by: User, at: datetime) -> None:
    """Put a card that was read into the draft of whoever looked it through. It is sent by them, or not at all."""
    with write_tx():
        fixture = reading.photo.fixture
        keys = {side.value: list(present[side]) for side in Side}
        draft = save_draft(fixture=fixture, by=by, at=at, card=card, present=keys)
        reading.draft_key = draft.key
        reading.save(update_fields=["draft_key"])
