"""What every page's frame needs: whose site it is, who is looking, and where they can go. Read only if it is drawn."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from league.teams.choices import RoleKind
from league.teams.models import League, Role
from league.teams.permissions import is_officer, is_secretary, is_site_admin, roles_of

# Label and name of the address. The first list of a role is the bar, at most four and "More"; the second is the rest.
TONIGHT, TABLE, FIXTURES = ("Tonight", "tonight"), ("Table", "table"), ("Fixtures", "fixtures")
PLAYERS, TEAMS = ("Players", "players"), ("Teams", "teams")
CUPS = ("Cups", "cups")
PAST, PRINT = ("Past seasons", "seasons"), ("Print", "print")
REST = (CUPS, ("Venues", "venues"), PAST, PRINT, ("Rule book", "rule-book"), ("Search", "search"))
READER = ((TONIGHT, TABLE, FIXTURES, PLAYERS), (TEAMS, *REST))
YOUR_MATCH, SQUADS = ("Your match", "your-match"), ("Squad", "squads")
RING_ROUND, WRITE = ("Ring round", "contacts"), ("Write to your team", "notices")
CAPTAIN = ((YOUR_MATCH, TABLE, FIXTURES, SQUADS), (TONIGHT, PLAYERS, TEAMS, RING_ROUND, WRITE, *REST))
PLAYER = ((YOUR_MATCH, TABLE, FIXTURES, PLAYERS), (TONIGHT, TEAMS, *REST))
INBOX, SEASON = ("Inbox", "inbox"), ("Season", "season-desk")
PEOPLE, ALL_SQUADS = ("People", "people"), ("Squads", "squads")
HISTORY, SPREADSHEETS = ("What happened", "league-history"), ("Spreadsheets", "spreadsheets")
DESK = (
    PEOPLE,
    ("Registrations", "registrations"),
    ALL_SQUADS,
    ("Same player twice", "duplicates"),
    ("Played for another team", "played-elsewhere"),
    ("Points", "adjustments"),
    ("People's data", "privacy-desk"),
    ("Late cards", "late-cards"),
    ("Messages sent", "messages"),
    HISTORY,
    ("Long work", "jobs"),
    SPREADSHEETS,
    ("Settings", "league-settings"),
)
COORDINATOR = ((CUPS, INBOX, FIXTURES, TABLE), (TONIGHT, PLAYERS, TEAMS, ("Ring round", "contacts"), *REST[1:]))
RESULTS_DESK = (RING_ROUND, PEOPLE, HISTORY, SPREADSHEETS)
RESULTS = ((INBOX, FIXTURES, TABLE, ALL_SQUADS), (TONIGHT, TEAMS, PLAYERS, *RESULTS_DESK, *REST))
SECRETARY = ((INBOX, FIXTURES, TABLE, SEASON), (TONIGHT, TEAMS, PLAYERS, *DESK, *REST))


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

    @cached_property
    def roles(self) -> tuple[Role, ...]:
        user = getattr(self.request, "user", None)
        return roles_of(user, self.league) if user is not None and self.league is not None else ()

    @cached_property
    def lists(self) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
        user = getattr(self.request, "user", None)
        if user is None or self.league is None or not user.is_authenticated:
            return READER
        if is_officer(user, self.league):
            return SECRETARY if is_secretary(user, self.league) else RESULTS
        kinds = {role.kind for role in self.roles}
        if RoleKind.COORDINATOR in kinds:
            return COORDINATOR
        if kinds & {RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN}:
            return CAPTAIN
        return PLAYER if RoleKind.PLAYER in kinds else READER

    @property
    def keeps(self) -> bool:
        """Whether this person looks after the league's teams and venues."""
        user = getattr(self.request, "user", None)
        return user is not None and self.league is not None and is_secretary(user, self.league)

    @cached_property
    def main(self) -> list[Item]:
        return self._items(self.lists[0])

    @cached_property
    def more(self) -> list[Item]:
        return self._items(self.lists[1])

    @property
    def in_more(self) -> bool:
        """Whether this page is one of those behind "More"."""
        return any(item.here for item in self.more)

    @property
    def who(self) -> str:
        """In which role the person acts here: "captain of Crown A, results officer"."""
        words = [_words(role) for role in self.roles]
        if not words and is_site_admin(self.request.user):
            words = ["site administrator"]
        return ", ".join(words)

    def _items(self, links: tuple[tuple[str, str], ...]) -> list[Item]:
        assert self.league is not None
        addresses = [(label, reverse(name, args=[self.league.slug])) for label, name in links]
        return [Item(label, url, self._here(url)) for label, url in addresses]

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
