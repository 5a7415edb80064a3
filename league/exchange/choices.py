"""The words that the rows of this app may hold."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import IntegerChoices, TextChoices

from league.notifications.mailbox import MAILS_KEPT
from league.notifications.queries.weekly import CONFIRM_WITHIN


class TokenScope(TextChoices):
    """What a token lets a program do in its owner's name. Whoever may write may read."""

    READ = "read", "See what you can see"
    WRITE = "write", "Also send, confirm and dispute cards of your own team"


class TokenLifetime(IntegerChoices):
    MONTH = 30, "30 days"
    QUARTER = 90, "90 days"
    YEAR = 365, "A year"


class ImportKind(TextChoices):
    """What the rows of a spreadsheet are, in the order in which a new league imports them."""

    VENUES = "venues", "Venues"
    TEAMS = "teams", "Teams"
    PEOPLE = "people", "Captains and officers"
    PLAYERS = "players", "Players"
    FIXTURES = "fixtures", "Fixtures"
    RESULTS = "results", "Results"
    HONOURS = "honours", "Honours"
    DEDUCTIONS = "deductions", "Points adjustments"
    TABLES = "tables", "Final tables"
    RECORDS = "records", "Players’ figures"
    NIGHTS = "nights", "Calendar"
    TIES = "ties", "Cup ties"


class ImportState(TextChoices):
    """OPEN: being looked at, and nothing written. WORKING: a job is importing it. UNDOING: a job is taking it back."""

    OPEN = "open", "Not imported yet"
    WORKING = "working", "Importing"
    DONE = "done", "Imported"
    UNDOING = "undoing", "Being undone"
    UNDONE = "undone", "Undone"


class RowOutcome(TextChoices):
    """CONFLICT: it cannot come in as it stands. LEFT: it is nothing to import, such as a night off. The others say what
    it is beside what the league has.
    """

    NEW = "new", "New"
    CHANGED = "changed", "Changed"
    SAME = "same", "Unchanged"
    LEFT = "left", "Left out"
    CONFLICT = "clash", "Problem"


TYPED = (ImportKind.VENUES, ImportKind.TEAMS, ImportKind.PEOPLE, ImportKind.PLAYERS)  # those a form has rows for
GIVE_ROLES = (ImportKind.TEAMS, ImportKind.PEOPLE)  # those by which people come into the league
OF_SEASON = (ImportKind.FIXTURES, ImportKind.RESULTS, ImportKind.DEDUCTIONS, ImportKind.NIGHTS, ImportKind.TIES)
WITH_DIVISION = (ImportKind.FIXTURES, ImportKind.RESULTS)  # those whose rows may name none


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """`what` is kept for so long `after` something; no time at all for what is never written down."""

    what: str
    kept: timedelta
    after: str
    why: str

    @property
    def how_long(self) -> str:
        return f"{self.kept.days} days {self.after}" if self.kept else self.after


PHOTOGRAPHS = RetentionRule(
    "Photographs of cards, and messages about results",
    timedelta(days=90),
    "after the season ends",
    "To settle what a card said while it matters.",
)
SENDERS = RetentionRule(
    "Names of people who sent a card or a photo by the code on it",
    timedelta(days=90),
    "after the season ends",
    "To ask them what the card said. Only the captains of the match and the officers see them.",
)
INCOMING = RetentionRule(
    "Results by e-mail or text that no card was made of",
    MAILS_KEPT,
    "after they came",
    "For the sender to check and send. E-mails are deleted from the mailbox after this long too.",
)
SIGN_INS = RetentionRule(
    "When someone last signed in",
    timedelta(days=90),
    "afterwards",
    "You are signed out after this long. We also use it to help people who cannot sign in.",
)
INVITATIONS = RetentionRule(
    "Invitations that no one accepted",
    timedelta(days=14),
    "after they were sent, or after the first match of the season if that is later",
    "Time to find the e-mail. Captains and officers stay in the contacts while they have their role.",
)
REQUESTS = RetentionRule(
    "Requests to join that no one answered", timedelta(days=60), "after they were sent", "For the secretary to answer."
)
PAPERS = RetentionRule(
    "PDFs and files made to be downloaded", timedelta(days=7), "after they were asked for", "To download again."
)
MESSAGES = RetentionRule(
    "E-mails and other messages we sent",
    timedelta(days=400),
    "after they were written",
    "To see who was told what and when, until after the season and its annual meeting.",
)
AVAILABILITY = RetentionRule(
    "Who said they can play, and days away",
    timedelta(days=60),
    "after the night",
    "To settle who was asked. Only the player, the captain and the vice-captain see it.",
)
FOLLOWERS = RetentionRule(
    "Phones that follow a team, a player, a cup or a league",
    timedelta(days=400),
    "after they last took a message, or until they unfollow",
    "No name, no address: only where the phone takes messages, and what it follows.",
)
FOLLOWER_MESSAGES = RetentionRule(
    "Messages to followers, and weekly e-mails",
    timedelta(days=7),
    "after they were written",
    "So that nothing is sent twice. No one in the league can read who gets them.",
)
UNCONFIRMED = RetentionRule(
    "Addresses for the weekly e-mail that no one confirmed",
    CONFIRM_WITHIN,
    "after they were typed",
    "To find the link. Confirmed addresses stay until the e-mail is stopped, by one tap in each.",
)
SPECTATORS = RetentionRule(
    "Who reads or watches", timedelta(), "never recorded", "We don’t record who reads public pages."
)
DELIVERIES_KEPT = timedelta(days=30)  # to other programs
RULES = (
    *(PHOTOGRAPHS, SENDERS, INCOMING, SIGN_INS, INVITATIONS, REQUESTS, PAPERS, MESSAGES, AVAILABILITY),
    *(FOLLOWERS, FOLLOWER_MESSAGES, UNCONFIRMED, SPECTATORS),
)
