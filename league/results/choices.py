"""The words that the rows of this app may hold."""

from django.db.models import TextChoices

from scoring.card.outcome import Kind


class SentFor(TextChoices):
    HOME = "home", "the home side"
    AWAY = "away", "the away side"
    LEAGUE = "league", "the league"


OTHER = {SentFor.HOME: SentFor.AWAY, SentFor.AWAY: SentFor.HOME}


class Source(TextChoices):
    WEB = "web", "on this site"
    PAPER = "paper", "from the paper card"
    CODE = "code", "by the code on the card"
    MESSAGE = "message", "from a message"
    MAIL = "mail", "by e-mail"
    TEXT = "text", "by text message"
    PHOTO = "photo", "from a photograph of the card"
    CORRECTION = "correction", "as a correction"
    AWARD = "award", "as an award"
    RESTORED = "restored", "to take a decision back"
    IMPORTED = "imported", "from the league’s records"


WRITTEN = (Source.MESSAGE, Source.MAIL, Source.TEXT)  # somebody wrote the score in words of their own


class ResultState(TextChoices):
    """How sure a result is. SEALED: one of two cards that are to be made independently; nobody is shown it yet."""

    SEALED = "sealed", "One card in"
    PROVISIONAL = "provisional", "Provisional"
    DISPUTED = "disputed", "Disputed"
    CONFIRMED = "confirmed", "Confirmed"
    DECIDED = "decided", "Decided by the league"


UNSETTLED_STATES = (ResultState.SEALED, ResultState.DISPUTED)  # nobody knows what it comes to: it counts nowhere
PUBLIC_STATES = (ResultState.PROVISIONAL, ResultState.CONFIRMED, ResultState.DECIDED)  # everybody may read it
FINAL_STATES = (ResultState.CONFIRMED, ResultState.DECIDED)  # only a complaint or the league changes it


class AdjustmentKind(TextChoices):
    DEDUCTION = "deduction", "Deduction"
    LATE_CARD = "late-card", "Late card"
    NO_SHOW = "no-show", "Failed to turn up"
    BUY_BACK = "buy-back", "Points bought back"
    AWARD = "award", "Points awarded"


DEDUCTION_KINDS = (AdjustmentKind.DEDUCTION, AdjustmentKind.LATE_CARD, AdjustmentKind.NO_SHOW)  # points are taken away

TO_SETTLE = "The secretary will decide unless the two sides sort it out first."  # what is said of a dispute

# What a result is called that was not simply played.
KIND_TAGS = {Kind.WALKOVER: "Walkover", Kind.VOID: "Void", Kind.UNFINISHED: "Unfinished", Kind.AWARDED: "Awarded"}
