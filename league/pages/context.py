"""What every page's frame needs: whose site it is, who is looking, and where they can go. Read only if it is drawn."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from league.base.ui.converters import of_league
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from league.teams.permissions import is_officer, is_secretary, is_site_admin, roles_of

Links = tuple[tuple[str, str], ...]  # label and name of the address

TONIGHT, TABLE, FIXTURES = ("Tonight", "tonight"), ("Table", "table"), ("Fixtures", "fixtures")
PLAYERS, TEAMS, CUPS, VENUES = ("Players", "players"), ("Teams", "teams"), ("Cups", "cups"), ("Venues", "venues")
YOUR_MATCH, SQUAD, SQUADS = ("Your match", "your-match"), ("Squad", "squads"), ("Squads", "squads")
INBOX, SEASON, HISTORY = ("Inbox", "inbox"), ("Season", "season-desk"), ("History", "league-history")
CONTACTS, PEOPLE, EXPORT = ("Contacts", "contacts"), ("People", "people"), ("Export", "spreadsheets")
RULE_BOOK, PAST, HONOURS = ("Rule book", "rule-book"), ("Past seasons", "seasons"), ("Honours", "honours")
PRINT, CALENDARS, SEARCH = ("Print", "print"), ("Calendars", "calendars"), ("Search", "search")
ME, AVERAGES = ("Me", "my-season"), ("Averages", "averages")
MONEY = ("Money", "money")
NEWS, ABOUT = ("News", "news-list"), ("About the league", "page-list")
THE_LEAGUE = (CUPS, VENUES, HONOURS, PAST, NEWS, ABOUT)
PLAYED_ELSEWHERE = ("Played for another team", "played-elsewhere")
MATCHES = ("The league", (TONIGHT, TEAMS, *THE_LEAGUE))
FIND = ("Find and print", (SEARCH, CALENDARS, PRINT, RULE_BOOK))


@dataclass(frozen=True, slots=True)
class Menu:
    """What a role is shown: the bar, at most four links and "More", and behind that the rest under headings."""

    bar: Links
    more: tuple[tuple[str, Links], ...]


READER = Menu((TONIGHT, TABLE, FIXTURES, AVERAGES), (("The league", (ME, TEAMS, PLAYERS, *THE_LEAGUE)), FIND))
PLAYER = Menu(
    (ME, TABLE, FIXTURES, AVERAGES),
    (("The league", (YOUR_MATCH, TONIGHT, TEAMS, PLAYERS, *THE_LEAGUE)), FIND),
)
CAPTAIN = Menu(
    (YOUR_MATCH, TABLE, FIXTURES, SQUAD),
    (
        ("Your team", (CONTACTS, ("E-mail your team", "notices"))),
        ("The league", (TONIGHT, TEAMS, PLAYERS, *THE_LEAGUE)),
        FIND,
    ),
)
COORDINATOR = Menu(
    (CUPS, INBOX, FIXTURES, TABLE),
    (
        ("The league", (TONIGHT, TEAMS, *THE_LEAGUE[1:])),
        ("People", (PLAYERS, CONTACTS)),
        FIND,
    ),
)
TREASURER = Menu(
    (MONEY, FIXTURES, TABLE, TEAMS),
    (
        ("The league", (TONIGHT, *THE_LEAGUE)),
        ("People", (PLAYERS, CONTACTS)),
        FIND,
    ),
)
RESULTS = Menu(
    (INBOX, FIXTURES, TABLE, SQUADS),
    (
        MATCHES,
        ("People", (PLAYERS, CONTACTS, PEOPLE, PLAYED_ELSEWHERE)),
        ("Paper and files", (PRINT, CALENDARS, EXPORT, RULE_BOOK)),
        ("Site", (SEARCH, HISTORY)),
    ),
)
SECRETARY = Menu(
    (INBOX, FIXTURES, TABLE, SEASON),
    (
        MATCHES,
        (
            "People",
            (
                PEOPLE,
                CONTACTS,
                SQUADS,
                PLAYERS,
                ("Registrations", "registrations"),
                ("Duplicate players", "duplicates"),
                PLAYED_ELSEWHERE,
                ("Data requests", "data-requests"),
            ),
        ),
        ("Points and penalties", (("Points adjustments", "adjustments"), ("Late cards", "late-cards"))),
        ("Paper and files", (PRINT, CALENDARS, ("Import", "imports"), EXPORT, RULE_BOOK)),
        (
            "Site",
            (
                ("Settings", "league-settings"),
                ("E-mail everyone", "notices"),
                ("Sent e-mails", "messages"),
                HISTORY,
                ("Background jobs", "jobs"),
                SEARCH,
            ),
        ),
    ),
)


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
    def menu(self) -> Menu:
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
        user = getattr(self.request, "user", None)
        return user is not None and self.league is not None and is_secretary(user, self.league)

    @cached_property
    def main(self) -> list[Item]:
        return self._items(self.menu.bar)

    @cached_property
    def more(self) -> list[tuple[str, list[Item]]]:
        """Headings, each with the links below it."""
        money = (("Fees and payments", (MONEY,)),) if self.sees_money and MONEY not in self.menu.bar else ()
        return [(heading, self._items(links)) for heading, links in (*self.menu.more, *money)]

    @property
    def sees_money(self) -> bool:
        """Whether the league keeps its book here and this person has an account in it, or may read all of it."""
        if self.league is None or not self.league.keeps_money:
            return False
        kinds = {role.kind for role in self.roles}
        return self.keeps or bool(kinds & {RoleKind.TREASURER, RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN})

    @property
    def in_more(self) -> bool:
        """Whether this page is one of those behind "More"."""
        return any(item.here for _, items in self.more for item in items)

    @property
    def who(self) -> str:
        """In which role the person acts here: "captain of Crown A, results officer"."""
        words = [_words(role) for role in self.roles]
        if not words and is_site_admin(self.request.user):
            words = ["site administrator"]
        return ", ".join(words)

    def _items(self, links: Links) -> list[Item]:
        assert self.league is not None
        addresses = [(label, of_league(name, self.league.slug)) for label, name in links]
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
