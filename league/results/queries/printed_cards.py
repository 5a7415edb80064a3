"""What was read off a photographed card, for the job that reads it and for the page that shows it."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import TypeAlias

from league.base.jobs.models import Job
from league.reading.card_photos.layout import CardLayout, card_layout, mark_of
from league.results.choices import OTHER, ResultState
from league.results.models import Photo, Result
from league.results.permissions import sides_of
from league.results.queries.facts import facts_of
from league.results.values import card_of
from league.schedule.models import Entry, Fixture
from league.teams.models import Player, Registration, Team
from league.teams.queries.squads import squad_of
from scoring.card.match import Match
from scoring.card.sheet import Card, Side

Squads: TypeAlias = Callable[[Team, date], Iterable[Registration]]

ROOM_FOR = 18  # names of a side


def players_on_card(entry: Entry, day: date, squad: Squads = squad_of) -> list[Player]:
    """Those of a side on a day in the order of their numbers, of whom the first ROOM_FOR are printed.
    `squad` says who is registered, where the caller has read that already.
    """
    if entry.slug:  # who is entered by name plays
        return list(entry.players.select_related("league").order_by("name", "pk"))
    return [registration.player for registration in squad(entry.team, day)]


def job_key(photo: Photo) -> str:
    return f"read-photo-{photo.pk}"


def latest_job(photo: Photo) -> Job | None:
    return Job.objects.filter(key=job_key(photo)).order_by("-created_at", "-pk").first()


def printed_players(fixture: Fixture) -> dict[Side, list[str]]:
    """The keys of those who are printed on the card as it would be printed now: two queries."""
    day = fixture.date or fixture.first_date
    sides = zip(Side, (fixture.home, fixture.away), strict=True)
    return {
        side: [str(player.pk) for player in players_on_card(entry, day)[:ROOM_FOR]]
        for side, entry in sides
        if entry is not None
    }


def layout_for(match: Match, players: dict[Side, list[str]]) -> CardLayout | None:
    return card_layout(match.format, [len(players[side]) for side in Side])


def mark_for(layout: CardLayout, players: dict[Side, list[str]]) -> str:
    """What the QR code of the card says if it were printed now."""
    return mark_of(layout, [players[side] for side in Side])


def other_card(photo: Photo) -> Card | None:
    """The card that the other captain sent, if whoever sent the photograph may see it."""
    sides = sides_of(photo.by, photo.fixture) if photo.by else ()
    result = Result.objects.filter(fixture=photo.fixture).first()
    if not sides or (result is not None and result.state == ResultState.SEALED):
        return None
    sent = facts_of(photo.fixture).latest(OTHER[sides[0]])
    return card_of(sent) if sent else None
