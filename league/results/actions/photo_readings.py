"""A photographed card that was read: kept when a job has read it, and put into the card that somebody fills in."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from league.base.accounts.models import User
from league.base.audit.actions import record, write_tx
from league.results.actions.cards import save_draft
from league.results.models import Photo, PhotoReading
from league.results.queries.journeys import Present
from league.schedule.actions import subjects
from scoring.card.sheet import Card, Side
from scoring.words import several


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
