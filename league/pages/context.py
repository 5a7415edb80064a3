"""What every page's frame needs: whose site it is, who is looking, and where they can go. Read only if it is drawn."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from league.pages.signposts import (
    AVERAGES,
    CUPS,
    FIXTURES,
    INBOX,
    ME,
    MONEY,
    OF_THE_LEAGUE,
    OF_THE_WORK,
    SEASON,
    SHELVES,
    SQUAD,
    SQUADS,
    TABLE,
    TEAMS,
    TONIGHT,
    YOUR_MATCH,
    Shelf,
    Signpost,
)
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from league.teams.permissions import Anybody, is_officer, is_secretary, is_site_admin, roles_of

Entries = tuple[Signpost | Shelf, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """What a role is shown: the bar, four links and "More", and behind that what is the role's own under `heading`."""

    bar: tuple[Signpost, ...]
    heading: str
    own: Entries = OF_THE_WORK


READER = Menu((TONIGHT, TABLE, FIXTURES, AVERAGES), "You", (ME,))
PLAYER = Menu((ME, TABLE, FIXTURES, AVERAGES), "You", (YOUR_MATCH,))
CAPTAIN = Menu((YOUR_MATCH, TABLE, FIXTURES, SQUAD), "Your team", (ME, *OF_THE_WORK))
COORDINATOR = Menu((CUPS, INBOX, FIXTURES, TABLE), "Running the league")
TREASURER = Menu((MONEY, FIXTURES, TABLE, TEAMS), "Running the league")
RESULTS = Menu((INBOX, FIXTURES, TABLE, SQUADS), "Running the league")
SECRETARY = Menu((INBOX, FIXTURES, TABLE, SEASON), "Running the league")


@dataclass(frozen=True, slots=True)
class Item:
    """One link; `here` is "page" on that very page and "true" on those below it."""

    label: str
    url: str
    here: str


class Frame:
    """The navigation and the name strip of one request. Asks for the person's roles once, and only if drawn."""

    def __init__(self, request: HttpRequest, league: League | None) -> None:
        self.request, self.league = request, league
        self.reader: Anybody = getattr(request, "user", AnonymousUser())

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        return roles_of(self.reader, self.league) if self.league is not None else ()

    @cached_property
    def menu(self) -> Menu:
        if self.league is None or not self.reader.is_authenticated:
            return READER
        if is_officer(self.reader, self.league):
            return SECRETARY if is_secretary(self.reader, self.league) else RESULTS
        kinds = {role.kind for role in self.roles}
        if RoleKind.COORDINATOR in kinds:
            return COORDINATOR
        if kinds & {RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN}:
            return CAPTAIN
        if RoleKind.TREASURER in kinds:
            return TREASURER
        return PLAYER if RoleKind.PLAYER in kinds else READER

    @property
    def plays(self) -> bool:
        """Whether a role of this person is in a team, which is then the one shown first."""
        return any(role.team_id for role in self.roles)

    @property
    def keeps(self) -> bool:
        """Whether this person looks after the league's teams and venues."""
        return self.league is not None and is_secretary(self.reader, self.league)

    @cached_property
    def main(self) -> list[Item]:
        return self._items(self.menu.bar)

    @cached_property
    def more(self) -> list[tuple[str, list[Item]]]:
        """Headings, each with the links below it, without those that the bar has."""
        shown = {item.url for item in self.main}
        groups = (("The league", OF_THE_LEAGUE), (self.menu.heading, self.menu.own))
        sections = [(heading, [item for item in self._items(own) if item.url not in shown]) for heading, own in groups]
        return [(heading, items) for heading, items in sections if items]

    @cached_property
    def tabs(self) -> list[Item]:
        """The other pages of this one's subject, itself among them; none where there is no other."""
        if self.league is None:
            return []
        shelves = (self._tabs(shelf) for shelf in SHELVES)
        own = next((tabs for tabs in shelves if any(tab.here == "page" for tab in tabs)), [])
        return own if len(own) > 1 else []

    @property
    def in_more(self) -> bool:
        """Whether this page is one of those behind "More"."""
        return any(item.here for _, items in self.more for item in items)

    @property
    def who(self) -> str:
        """In which role the person acts here: "captain of Crown A, results officer"."""
        words = [_words(role) for role in self.roles]
        if not words and is_site_admin(self.reader):
            words = ["site administrator"]
        return ", ".join(words)

    def _items(self, entries: Entries) -> list[Item]:
        """Links to those that the reader may open; of a shelf to its first page, and marked on all of its pages."""
        return [item for entry in entries if (item := self._item(entry))]

    def _item(self, entry: Signpost | Shelf) -> Item | None:
        shelf = entry if isinstance(entry, Shelf) else Shelf(entry.label, (entry,))
        tabs = self._tabs(shelf)
        if not tabs:
            return None
        label = shelf.label if tabs[0].label == shelf.pages[0].label else tabs[0].label
        return Item(label, tabs[0].url, tabs[0].here or next(("true" for tab in tabs if tab.here), ""))

    def _tabs(self, shelf: Shelf) -> list[Item]:
        assert self.league is not None
        pairs = ((page, page.address(self.reader, self.league)) for page in shelf.open_to(self.reader, self.league))
        return [Item(page.label, url, self._here(url)) for page, url in pairs if url]

    def _here(self, url: str) -> str:
        if self.request.path == url:
            return "page"
        return "true" if self.request.path.startswith(url) else ""


def _words(role: Role) -> str:
    kind = RoleKind(role.kind).label.lower()
    return f"{kind} of {role.team.name}" if role.team else kind


def site(request: HttpRequest) -> dict[str, Any]:
    """The site's name, whether it is a demonstration, the league of the address (None elsewhere), and the frame."""
    league = getattr(request, "league", None)
    frame = Frame(request, league)
    return {"site_name": settings.SITE_NAME, "demo": settings.DEMO, "league": league, "nav": frame}
