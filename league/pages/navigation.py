"""Pages and acts of a league that need nothing chosen first: one list for the bar, "More", tabs and the search."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.urls import reverse
from django_scopes import scope

from league.base.ui.converters import of_league
from league.cups.permissions import runs_cups
from league.schedule.queries.matches import current_season
from league.teams.choices import RoleKind
from league.teams.middleware import league_at
from league.teams.models import League, Role
from league.teams.permissions import (
    Anybody,
    is_captain_here,
    is_officer,
    is_secretary,
    is_site_admin,
    may_read,
    may_see_contacts,
    plays_here,
    roles_of,
    teams_led,
)
from league.teams.queries.people import own_roles
from scoring.names import letters

Who = Callable[[Anybody, League], bool]


class Needs(Enum):
    LEAGUE = "league"
    SITE = "site"
    FRAME = "frame"  # a page of the site that is drawn as this league's
    SEASON = "season"
    TEAM = "team"


def signed_in(user: Anybody, _league: League) -> bool:
    return user.is_authenticated


def writes_to_people(user: Anybody, league: League) -> bool:
    return is_secretary(user, league) or is_captain_here(user, league)


def sees_money(user: Anybody, league: League) -> bool:
    """Whoever has an account in the league's book or may read all of it, where the league keeps one."""
    treasurer = any(role.kind == RoleKind.TREASURER for role in roles_of(user, league))
    return league.keeps_money and (treasurer or writes_to_people(user, league))


def sees_inbox(user: Anybody, league: League) -> bool:
    return is_officer(user, league) or runs_cups(user, league)


def administers(user: Anybody, _league: League) -> bool:
    return is_site_admin(user)


def keeps_money(user: Anybody, league: League) -> bool:
    return sees_money(user, league) and any(role.kind == RoleKind.TREASURER for role in roles_of(user, league))


@dataclass(frozen=True, slots=True)
class Signpost:
    """A page, or an act on one, for everybody without `who`: `words` are others people search for it by, `hint` what is
    done there.
    """

    label: str
    name: str
    words: str = ""
    who: Who | None = None
    hint: str = ""
    needs: Needs = Needs.LEAGUE
    query: str = ""

    def address(self, user: Anybody, league: League) -> str | None:
        """Where it is for this reader; None where it is not for them, or needs a season or a team and there is none."""
        if self.who is not None and not self.who(user, league):
            return None
        match self.needs:
            case Needs.LEAGUE:
                return of_league(self.name, league.slug) + self.query
            case Needs.SITE:
                return reverse(self.name) + self.query
            case Needs.FRAME:
                return f"{reverse(self.name)}?league={league.slug}{self.query}"
            case Needs.SEASON:
                season = current_season(league)
                return reverse(self.name, args=[league.slug, season.slug]) if season else None
            case Needs.TEAM:
                led = teams_led(user, league)
                return reverse(self.name, args=[league.slug, led[0].slug]) + self.query if led else None


# Pages of one subject, which are tabs of each other and stand in "More" under the label of the first.
Shelf = tuple[Signpost, ...]


# fmt: off
# --- in bars and menus ------------------------------------------------------------------------------------------------
TONIGHT = Signpost("Tonight", "tonight", "live scores now playing")
TABLE = Signpost("Table", "table", "standings league position points")
FIXTURES = Signpost("Fixtures", "fixtures", "results matches week when next")
PLAYERS = Signpost("Players", "players", "names")
AVERAGES = Signpost("Averages", "averages", "rank ranking best statistics form")
TEAMS = Signpost("Teams", "teams", "clubs sides divisions")
VENUES = Signpost("Venues", "teams", "pubs where map address", query="?show=venues")
CUPS = Signpost("Cups", "cups", "knockout singles pairs draw bracket")
SEASONS = Signpost("Seasons", "seasons", "history past archive old tables report years")
ALL_TIME = Signpost("All-time table", "seasons", "history ever", query="?show=all-time")
HONOURS = Signpost("Honours", "seasons", "history winners trophies champions cups board", query="?show=honours")
NEWS = Signpost("News", "news-list", "announcements articles")
ABOUT = Signpost("About the league", "page-list", "who we are contact pages join")
RULE_BOOK = Signpost("League rules", "rule-book", "rule book handbook")
RULES = Signpost("Rules of the games", "rules", "fives threes dominoes how to play strategy tips what pays better", needs=Needs.SITE)  # noqa: E501
PRINT = Signpost("Print", "print", "paper pdf posters booklet labels forms")
CALENDARS = Signpost("Calendars", "calendars", "add fixtures to phone google outlook")
ME = Signpost("Me", "my-season", "my season average form own results")
YOUR_MATCH = Signpost("Your match", "your-match", "enter result send card confirm dispute score", plays_here)
SQUAD = Signpost("Squad", "squads", "players of my team", is_captain_here)
INBOX = Signpost("Inbox", "inbox", "to do check cards disputes approve decide", sees_inbox)
SEASON = Signpost("Season", "season-desk", "plan fixtures set up", is_secretary)
MONEY = Signpost("Money", "money", "fees fines payments owed treasurer", sees_money)
PEOPLE = Signpost("People", "people", "roles captains officers", is_officer)
CONTACTS = Signpost("Contacts", "contacts", "phone numbers ring captains e-mail addresses", may_see_contacts)
SQUADS = Signpost("Squads", "squads", "players of each team nominate", is_officer)
REGISTRATIONS = Signpost("Registrations", "registrations", "approve players transfers signings", is_secretary)
DUPLICATES = Signpost("Duplicate players", "duplicates", "merge same person twice", is_secretary)
DATA_REQUESTS = Signpost("Data requests", "data-requests", "privacy erase remove person copy gdpr", is_secretary)
ADJUSTMENTS = Signpost("Points adjustments", "adjustments", "deduct award penalty", is_secretary)
LATE_CARDS = Signpost("Late cards", "late-cards", "penalty fine missing chase", is_secretary)
NOTICES = Signpost("E-mail everyone", "notices", "message write to captains players team notice", writes_to_people)
MESSAGES = Signpost("Sent e-mails", "messages", "outbox failed", is_secretary)
PASTE = Signpost("Paste results", "paste", "messages texts whatsapp evening score captains sent", is_officer)
IMPORT = Signpost("Import", "imports", "spreadsheet excel csv upload paste fixtures results players", is_secretary)
EXPORT = Signpost("Spreadsheets", "spreadsheets", "export download excel csv")
SETTINGS = Signpost("Settings", "league-settings", "name private public contact", is_secretary)
CHANGES = Signpost("History", "league-history", "log audit who did what", is_officer)

ADMINISTRATION = Signpost("Administration", "console", "admin leagues", administers, needs=Needs.SITE)

# --- for the technically minded ---------------------------------------------------------------------------------------
TECHNICAL = Signpost("For the technically minded", "technical", "developers")
FEED = Signpost("Results feed", "results-feed", "rss atom", hint="The latest results for a feed reader, as Atom.")
API = Signpost("API", "api-about", "interface programs json", hint="How a program reads the league, and writes to it.", needs=Needs.SITE)  # noqa: E501
RECORD = Signpost("Check the record of a game", "rules", "notation", query="#check", hint="Whether a game written down hand by hand keeps the rules.", needs=Needs.SITE)  # noqa: E501
PROGRAMS = Signpost("Connected apps", "programs", "tokens access programs", signed_in, "Give an app access, or end it.", Needs.SITE)  # noqa: E501
STATUS = Signpost("Site status", "help", "down slow backup", hint="Whether the site works.", needs=Needs.SITE, query="#status")  # noqa: E501
ARCHIVE = Signpost("Export or back up the league", "spreadsheets", "archive backup", is_secretary, "Everything in one file.", query="#archive")  # noqa: E501

# --- what the search alone leads to by name ---------------------------------------------------------------------------
ACTS = (
    Signpost("Fixtures as a grid", "fixtures", query="?view=grid"),
    Signpost("Fixtures by month", "fixtures", "diary", query="?view=month"),
    Signpost("Share the night", "press", "whatsapp message picture send results press newspaper paper report week"),
    Signpost("Most improved players", "averages", "better than last season", query="?show=improved"),
    Signpost("Officers", "page-list", "secretary chairman treasurer committee contact", query="#officers"),
    Signpost("Print match cards", "print", "blank score sheets", query="#cards"),
    Signpost("Follow the league", "follow-league", "messages notifications bell"),
    Signpost("Choose your team", "teams", "my follow make this", query="?show=choose"),
    Signpost("Play the computer", "play", "practice game train", needs=Needs.FRAME),
    Signpost("Puzzles", "puzzles", "daily", needs=Needs.FRAME),
    Signpost("Weekly e-mail", "follow-league", "newsletter subscribe round-up", query="#weekly"),
    Signpost("Help", "help", "how do i questions accessibility", needs=Needs.SITE),
    Signpost("Privacy", "privacy", "data gdpr what we keep", needs=Needs.SITE),
    Signpost("Account", "me", "sign in password passkey my name e-mail address your data privacy copy gdpr", signed_in, needs=Needs.FRAME),  # noqa: E501
    Signpost("E-mail choices", "me", "stop messages texts notifications", signed_in, needs=Needs.FRAME, query="#e-mails"),  # noqa: E501
    Signpost("Move your match", "your-match", "postpone rearrange change date cancel", is_captain_here, "Open the match, then “Ask to move this match”."),  # noqa: E501
    Signpost("Can you play?", "own-availability", "availability away holiday", plays_here),
    Signpost("Who can play", "team-availability", "availability pick team sheet", is_captain_here, needs=Needs.TEAM),
    Signpost("Register or remove a player", "squads", "add sign new withdraw leave", is_secretary, "Open the team."),
    Signpost("Register a player", "squad", "add sign new squad remove withdraw leave", is_captain_here, needs=Needs.TEAM, query="?open=register#register"),  # noqa: E501
    Signpost("Team colours and crest", "team-settings", "badge logo", is_captain_here, needs=Needs.TEAM, query="?open=look#look"),  # noqa: E501
    Signpost("Pub screens", "screens", "show the league tv television pair", writes_to_people),
    Signpost("Move or postpone a match", "fixtures", "rearrange change date time venue void night cancel", is_secretary, "Open the match; or its night, to postpone all of them."),  # noqa: E501
    Signpost("Enter or correct a result", "fixtures", "score card decide award walkover withdraw decision", is_officer, "Open the match."),  # noqa: E501
    Signpost("Season’s nights", "season-nights", "holidays skip week bank", is_secretary, needs=Needs.SEASON),
    Signpost("Fixture requests", "season-requests", "home night", is_secretary, needs=Needs.SEASON),
    Signpost("Make the fixtures", "season-lists", "drafts publish generate list", is_secretary, needs=Needs.SEASON),
    Signpost("Mid-season changes", "reschedule-season", "withdraw remove team pub closes late", is_secretary, needs=Needs.SEASON),  # noqa: E501
    Signpost("End the season", "season-end", "close promotion relegation agm report", is_secretary, needs=Needs.SEASON),
    Signpost("Set up a season", "season-desk", "create start next", is_secretary, query="?open=new#new"),
    Signpost("Fixture clashes", "fixtures", "twice double booked", is_secretary, query="?view=clashes"),
    Signpost("Played for another team", "squads", "reserves", is_officer, query="#played-elsewhere"),
    Signpost("Invite someone", "people", "add captain officer role account", is_secretary, query="?open=invite#invite"),
    Signpost("Import your league", "imports", "import move everything from another site", is_secretary, query="#bring"),
    Signpost("Add a team", "teams", "create enter", is_secretary, query="?open=add-team#add-team"),
    Signpost("Add a venue", "teams", "create pub", is_secretary, query="?show=venues&open=add-venue#add-venue"),
    Signpost("Write news", "news-list", "article announcement publish", is_secretary, query="#write"),
    Signpost("Set up a cup", "new-cup", "create competition knockout", runs_cups),
    Signpost("Add a winner", "seasons", "honours trophy champion", runs_cups, query="?show=honours&open=add#add"),
    Signpost("Change the rules", "league-rules", "points match card target tie-breaks", is_secretary),
    Signpost("Colours and crest", "league-look", "badge logo", is_secretary),
    Signpost("Sponsor", "league-look", "logo advert", is_secretary, query="#sponsor"),
    Signpost("Change the officers", "page-list", "committee secretary chairman treasurer", is_secretary, query="?open=edit-officers#edit-officers"),  # noqa: E501
    Signpost("The treasurer’s book", "money", "switch on off accounts", is_secretary, query="#switch"),
    Signpost("Webhooks", "technical", "results sent to a website group chat", is_secretary, query="#webhooks"),
    Signpost("Check a receipt", "technical", "proof hash code", signed_in, query="#receipt"),
    Signpost("Background jobs", "technical", "running failed", is_secretary, query="#jobs"),
    Signpost("Record a payment", "new-entry", "money paid cash expense transaction", keeps_money),
    Signpost("Charge the season’s fees", "money-fees", "money subscriptions", keeps_money),
    Signpost("Import a bank statement", "money-bank", "money csv lines payments", keeps_money),
)
PAST_SEASONS = (SEASONS, ALL_TIME, HONOURS)
ALL_RULES = (RULE_BOOK, RULES)
TEAMS_AND_VENUES = (TEAMS, VENUES)
PLAYERS_AND_AVERAGES = (PLAYERS, AVERAGES)
NEWS_AND_PAGES = (NEWS, ABOUT)
FILES = (PRINT, CALENDARS, EXPORT)
PEOPLE_IN_IT = (PEOPLE, CONTACTS, DATA_REQUESTS)
ALL_SQUADS = (SQUADS, REGISTRATIONS, DUPLICATES)
BY_PASTING = (PASTE, IMPORT)
PENALTIES = (ADJUSTMENTS, LATE_CARDS)
EMAILS = (NOTICES, MESSAGES)
ABOUT_THE_SITE = (SETTINGS, CHANGES)
FORMS_ON = {  # a form that is refused is shown on its page, which keeps its tabs
    "new-adjustment": ADJUSTMENTS, "revoke-adjustment": ADJUSTMENTS, "invite-person": PEOPLE, "end-role": PEOPLE,
    "new-team": TEAMS, "new-venue": VENUES, "new-honour": HONOURS, "honours-lines": HONOURS, "officers-details": ABOUT,
    "approve-registration": REGISTRATIONS, "refuse-registration": REGISTRATIONS, "accept-transfer": REGISTRATIONS,
    "refuse-transfer": REGISTRATIONS,
}
FOR_PROGRAMS = (FEED, API, RECORD, PROGRAMS, STATUS, ARCHIVE)

OF_THE_LEAGUE = (
    TONIGHT,
    TEAMS_AND_VENUES,
    PLAYERS_AND_AVERAGES,
    CUPS,
    PAST_SEASONS,
    NEWS_AND_PAGES,
    ALL_RULES,
    FILES,
)
OF_THE_WORK = (BY_PASTING, PEOPLE_IN_IT, ALL_SQUADS, PENALTIES, EMAILS, MONEY, ABOUT_THE_SITE, ADMINISTRATION)
SHELVES = tuple(entry for entry in (*OF_THE_LEAGUE, *OF_THE_WORK) if isinstance(entry, tuple))
PARTS = frozenset((page.name, page.query) for shelf in SHELVES for page in shelf if page.query)
SIGNPOSTS = (
    *(ME, YOUR_MATCH, TONIGHT, TABLE, FIXTURES, CUPS, INBOX, SEASON, MONEY, TECHNICAL, ADMINISTRATION),
    *FOR_PROGRAMS,
    *(page for shelf in SHELVES for page in shelf),
    *ACTS,
)


def signposts_for(words: str, user: Anybody, league: League) -> list[tuple[Signpost, str]]:
    """The pages and acts of this reader that these words name, with their addresses; by their label first."""
    wanted = [word for word in letters(words).split() if word not in {"a", "an", "the"}] or [words]
    of_label = {page: _begun(wanted, page.label) for page in SIGNPOSTS}
    matching = (page for page in SIGNPOSTS if of_label[page] or _begun(wanted, f"{page.label} {page.words}"))
    page_links = [(page, page.address(user, league)) for page in sorted(matching, key=lambda page: not of_label[page])]
    return [(page, address) for page, address in page_links if address]


def _begun(wanted: Iterable[str], words: str) -> bool:
    """Whether each of these words begins one of those, singular or plural."""
    own = letters(words).split()
    return all(any(word.startswith(part) or part in (word + "s", word + "es") for word in own) for part in wanted)


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


@dataclass
class Frame:
    """The navigation and the name strip of one request. Asks for the person's roles once, and only if drawn."""

    request: HttpRequest
    league: League | None
    reader: Anybody

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
        match = self.request.resolver_match
        if self.league is None or match is None:
            return []
        form_on, name = FORMS_ON.get(match.url_name or ""), match.url_name
        own = next((shelf for shelf in SHELVES if any(page is form_on or page.name == name for page in shelf)), ())
        tabs = self._tabs(own)
        return tabs if len(tabs) > 1 and any(tab.here == "page" for tab in tabs) else []

    @property
    def in_more(self) -> bool:
        """Whether the page is behind "More", and the bar has none that is its own."""
        return not any(item.here for item in self.main) and any(item.here for _, items in self.more for item in items)

    @property
    def administers(self) -> bool:
        return is_site_admin(self.reader)

    @property
    def who(self) -> str:
        """In which role the person acts here: "captain of Crown A, results officer"."""
        words = [role.as_words for role in self.roles]
        if not words and is_site_admin(self.reader):
            words = ["site administrator"]
        return ", ".join(words)

    @property
    def office(self) -> str:
        """The first of the roles without its team, in as many words as a phone has room for."""
        kinds = {role.kind for role in self.roles}
        label = next((kind.label for kind in RoleKind if kind in kinds), "")
        return CUPS.label if label == RoleKind.COORDINATOR.label else label

    def _items(self, entries: Entries) -> list[Item]:
        """Links to those that the reader may open; of a shelf to its first page, and marked on all of its pages."""
        shelves = (self._tabs(entry if isinstance(entry, tuple) else (entry,)) for entry in entries)
        return [
            Item(tabs[0].label, tabs[0].url, tabs[0].here or ("true" if any(tab.here for tab in tabs) else ""))
            for tabs in shelves
            if tabs
        ]

    def _tabs(self, shelf: Shelf) -> list[Item]:
        assert self.league is not None
        pairs = ((page, page.address(self.reader, self.league)) for page in shelf)
        return [Item(page.label, url, self._here(page, url)) for page, url in pairs if url]

    def _here(self, page: Signpost, url: str) -> str:
        if (match := self.request.resolver_match) and FORMS_ON.get(match.url_name or "") is page:
            return "page"
        if self.request.path == url.partition("?")[0]:
            shown = f"?show={self.request.GET.get('show', '')}"
            if page.query == (shown if (page.name, shown) in PARTS else ""):
                return "page"
        return "true" if self.request.path.startswith(url) else ""


def _league_of_account(request: HttpRequest) -> League | None:
    """The league that a page of an account is drawn in, which is none of it: where one came from, or one's only one."""
    user: Anybody = getattr(request, "user", AnonymousUser())
    if request.path_info.split("/")[1] not in {"accounts", "me"}:
        return None
    slug = request.GET.get("league") or request.GET.get("next", "").lstrip("/").partition("/")[0]
    own = {role.league for role in own_roles(user)} if user.is_authenticated and not slug else set()
    league = league_at(slug) if slug else own.pop() if len(own) == 1 else None
    with scope(league=league):
        return league if league and (roles_of(user, league) or may_read(user, league)) else None


def site(request: HttpRequest) -> dict[str, Any]:
    league = getattr(request, "league", None) or _league_of_account(request)
    nav = Frame(request, league, getattr(request, "user", AnonymousUser()))
    return {"site_name": settings.SITE_NAME, "demo": settings.DEMO, "league": league, "nav": nav}
