"""What is passed on of a match: the text that people send, and the picture beside a link, as a JPEG.

All that matters is in the middle square (league.base.ui.pictures says why). No name of a player is on it.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from django.urls import reverse

from league.base.ui import formats
from league.base.ui.palette import NO_BADGE, NO_KIT, Badge, match_colours
from league.base.ui.pictures import LEFT, MIDDLE, RIGHT, TextBox, blank, fitted, font, jpeg_of, line, write
from league.base.ui.static_files import BOLD, colour
from league.matchnight.queries.match_view import STATUSES, MatchView
from league.matchnight.values import NOT_STARTED
from league.schedule.models import Fixture
from scoring.card.points import Games

if TYPE_CHECKING:  # slow to import, and is so where something is drawn
    from PIL.ImageDraw import ImageDraw

# --- The picture that stands beside a shared link ---------------------------------------------------------------------
HALF = 268  # one half of the domino, a square
TILE_TOP = 226
NAME_TOP, NAME_WIDTH, NAME_SIZE, NAME_SMALL = 92, 295, 54, 28
DIGITS = {1: 210, 2: 168, 3: 122}  # how big a number is by its digits


@dataclass(frozen=True, slots=True)
class ScorePicture:
    """`numbers` are each side's games; `top` and `bottom` the lines above and below."""

    home: str
    away: str
    numbers: tuple[Games, Games] | None
    status: str
    top: str
    bottom: str
    colours: tuple[str, str] = ("", "")
    badge: Badge = NO_BADGE

    @property
    def words(self) -> str:
        between = f"{self.numbers[0]}\N{EN DASH}{self.numbers[1]}" if self.numbers else "v"
        return f"{self.home} {between} {self.away}, {self.status.lower()}"


def draw_picture(score: ScorePicture, crest: bytes = b"") -> bytes:
    image, draw = blank(score.badge, crest)
    line(draw, 44, f"{score.top} \N{MIDDLE DOT} {score.status}" if score.top else score.status, 30, colour("on-mast"))
    _draw_names(draw, (score.home, score.away))
    _draw_domino(draw, score.numbers, score.colours)
    line(draw, 548, score.bottom, 30, colour("on-mast-muted"))
    return jpeg_of(image)


def _draw_domino(draw: "ImageDraw", numbers: tuple[Games, Games] | None, colours: tuple[str, str]) -> None:
    left, right, bottom = MIDDLE - HALF - 6, MIDDLE + HALF + 6, TILE_TOP + HALF
    draw.rounded_rectangle((left, TILE_TOP, right, bottom), 34, fill=colour("pip"))
    for side, name in enumerate(colours):
        if name:
            half = (
                (MIDDLE, TILE_TOP + 8, right - 8, bottom - 8) if side else (left + 8, TILE_TOP + 8, MIDDLE, bottom - 8)
            )
            corners = (bool(side - 1), bool(side), bool(side), bool(side - 1))
            draw.rounded_rectangle(half, 26, fill=colour(name), corners=corners)
    draw.line((MIDDLE, TILE_TOP + 24, MIDDLE, bottom - 24), fill=colour("line"), width=6)
    for side in (0, 1):
        at = (MIDDLE + (side * 2 - 1) * (HALF // 2 + 3), TILE_TOP + HALF // 2)
        text = str(numbers[side]) if numbers else "\N{EN DASH}"
        ink = colour("on-accent" if colours[side] else "tile")
        draw.text(at, text, fill=ink, font=font(BOLD, DIGITS[min(3, len(text))]), anchor="mm")


def _draw_names(draw: "ImageDraw", names: tuple[str, str]) -> None:
    boxes = [TextBox(left, NAME_TOP, left + NAME_WIDTH, TILE_TOP - 10) for left in (LEFT, RIGHT - NAME_WIDTH)]
    smaller = min(fitted(name, box, NAME_SIZE, BOLD).size for name, box in zip(names, boxes, strict=True))
    size = smaller if smaller >= NAME_SMALL else NAME_SIZE
    for name, box in zip(names, boxes, strict=True):
        write(draw, box, name, size, colour("on-mast"), face=BOLD)


DASH = "\N{EN DASH}"


def share_text(view: MatchView) -> dict[str, str]:
    """The patterns have {home} and {away} for the page's script to fill in."""
    fixture = view.fixture
    pattern = f"{fixture.home.name} {{home}}{DASH}{{away}} {fixture.away}"
    before = view.status == NOT_STARTED and not view.settled
    message = f"{pattern}{'' if view.settled else ', live'} ({_where(view)})."
    games = {"home": view.won[0], "away": view.won[1]}
    return {
        "title": f"{fixture.home.name} v {fixture.away}" if before else _format_pattern(pattern, games),
        "pattern": pattern,
        "text": f"{'Result' if view.settled else 'Live'}: {fixture.occasion}, {_night(view)} at {fixture.venue}",
        "message": f"{fixture} ({_where(view)})." if before else _format_pattern(message, games),
        "message_pattern": message,
        "image": image_address(fixture, view.head, view.won if view.settled else None),
        "alt": score_picture(view).words,
    }


def image_address(fixture: Fixture, head: int, score: tuple[Games, Games] | None) -> str:
    """The `score` is in it too: a card may change it after the last peg."""
    where = [fixture.league.slug, fixture.first_date.isoformat(), fixture.slug, head]
    return reverse("live-image", args=where) + (f"?{urlencode({'score': f'{score[0]}-{score[1]}'})}" if score else "")


def score_picture(view: MatchView) -> ScorePicture:
    fixture = view.fixture
    before = view.status == NOT_STARTED and not view.settled
    return ScorePicture(
        home=fixture.home.name,
        away=fixture.away.name if fixture.away else "",
        numbers=None if before else view.won,
        status="Result" if view.settled else STATUSES[view.status],
        top=fixture.league.short_name,
        bottom=_where(view),
        colours=match_colours(fixture.home.team.kit, fixture.away.team.kit if fixture.away else NO_KIT),
        badge=fixture.league.badge,
    )


def _where(view: MatchView) -> str:
    return f"{view.fixture.occasion}, {_night(view)}"


def _night(view: MatchView) -> str:
    return formats.night(view.fixture.date) if view.fixture.date else "date to be agreed"


def _format_pattern(pattern: str, values: dict[str, int]) -> str:
    """The pattern with the games in it; a team's name may have braces of its own."""
    return pattern.replace("{home}", str(values["home"])).replace("{away}", str(values["away"]))
