"""The pictures beside links to a night, as JPEGs: every match of the league's divisions, and the player of the night.

All that matters is in the middle square (league.base.ui.pictures says why). In that of the matches teams alone are
named: ties of a cup that players enter by themselves are left out. The player is called what everybody may read.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import TYPE_CHECKING

from django.urls import reverse

from league.base.ui import formats
from league.base.ui.palette import NO_BADGE, NO_KIT, Badge, Kit
from league.base.ui.pictures import HEIGHT, LEFT, MIDDLE, RIGHT, TextBox, blank, jpeg_of, line, strip, write
from league.base.ui.static_files import BOLD, colour
from league.pages.queries.match_lists import DASH, MatchLine, of_teams
from league.pages.queries.nights import NightNews, PlayerOfNight
from league.results.tables import MOST_SHARED, picture_address, table_picture
from league.teams.models import League

if TYPE_CHECKING:  # slow to import, and is so where something is drawn
    from PIL.ImageDraw import ImageDraw

MOST_MATCHES = 16
TOP, BOTTOM = 118, HEIGHT - 44
HIGHEST = 62  # of a line
HALF_TILE = 46  # half as wide as the tile between two names
END = 16  # of the tile, for a team's colours
DRAWING_VERSION = "2"  # goes up when the same night is to be drawn otherwise


@dataclass(frozen=True, slots=True)
class NightPicture:
    """`divisions` are (name, matches as (home, score, away)); `kits` are both sides' colours, in the same order."""

    title: str
    under: str
    divisions: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
    bottom: str
    kits: tuple[tuple[Kit, Kit], ...] = ()
    badge: Badge = NO_BADGE

    @property
    def digest(self) -> str:
        """Changes with anything drawn."""
        return hashlib.sha256(repr((DRAWING_VERSION, self)).encode()).hexdigest()[:16]

    @property
    def words(self) -> str:
        return f"{self.title}: " + ", ".join(" ".join(match) for _, matches in self.divisions for match in matches)


def night_picture(day: date, lines: Iterable[MatchLine], league: League) -> NightPicture | None:
    ordered = of_teams(lines)
    return _picture(day, ordered[:MOST_MATCHES], len(ordered) - MOST_MATCHES, "", league) if ordered else None


def night_pictures(day: date, lines: Iterable[MatchLine], league: League) -> list[NightPicture]:
    """Every match of a night by division, `MOST_MATCHES` to a picture."""
    ordered = of_teams(lines)
    parts = [ordered[first : first + MOST_MATCHES] for first in range(0, len(ordered), MOST_MATCHES)]
    which = [f" ({number} of {len(parts)})" if len(parts) > 1 else "" for number in range(1, len(parts) + 1)]
    return [_picture(day, part, 0, each, league) for part, each in zip(parts, which, strict=True)]


def _picture(day: date, lines: Sequence[MatchLine], more: int, which: str, league: League) -> NightPicture:
    """`more` matches are left out; `which` is " (1 of 2)" of several pictures."""
    by_division = groupby(lines, lambda line: str(line.fixture.division))
    sides = ((line.fixture.home, line.fixture.away) for line in lines)
    return NightPicture(
        title=f"{'Results' if any(each.score for each in lines) else 'Fixtures'}, {formats.night(day)}{which}",
        under=league.short_name,
        divisions=tuple((name, tuple(map(_match, matches))) for name, matches in by_division),
        bottom=f"and {more} more" if more > 0 else "",
        kits=tuple((home.team.kit, away.team.kit if away else NO_KIT) for home, away in sides),
        badge=league.badge,
    )


def _match(line: MatchLine) -> tuple[str, str, str]:
    return line.fixture.home.name, DASH.join(map(str, line.games)) if line.games else "v", str(line.fixture.away)


def pictures_of(news: NightNews, best: PlayerOfNight | None, league: League) -> Iterator[dict[str, str]]:
    """Label, address, words and file name of each picture: matches, best player, tables, and the coming nights."""
    yield from _of_night(*news.night, league)
    if best:
        player = player_picture(best, league)
        address = reverse("night-player-image", args=[league.slug, best.day, player.digest])
        file = f"{league.slug}-{best.day}-player.jpg"
        yield {"label": best.title, "address": address, "words": player.words, "file": file}
    if any(each.score for each in news.night[1]):
        for division, standings in news.tables:
            if standings.started:
                table = table_picture(division, standings, league, MOST_SHARED)
                address, file = picture_address(division, table, league), f"{league.slug}-{division.slug}.jpg"
                yield {"label": division.name, "address": address, "words": table.words, "file": file}
    for day, lines in news.coming:
        yield from _of_night(day, lines, league)


def _of_night(day: date, lines: Iterable[MatchLine], league: League) -> Iterator[dict[str, str]]:
    for number, picture in enumerate(night_pictures(day, lines, league), start=1):
        address = night_image(day, picture, league)
        file = f"{league.slug}-{day}{f'-{number}' if number > 1 else ''}.jpg"
        yield {"label": picture.title, "address": address, "words": picture.words, "file": file}


def night_image(day: date, picture: NightPicture, league: League) -> str:
    return reverse("night-image", args=[league.slug, day, picture.digest])


def draw_night(night: NightPicture, crest: bytes = b"") -> bytes:
    image, draw = blank(night.badge, crest)
    kits = iter(night.kits)
    line(draw, 22, night.title, 46, colour("on-mast"), face=BOLD)
    line(draw, 80, night.under, 24, colour("on-mast-muted"))
    heads = len(night.divisions)
    high = min(HIGHEST, (BOTTOM - TOP) / (sum(len(rows) for _, rows in night.divisions) + heads * 0.6))
    y = float(TOP)
    for name, rows in night.divisions:
        box = TextBox(LEFT, round(y), RIGHT, round(y + high * 0.6))
        write(draw, box, name, 24, colour("on-mast-muted"))
        y += high * 0.6
        for row in rows:
            _draw_match(draw, TextBox(LEFT, round(y), RIGHT, round(y + high)), row, next(kits, (NO_KIT, NO_KIT)))
            y += high
    line(draw, BOTTOM + 6, night.bottom, 24, colour("on-mast-muted"))
    return jpeg_of(image)


def _draw_match(draw: "ImageDraw", box: TextBox, match: tuple[str, str, str], kits: tuple[Kit, Kit]) -> None:
    home, score, away = match
    top, bottom = box.top + 2, box.bottom - 2
    tile = TextBox(MIDDLE - HALF_TILE, top, MIDDLE + HALF_TILE, bottom)
    draw.rounded_rectangle((tile.left - END, top, tile.right + END, bottom), 8, fill=colour("pip"))
    for left, kit in ((tile.left - END + 5, kits[0]), (tile.right + END - 15, kits[1])):
        strip(draw, TextBox(left, top + 6, left + 10, bottom - 6), kit)
    write(draw, tile, score, 36, colour("tile"), face=BOLD)
    write(draw, TextBox(box.left, top, tile.left - END - 12, bottom), home, 32, colour("on-mast"), face=BOLD, at="r")
    write(draw, TextBox(tile.right + END + 12, top, box.right, bottom), away, 32, colour("on-mast"), face=BOLD, at="l")


# --- the player of the night ------------------------------------------------------------------------------------------
PANEL = TextBox(LEFT, 132, RIGHT, 536)
PARTED = 352  # where the team's colour ends


@dataclass(frozen=True, slots=True)
class NightPlayerPicture:
    title: str
    night: str
    name: str
    team: str
    feat: str
    kit: Kit = NO_KIT
    badge: Badge = NO_BADGE

    @property
    def digest(self) -> str:
        return hashlib.sha256(repr((DRAWING_VERSION, self)).encode()).hexdigest()[:16]

    @property
    def words(self) -> str:
        return f"{self.title}, {self.night}: {self.name}{f' ({self.team})' if self.team else ''} {self.feat}"


def player_picture(player: PlayerOfNight, league: League) -> NightPlayerPicture:
    return NightPlayerPicture(
        title=player.title,
        night=f"{league.short_name}, {formats.night(player.day)}",
        name=player.names,
        team=player.team.name if player.team else "",
        feat=player.feat,
        kit=player.team.kit if player.team else NO_KIT,
        badge=league.badge,
    )


def draw_player(shown: NightPlayerPicture, crest: bytes = b"") -> bytes:
    image, draw = blank(shown.badge, crest)
    line(draw, 44, shown.title, 46, colour("on-mast"), face=BOLD)
    draw.rounded_rectangle(PANEL, 28, fill=colour("pip"))
    upper = (PANEL.left + 8, PANEL.top + 8, PANEL.right - 8, PARTED)
    draw.rounded_rectangle(upper, 22, fill=colour(shown.kit.first or "accent"), corners=(True, True, False, False))
    draw.rectangle((upper[0], PARTED, upper[2], PARTED + 10), fill=colour(shown.kit.second or "line"))
    inside = PANEL.left + 34, PANEL.right - 34
    name = TextBox(inside[0], PANEL.top + 20, inside[1], PARTED - 12)
    write(draw, name, shown.name, 92, colour("on-accent"), face=BOLD)
    write(draw, TextBox(inside[0], PARTED + 22, inside[1], PARTED + 92), shown.team, 50, colour("tile"), face=BOLD)
    top = PARTED + 96 if shown.team else PARTED + 40
    write(draw, TextBox(inside[0], top, inside[1], PANEL.bottom - 18), shown.feat.capitalize(), 38, colour("tile"))
    line(draw, 560, shown.night, 30, colour("on-mast-muted"))
    return jpeg_of(image)
