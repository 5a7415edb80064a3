"""Somebody turns out to be under 18, or is no longer: the names that were written down for the public follow."""

from datetime import date, datetime

from league.accounts.models import User
from league.audit.actions import write_tx
from league.privacy.actions.erasure import rewrite
from league.privacy.queries.mentions import mentions
from league.privacy.queries.persons import person_playing
from league.privacy.queries.spellings import spellings_of
from league.teams.actions.people import change_age
from league.teams.models import Player

PUBLISHED = ("fixtures.Entry", "cups.Honour")  # whose names are kept as the public reads them


def say_age(*, player: Player, under_18: bool, guardian_agreed_on: date | None, by: User, at: datetime) -> Player:
    """Say whether a player is under 18. ValidationError as `change_age` has it.

    Of somebody who is, pairs in cups and lines of the honours board are written anew, with initials.
    """
    with write_tx():
        person = person_playing(player)
        fresh = change_age(player=player, under_18=under_18, guardian_agreed_on=guardian_agreed_on, by=by, at=at)
        if under_18 and not player.under_18:
            spelt = spellings_of(person, fresh.public_name)
            rewrite(mentions(person, spelt, PUBLISHED, only_theirs=True))
    return fresh
