"""Photographs of the paper card, drawn again by `league.ui.uploads`: so many of a match, so many a day."""

from datetime import datetime, timedelta
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile, File

from league.accounts.models import User
from league.audit.actions import record, write_tx
from league.results.actions.submissions import NotAcceptedError
from league.results.models import Photo
from league.schedule.actions import lock_fixture, subjects
from league.schedule.models import Fixture
from league.ui.uploads import Redrawn, deleted_on_failure, redraw_photo

LONGEST_SIDE = 1600
KEPT_BYTES = 400_000
MOST_OF_A_MATCH = 6
MOST_A_DAY = 20


class PhotoRefusedError(NotAcceptedError):
    """The picture cannot be kept, and what to do about it. The score is not touched by this."""


def attach_photo(*, fixture: Fixture, upload: File, by: User, at: datetime) -> Photo:
    """Keep a photograph of the card beside the match. PhotoRefusedError says what is wrong with it."""
    picture = redraw(upload)
    name = f"{uuid4().hex}.jpg"
    with deleted_on_failure(f"cards/{name}"), write_tx():
        locked = lock_fixture(fixture.pk)
        _refuse_too_many(locked, by, at)
        photo = Photo(fixture=locked, by=by, at=at, width=picture.width, height=picture.height)
        photo.image.save(name, ContentFile(picture.data), save=False)
        photo.full_clean()
        photo.save()
        text = f"{by} sent a photograph of the card of {locked}"
        record(verb="attach_photo", words=text, at=at, by=by, league_id=locked.league_id, about=subjects(locked))
    return photo


def redraw(upload: File) -> Redrawn:
    """The picture as we keep it: upright, at most 1600 pixels, a plain JPEG. PhotoRefusedError if it is none."""
    try:
        return redraw_photo(upload, LONGEST_SIDE, KEPT_BYTES)
    except ValidationError as refused:
        raise PhotoRefusedError(refused.messages[0]) from None


def _refuse_too_many(fixture: Fixture, by: User, at: datetime) -> None:
    if Photo.objects.filter(fixture=fixture).count() >= MOST_OF_A_MATCH:
        raise PhotoRefusedError("This match has enough photographs.")
    if Photo.objects.filter(by=by, at__gt=at - timedelta(days=1)).count() >= MOST_A_DAY:
        raise PhotoRefusedError("You have sent enough photographs for one day. Try again tomorrow.")
