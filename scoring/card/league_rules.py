"""Everything that a league decides for itself, in one value."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from scoring.card.format import Format
from scoring.card.playing_up import PlayingUp
from scoring.card.points import WHOLE_MATCH, Forfeits, Scheme


class Step(StrEnum):
    """One way to separate teams, in the order a league lists them. PEGS is the difference in pegs, LINES the lines
    (tables) won less those lost.

    PLAY_OFF and SHARED end the matter: what is level there waits for a play-off, or shares the place. NAME is for a
    league that wants a total order without either.
    """

    POINTS = "points"
    WINS = "wins"
    GAME_DIFFERENCE = "game-difference"
    GAMES_WON = "games-won"
    LINES = "line-difference"
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
    was played stands. AWARD: all struck out, and every other team is given points instead. FIRST_HALF_AND_AWARD: as
    AWARD if it goes in the first half, otherwise its first half stands and points are given instead of the second.
    """

    EXPUNGE = "expunge"
    KEEP_FIRST_HALF = "keep-first-half"
    KEEP_PLAYED = "keep-played"
    AWARD = "award"
    FIRST_HALF_AND_AWARD = "first-half-and-award"

    @property
    def awards(self) -> bool:
        return self in {WithdrawalPolicy.AWARD, WithdrawalPolicy.FIRST_HALF_AND_AWARD}


class Confirm(StrEnum):
    """How a card becomes a result. BOTH_ENTER: each captain sends one and equal cards publish."""

    OTHER_CONFIRMS = "other-captain-confirms"
    BOTH_ENTER = "both-captains-enter"


class Under18(StrEnum):
    """Whether somebody under 18 may play. WITH_CONSENT: once a parent or guardian has agreed."""

    MAY = "may-play"
    WITH_CONSENT = "with-consent"
    NOT = "may-not-play"


@dataclass(frozen=True, slots=True)
class Protests:
    """Whether a card may carry a protest, and by how many days after the match it must be made (None: no limit).

    `after_signing`: also when the captain has confirmed the card.
    """

    allowed: bool = True
    days: int | None = None
    after_signing: bool = True

    def last_day(self, played: date) -> date | None:
        """The last day for a protest about a match of a day; None without a limit."""
        return None if self.days is None else played + timedelta(days=self.days)


@dataclass(frozen=True, slots=True)
class Registration:
    """Who may play: the last day to register as (month, day), None for no deadline; not `required`, anybody may.

    `transfers_until` is the last day for a transfer, `transfers_most` how many a player may make in a season. Whoever
    is new to a team may play from `eligible_after` days after signing on.
    """

    required: bool = True
    squad_minimum: int | None = None
    deadline: tuple[int, int] | None = None
    on_the_night: bool = True
    transfers_need_both_captains: bool = True
    transfers_until: tuple[int, int] | None = None
    transfers_most: int | None = None
    eligible_after: int = field(default=0, metadata={"later": True})


@dataclass(frozen=True, slots=True)
class Rule:
    """One numbered rule of the league. `codes` are the problems of a card that break it."""

    number: str
    text: str
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LeagueRules:
    """A league's own rules: what a preset holds and what a league changes.

    `submit_within` is hours from the start of the match until the card is late; `confirm_within` hours from the card
    until it stands unconfirmed. `playing_up` None: nobody plays for two teams. `by_hand` are rules that the league
    applies itself, because no setting says them. `source` says whose rules these are and what was filled in where they
    are silent.
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
    forfeits: Forfeits = WHOLE_MATCH
    protests: Protests = Protests()
    playing_up: PlayingUp | None = None
    under_18: Under18 = Under18.MAY
    rules: tuple[Rule, ...] = ()
    by_hand: tuple[str, ...] = ()
    source: str = ""

    @property
    def rule_numbers(self) -> dict[str, str]:
        return {code: rule.number for rule in self.rules for code in rule.codes}
