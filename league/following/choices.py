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
