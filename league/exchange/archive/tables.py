"""What of a league goes into an archive, what stays behind, and why: a test sees to it that every table is here.

Models are named, not imported, so that apps beside this one can be in the list too.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.apps import apps
from django.db.models import Model

from league.results.queries.tables import from_json
from league.schedule.values.lists import read_matches
from scoring import codec
from scoring.play.rules import Rules
from scoring.season.schedule.files import read_task

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError)


@dataclass(frozen=True, slots=True)
class ArchiveTable:
    """One table: its rows stand in `data/<name>.json`, in the order in which they were made.

    A row is called by the fields `called` ("teams/crown-a"), or numbered where there are none. The fields of `fill`
    stay behind, and are filled with the moment of the import; `reads` has who reads the JSON of a field, and raises
    what `UNREADABLE` names. What must be the only one on a site (`single`) is made anew where it is taken. Texts that
    are `private` are left empty where addresses stay behind. `renamed` has the names that fields had in older archives.
    """

    name: str
    label: str
    called: tuple[str, ...] = ()
    order: tuple[str, ...] = ("pk",)
    fill: Mapping[str, Callable[[datetime], object]] = field(default_factory=dict)
    reads: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)
    single: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    since_2: bool = False

    @property
    def model(self) -> type[Model]:
        return apps.get_model(self.label)

    @property
    def objects(self) -> Any:
        return self.model._default_manager  # noqa: SLF001 (the public name is each model's own choice)

    @property
    def file(self) -> str:
        return f"data/{self.name}.json"


# It follows from the name whenever a row is written.
SEARCH_NAME: dict[str, Callable[[datetime], object]] = {"search_name": lambda _at: ""}
NO_CONSTITUTION = {"constitution": "rules"}
# In the order in which they are written back: what is pointed at comes first, but for the few that are set afterwards.
TABLES = (
    ArchiveTable(
        "league", "teams.League", fill=SEARCH_NAME,
        reads={"rules": codec.decode}, renamed=NO_CONSTITUTION, single=("slug",),
    ),
    ArchiveTable("pictures", "teams.Picture"),
    ArchiveTable("venues", "teams.Venue", ("slug",)),
    ArchiveTable("closures", "teams.Closure"),
    ArchiveTable("teams", "teams.Team", ("slug",), fill=SEARCH_NAME),
    ArchiveTable("availability", "matchnight.AvailabilitySettings", ("team",)),
    ArchiveTable("former-names", "teams.FormerName", fill=SEARCH_NAME),
    ArchiveTable("players", "teams.Player", ("slug",), renamed={"same_as": "merged_into"}),
    ArchiveTable("registrations", "teams.Registration"),
    ArchiveTable("transfers", "teams.Transfer"),
    ArchiveTable("merges", "teams.Merge"),
    ArchiveTable("roles", "teams.Role"),
    ArchiveTable("news", "teams.Article", ("kind", "slug")),
    ArchiveTable("sponsors", "teams.Sponsor"),
    ArchiveTable("officers", "teams.Officer", private=("phone", "email")),
    ArchiveTable("seasons", "schedule.Season", ("slug",)),
    ArchiveTable(
        "competitions", "schedule.Competition", ("season", "slug"),
        reads={"rules": codec.decode}, renamed=NO_CONSTITUTION,
    ),
    ArchiveTable(
        "divisions", "schedule.Division", ("competition", "slug"),
        reads={"rules": codec.decode}, renamed=NO_CONSTITUTION,
    ),
    ArchiveTable("entries", "schedule.Entry", ("division", "team", "slug")),
    ArchiveTable("blackouts", "schedule.Blackout"),
    ArchiveTable("final-tables", "schedule.FinalTable", reads={"table": from_json}),
    ArchiveTable("fates", "schedule.Placement"),
    ArchiveTable(
        "fixtures", "schedule.Fixture", ("code",),
        reads={"rules": codec.decode}, renamed=NO_CONSTITUTION, single=("code",),
    ),
    ArchiveTable("moves", "schedule.Move"),
    ArchiveTable("move-requests", "schedule.MoveRequest"),
    ArchiveTable("offered-dates", "schedule.OfferedDate"),
    ArchiveTable("wishes", "schedule.Wish"),
    ArchiveTable("preset-matches", "schedule.PresetMatch"),
    ArchiveTable(
        "fixture-lists", "schedule.FixtureList", fill={"job": lambda _at: ""},
        reads={"task": read_task, "matches": read_matches, "locked": read_matches},
    ),
    ArchiveTable("rollovers", "seasons.Rollover"),
    ArchiveTable(
        "submissions", "results.Submission", ("receipt",), reads={"card": codec.decode}, single=("receipt", "key"),
    ),
    ArchiveTable("answers", "results.Answer"),
    ArchiveTable("protests", "results.Protest"),
    ArchiveTable("results", "results.Result", reads={"tally": codec.decode}),
    ArchiveTable("appearances", "results.Appearance"),
    ArchiveTable("adjustments", "results.Adjustment"),
    ArchiveTable("leniences", "results.LatePenaltyWaiver"),
    ArchiveTable("past-figures", "results.PastFigures", since_2=True),
    ArchiveTable("card-messages", "results.CardMessage", private=("sender",), since_2=True),
    ArchiveTable("photos", "results.Photo"),
    ArchiveTable(
        "cups", "cups.Cup", ("division",), reads={"rules": codec.decode, "draw_rules": codec.decode},
        renamed={"through": "qualifiers", "most": "max_entrants"},
    ),
    ArchiveTable("entrants", "cups.Entrant", renamed={"out_at": "withdrawn_at"}),
    ArchiveTable("substitutes", "cups.Substitute"),
    ArchiveTable("cup-facts", "cups.Fact", reads={"body": codec.decode}),
    ArchiveTable("finals-nights", "cups.FinalsNight", ("season", "slug")),
    ArchiveTable("rounds", "cups.Round"),
    ArchiveTable("ties", "cups.Tie"),
    ArchiveTable("honours", "cups.Honour"),
    ArchiveTable(
        "fees", "treasury.TreasurySettings",
        fill={"proposed_on": lambda _at: None, "proposed_at_entry": lambda _at: 0},
        private=("account_name", "sort_code", "account_number"),
    ),
    ArchiveTable("money", "treasury.TreasuryFact", ("number",), ("number",), single=("key",), private=("payer",)),
    ArchiveTable("money-shares", "treasury.ChargeShare"),
    ArchiveTable("bank-lines", "treasury.BankLine", private=("text",)),
    ArchiveTable(
        "live-matches", "matchnight.LiveMatch",
        fill={"searched_at": lambda _at: None},
        reads={"rules": lambda lines: [Rules.from_json(each) for each in lines if each is not None]},
    ),
    ArchiveTable(
        "passes", "matchnight.ScorerLink",
        fill={
            "digest": lambda _at: hashlib.sha256(secrets.token_bytes(32)).hexdigest(),  # of a link that nobody has
            "revoked_at": lambda at: at,
        },
    ),
    ArchiveTable("live-events", "matchnight.LiveEvent", ("id",), ("match", "seq"), single=("id",)),
    ArchiveTable("history", "base.Entry"),
)  # fmt: skip
PEOPLE = "people"  # those who are named by any row, in the order in which they first are
BY_LABEL = {kind.label: kind for kind in TABLES}
PHOTOS = BY_LABEL["results.Photo"]
HISTORY = BY_LABEL["base.Entry"]
TRANSFERS = ("export_league", "import_league")  # of the archive itself are no part of it

# Tables of the site that stay behind, and why.
EXCLUDED = {
    "notifications.Follow": "a phone asked this site to tell it, and no other",
    "results.IncomingMessage": "waits for somebody here to check it; the card that they make of it goes along",
    "results.PhotoReading": "is read again off its photograph",
    "notifications.LiveLead": "is found again from what was pegged",
    "matchnight.LeaguePuzzle": "is found again from what was pegged",
    "notifications.WeeklySubscriber": "an address asked this site for e-mails, and no other",
    "matchnight.PlayerLink": "a secret address of this site",
    "matchnight.PlayerAnswer": "a team’s own business, which a league’s officers do not see",
    "matchnight.Absence": "a team’s own business, which a league’s officers do not see",
    "matchnight.AskedNight": "a team’s own business, which a league’s officers do not see",
    "matchnight.ReserveRequest": "a team’s own business, which a league’s officers do not see",
    "matchnight.PickedPlayer": "a team’s own business until it is on a card, which goes along",
    "matchnight.PlayingOrder": "how a card began; the card goes along",
    "matchnight.PaperDraw": "how a card began; the card goes along",
    "exchange.Reply": "what a program was answered here",
    "exchange.Token": "a key to this site",
    "base.Session": "who is signed in on this site",
    "base.User": "a person belongs to the site: people.json has the names, and addresses only where asked for",
    "base.Seal": "the chain of this site, which entries from elsewhere are no part of",
    "base.SentForm": "what was sent to this site within a day, so that it is not done twice",
    "base.Subject": "stands in the row of its entry, as `about`",
    "documents.CalendarLink": "a secret address of this site",
    "documents.Paper": "can be drawn again",
    "teams.JoinLink": "a secret address of this site",
    "teams.JoinRequest": "somebody whom the secretary here has not answered yet",
    "exchange.ImportBundle": "files that were brought together and are looked at; what came of them goes along",
    "exchange.BundleSheet": "a sheet of such files",
    "exchange.ImportDraft": "a spreadsheet that was imported here; what came of it goes along",
    "base.Job": "work under way here",
    "operations.Heartbeat": "how this site serves",
    "operations.Outage": "how this site serves",
    "notifications.Message": "was sent by this site, to addresses that may not go along",
    "notifications.Notice": "was sent by this site",
    "notifications.ProcessedEntry": "what this site has been told about",
    "notifications.Phone": "a phone that this site alone may send to",
    "notifications.OutboxCursor": "what this site has been told about",
    "notifications.SmsOptIn": "what a person wants from this site",
    "notifications.CopyOptIn": "what a person wants from this site",
    "notifications.OptOut": "what a person wants from this site",
    "exchange.Erasure": "what this site promised to somebody; of the person only the pseudonym goes along",
    "pages.PubScreen": "a television that has a cookie of this site",
    "pages.ScreenCode": "a code that lasts for ten minutes",
    "notifications.Webhook": "a secret shared with somebody else’s program; set up anew",
    "results.Draft": "a card that is being filled in on somebody’s phone",
}

# What a row of the history may be about: the name of its model leads to one table.
SUBJECTS = {kind.label.partition(".")[2].lower(): kind.label for kind in TABLES if kind is not HISTORY} | {
    "user": "base.User"
}
