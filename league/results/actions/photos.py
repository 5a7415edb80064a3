from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.models import Job
from league.base.ui.uploads import Redrawn, deleted_on_failure, redraw_photo
from league.results.actions.cards import refuse_code, save_draft
from league.results.actions.submissions import NotAcceptedError
from league.results.models import Photo, PhotoReading
from league.results.queries.journeys import Present
from league.results.queries.printed_cards import job_key
from league.schedule.actions.locking import lock_fixture, subjects
from league.schedule.models import Fixture
from scoring.card.sheet import Card, Side
from scoring.words import several

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
