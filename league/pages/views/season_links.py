"""Links to the other pages of a season's fixtures, and their addresses: those of this season have no season in them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from league.schedule.models import Season
from league.schedule.queries import current_season
from league.teams.middleware import LeagueRequest
from league.ui.converters import of_season

# What each way is called, and the name of its address.
WAYS = (
    ("Week", "fixtures"),
    ("Team", "fixtures-teams"),
    ("Venue", "fixtures-venues"),
    ("Night", "fixtures-tonight"),
    ("Grid", "fixtures-grid"),
    ("Month", "fixtures-this-month"),
)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link of a row of links; `here` is "page" on that very page, "true" on one that it leads to, "" elsewhere."""

    label: str
    url: str
    here: str


def season_at(request: LeagueRequest, slug: str | None) -> Season | None:
    """The season of the address, 404 if there is none of that name; this season without a name, if there is one."""
    if slug is None:
        return current_season(request.league)
    found: Season = get_object_or_404(Season, league=request.league, slug=slug)
    return found


def address(request: LeagueRequest, season: Season, name: str, **parts: Any) -> str:
    """The address of a page of this season without its name, of another season with it."""
    return of_season(request.league.slug, season, name, **parts)


def view_links(request: LeagueRequest, season: Season, here: str) -> tuple[PageLink, ...]:
    """The links of the switch; `here` is the label of the way that is being looked at."""
    found = ((label, address(request, season, name)) for label, name in WAYS)
    return tuple(PageLink(label, url, _here(request, url) if label == here else "") for label, url in found)


def links(request: HttpRequest, found: Iterable[tuple[str, str]], shown: str) -> tuple[PageLink, ...]:
    """Links by label and address; `shown` is the address of the one that is being looked at."""
    return tuple(PageLink(label, url, "page" if url == shown else "") for label, url in found)


def _here(request: HttpRequest, url: str) -> str:
    return "page" if request.path == url else "true"
