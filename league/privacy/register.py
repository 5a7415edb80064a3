"""The register of personal data: every field of every table, what it holds about people, and what erasing does to it.

One line says it for a table: what its rows are called when people are told of them, then its fields by what they hold.
A test fails on a field that is not here, so whoever adds one has to say. Knows names of tables and fields alone;
refuses to read any.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Holds(StrEnum):
    """What a field holds about people."""

    NONE = "nothing about people"
    PERSONAL = "personal"
    CONTACT = "a way to reach somebody"
    MINOR = "about somebody under 18"
    WORDS = "free text, which may say anything about anybody"


class Then(StrEnum):
    """What erasing a person does to a field."""

    STAYS = "stays"
    RENAMED = "is given the pseudonym"
    EMPTIED = "is emptied"
    SOUGHT = "stays, with the pseudonym wherever the person is named in it"
    UNNAMED = "stays, and is said of a pseudonym"
    LINKED = "stays, and leads to the pseudonym"
    GONE = "goes with its row"


@dataclass(frozen=True, slots=True)
class Field:
    """`secret`: what lets somebody in. It is kept and told of, and never handed out."""

    holds: Holds
    then: Then
    secret: bool = False

    @property
    def tagged(self) -> bool:
        """Whether it may hold something about a person."""
        return self.holds != Holds.NONE


@dataclass(frozen=True, slots=True)
class Rows:
    """One table: what its rows are called in words, and its fields by name."""

    noun: str
    fields: Mapping[str, Field]

    def those(self, *then: Then) -> tuple[str, ...]:
        """The fields to which erasing does one of these things."""
        return tuple(name for name, field in self.fields.items() if field.then in then)

    @property
    def tagged(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.tagged)


Tagged = dict[str, Field]


def none(names: str) -> Tagged:
    return {name: Field(Holds.NONE, Then.STAYS) for name in names.split()}


def personal(names: str, then: Then) -> Tagged:
    return {name: Field(Holds.PERSONAL, then) for name in names.split()}


def links(names: str) -> Tagged:
    """Fields that point to a person or a player: who did it, or whom it is about."""
    return personal(names, Then.LINKED)


def secret(names: str, then: Then) -> Tagged:
    return {name: Field(Holds.PERSONAL, then, secret=True) for name in names.split()}


def contact(names: str, then: Then) -> Tagged:
    return {name: Field(Holds.CONTACT, then) for name in names.split()}


def minor(names: str, then: Then) -> Tagged:
    return {name: Field(Holds.MINOR, then) for name in names.split()}


def words(names: str) -> Tagged:
    return {name: Field(Holds.WORDS, Then.SOUGHT) for name in names.split()}


def rows(noun: str, *parts: Tagged) -> Rows:
    fields: Tagged = {}
    for part in parts:
        twice = fields.keys() & part.keys()
        if twice:
            raise ValueError(f"{noun}: {', '.join(sorted(twice))} twice")
        fields |= part
    return Rows(noun, fields)


PEOPLE = {
    "accounts.User": rows(
        "accounts",
        none("id is_superuser is_staff demo groups user_permissions joined_at"),
        personal("name", Then.RENAMED),
        contact("email", Then.RENAMED),
        contact("phone", Then.EMPTIED),
        secret("password", Then.EMPTIED),
        personal("last_login invited_until is_active", Then.EMPTIED),
    ),
    "account.EmailAddress": rows(
        "proved addresses", none("id verified primary"), personal("user", Then.GONE), contact("email", Then.GONE)
    ),
    "account.EmailConfirmation": rows(
        "proofs of an address under way",
        none("id created sent"),
        personal("email_address", Then.GONE),
        secret("key", Then.GONE),
    ),
    "api.Token": rows(
        "programs that act for somebody",
        none("id scope made_at expires_on revoked_at"),
        personal("user name used_on", Then.GONE),
        secret("digest", Then.GONE),
    ),
    "api.Reply": rows(
        "answers to such programs, for a day",
        none("id key digest made_at"),
        personal("token", Then.GONE),
        words("body"),
    ),
    "mfa.Authenticator": rows(
        "passkeys and sign-in apps",
        none("id type created_at"),
        personal("user last_used_at", Then.GONE),
        secret("data", Then.GONE),
    ),
    "sessions.Session": rows(
        "phones that are signed in", none("expire_date"), secret("session_key session_data", Then.GONE)
    ),
    "admin.LogEntry": rows(
        "changes by the site administrator",
        none("id action_time content_type object_id action_flag"),
        links("user"),
        words("object_repr change_message"),
    ),
    "audit.Entry": rows(
        "lines of what happened", none("id league_id at verb"), links("by"), words("words reason before after")
    ),
    "audit.Subject": rows("what those lines are about", none("id entry kind key")),
    "jobs.Job": rows(
        "pieces of long work",
        none("id league_id kind state done total attempts worker beat cancel_asked created_at started_at finished_at"),
        links("created_by"),
        words("key args title message progress result error trace"),
    ),
}

TEAMS = {
    "teams.League": rows(
        "the league",
        none("id name short_name slug preset constitution night public_names honours_in_full public"),
        words("about"),
        contact("contact", Then.SOUGHT),
    ),
    "teams.Venue": rows("venues", none("id league name slug address postcode map_link boards"), words("notes")),
    "teams.Closure": rows("nights a venue is closed", none("id venue first last"), words("reason")),
    "teams.Team": rows("teams", none("id league name slug venue start_time active")),
    "teams.FormerName": rows("former names of teams", none("id team league name slug until")),
    "teams.Officer": rows(
        "offices of the league",
        none("id league place"),
        words("title"),
        personal("name", Then.SOUGHT),
        contact("phone email", Then.SOUGHT),
    ),
    "teams.Player": rows(
        "players",
        none("id league"),
        personal("name slug", Then.RENAMED),
        personal("known_as", Then.EMPTIED),
        minor("under_18", Then.UNNAMED),  # who is in the averages must not change
        minor("guardian_agreed_on", Then.EMPTIED),
        links("user same_as"),
    ),
    "teams.Merge": rows(
        "players found to be one",
        none("id at undone_at"),
        links("gone kept by undone_by"),
        words("reason moved undone_reason"),
    ),
    "teams.Registration": rows(
        "registrations with teams",
        none("id team state how asked_at since until to_check"),
        links("player asked_by"),
        words("note"),
    ),
    "teams.Transfer": rows(
        "transfers",
        none("id leaves joins asked_at decided_at accepted"),
        links("player asked_by left_agreed_by joined_agreed_by decided_by"),
        words("reason"),
    ),
    "teams.JoinLink": rows("links to join by", none("id league team at revoked_at"), links("by")),
    "teams.JoinRequest": rows(
        "requests to join",
        none("id league team kind at"),
        personal("name", Then.SOUGHT),
        contact("email phone", Then.SOUGHT),
    ),
    "teams.Role": rows("roles", none("id league kind team since ended_at"), links("user")),
}

FIXTURES = {
    "fixtures.Season": rows("seasons", none("id league name slug starts halfway ends current holidays_of closed_at")),
    "fixtures.Competition": rows(
        "competitions",
        none("id season kind name slug constitution own_rules frozen_at results_version weights moving play_off_of"),
    ),
    "fixtures.Division": rows(
        "divisions",
        none("id competition name slug rank promoted relegated legs night second_half min_gap_days pref_gap_days"),
        none("max_run min_rest_days constitution"),
    ),
    "fixtures.Entry": rows(
        "entries",
        none("id division team night joined_on legs withdrawn_on withdrawal_policy"),
        personal("name slug", Then.SOUGHT),
        links("players"),
    ),
    "fixtures.Blackout": rows("nights left out", none("id season first last kind"), words("reason")),
    "fixtures.FinalTable": rows("final tables", none("id division results_version at"), links("by"), words("table")),
    "fixtures.Fate": rows("places next season", none("id entry proposed way to at"), links("by"), words("reason")),
    "exchange.ImportDraft": rows(
        "spreadsheets brought in",
        none("id league kind state season division matching counts job at done_at undone_at"),
        links("by done_by undone_by"),
        words("name heading rows answers marks error"),
    ),
    "fixtures.FixtureList": rows(
        "fixture lists",
        none("id competition number how state matches locked hard cost bound figures version job made_at published_at"),
        links("made_by published_by"),
        words("name task clash"),
    ),
    "fixtures.Fixture": rows(
        "fixtures",
        none("id league division week half home away date first_date start_time venue state play_by in_play"),
        none("voided_with code constitution stage put_up_on version"),
    ),
    "fixtures.Move": rows(
        "matches moved", none("id fixture old_date new_date asked_by at"), links("by"), words("reason")
    ),
    "fixtures.MoveRequest": rows(
        "requests to move a match",
        none("id fixture asked_by new_date at agreed answered_at accepted decided_at"),
        links("by answered_by decided_by"),
        words("reason"),
    ),
    "fixtures.OfferedDate": rows("dates offered", none("id request date rank")),
    "fixtures.Wish": rows(
        "wishes for the fixture list",
        none("id competition kind entry other dates by hard weight"),
        links("asked_by"),
        words("words"),
    ),
    "fixtures.PresetMatch": rows("matches set beforehand", none("id competition home away date")),
}

RESULTS = {
    "results.Draft": rows(
        "cards begun",
        none("id fixture key fixture_version saved_at"),
        personal("by", Then.GONE),
        words("card present"),
    ),
    "results.Submission": rows(
        "cards sent in",
        none("id fixture sent_for source key receipt fixture_version made_version entered_at received_at overruled"),
        secret("body_hash", Then.SOUGHT),
        links("by"),
        words("card problems reason"),
    ),
    "results.Answer": rows("answers to cards", none("id submission side agreed at"), links("by"), words("reason")),
    "results.Result": rows(
        "results",
        none("id fixture submission state kind home_games away_games counts flagged confirm_by settled_at updated_at"),
        words("tally"),
    ),
    "results.Appearance": rows(
        "games played", none("id result team line label players won lost pegs"), links("player")
    ),
    "results.Adjustment": rows(
        "points given and taken",
        none("id competition entry fixture kind points on at revoked_at"),
        links("by"),
        words("reason"),
    ),
    "results.Photo": rows("photographs of cards", none("id fixture at width height"), personal("by image", Then.GONE)),
}

CUPS = {
    "cups.Cup": rows(
        "cups",
        none("id division kind state rules draw_rules by_card groups through rounds fee entries_close most matches"),
        none("matches_before one_a_pub trophy"),
        words("who_may"),
    ),
    "cups.Entrant": rows(
        "cup entries",
        none("id cup entry number venue rank region seed start paid_on at out_at"),
        links("by"),
    ),
    "cups.Substitute": rows(
        "substitutes in cups", none("id entrant on at"), links("player instead_of by"), words("reason")
    ),
    "cups.Fact": rows("facts of cups", none("id cup number kind at"), links("by"), words("body")),
    "cups.FinalsNight": rows(
        "finals nights", none("id season name slug date start_time venue tables minutes"), words("notes")
    ),
    "cups.Round": rows("rounds of cups", none("id cup part round play_by night")),
    "cups.Tie": rows("ties", none("id cup tie leg attempt fixture first_at_home table order")),
    "cups.Honour": rows(
        "honours", none("id league year title team cup"), links("players"), words("winner runner_up note")
    ),
    "agm.Rollover": rows("seasons made of others", none("id season before teams registrations at"), links("by")),
}

LIVE = {
    "live.LiveMatch": rows("matches pegged live", none("id fixture rules head opened_at last_at")),
    "live.ScorerLink": rows("scorer links", none("id fixture digest at revoked_at"), links("by"), words("name")),
    "live.LiveEvent": rows(
        "taps at the pegs",
        none("id match seq device dseq line game lease kind entered_at received_at"),
        links("by link"),
        words("body"),
    ),
}

OUTSIDE = {
    "documents.Paper": rows(
        "papers kept",
        none("id league key token kind site audience asked_at pages made_at"),
        links("asked_by"),
        words("args title name"),
        personal("file", Then.GONE),
    ),
    "documents.CalendarLink": rows(
        "links to a calendar",
        none("id league kind team venue division at revoked_at"),
        personal("user", Then.GONE),
        secret("digest", Then.GONE),
    ),
    "privacy.Erasure": rows("people erased", none("id league alias at"), links("player user by")),
}

POST = {
    "post.Reading": rows("how far deeds are told", none("id floor clock")),
    "post.Noted": rows("deeds that are told", none("id entry_id at")),
    "post.Notice": rows("notices", none("id league audience team at reached key"), links("by"), words("subject words")),
    "post.Message": rows(
        "messages",
        none("id league key kind way phone made_at not_before until state attempts claimed_by claimed_at doubtful"),
        none("sent_at"),
        personal("to", Then.GONE),
        contact("address", Then.GONE),
        contact("reply_to", Then.SOUGHT),
        words("link subject text html calendar error"),
    ),
    "post.Phone": rows(
        "phones that messages go to",
        none("id made_at"),
        personal("user words worked_at", Then.GONE),
        secret("endpoint public auth", Then.GONE),
    ),
    "post.TextWish": rows("people who asked for texts", none("id league since"), personal("user", Then.GONE)),
    "post.Unwanted": rows("kinds of message turned off", none("id league kind way since"), personal("user", Then.GONE)),
    "post.Lenience": rows("late cards that cost nothing", none("id fixture entry at"), links("by")),
}

REGISTER: Mapping[str, Rows] = PEOPLE | TEAMS | FIXTURES | RESULTS | CUPS | LIVE | OUTSIDE | POST

# Tables of the libraries that hold nothing about people.
IMPERSONAL = frozenset({"auth.Permission", "auth.Group", "contenttypes.ContentType"})
