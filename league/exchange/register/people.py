"""The tables of people, teams, documents and messages, and what Django keeps."""

from league.exchange.register.tags import (
    ErasureAction,
    contact,
    free_text,
    links,
    minor,
    personal,
    secret,
    table,
)

PEOPLE = {
    "base.User": table(
        "accounts",
        "id is_superuser is_staff demo groups user_permissions joined_at",
        personal("name", ErasureAction.RENAMED),
        contact("email", ErasureAction.RENAMED),
        contact("phone", ErasureAction.EMPTIED),
        secret("password", ErasureAction.EMPTIED),
        personal("last_login invited_until is_active", ErasureAction.EMPTIED),
    ),
    "account.EmailAddress": table(
        "confirmed e-mail addresses",
        "id verified primary",
        personal("user", ErasureAction.GONE),
        contact("email", ErasureAction.GONE),
    ),
    "account.EmailConfirmation": table(
        "e-mail confirmations in progress",
        "id created sent",
        personal("email_address", ErasureAction.GONE),
        secret("key", ErasureAction.GONE),
    ),
    "exchange.Token": table(
        "programs with access",
        "id scope made_at expires_on revoked_at",
        personal("user name used_on", ErasureAction.GONE),
        secret("digest", ErasureAction.GONE),
    ),
    "exchange.Reply": table(
        "answers to programs, kept for a day",
        "id key digest made_at",
        personal("token", ErasureAction.GONE),
        texts="body",
    ),
    "mfa.Authenticator": table(
        "passkeys and sign-in apps",
        "id type created_at",
        personal("user last_used_at", ErasureAction.GONE),
        secret("data", ErasureAction.GONE),
    ),
    "base.Session": table(
        "phones that are signed in",
        "expire_date",
        personal("user", ErasureAction.GONE),
        secret("session_key session_data digest", ErasureAction.GONE),
    ),
    "admin.LogEntry": table(
        "changes by the site administrator",
        "id action_time content_type object_id action_flag",
        links="user",
        texts="object_repr change_message",
    ),
    "base.Entry": table("history entries", "id league_id at verb", links="by", texts="words reason before after"),
    "base.Seal": table(
        "seals of history entries", "entry league_id number digest head", secret("salt", ErasureAction.SOUGHT)
    ),
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
        contact("contact", ErasureAction.SOUGHT),
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
        "officers",
        "id league place",
        free_text("title"),
        personal("name", ErasureAction.SOUGHT),
        contact("phone email", ErasureAction.SOUGHT),
    ),
    "teams.Player": table(
        "players",
        "id league",
        personal("name slug", ErasureAction.RENAMED),
        personal("known_as", ErasureAction.EMPTIED),
        minor("under_18", ErasureAction.UNNAMED),  # who is in the averages must not change
        minor("guardian_agreed_on", ErasureAction.EMPTIED),
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
        "requests to join",
        "id league team kind at",
        personal("name", ErasureAction.SOUGHT),
        contact("email phone", ErasureAction.SOUGHT),
    ),
    "teams.Role": table("roles", "id league kind team since ended_at", links="user"),
    "teams.Article": table(
        "news and pages of the league",
        "id league kind slug place photo office changed_at published_at",
        links="by",
        texts="title text photo_words",
    ),
    "teams.Sponsor": table("sponsors", "id league link logo", texts="name words"),
}

DOCUMENTS = {
    "documents.Paper": table(
        "saved PDFs",
        "id league key token kind site audience asked_at pages made_at",
        links("asked_by"),
        free_text("args title name"),
        personal("file", ErasureAction.GONE),
    ),
    "documents.CalendarLink": table(
        "links to a calendar",
        "id league kind team venue division at revoked_at",
        personal("user", ErasureAction.GONE),
        secret("digest", ErasureAction.GONE),
    ),
    "exchange.Erasure": table("people erased", "id league alias at", links="player user by"),
}

AVAILABILITY = {
    "matchnight.AvailabilitySettings": table(
        "teams that ask who can play", "id team enabled first_days last_days texts"
    ),
    "matchnight.PlayerLink": table(
        "links to say who can play", "id team version revoked_at", personal("player", ErasureAction.GONE)
    ),
    "matchnight.PlayerAnswer": table(
        "answers to who can play", "id team night key at", personal("player answer", ErasureAction.GONE), links="by"
    ),
    "matchnight.Absence": table("days away", "id", personal("player first last", ErasureAction.GONE)),
    "matchnight.AskedNight": table("nights asked about", "id team fixture night"),
    "matchnight.ReserveRequest": table(
        "players asked to help out", "id fixture team at", personal("player", ErasureAction.GONE)
    ),
    "matchnight.PickedPlayer": table(
        "players picked for a match", "id fixture team place", personal("player", ErasureAction.GONE)
    ),
}

MESSAGES = {
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
        "phones that follow somebody",
        "id league phone team cup tonight started lead result since",
        personal("player", ErasureAction.GONE),
    ),
    "notifications.LiveLead": table("who leads in live matches", "id fixture side changes"),
    "notifications.WeeklySubscriber": table(
        "addresses for the weekly e-mail", "id league asked_at confirmed_at", contact("email", ErasureAction.SOUGHT)
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
        secret("stop", ErasureAction.GONE),
        personal("to in_reply_to", ErasureAction.GONE),
        contact("address", ErasureAction.GONE),
        contact("reply_to", ErasureAction.SOUGHT),
        texts="link subject text html calendar error",
    ),
    "notifications.Phone": table(
        "phones with messages turned on",
        "id made_at",
        personal("user words worked_at", ErasureAction.GONE),
        secret("endpoint public auth", ErasureAction.GONE),
    ),
    "notifications.SmsOptIn": table(
        "people who asked for texts", "id league changes questions since", personal("user", ErasureAction.GONE)
    ),
    "notifications.CopyOptIn": table(
        "vice-captains who asked for e-mails", "id league since", personal("user", ErasureAction.GONE)
    ),
    "notifications.OptOut": table(
        "kinds of message turned off", "id league kind channel since", personal("user", ErasureAction.GONE)
    ),
    "results.LatePenaltyWaiver": table("late cards without a penalty", "id fixture entry at", links="by"),
    # Where Django kept sessions until 1.1; the first night empties it.
    "sessions.Session": table(
        "sessions before 1.1", "expire_date", secret("session_key session_data", ErasureAction.GONE)
    ),
}
