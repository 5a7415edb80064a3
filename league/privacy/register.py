"""The register of personal data: every field of every table, what it holds about people, and what erasing does to it.

One line says it for a table: what its rows are called when people are told of them, then its fields by what they hold.
A test fails on a field that is not here, so whoever adds one has to say. Knows names of tables and fields alone;
refuses to read any.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class DataCategory(StrEnum):
    """What a field holds about people."""

    NONE = "nothing about people"
    PERSONAL = "personal"
    CONTACT = "a way to reach somebody"
    MINOR = "about somebody under 18"
    WORDS = "free text, which may say anything about anybody"


class ErasureAction(StrEnum):
    """What erasing a person does to a field."""

    STAYS = "stays"
    RENAMED = "is given the pseudonym"
    EMPTIED = "is emptied"
    SOUGHT = "stays, with the pseudonym wherever the person is named in it"
    UNNAMED = "stays, and is said of a pseudonym"
    LINKED = "stays, and leads to the pseudonym"
    GONE = "goes with its row"


@dataclass(frozen=True, slots=True)
class FieldTag:
    """`secret`: what lets somebody in. It is kept and told of, and never handed out."""

    category: DataCategory
    on_erasure: ErasureAction
    secret: bool = False

    @property
    def tagged(self) -> bool:
        """Whether it may hold something about a person."""
        return self.category != DataCategory.NONE


@dataclass(frozen=True, slots=True)
class TableTags:
    """One table: what its rows are called in words, and its fields by name."""

    noun: str
    fields: Mapping[str, FieldTag]

    def those(self, *on_erasure: ErasureAction) -> tuple[str, ...]:
        """The fields to which erasing does one of these things."""
        return tuple(name for name, field in self.fields.items() if field.on_erasure in on_erasure)

    @property
    def tagged(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.tagged)


FieldTags = dict[str, FieldTag]


def no_personal_data(names: str) -> FieldTags:
    return {name: FieldTag(DataCategory.NONE, ErasureAction.STAYS) for name in names.split()}


def personal(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.PERSONAL, on_erasure) for name in names.split()}


def links(names: str) -> FieldTags:
    """Fields that point to a person or a player: who did it, or whom it is about."""
    return personal(names, ErasureAction.LINKED)


def secret(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.PERSONAL, on_erasure, secret=True) for name in names.split()}


def contact(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.CONTACT, on_erasure) for name in names.split()}


def minor(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.MINOR, on_erasure) for name in names.split()}


def free_text(names: str) -> FieldTags:
    return {name: FieldTag(DataCategory.WORDS, ErasureAction.SOUGHT) for name in names.split()}


def table(noun: str, *parts: FieldTags) -> TableTags:
    fields: FieldTags = {}
    for part in parts:
        twice = fields.keys() & part.keys()
        if twice:
            raise ValueError(f"{noun}: {', '.join(sorted(twice))} twice")
        fields |= part
    return TableTags(noun, fields)


PEOPLE = {
    "accounts.User": table(
        "accounts",
        no_personal_data("id is_superuser is_staff demo groups user_permissions joined_at"),
        personal("name", ErasureAction.RENAMED),
        contact("email", ErasureAction.RENAMED),
        contact("phone", ErasureAction.EMPTIED),
        secret("password", ErasureAction.EMPTIED),
        personal("last_login invited_until is_active", ErasureAction.EMPTIED),
    ),
    "account.EmailAddress": table(
        "proved addresses",
        no_personal_data("id verified primary"),
        personal("user", ErasureAction.GONE),
        contact("email", ErasureAction.GONE),
    ),
    "account.EmailConfirmation": table(
        "proofs of an address under way",
        no_personal_data("id created sent"),
        personal("email_address", ErasureAction.GONE),
        secret("key", ErasureAction.GONE),
    ),
    "api.Token": table(
        "programs that act for somebody",
        no_personal_data("id scope made_at expires_on revoked_at"),
        personal("user name used_on", ErasureAction.GONE),
        secret("digest", ErasureAction.GONE),
    ),
    "api.Reply": table(
        "answers to such programs, for a day",
        no_personal_data("id key digest made_at"),
        personal("token", ErasureAction.GONE),
        free_text("body"),
    ),
    "mfa.Authenticator": table(
        "passkeys and sign-in apps",
        no_personal_data("id type created_at"),
        personal("user last_used_at", ErasureAction.GONE),
        secret("data", ErasureAction.GONE),
    ),
    "sessions.Session": table(
        "phones that are signed in",
        no_personal_data("expire_date"),
        secret("session_key session_data", ErasureAction.GONE),
    ),
    "admin.LogEntry": table(
        "changes by the site administrator",
        no_personal_data("id action_time content_type object_id action_flag"),
        links("user"),
        free_text("object_repr change_message"),
    ),
    "audit.Entry": table(
        "lines of what happened",
        no_personal_data("id league_id at verb"),
        links("by"),
        free_text("words reason before after"),
    ),
    "audit.Subject": table("what those lines are about", no_personal_data("id entry kind key")),
    "jobs.Job": table(
        "pieces of long work",
        no_personal_data(
            "id league_id kind state done total attempts worker beat cancel_asked created_at started_at finished_at"
        ),
        links("created_by"),
        free_text("key args title message progress result error trace"),
    ),
}

TEAMS = {
    "teams.League": table(
        "the league",
        no_personal_data("id name short_name slug preset constitution night public_names honours_in_full public"),
        free_text("about"),
        contact("contact", ErasureAction.SOUGHT),
    ),
    "teams.Venue": table(
        "venues", no_personal_data("id league name slug address postcode map_link boards"), free_text("notes")
    ),
    "teams.Closure": table("nights a venue is closed", no_personal_data("id venue first last"), free_text("reason")),
    "teams.Team": table("teams", no_personal_data("id league name slug venue start_time active")),
    "teams.FormerName": table("former names of teams", no_personal_data("id team league name slug until")),
    "teams.Officer": table(
        "offices of the league",
        no_personal_data("id league place"),
        free_text("title"),
        personal("name", ErasureAction.SOUGHT),
        contact("phone email", ErasureAction.SOUGHT),
    ),
    "teams.Player": table(
        "players",
        no_personal_data("id league"),
        personal("name slug", ErasureAction.RENAMED),
        personal("known_as", ErasureAction.EMPTIED),
        minor("under_18", ErasureAction.UNNAMED),  # who is in the averages must not change
        minor("guardian_agreed_on", ErasureAction.EMPTIED),
        links("user same_as"),
    ),
    "teams.Merge": table(
        "players found to be one",
        no_personal_data("id at undone_at"),
        links("gone kept by undone_by"),
        free_text("reason moved undone_reason"),
    ),
    "teams.Registration": table(
        "registrations with teams",
        no_personal_data("id team state how asked_at since until to_check nominated_on"),
        links("player asked_by"),
        free_text("note"),
    ),
    "teams.Transfer": table(
        "transfers",
        no_personal_data("id leaves joins asked_at decided_at accepted"),
        links("player asked_by left_agreed_by joined_agreed_by decided_by"),
        free_text("reason"),
    ),
    "teams.JoinLink": table("links to join by", no_personal_data("id league team at revoked_at"), links("by")),
    "teams.JoinRequest": table(
        "requests to join",
        no_personal_data("id league team kind at"),
        personal("name", ErasureAction.SOUGHT),
        contact("email phone", ErasureAction.SOUGHT),
    ),
    "teams.Role": table("roles", no_personal_data("id league kind team since ended_at"), links("user")),
}

FIXTURES = {
    "fixtures.Season": table(
        "seasons", no_personal_data("id league name slug starts halfway ends current holidays_of closed_at")
    ),
    "fixtures.Competition": table(
        "competitions",
        no_personal_data(
            "id season kind name slug constitution own_rules frozen_at results_version weights moving play_off_of"
        ),
    ),
    "fixtures.Division": table(
        "divisions",
        no_personal_data(
            "id competition name slug rank promoted relegated legs night second_half min_gap_days pref_gap_days"
        ),
        no_personal_data("max_run min_rest_days constitution"),
    ),
    "fixtures.Entry": table(
        "entries",
        no_personal_data("id division team night joined_on legs withdrawn_on withdrawal_policy"),
        personal("name slug", ErasureAction.SOUGHT),
        links("players"),
    ),
    "fixtures.Blackout": table("nights left out", no_personal_data("id season first last kind"), free_text("reason")),
    "fixtures.FinalTable": table(
        "final tables", no_personal_data("id division results_version at"), links("by"), free_text("table")
    ),
    "fixtures.Placement": table(
        "places next season", no_personal_data("id entry proposed way to at"), links("by"), free_text("reason")
    ),
    "exchange.ImportDraft": table(
        "spreadsheets brought in",
        no_personal_data("id league kind state season division matching counts job at done_at undone_at"),
        links("by done_by undone_by"),
        free_text("name heading rows answers marks error"),
    ),
    "fixtures.FixtureList": table(
        "fixture lists",
        no_personal_data(
            "id competition number how state matches locked hard cost bound figures version job made_at published_at"
        ),
        links("made_by published_by"),
        free_text("name task clash"),
    ),
    "fixtures.Fixture": table(
        "fixtures",
        no_personal_data(
            "id league division week half home away date first_date start_time venue state play_by in_play"
        ),
        no_personal_data("voided_with code constitution stage put_up_on version"),
    ),
    "fixtures.Move": table(
        "matches moved", no_personal_data("id fixture old_date new_date asked_by at"), links("by"), free_text("reason")
    ),
    "fixtures.MoveRequest": table(
        "requests to move a match",
        no_personal_data("id fixture asked_by new_date at agreed answered_at accepted decided_at"),
        links("by answered_by decided_by"),
        free_text("reason"),
    ),
    "fixtures.OfferedDate": table("dates offered", no_personal_data("id request date rank")),
    "fixtures.Wish": table(
        "wishes for the fixture list",
        no_personal_data("id competition kind entry other dates by hard weight"),
        links("asked_by"),
        free_text("words"),
    ),
    "fixtures.PresetMatch": table("matches set beforehand", no_personal_data("id competition home away date")),
}

RESULTS = {
    "results.Draft": table(
        "cards begun",
        no_personal_data("id fixture key fixture_version saved_at"),
        personal("by", ErasureAction.GONE),
        free_text("card present"),
    ),
    "results.Submission": table(
        "cards sent in",
        no_personal_data(
            "id fixture sent_for source key receipt fixture_version made_version entered_at received_at overruled"
        ),
        secret("body_hash", ErasureAction.SOUGHT),
        links("by"),
        free_text("card problems reason"),
    ),
    "results.Answer": table(
        "answers to cards", no_personal_data("id submission side agreed at"), links("by"), free_text("reason")
    ),
    "results.Protest": table(
        "protests about results",
        no_personal_data("id fixture side at answered_at"),
        links("by answered_by"),
        free_text("text answer"),
    ),
    "results.Result": table(
        "results",
        no_personal_data(
            "id fixture submission state kind home_games away_games counts flagged confirm_by settled_at updated_at"
        ),
        free_text("tally"),
    ),
    "results.Appearance": table(
        "games played", no_personal_data("id result team line label players won lost pegs"), links("player")
    ),
    "results.Adjustment": table(
        "points given and taken",
        no_personal_data("id competition entry fixture kind points on at revoked_at"),
        links("by"),
        free_text("reason"),
    ),
    "results.Photo": table(
        "photographs of cards", no_personal_data("id fixture at width height"), personal("by image", ErasureAction.GONE)
    ),
}

CUPS = {
    "cups.Cup": table(
        "cups",
        no_personal_data(
            "id division kind state rules draw_rules by_card groups_by_card groups through rounds fee entries_close"
        ),
        no_personal_data("most matches matches_before one_a_pub trophy"),
        free_text("who_may"),
    ),
    "cups.Entrant": table(
        "cup entries",
        no_personal_data("id cup entry number venue rank region seed start paid_on at out_at"),
        links("by"),
    ),
    "cups.Substitute": table(
        "substitutes in cups", no_personal_data("id entrant on at"), links("player instead_of by"), free_text("reason")
    ),
    "cups.Fact": table("facts of cups", no_personal_data("id cup number kind at"), links("by"), free_text("body")),
    "cups.FinalsNight": table(
        "finals nights",
        no_personal_data("id season name slug date start_time venue tables minutes"),
        free_text("notes"),
    ),
    "cups.Round": table("rounds of cups", no_personal_data("id cup part round play_by night")),
    "cups.Tie": table("ties", no_personal_data("id cup tie leg attempt fixture first_at_home table order")),
    "cups.Honour": table(
        "honours",
        no_personal_data("id league year title team cup"),
        links("players"),
        free_text("winner runner_up note"),
    ),
    "agm.Rollover": table(
        "seasons made of others", no_personal_data("id season before teams registrations at"), links("by")
    ),
}

LIVE = {
    "live.LiveMatch": table("matches pegged live", no_personal_data("id fixture rules head opened_at last_at")),
    "live.ScorerLink": table(
        "scorer links", no_personal_data("id fixture digest at revoked_at"), links("by"), free_text("name")
    ),
    "live.LiveEvent": table(
        "taps at the pegs",
        no_personal_data("id match seq device dseq line game lease kind entered_at received_at"),
        links("by link"),
        free_text("body"),
    ),
}

OUTSIDE = {
    "documents.Paper": table(
        "papers kept",
        no_personal_data("id league key token kind site audience asked_at pages made_at"),
        links("asked_by"),
        free_text("args title name"),
        personal("file", ErasureAction.GONE),
    ),
    "documents.CalendarLink": table(
        "links to a calendar",
        no_personal_data("id league kind team venue division at revoked_at"),
        personal("user", ErasureAction.GONE),
        secret("digest", ErasureAction.GONE),
    ),
    "privacy.Erasure": table("people erased", no_personal_data("id league alias at"), links("player user by")),
}

POST = {
    "post.OutboxCursor": table("how far deeds are told", no_personal_data("id floor clock")),
    "post.ProcessedEntry": table("deeds that are told", no_personal_data("id entry_id at")),
    "post.Notice": table(
        "notices", no_personal_data("id league audience team at reached key"), links("by"), free_text("subject words")
    ),
    "post.Message": table(
        "messages",
        no_personal_data(
            "id league key kind channel phone made_at not_before until state attempts claimed_by claimed_at doubtful"
        ),
        no_personal_data("sent_at"),
        personal("to", ErasureAction.GONE),
        contact("address", ErasureAction.GONE),
        contact("reply_to", ErasureAction.SOUGHT),
        free_text("link subject text html calendar error"),
    ),
    "post.Phone": table(
        "phones that messages go to",
        no_personal_data("id made_at"),
        personal("user words worked_at", ErasureAction.GONE),
        secret("endpoint public auth", ErasureAction.GONE),
    ),
    "post.SmsOptIn": table(
        "people who asked for texts", no_personal_data("id league since"), personal("user", ErasureAction.GONE)
    ),
    "post.OptOut": table(
        "kinds of message turned off",
        no_personal_data("id league kind channel since"),
        personal("user", ErasureAction.GONE),
    ),
    "post.LatePenaltyWaiver": table(
        "late cards that cost nothing", no_personal_data("id fixture entry at"), links("by")
    ),
}

REGISTER: Mapping[str, TableTags] = PEOPLE | TEAMS | FIXTURES | RESULTS | CUPS | LIVE | OUTSIDE | POST

# Tables of the libraries that hold nothing about people.
IMPERSONAL = frozenset({"auth.Permission", "auth.Group", "contenttypes.ContentType"})
