"""Everything that a league decides for itself, in one value.

Knows which settings there are and what each means. Refuses to know any particular league: those are the presets.
"""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from scoring.card.format import Format
from scoring.card.points import Scheme


class Step(StrEnum):
    """One way to separate teams, in the order a league lists them. PEGS is the difference in pegs.

    PLAY_OFF and SHARED end the matter: what is level there waits for a play-off, or shares the place. NAME is for a
    league that wants a total order without either.
    """

    POINTS = "points"
    WINS = "wins"
    GAME_DIFFERENCE = "game-difference"
    GAMES_WON = "games-won"
    PEGS = "pegs"
    HEAD_TO_HEAD = "head-to-head"
    AWAY_WINS = "away-wins"
    FEWEST_DEDUCTIONS = "fewest-deductions"
    PLAY_OFF = "play-off"
    SHARED = "shared"
    NAME = "name"


class WithdrawalPolicy(StrEnum):
    """What becomes of a withdrawn team's matches.

    EXPUNGE: all struck out. KEEP_FIRST_HALF: all struck out if it goes in the first half of the season, otherwise its
    first half stands and its second is struck out. KEEP_PLAYED: struck out if it goes in the first half, otherwise what
    was played stands. AWARD: all struck out, and every other team is given points instead.
    """

    EXPUNGE = "expunge"
    KEEP_FIRST_HALF = "keep-first-half"
    KEEP_PLAYED = "keep-played"
    AWARD = "award"


class Confirm(StrEnum):
    """How a card becomes a result. BOTH_ENTER: each captain sends one and equal cards publish."""

    OTHER_CONFIRMS = "other-captain-confirms"
    BOTH_ENTER = "both-captains-enter"


@dataclass(frozen=True, slots=True)
class Registration:
    """Who may play: the last day to register as (month, day), None for no deadline; not `required`, anybody may."""

    required: bool = True
    squad_minimum: int | None = None
    deadline: tuple[int, int] | None = None
    on_the_night: bool = True
    transfers_need_both_captains: bool = True


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule of the league. `codes` are the problems of a card that break it."""

    number: str
    text: str
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Constitution:
    """A league's own rules: what a preset holds and what a league changes.

    `submit_within` is hours from the start of the match until the card is late; `confirm_within` hours from the card
    until it stands unconfirmed. `source` says whose rules these are and what was filled in where they are silent.
    """

    key: str
    name: str
    format: Format
    scheme: Scheme
    steps: tuple[Step, ...]
    withdrawal: WithdrawalPolicy = WithdrawalPolicy.KEEP_PLAYED
    withdrawal_award: Fraction = Fraction(0)
    registration: Registration = Registration()
    confirm: Confirm = Confirm.OTHER_CONFIRMS
    submit_within: int = 48
    confirm_within: int = 48
    quick_allowed: bool = True
    rules: tuple[Rule, ...] = ()
    source: str = ""

    @property
    def rule_numbers(self) -> dict[str, str]:
        """Rule number by problem code, as `Match.rule_numbers` wants it."""
        return {code: rule.number for rule in self.rules for code in rule.codes}
