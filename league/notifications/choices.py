"""The words that the rows of this app may hold, and what people are told of the kinds of message that there are."""

from django.db.models import TextChoices


class MessageKind(TextChoices):
    """What a message is about: people turn each kind on or off by itself."""

    TOMORROW = "tomorrow", "Your match tomorrow"
    CARD_DUE = "card-due", "A result that is still to come"
    CARD_SENT = "card-sent", "What the other side says about a result"
    RESULT = "result", "A result that stands"
    MOVED = "moved", "A match with another date or place"
    MOVE_ASKED = "move-asked", "Asking to move a match"
    LIST = "list", "A new fixture list"
    CUP = "cup", "Cup draws and ties"
    NOTICE = "notice", "Notices from the secretary and from your captain"
    DIGEST = "digest", "What waits for you, at 8 in the morning"
    PLAYERS = "players", "Players you asked for"
    ROLE = "role", "What you are in the league"


# What each kind says of itself on the page where it is turned off.
KIND_HELP = {
    MessageKind.TOMORROW: "The day before at 10 in the morning: who, where and when.",
    MessageKind.CARD_DUE: "At 10.15 on the night, and once more twelve hours before the card is late.",
    MessageKind.CARD_SENT: "When they have sent a card, or say that yours is not right.",
    MessageKind.RESULT: "With its receipts, once both sides agree or the league has decided.",
    MessageKind.MOVED: "The old date and the new one, for your calendar.",
    MessageKind.MOVE_ASKED: "When the other side asks, and what becomes of what you asked.",
    MessageKind.LIST: "When the league publishes one.",
    MessageKind.CUP: "The draw, whom you meet, and a tie without a date a week before its last day.",
    MessageKind.NOTICE: "To a whole team, or to all captains.",
    MessageKind.DIGEST: (
        "Disputed and late cards, and what people have asked, in one mail on days when there is something."
    ),
    MessageKind.PLAYERS: "When the secretary has registered one or has not, or has decided a transfer.",
    MessageKind.ROLE: "When you are given a role, or one is taken away. This one always comes.",
}
OFFICER_KINDS = (MessageKind.DIGEST,)
MANDATORY_KINDS = (MessageKind.ROLE,)


class Channel(TextChoices):
    """How a message goes. E-mail always does; the others are for those who asked for them."""

    MAIL = "mail", "E-mail"
    PUSH = "push", "To a phone"
    TEXT = "text", "Text message"


# What is worth the attention of a phone: what is to be done, today or tomorrow.
PUSH_KINDS = (MessageKind.TOMORROW, MessageKind.CARD_DUE, MessageKind.CARD_SENT)


class MessageState(TextChoices):
    WAITING = "waiting", "Waiting to be sent"
    SENDING = "sending", "Being sent"
    SENT = "sent", "Sent"
    FAILED = "failed", "Not delivered"
    LAPSED = "lapsed", "Too late to be of use"
    WITHHELD = "withheld", "Demonstration: not sent"


class Audience(TextChoices):
    """Whom a notice goes to."""

    CAPTAINS = "captains", "All captains and vice-captains"
    TEAM = "team", "Everybody of one team who signs in"
