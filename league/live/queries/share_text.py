"""A match in the words that people pass on, and as the picture beside a link. Never the name of a player."""

from dataclasses import dataclass

from django.urls import reverse

from league.live.picture import Score
from league.live.queries.match_page import MatchView
from league.live.queries.match_state import NOT_STARTED
from league.schedule.models import Fixture
from league.ui import words

DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class ShareText:
    """`title` is "Crown A 3-2 Bell" (with a dash), `words` what stands under it, `message` what is copied.

    `pattern` and `message_pattern` have {home} and {away} where the page's script puts the games. `image` is the
    address of the picture within the site and `alt` what it says.
    """

    title: str
    pattern: str
    words: str
    message: str
    message_pattern: str
    image: str
    alt: str


def sharing_of(seen: MatchView) -> ShareText:
    """How a match is passed on as it stands."""
    fixture = seen.fixture
    pattern = f"{fixture.home.name} {{home}}{DASH}{{away}} {fixture.away}"
    before = seen.status == NOT_STARTED and not seen.settled
    message = f"{pattern}{'' if seen.settled else ', being played'} ({_where(seen)})."
    games = {"home": seen.won[0], "away": seen.won[1]}
    return ShareText(
        title=f"{fixture.home.name} v {fixture.away}" if before else _format_pattern(pattern, games),
        pattern=pattern,
        words=f"{'Result' if seen.settled else 'Live pegging'}: {fixture.occasion}, {_night(seen)} at {fixture.venue}",
        message=f"{fixture} ({_where(seen)})." if before else _format_pattern(message, games),
        message_pattern=message,
        image=image_of(fixture, seen.head, seen.won if seen.settled else None),
        alt=score_of(seen).words,
    )


def image_of(fixture: Fixture, head: int, score: tuple[int, int] | None) -> str:
    """The picture's address. What the card says may change after the last peg, so its `score` stands in it too."""
    where = [fixture.league.slug, fixture.first_date.isoformat(), fixture.slug, head]
    return reverse("live-image", args=where) + (f"?score={score[0]}-{score[1]}" if score else "")


def score_of(seen: MatchView) -> Score:
    """What the picture says."""
    fixture = seen.fixture
    before = seen.status == NOT_STARTED and not seen.settled
    return Score(
        home=fixture.home.name,
        away=fixture.away.name if fixture.away else "",
        numbers=None if before else seen.won,
        status="Result" if seen.settled else seen.status_words,
        top=fixture.league.short_name,
        bottom=_where(seen),
    )


def _where(seen: MatchView) -> str:
    return f"{seen.fixture.occasion}, {_night(seen)}"


def _night(seen: MatchView) -> str:
    return words.night(seen.fixture.date) if seen.fixture.date else "date to be agreed"


def _format_pattern(pattern: str, values: dict[str, int]) -> str:
    """The pattern with the games in it; a team's name may have braces of its own."""
    return pattern.replace("{home}", str(values["home"])).replace("{away}", str(values["away"]))
