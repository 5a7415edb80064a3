"""From the pegs to the card: games that are over go into a person's draft. Sending it stays the captain's own act."""

from datetime import datetime

from league.accounts.models import User
from league.audit.actions import write_tx
from league.fixtures.models import Fixture
from league.results.actions import save_draft
from league.results.choices import SentFor
from league.results.models import Draft
from league.results.permissions import acts_for
from league.results.queries import journey_of
from scoring.card.filling import overwrite


class NothingPeggedError(ValueError):
    """No game of the match is over on the pegs, so there is nothing to put on a card."""


def fill_card(*, fixture: Fixture, by: User, at: datetime, take: bool = False) -> Draft:
    """Put what the pegs say on this person's card, wherever nothing is written yet; with `take`, everywhere.

    Without `take` nothing that was typed is changed. Raises NothingPeggedError.
    """
    with write_tx():
        journey = journey_of(fixture, by, acts_for(by, fixture) or SentFor.LEAGUE)
        if journey.told is None:
            raise NothingPeggedError("no game of this match is over on the pegs")
        card = overwrite(journey.card, journey.told.card) if take else journey.card
        present = {side.value: list(keys) for side, keys in journey.present.items()}
        return save_draft(fixture=fixture, by=by, at=at, card=card, present=present)
