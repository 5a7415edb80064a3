"""The register of personal data: every field of every table, what it holds about people, and what erasing does to it.

One line says it for a table: what its rows are called when people are told of them, then its fields by what they hold.
A test fails on a field that is not here, so whoever adds one has to say. Here are the tables of seasons, results, cups
and live matches; `people` has the others.
"""

from collections.abc import Mapping

from league.exchange.register.people import AVAILABILITY, DOCUMENTS, MESSAGES, PEOPLE
from league.exchange.register.tags import ErasureAction, TableTags, links, personal, secret, table

SEASONS = {
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
        personal("name slug", ErasureAction.SOUGHT),
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
        "cards started",
        "id fixture key fixture_version saved_at",
        personal("by", ErasureAction.GONE),
        texts="card present messages",
    ),
    "results.Submission": table(
        "cards sent in",
        "id fixture sent_for source key receipt fixture_version made_version entered_at received_at overruled",
        secret("body_hash", ErasureAction.SOUGHT),
        links("by"),
        personal("sender", ErasureAction.SOUGHT),
        texts="card problems reason",
    ),
    "results.Answer": table("answers to cards", "id submission side agreed at", links="by", texts="reason"),
    "results.Protest": table(
        "complaints about results", "id fixture side at answered_at", links="by answered_by", texts="text answer"
    ),
    "results.Result": table(
        "results",
        "id fixture submission state kind home_games away_games home_half away_half counts flagged"
        " confirm_by settled_at updated_at",
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
        personal("author", ErasureAction.GONE),
        links("by"),
        secret("digest", ErasureAction.SOUGHT),
        texts="sender written text",
    ),
    "results.IncomingMessage": table(
        "messages about results that wait to be checked",
        "id league source received_at",
        personal("by", ErasureAction.GONE),
        secret("digest", ErasureAction.SOUGHT),
        texts="text",
    ),
    "results.Photo": table(
        "photographs of cards",
        "id fixture at width height",
        personal("by image", ErasureAction.GONE),
        personal("sender", ErasureAction.SOUGHT),
    ),
    "results.PhotoReading": table(
        "what was read off photographs of cards",
        "id photo at draft_key",
        personal("readings players flat", ErasureAction.GONE),
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
}

# Rows that nobody but their person may read: only the copy somebody makes for themselves has them, and only their own.
READ_BY_THEMSELVES = frozenset({"notifications.Message", *AVAILABILITY})
REGISTER: Mapping[str, TableTags] = PEOPLE | SEASONS | DOCUMENTS | AVAILABILITY | MESSAGES
# Tables of the libraries that hold nothing about people.
IMPERSONAL = frozenset({"auth.Permission", "auth.Group", "contenttypes.ContentType"})
