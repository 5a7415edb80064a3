"""What is passed on of a match: the text that people send, and the picture beside a link, as a JPEG.

All that matters is in the middle square (league.ui.pictures says why). No name of a player is on it.
"""

from dataclasses import dataclass
from textwrap import wrap

from django.urls import reverse
from PIL import ImageDraw
from PIL.ImageFont import FreeTypeFont

from league.live.queries.match_page import MatchView
from league.live.queries.match_state import NOT_STARTED
from league.schedule.models import Fixture
from league.ui import words
from league.ui.pictures import MIDDLE, blank, font, jpeg_of, line
from league.ui.static_files import colour
from league.ui.typeface import BOLD

# --- The picture that stands beside a shared link ---------------------------------------------------------------------
HALF = 268  # one half of the domino, a square
TILE_TOP = 226
NAME_WIDTH = 300
DIGITS = {1: 210, 2: 168, 3: 122}  # how big a number is by its digits


@dataclass(frozen=True, slots=True)
class ScorePicture:
    """What the picture says. `numbers` are the games each side has, None before there are any.

    `top` and `bottom` are the lines above and below: "Leek Dominoes", "Division One, Tue 24 Nov".
    """

    home: str
    away: str
    numbers: tuple[int, int] | None
    status: str
    top: str
    bottom: str

    @property
    def words(self) -> str:
        """The picture for those who do not see it."""
        between = f"{self.numbers[0]}\N{EN DASH}{self.numbers[1]}" if self.numbers else "v"
        return f"{self.home} {between} {self.away}, {self.status.lower()}"


def draw_picture(score: ScorePicture) -> bytes:
    """The JPEG of a score."""
    image, draw = blank()
    line(draw, 44, f"{score.top} \N{MIDDLE DOT} {score.status}" if score.top else score.status, 30, colour("on-mast"))
    _draw_names(draw, (score.home, score.away))
    _draw_domino(draw, score.numbers)
    line(draw, 548, score.bottom, 30, colour("on-mast-muted"))
    return jpeg_of(image)


def _draw_domino(draw: ImageDraw.ImageDraw, numbers: tuple[int, int] | None) -> None:
    left, right, bottom = MIDDLE - HALF - 6, MIDDLE + HALF + 6, TILE_TOP + HALF
    draw.rounded_rectangle((left, TILE_TOP, right, bottom), 34, fill=colour("pip"))
    draw.line((MIDDLE, TILE_TOP + 24, MIDDLE, bottom - 24), fill=colour("line"), width=6)
    for side in (0, 1):
        at = (MIDDLE + (side * 2 - 1) * (HALF // 2 + 3), TILE_TOP + HALF // 2)
        text = str(numbers[side]) if numbers else "\N{EN DASH}"
        draw.text(at, text, fill=colour("tile"), font=font(BOLD, DIGITS[min(3, len(text))]), anchor="mm")


def _draw_names(draw: ImageDraw.ImageDraw, names: tuple[str, str]) -> None:
    """Each team's name over its number, in as many as three lines and both as big as that allows."""
    for size in (50, 44, 38, 33, 28, 24):
        written = font(BOLD, size)
        both = [_wrapped(name, written) for name in names]
        if all(len(lines) <= (2 if size > 33 else 3) for lines in both) and all(
            written.getlength(each) <= NAME_WIDTH for lines in both for each in lines
        ):
            break
    for side, lines in enumerate(both):
        x = MIDDLE + (side * 2 - 1) * NAME_WIDTH // 2
        for row, text in enumerate(reversed(lines)):
            y = TILE_TOP - 24 - round(size * 1.14) * row
            draw.text((x, y), text, fill=colour("on-mast"), font=written, anchor="ms")


def _wrapped(name: str, written: FreeTypeFont) -> list[str]:
    letters = max(1, round(NAME_WIDTH / written.getlength("n")))
    return wrap(name, letters, max_lines=3, placeholder="\N{HORIZONTAL ELLIPSIS}") or [name]


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


def share_text(seen: MatchView) -> ShareText:
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
        image=image_address(fixture, seen.head, seen.won if seen.settled else None),
        alt=score_picture(seen).words,
    )


def image_address(fixture: Fixture, head: int, score: tuple[int, int] | None) -> str:
    """The picture's address. What the card says may change after the last peg, so its `score` stands in it too."""
    where = [fixture.league.slug, fixture.first_date.isoformat(), fixture.slug, head]
    return reverse("live-image", args=where) + (f"?score={score[0]}-{score[1]}" if score else "")


def score_picture(seen: MatchView) -> ScorePicture:
    """What the picture says."""
    fixture = seen.fixture
    before = seen.status == NOT_STARTED and not seen.settled
    return ScorePicture(
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
