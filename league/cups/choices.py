"""The words that the rows of this app may hold."""

from django.db.models import TextChoices

LONGEST_WINNER = 340  # letters on the honours board: a side of four whose names are as long as names may be
LONGEST_ON_BOARD = {"title": 80, "winner": LONGEST_WINNER, "runner_up": LONGEST_WINNER, "note": 120}


class EntrantKind(TextChoices):
    """Who enters. A combination is several named players of any number, from any teams."""

    TEAM = "team", "Teams"
    SINGLES = "singles", "Singles"
    PAIRS = "pairs", "Pairs"
    COMBINATION = "combination", "Combinations"


class CupState(TextChoices):
    """How far a cup has come. It is FINISHED once the co-ordinator has put its winner on the honours board."""

    OPEN = "open", "Open for entries"
    DRAWN = "drawn", "In progress"
    FINISHED = "finished", "Finished"
    DROPPED = "dropped", "Cancelled"


class FactKind(TextChoices):
    """What was written down about a cup: the values of scoring.season.knockout.facts, by name.

    DEALT and PAIRED are the groups, and the rounds, of a cup that is no knockout.
    """

    DRAWN = "drawn", "Drawn"
    SCORED = "scored", "Score"
    CORRECTED = "corrected", "Correction"
    WALKED_OVER = "walked-over", "Walkover"
    REPLAYED = "replayed", "Replay"
    WITHDREW = "withdrew", "Withdrawal"
    RETURNED = "returned", "Return"
    DISQUALIFIED = "disqualified", "Disqualification"
    ENTERED = "entered", "Late entry"
    RESOLVED = "resolved", "Ruling"
    DEALT = "dealt", "Groups drawn"
    PAIRED = "paired", "Round paired"
