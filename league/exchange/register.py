"""The register of personal data: every field of every table, what it holds about people, and what erasing does to it.

One line says it for a table: what its rows are called when people are told of them, then its fields by what they hold.
A test fails on a field that is not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class DataCategory(StrEnum):
    NONE = "nothing about people"
    PERSONAL = "personal"
    CONTACT = "a way to reach somebody"
    MINOR = "about somebody under 18"
    WORDS = "free text, which may say anything about anybody"


class ErasureAction(StrEnum):
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
        return self.category != DataCategory.NONE


@dataclass(frozen=True, slots=True)
class TableTags:
    """One table: what its rows are called in words, and its fields by name."""

    noun: str
    fields: Mapping[str, FieldTag]

    def those(self, *on_erasure: ErasureAction) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.on_erasure in on_erasure)

    @property
    def tagged(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.tagged)


FieldTags = dict[str, FieldTag]


def personal(names: str, on_erasure: ErasureAction, category: DataCategory = DataCategory.PERSONAL) -> FieldTags:
    return {name: FieldTag(category, on_erasure) for name in names.split()}


def links(names: str) -> FieldTags:
    """Fields that point to a person or a player: who did it, or whom it is about."""
    return personal(names, ErasureAction.LINKED)


def gone(names: str) -> FieldTags:
    """Fields whose row goes with its person."""
    return personal(names, ErasureAction.GONE)


def named_in(names: str) -> FieldTags:
    """Fields that are a name, of which the pseudonym takes the place."""
    return personal(names, ErasureAction.SOUGHT)


def secret(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.PERSONAL, on_erasure, secret=True) for name in names.split()}


def contact(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.CONTACT, on_erasure) for name in names.split()}


def free_text(names: str) -> FieldTags:
    return {name: FieldTag(DataCategory.WORDS, ErasureAction.SOUGHT) for name in names.split()}


def table(noun: str, plain: str, *parts: FieldTags, links: str = "", texts: str = "") -> TableTags:
    """`plain` are the fields without personal data, `links` and `texts` as the functions of that name have them."""
    fields = {name: FieldTag(DataCategory.NONE, ErasureAction.STAYS) for name in plain.split()}
    for part in (*parts, personal(links, ErasureAction.LINKED), free_text(texts)):
        twice = fields.keys() & part.keys()
        if twice:
            raise ValueError(f"{noun}: {', '.join(sorted(twice))} twice")
        fields |= part
    return TableTags(noun, fields)


# --- the register -----------------------------------------------------------------------------------------------------
GONE, SOUGHT, RENAMED, EMPTIED, UNNAMED = (
    ErasureAction.GONE, ErasureAction.SOUGHT, ErasureAction.RENAMED, ErasureAction.EMPTIED, ErasureAction.UNNAMED,
)  # fmt: skip

AVAILABILITY = {
    "matchnight.AvailabilitySettings": table(
        "teams that ask who can play", "id team enabled first_days last_days texts"
    ),
    "matchnight.PlayerLink": table("links to say who can play", "id team version revoked_at", gone("player")),
    "matchnight.PlayerAnswer": table(
        "answers to who can play", "id team night key at", gone("player answer"), links="by"
    ),
    "matchnight.Absence": table("days away", "id", gone("player first last")),
    "matchnight.AskedNight": table("nights asked about", "id team fixture night"),
    "matchnight.ReserveRequest": table("players asked to help out", "id fixture team at", gone("player")),
    "matchnight.PickedPlayer": table("players picked for a match", "id fixture team place", gone("player")),
}
# Rows that nobody but their person may read: only the copy somebody makes for themselves has them, and only their own.
READ_BY_THEMSELVES = frozenset({"notifications.Message", *AVAILABILITY})

REGISTER: Mapping[str, TableTags] = {
    "base.User": table(
        "accounts",
        "id is_superuser is_staff demo groups user_permissions joined_at",
        personal("name", RENAMED),
        contact("email", RENAMED),
        contact("phone", EMPTIED),
        secret("password", EMPTIED),
        personal("last_login invited_until is_active", EMPTIED),
    ),
    "account.EmailAddress": table(
        "confirmed e-mail addresses", "id verified primary", gone("user"), contact("email", GONE)
    ),
    "account.EmailConfirmation": table(
        "e-mail confirmations in progress", "id created sent", gone("email_address"), secret("key", GONE)
    ),
    "exchange.Token": table(
        "programs with access",
        "id scope made_at expires_on revoked_at",
        gone("user name used_on"),
        secret("digest", GONE),
    ),
    "exchange.Reply": table(
        "answers to programs, kept for a day", "id key digest made_at", gone("token"), texts="body"
    ),
    "mfa.Authenticator": table(
        "passkeys and sign-in apps", "id type created_at", gone("user last_used_at"), secret("data", GONE)
    ),
    "base.Session": table(
        "phones that are signed in", "expire_date", gone("user"), secret("session_key session_data digest", GONE)
    ),
    "admin.LogEntry": table(
        "changes by the site administrator",
        "id action_time content_type object_id action_flag",
        links="user",
        texts="object_repr change_message",
    ),
    "base.Entry": table("history entries", "id league_id at verb", links="by", texts="words reason before after"),
    "base.Seal": table("seals of history entries", "entry league_id number digest head", secret("salt", SOUGHT)),
    "base.SentForm": table("forms sent, kept for a day", "key values at", texts="answer"),
    "base.Subject": table("what those lines are about", "id entry kind key"),
    "operations.Heartbeat": table("when the site was last there", "id at since"),
    "operations.Outage": table("when the site was away", "id begun ended"),
    "base.Job": table(
        "background jobs",
        "id league_id kind state done total attempts worker beat cancel_asked created_at started_at finished_at",
        links="created_by",
        texts="key args title message progress result error trace",
    ),
    "teams.League": table(
        "the league",
        "id name search_name short_name slug preset rules night public_names honours_in_full public keeps_money"
        " weekly_mail cards_by_code results_by_mail colour crest",
        free_text("about"),
        contact("contact", SOUGHT),
    ),
    "teams.Venue": table("venues", "id league name slug address postcode map_link boards", texts="notes"),
    "teams.Closure": table("nights a venue is closed", "id venue first last", texts="reason"),
    "teams.Team": table("teams", "id league name search_name slug venue start_time active colour second_colour crest"),
    "teams.Picture": table(
        "pictures on the league’s pages",
        # Nothing here can tell who is in a picture: the secretary can, and deletes it with what shows it.
        "id league kind data width height",
    ),
    "teams.FormerName": table("former names of teams", "id team league name search_name slug until"),
    "teams.Officer": table(
        "officers", "id league place", free_text("title"), named_in("name"), contact("phone email", SOUGHT)
    ),
    "teams.Player": table(
        "players",
        "id league",
        personal("name slug", RENAMED),
        personal("known_as", EMPTIED),
        # Who is in the averages must not change.
        personal("under_18", UNNAMED, DataCategory.MINOR),
        personal("guardian_agreed_on", EMPTIED, DataCategory.MINOR),
        links="user merged_into",
    ),
    "teams.Merge": table(
        "merged players", "id at undone_at", links="gone kept by undone_by", texts="reason moved undone_reason"
    ),
    "teams.Registration": table(
        "registrations with teams",
        "id team state how asked_at since until to_check nominated_on",
        links="player asked_by",
        texts="note",
    ),
    "teams.Transfer": table(
        "transfers",
        "id leaves joins asked_at decided_at accepted",
        links="player asked_by left_agreed_by joined_agreed_by decided_by",
        texts="reason",
    ),
    "teams.JoinLink": table("links to join by", "id league team at revoked_at", links="by"),
    "teams.JoinRequest": table(
        "requests to join", "id league team kind at", named_in("name"), contact("email phone", SOUGHT)
    ),
    "teams.Role": table("roles", "id league kind team since ended_at", links="user"),
    "teams.Article": table(
        "news and pages of the league",
        "id league kind slug place photo office changed_at published_at",
        links="by",
        texts="title text photo_words",
    ),
    "teams.Sponsor": table("sponsors", "id league link logo", texts="name words"),
    "schedule.Season": table("seasons", "id league name slug starts halfway ends current holidays_of closed_at"),
    "schedule.Competition": table(
        "competitions", "id season kind name slug rules own_rules frozen_at results_version weights moving play_off_of"
    ),
    "schedule.Division": table(
        "divisions",
        "id competition name slug rank promoted relegated legs night second_half min_gap_days pref_gap_days max_run"
        " min_rest_days rules split_from split_on whole_record",
    ),
    "schedule.Entry": table(
        "entries",
        "id division team night joined_on legs withdrawn_on withdrawal_policy",
        named_in("name slug"),
        links="players",
    ),
    "schedule.Blackout": table("nights left out", "id season first last kind", texts="reason"),
    "schedule.FinalTable": table("final tables", "id division results_version at", links="by", texts="table"),
    "schedule.Placement": table("places next season", "id entry proposed way to at", links="by", texts="reason"),
    "exchange.ImportDraft": table(
        "spreadsheets imported",
        "id league kind state season division matching counts bundle job at done_at undone_at",
        links="by done_by undone_by",
        texts="name heading rows answers marks reading error",
    ),
    "exchange.ImportBundle": table(
        "files brought together", "id league kind job at", links="by", texts="name address error"
    ),
    "exchange.BundleSheet": table(
        "sheets of files brought together",
        "id bundle place season taken",
        texts="file name lines text answers readings",
    ),
    "schedule.FixtureList": table(
        "fixture lists",
        "id competition number how state matches locked hard cost bound figures version job made_at published_at",
        links="made_by published_by",
        texts="name task clash",
    ),
    "schedule.Fixture": table(
        "fixtures",
        "id league division week half home away date first_date start_time venue state play_by in_play voided_with"
        " code rules stage put_up_on version",
    ),
    "schedule.Move": table("matches moved", "id fixture old_date new_date asked_by at", links="by", texts="reason"),
    "schedule.MoveRequest": table(
        "requests to move a match",
        "id fixture asked_by new_date at agreed answered_at accepted decided_at",
        links="by answered_by decided_by",
        texts="reason",
    ),
    "schedule.OfferedDate": table("dates offered", "id request date rank"),
    "schedule.Wish": table(
        "requests for the fixtures",
        "id competition kind entry other dates by most nights hard weight",
        links="asked_by",
        texts="words",
    ),
    "schedule.PresetMatch": table("matches set beforehand", "id competition home away date"),
    "results.Draft": table(
        "cards started", "id fixture key fixture_version saved_at", gone("by"), texts="card present messages"
    ),
    "results.Submission": table(
        "cards sent in",
        "id fixture sent_for source key receipt fixture_version made_version entered_at received_at overruled",
        secret("body_hash", SOUGHT),
        links("by"),
        named_in("sender"),
        texts="card problems reason",
    ),
    "results.Answer": table("answers to cards", "id submission side agreed at", links="by", texts="reason"),
    "results.Protest": table(
        "complaints about results", "id fixture side at answered_at", links="by answered_by", texts="text answer"
    ),
    "results.Result": table(
        "results",
        "id fixture submission state kind home_games away_games home_half away_half counts flagged confirm_by"
        " settled_at updated_at",
        texts="tally",
    ),
    "results.Appearance": table("games played", "id result team line label players won lost pegs", links="player"),
    "results.Adjustment": table(
        "points adjustments", "id competition entry fixture kind points on at revoked_at", links="by", texts="reason"
    ),
    "results.PastFigures": table("players’ figures of past seasons", "id season team figures", links="player"),
    "results.CardMessage": table(
        "messages about results",
        "id fixture submission sent_for home_games away_games received_at",
        gone("author"),
        links("by"),
        secret("digest", SOUGHT),
        texts="sender written text",
    ),
    "results.IncomingMessage": table(
        "messages about results that wait to be checked",
        "id league source received_at",
        gone("by"),
        secret("digest", SOUGHT),
        texts="text",
    ),
    "results.Photo": table("photographs of cards", "id fixture at width height", gone("by image"), named_in("sender")),
    "results.PhotoReading": table(
        "what was read off photographs of cards", "id photo at draft_key", gone("readings players flat")
    ),
    "cups.Cup": table(
        "cups",
        "id division kind state rules draw_rules by_card groups_by_card groups qualifiers rounds fee entries_close"
        " max_entrants matches matches_before one_a_pub trophy followed_version followed_standing",
        texts="who_may",
    ),
    "cups.Entrant": table(
        "cup entries", "id cup entry number venue rank region seed start paid_on at withdrawn_at", links="by"
    ),
    "cups.Substitute": table("substitutes in cups", "id entrant on at", links="player instead_of by", texts="reason"),
    "cups.Fact": table("facts of cups", "id cup number kind at", links="by", texts="body"),
    "cups.FinalsNight": table(
        "finals nights", "id season name slug date start_time venue tables minutes", texts="notes"
    ),
    "cups.Round": table("rounds of cups", "id cup part round play_by night"),
    "cups.Tie": table("ties", "id cup tie leg attempt fixture first_at_home table order"),
    "cups.Honour": table(
        "honours", "id league year years title team cup", links="players", texts="winner runner_up note"
    ),
    "seasons.Rollover": table("seasons made of others", "id season before teams registrations at", links="by"),
    "treasury.TreasurySettings": table(
        "fees and bank details",
        "id league team_fee player_fee match_fee host_fee affiliation_fee late_card_fine no_show_fine closed_to"
        " sort_code account_number payment_link proposed_on proposed_at_entry",
        texts="account_name how_to_pay",
    ),
    "treasury.TreasuryFact": table(
        "entries of the treasurer’s book",
        "id league number kind on amount heading team venue about season fixture entrant method key at",
        links="by",
        texts="words reason payer",
    ),
    "treasury.ChargeShare": table("parts of payments", "id fact charge amount"),
    "treasury.BankLine": table(
        "lines of bank statements", "id league digest on amount state fact at", links="by", texts="text"
    ),
    "matchnight.LiveMatch": table("matches pegged live", "id fixture rules head opened_at last_at searched_at"),
    "matchnight.LeaguePuzzle": table("puzzles from pegged games", "id league match number shown_on position rules"),
    "matchnight.ScorerLink": table("scorer links", "id fixture digest at revoked_at", links="by", texts="name"),
    "matchnight.LiveEvent": table(
        "live scores entered",
        "id match seq device dseq line game lease kind entered_at received_at",
        links="by link",
        texts="body",
    ),
    "documents.Paper": table(
        "saved PDFs",
        "id league key token kind site audience asked_at pages made_at",
        links("asked_by"),
        free_text("args title name"),
        gone("file"),
    ),
    "documents.CalendarLink": table(
        "links to a calendar", "id league kind team venue division at revoked_at", gone("user"), secret("digest", GONE)
    ),
    "exchange.Erasure": table("people erased", "id league alias at", links="player user by"),
    **AVAILABILITY,
    "matchnight.PlayingOrder": table(
        "orders put in for a draw", "id fixture entry secret seal at", links="by", texts="places"
    ),
    "matchnight.PaperDraw": table("draws done on paper", "id fixture at", links="by"),
    "notifications.Webhook": table(
        "webhooks", "id league url events secret old_secret old_until made_at worked_at off_at off_reason", links="by"
    ),
    "pages.ScreenCode": table("codes on pubs’ screens, for ten minutes", "id digest code until"),
    "pages.PubScreen": table("pubs’ screens", "id league venue digest at revoked_at", links="by"),
    "notifications.Follow": table(
        "phones that follow somebody", "id league phone team cup tonight started lead result since", gone("player")
    ),
    "notifications.LiveLead": table("who leads in live matches", "id fixture side changes"),
    "notifications.WeeklySubscriber": table(
        "addresses for the weekly e-mail", "id league asked_at confirmed_at", contact("email", SOUGHT)
    ),
    "notifications.OutboxCursor": table("how far entries have been sent", "id floor clock next_clock last_league"),
    "notifications.ProcessedEntry": table("entries that have been sent", "id entry_id at"),
    "notifications.Notice": table(
        "notices", "id league audience team at reached key", links="by", texts="subject words"
    ),
    "notifications.Message": table(
        "messages",
        "id league key kind channel phone made_at not_before until state attempts claimed_by claimed_at doubtful"
        " sent_at topic webhook status",
        secret("stop", GONE),
        gone("to in_reply_to"),
        contact("address", GONE),
        contact("reply_to", SOUGHT),
        texts="link subject text html calendar error",
    ),
    "notifications.Phone": table(
        "phones with messages turned on",
        "id made_at",
        gone("user words worked_at"),
        secret("endpoint public auth", GONE),
    ),
    "notifications.SmsOptIn": table("people who asked for texts", "id league changes questions since", gone("user")),
    "notifications.CopyOptIn": table("vice-captains who asked for e-mails", "id league since", gone("user")),
    "notifications.OptOut": table("kinds of message turned off", "id league kind channel since", gone("user")),
    "results.LatePenaltyWaiver": table("late cards without a penalty", "id fixture entry at", links="by"),
    # Where Django kept sessions until 1.1; the first night empties it.
    "sessions.Session": table("sessions before 1.1", "expire_date", secret("session_key session_data", GONE)),
}

# Tables of the libraries that hold nothing about people.
IMPERSONAL = frozenset({"auth.Permission", "auth.Group", "contenttypes.ContentType"})
