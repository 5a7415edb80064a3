"""What a follower may be told, and the words for it."""

from django.db.models import TextChoices


class FollowedEvent(TextChoices):
    """Each is a field of `Follow` of this name."""

    TONIGHT = "tonight", "Match tonight"
    STARTED = "started", "Match started"
    LEAD = "lead", "Who leads"
    RESULT = "result", "Result"


EVENT_HELP = {
    FollowedEvent.TONIGHT: "At 10am on the day: who, where and when.",
    FollowedEvent.STARTED: "When the first game is scored live on a phone.",
    FollowedEvent.LEAD: "When a side goes in front in a live match.",
    FollowedEvent.RESULT: "When a captain has sent the card, and if it changes.",
}


class LeadingSide(TextChoices):
    HOME = "home", "Home"
    AWAY = "away", "Away"


class MessageKind(TextChoices):
    TOMORROW = "tomorrow", "Match tomorrow"
    AVAILABILITY = "availability", "Who can play"
    CARD_DUE = "card-due", "Result due"
    CARD_SENT = "card-sent", "Result to confirm"
    RESULT = "result", "Result confirmed"
    PROTEST = "protest", "Complaint about a result"
    MOVED = "moved", "Match postponed or moved"
    MOVE_ASKED = "move-asked", "Request to move a match"
    LIST = "list", "New fixtures"
    CUP = "cup", "Cup draws and ties"
    NOTICE = "notice", "League and team messages"
    DIGEST = "digest", "Things to do"
    PLAYERS = "players", "Players you registered"
    MONEY = "money", "Fees, fines and payments"
    ROLE = "role", "Your role in the league"
    REPLY = "reply", "Results you e-mailed or texted"
    FOLLOW = "follow", "What a phone follows"
    WEEKLY = "weekly", "Weekly e-mail"
    ACCOUNT = "account", "Your sign-in"
    WEBHOOK = "webhook", "Webhook"


# What each kind says of itself on the page where it is turned off.
KIND_HELP = {
    MessageKind.TOMORROW: "At 10am the day before: who, where and when.",
    MessageKind.AVAILABILITY: "Asks you until you answer, where your team uses it; at 4pm your captain sees who can.",
    MessageKind.CARD_DUE: "At 10.15pm on the night, and again 12 hours before the card is late.",
    MessageKind.CARD_SENT: "When the other side sends a card, or disputes yours.",
    MessageKind.RESULT: "When both sides agree, or the league decides. Includes the receipts.",
    MessageKind.PROTEST: "When someone complains about a result, and when the league answers.",
    MessageKind.MOVED: "The old date and the new one, with a calendar file.",
    MessageKind.MOVE_ASKED: "When the other side asks, and the answer when you ask.",
    MessageKind.LIST: "When the league publishes or changes the fixtures.",
    MessageKind.CUP: "The draw, your opponent, and a reminder a week before the last day to play.",
    MessageKind.NOTICE: "From the secretary or your captain.",
    MessageKind.DIGEST: "At 8am, if there is something: disputed or late cards, requests. At once if a webhook stops.",
    MessageKind.PLAYERS: "When the secretary registers or refuses a player, or decides a transfer.",
    MessageKind.MONEY: "What your team is charged, receipts, and reminders from the treasurer.",
    MessageKind.REPLY: "What we read in a result that you sent us, with its receipt. We always send this.",
    MessageKind.ROLE: "When you get a role or lose one. We always send this.",
}
OFFICER_KINDS = (MessageKind.DIGEST,)
MANDATORY_KINDS = (MessageKind.ROLE, MessageKind.REPLY, MessageKind.ACCOUNT)
# For whoever asked on a public page, with no account: nobody who signs in chooses these.
FOLLOWER_KINDS = (MessageKind.FOLLOW, MessageKind.WEEKLY)
TO_NO_MEMBER = (*FOLLOWER_KINDS, MessageKind.ACCOUNT, MessageKind.WEBHOOK)
# Officers may read the subject of these under "Sent e-mails"; of any other only what kind it is. Nobody but its reader
# sees the text. A subject about who can play says who was asked, was picked or has not answered: the team's business.
SUBJECT_SHOWN_KINDS = frozenset(MessageKind) - {MessageKind.AVAILABILITY, *TO_NO_MEMBER}
PERSONAL_KINDS = tuple(kind for kind in MessageKind if kind not in TO_NO_MEMBER)


class Channel(TextChoices):
    MAIL = "mail", "E-mail"
    PUSH = "push", "Phone message"
    TEXT = "text", "Text message"
    HOOK = "hook", "Webhook"


# What is worth the attention of a phone: what is to be done, today or tomorrow.
PUSH_KINDS = (MessageKind.TOMORROW, MessageKind.AVAILABILITY, MessageKind.CARD_DUE, MessageKind.CARD_SENT)


class MessageState(TextChoices):
    WAITING = "waiting", "Waiting"
    SENDING = "sending", "Sending"
    SENT = "sent", "Sent"
    FAILED = "failed", "Not delivered"
    LAPSED = "lapsed", "Not sent: too late"
    WITHHELD = "withheld", "Not sent: demo"


class WebhookEvent(TextChoices):
    """The `type` of a payload. The test is sent by its button alone and cannot be chosen."""

    RESULT = "result.confirmed", "Each result, once it stands"
    NIGHT = "night.results", "All results and tables of a night, at 10am the day after"
    FIXTURES = "week.fixtures", "Next week’s fixtures, at 10am on Sunday"
    TEST = "webhook.test", "Test"


CHOSEN = (WebhookEvent.RESULT, WebhookEvent.NIGHT, WebhookEvent.FIXTURES)


class Audience(TextChoices):
    CAPTAINS = "captains", "All captains and vice-captains"
    TEAM = "team", "Everyone in one team with an account"
