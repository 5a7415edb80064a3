"""The words that the rows of this app may hold, and those that a league or a team may not have as its address."""

import re
from dataclasses import dataclass

from django.db.models import IntegerChoices, TextChoices


class RoleKind(TextChoices):
    """A captain's and a vice-captain's role names a team."""

    SECRETARY = "secretary", "Secretary"
    RESULTS_OFFICER = "results", "Results officer"
    COORDINATOR = "cups", "Knock-out co-ordinator"
    TREASURER = "treasurer", "Treasurer"
    CAPTAIN = "captain", "Captain"
    VICE_CAPTAIN = "vice", "Vice-captain"
    PLAYER = "player", "Player"
    SCORER = "scorer", "Scorer"


class RegistrationState(TextChoices):
    REQUESTED = "requested", "Waiting for the secretary"
    APPROVED = "approved", "Registered"
    REFUSED = "refused", "Refused"
    LEFT = "left", "Left the team"


# Who is registered so is with the team from the one day until the other.
HOLDING_STATES = (RegistrationState.APPROVED, RegistrationState.LEFT)


class RegisteredHow(TextChoices):
    LIST = "list", "On the team’s list"
    CAPTAIN = "captain", "Asked for by the captain"
    CARD = "card", "Signed on the night, on the card"
    TRANSFER = "transfer", "Transferred"
    JOINED = "joined", "Asked by a join link"


class LeagueNight(IntegerChoices):
    MONDAY = 0, "Monday"
    TUESDAY = 1, "Tuesday"
    WEDNESDAY = 2, "Wednesday"
    THURSDAY = 3, "Thursday"
    FRIDAY = 4, "Friday"
    SATURDAY = 5, "Saturday"
    SUNDAY = 6, "Sunday"


class NameStyle(TextChoices):
    FULL = "full", "Full name: Harry Goy"
    INITIAL = "initial", "Initial and surname: H Goy"


# What somebody who was erased is called: "Player 7F3", or "Person 7F3" who never played.
PSEUDONYM = re.compile("(Player|Person) [0-9A-F]{3,6}")

# First words of addresses that belong to the site and not to a league. A test compares both with what exists.
SITE_WORDS = frozenset(
    {
        *("", "accessibility", "accounts", "admin", "api", "console", "demo", "favicon.ico", "healthz", "help"),
        *("invitation", "join", "leagues", "live", "m", "me", "metrics", "offline", "play", "privacy", "push"),
        *("readyz", "robots.txt", "rules", "s", "scorer.webmanifest", "sitemap-site.xml", "sitemap.xml", "static"),
        *("status", "style", "sw.js", "texts", "tv"),
    }
)

# First words of addresses within a league: a team called "Table" is found at /leek/table-2/.
LEAGUE_WORDS = frozenset(
    {
        *("about", "adjustments", "archive", "availability", "averages", "calendar", "contacts", "cups"),
        *("duplicates", "finals", "fixtures", "follow", "following", "history", "honours", "imports", "inbox"),
        *("jobs", "late-cards", "me", "messages", "money", "move-requests", "my-team", "news", "notices"),
        *("officers", "paste", "people", "pictures", "play", "played-elsewhere", "players", "press", "print"),
        *("privacy", "puzzles", "registrations", "roles", "rule-book", "search", "season", "season-setup"),
        *("seasons", "settings", "spreadsheets", "squads", "table", "teams", "tonight", "transfers", "tv"),
        *("unsubscribe", "venues", "weekly", "what-we-send", "your-match"),
    }
)


class ArticleKind(TextChoices):
    NEWS = "news", "News"
    PAGE = "page", "Page about the league"


@dataclass(frozen=True, slots=True)
class SuggestedPage:
    """A page that most leagues want, with a first text to change."""

    slug: str
    title: str
    text: str


SUGGESTED_PAGES = (
    SuggestedPage(
        "who-we-are",
        "Who we are",
        "We play fives and threes in pubs and clubs, one evening a week from autumn to spring.\n\n"
        "## How a match works\n\n"
        "A team plays singles and pairs against another team. Each game is scored on a crib board, and the first to "
        "61 wins it.\n\n"
        "## Come and watch\n\n"
        "Anyone is welcome to watch a match. See the fixtures for the next one near you.",
    ),
    SuggestedPage(
        "join-us",
        "Join us",
        "New players are welcome, whether or not you have played before.\n\n"
        "- **Find a team.** Ask at any pub where we play, or contact the secretary.\n"
        "- **Come along.** Most teams meet half an hour before a match.\n"
        "- **Register.** Your captain registers you with the league before your first match.",
    ),
    SuggestedPage(
        "for-new-teams",
        "For new teams",
        "To enter a team you need a pub or club with room for a board, and at least six players.\n\n"
        "1. Tell the secretary the name of the team, its pub and its captain before the annual meeting.\n"
        "2. Pay the entry fee.\n"
        "3. Send the names of your players two weeks before the first match.",
    ),
    SuggestedPage(
        "constitution",
        "Constitution",
        "## Name and aims\n\n"
        "The league organises fives and threes between teams from pubs and clubs of the district.\n\n"
        "## Officers\n\n"
        "The annual meeting elects a chair, a secretary and a treasurer.\n\n"
        "## Meetings\n\n"
        "Each team has one vote at the annual meeting. Changes to this constitution need two thirds of the votes.",
    ),
)
