"""Everything that a league decides for itself, in one value."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from enum import StrEnum
from fractions import Fraction

from scoring.card.format import Format
from scoring.card.points import WHOLE_MATCH, Forfeits, Scheme
from scoring.words import ordinal


class Helps(StrEnum):
    """Which other team a player may play for. SAME_CLUB is another team of the same pub or club, "Royal Oak A"."""

    SAME_CLUB = "same-club"
    HIGHER = "higher-division"
    SAME_CLUB_HIGHER = "same-club-higher-division"
    ANY = "any-team"


@dataclass(frozen=True, slots=True)
class PlayingUp:
    """The league's rule. `most` matches for other teams in a season (None: any number); the player belongs to the
    other team from match `ties_after` on (None: never). `nominated` is how many players each A team names, who may play
    for no other team that season (0: none are named); its captain names them by the day `nominate_by` as (month, day),
    None for no last day.
    """

    most: int | None = None
    helps: Helps = Helps.SAME_CLUB
    ties_after: int | None = None
    nominated: int = 0
    nominate_by: tuple[int, int] | None = field(default=None, metadata={"later": True})


@dataclass(frozen=True, slots=True)
class Loan:
    """How a player of `team` stands to the team that they are named for: whether the two are of one club, whether it
    plays in a higher division, how many matches the player has played for other teams this season, and whether the
    player's own team has nominated them.
    """

    team: str
    same_club: bool = False
    higher: bool = False
    times: int = 0
    nominated: bool = False


class LoanVerdict(StrEnum):
    MAY = "may"
    TIES = "ties"
    TOO_OFTEN = "too-often"
    NOT_THERE = "not-there"
    NOMINATED = "nominated"


def judge(rule: PlayingUp, loan: Loan) -> LoanVerdict:
    """Whether a player may play this match for the other team, and whether it ties the player to it."""
    if loan.nominated and rule.nominated:
        return LoanVerdict.NOMINATED
    club = rule.helps in {Helps.SAME_CLUB, Helps.SAME_CLUB_HIGHER}
    higher = rule.helps in {Helps.HIGHER, Helps.SAME_CLUB_HIGHER}
    if (club and not loan.same_club) or (higher and not loan.higher):
        return LoanVerdict.NOT_THERE
    if rule.most is not None and loan.times >= rule.most:
        return LoanVerdict.TOO_OFTEN
    if rule.ties_after is not None and loan.times + 1 >= rule.ties_after:
        return LoanVerdict.TIES
    return LoanVerdict.MAY


def sentence(rule: PlayingUp, name: str, loan: Loan) -> str:
    """What is to be said of a player who is named for another team."""
    nth = ordinal(loan.times + 1)
    of = "" if rule.most is None else f" of {rule.most}"
    return {
        LoanVerdict.MAY: f"{name} of {loan.team} plays for another team, for the {nth} time{of} this season.",
        LoanVerdict.TIES: f"{name} of {loan.team} plays for another team for the {nth} time "
        "and belongs to it from now on.",
        LoanVerdict.TOO_OFTEN: f"{name} of {loan.team} has played for other teams {loan.times} times, "
        f"and may {rule.most}.",
        LoanVerdict.NOT_THERE: f"{name} plays for {loan.team}: a player may help only {HELPS_WORDS[rule.helps]}.",
        LoanVerdict.NOMINATED: f"{name} is one of the nominated players of {loan.team}, "
        "who may play for no other team.",
    }[judge(rule, loan)]


def consequence(rule: PlayingUp, loan: Loan) -> str:
    """What would follow if a player were named for another team, before they are: as sentences about "they"."""
    own, nth = f"Plays for {loan.team}.", ordinal(loan.times + 1)
    of = "" if rule.most is None else f" of {rule.most}"
    helped = f"has helped other teams {loan.times} times this season, and may {rule.most}"
    return {
        LoanVerdict.MAY: f"{own} May help out: it would be the {nth} time{of} this season.",
        LoanVerdict.TIES: f"{own} It would be the {nth} time this season that they help another team, and they would "
        "belong to it from now on. The secretary decides.",
        LoanVerdict.TOO_OFTEN: f"Plays for {loan.team}, {helped}. The secretary decides.",
        LoanVerdict.NOT_THERE: f"{own} A player may help only {HELPS_WORDS[rule.helps]}. The secretary decides.",
        LoanVerdict.NOMINATED: f"Is one of the nominated players of {loan.team}, who may play for no other team. "
        "The secretary decides.",
    }[judge(rule, loan)]


HELPS_WORDS = {
    Helps.SAME_CLUB: "another team of the same club",
    Helps.HIGHER: "a team of a higher division",
    Helps.SAME_CLUB_HIGHER: "a team of the same club in a higher division",
    Helps.ANY: "any other team",
}


def describe_playing_up(rule: PlayingUp) -> Iterator[str]:
    often = "as often as needed" if rule.most is None else "once" if rule.most == 1 else f"up to {rule.most} times"
    yield f"A registered player may play for {HELPS_WORDS[rule.helps]}, {often} in a season."
    if rule.ties_after is not None:
        yield f"From the {ordinal(rule.ties_after)} match on the player belongs to that team."
    if rule.nominated:
        players = "one player" if rule.nominated == 1 else f"{rule.nominated} players"
        yield f"Each A team names {players} who may play for no other team."


# --- all of a league's rules ------------------------------------------------------------------------------------------
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
