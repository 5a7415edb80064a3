"""What a follower is told, in words: of matches and numbers that somebody has read. Pure."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from league.base.ui.formats import clock
from league.schedule.models import Fixture

DASH = "\N{EN DASH}"
MOST_NAMED = 3  # matches that are named in one message


@dataclass(frozen=True, slots=True)
class PushNews:
    """One thing to tell. `about` makes it one however often it is found; of those with one `topic` the last counts.

    `link` is an address of the site; after `until` nobody wants to know any more.
    """

    about: str
    subject: str
    text: str
    link: str
    until: datetime
    topic: str = ""


def news_of_start(fixture: Fixture, until: datetime) -> PushNews:
    """A match of which the first game is being scored."""
    text = f"{fixture.occasion}, at {fixture.venue.name}. Watch it live."
    return PushNews(f"started-{fixture.pk}", f"{fixture} has started", text, fixture.address_of("live"), until)


def news_of_lead(fixture: Fixture, won: tuple[int, int], changes: int, until: datetime) -> PushNews:
    """The side in front, by the games that each has won."""
    home, away = str(fixture.home), str(fixture.away)
    ahead, behind = (home, away) if won[0] > won[1] else (away, home)
    return PushNews(
        f"lead-{fixture.pk}-{changes}",
        f"{ahead} lead {max(won)}{DASH}{min(won)}",
        f"Against {behind}, {fixture.occasion}.",
        fixture.address_of("live"),
        until,
        sha256(f"lead-{fixture.pk}".encode()).hexdigest()[:32],
    )


def news_of_result(
    fixture: Fixture, games: tuple[int, int], about: str, until: datetime, *, confirmed: bool, changed: bool
) -> PushNews:
    """A result, the first time and whenever it has changed."""
    score = f"{fixture.home} {games[0]}{DASH}{games[1]} {fixture.away}"
    confidence = "" if confirmed else " Not confirmed yet."
    return PushNews(
        about,
        f"Corrected: {score}" if changed else score,
        f"{fixture.occasion}.{confidence}",
        fixture.get_absolute_url(),
        until,
    )


def news_of_night(fixtures: list[Fixture], link: str, until: datetime) -> PushNews:
    """The matches of today that a phone follows, the first ones named; at least one."""
    first = fixtures[0]
    about = f"tonight-{first.date}-{first.league_id}"
    if len(fixtures) == 1:
        text = f"{first.occasion}, at {first.venue.name}."
        subject = f"{first} today, {clock(first.start_time)}"
        return PushNews(about, subject, text, first.get_absolute_url(), until)
    named = ", ".join(str(each) for each in fixtures[:MOST_NAMED])
    more = f" and {len(fixtures) - MOST_NAMED} more" if len(fixtures) > MOST_NAMED else ""
    return PushNews(about, f"{len(fixtures)} matches today, from {clock(first.start_time)}", named + more, link, until)
