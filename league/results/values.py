"""What was sent in about one match, as values: its facts in their order, its cards, and what was recorded live."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from itertools import takewhile
from typing import Protocol, runtime_checkable

from django.apps import apps

from league.results.choices import WRITTEN, ResultState, SentFor, Source
from league.results.models import Answer, Photo, Result, Submission
from league.schedule.models import Division, Entry, Fixture
from league.teams.models import League
from scoring import codec
from scoring.card.differences import differences
from scoring.card.league_rules import LeagueRules, WithdrawalPolicy
from scoring.card.match import Difference, Match, Problem
from scoring.card.outcome import Outcome, Tally, tally
from scoring.card.sheet import Card, Named, Side
from scoring.play.finding import Severity
from scoring.season.ledger import Withdrawal

NEWCOMER = "Newcomer"
NEW = "+"  # before the name of somebody who signs on a card, in place of a player's key


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that was sent in for one match, in the order in which it came."""

    submissions: tuple[Submission, ...] = ()
    answers: tuple[Answer, ...] = ()

    def latest(self, side: SentFor) -> Submission | None:
        """The last card that somebody sent who acts for a side, or the league's last word."""
        sent = (each for each in reversed(self.submissions) if each.sent_for == side)
        return next((each for each in sent if not each.by_code), None)

    def standing(self, side: SentFor) -> Submission | None:
        """The card of a side that counts: while no captain has sent one, the last that came for it by the code."""
        if any(self.latest(each) for each in (SentFor.HOME, SentFor.AWAY)):
            return self.latest(side)
        return next((each for each in reversed(self.submissions) if each.sent_for == side), None)

    @property
    def decision(self) -> Submission | None:
        """What the league decided last, unless it took that back."""
        last = self.latest(SentFor.LEAGUE)
        return None if last is None or last.source == Source.RESTORED else last

    def entered(self, submission: Submission) -> bool:
        """Whether the league filled in a card itself, no captain having sent one by then that it could choose."""
        before = takewhile(lambda each: each != submission, self.submissions)
        by_hand = submission.source in (Source.PAPER, *WRITTEN)
        return by_hand and all(each.sent_for == SentFor.LEAGUE for each in before)

    def answer_to(self, submission: Submission) -> Answer | None:
        answers = [each for each in self.answers if each.submission_id == submission.pk]
        return answers[-1] if answers else None


def entry_of(fixture: Fixture, side: str) -> Entry:
    """The entry that plays on a side ("home" or "away", as Side and SentFor have it); of a bye the only one."""
    return fixture.home if side == SentFor.HOME or fixture.away is None else fixture.away


def card_of(submission: Submission) -> Card | None:
    """The card as it was sent; None for an award that fits no card and for a decision taken back."""
    value = codec.decode(submission.card) if submission.card else None
    return value if isinstance(value, Card) else None


def public_card_of(submission: Submission) -> Card | None:
    """The card as anybody may read it: of one by the code without the names that a stranger typed."""
    card = card_of(submission)
    if card is None or not submission.by_code:
        return card

    def known(names: tuple[Named, ...]) -> tuple[Named, ...]:
        return tuple(each if each.id else Named(None, NEWCOMER) for each in names)

    return replace(
        card, lines=tuple(replace(line, home=known(line.home), away=known(line.away)) for line in card.lines)
    )


def problems_of(submission: Submission) -> tuple[Problem, ...]:
    return tuple(codec.bare_as(Problem, problem, "") for problem in submission.problems)


def more_than_odd(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Of what was found on a card what breaks a rule: an officer who files it all the same overrules that."""
    return tuple(problem for problem in problems if problem.severity is not Severity.WARNING)


@dataclass(frozen=True, slots=True)
class PrefillNote:
    text: str
    doubtful: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class LivePrefill:
    """The games recorded so far: `card` has the `over` that are, `present` the keys of who played in them, by side.
    `source` is how people call it ("the live score"), `at` when the last came, `url` where it can be looked at.
    """

    source: str
    at: datetime
    over: int
    card: Card
    present: Mapping[Side, tuple[str, ...]]
    notes: tuple[PrefillNote, ...]
    url: str

    @property
    def doubtful(self) -> bool:
        return any(note.doubtful for note in self.notes)


@runtime_checkable
class MatchNightSource(Protocol):
    """The AppConfig of the app for the night itself: games recorded as they are played, picked teams, drawn orders."""

    def live_prefill(self, fixture: Fixture, rules: LeagueRules) -> LivePrefill | None: ...

    def expected_players(self, fixture: Fixture, side: Side) -> tuple[str, ...]: ...

    def drawn_order(self, fixture: Fixture) -> Mapping[Side, tuple[tuple[str, ...], ...]] | None: ...


@runtime_checkable
class CupSource(Protocol):
    """The AppConfig of the app that keeps cups: play-offs that need no cards, and groups before ties."""

    def play_off_outcomes(self, division: Division, at: datetime) -> Iterable[Outcome]: ...

    def is_group_match(self, fixture: Fixture) -> bool: ...


@runtime_checkable
class FineSource(Protocol):
    """The AppConfig of the app that keeps the league's money."""

    def late_card_fine(self, league: League) -> int: ...


@cache
def fines() -> FineSource:
    return next(app for app in apps.get_app_configs() if isinstance(app, FineSource))


@cache
def cups() -> CupSource:
    return next(app for app in apps.get_app_configs() if isinstance(app, CupSource))


@cache
def match_night() -> MatchNightSource:
    return next(app for app in apps.get_app_configs() if isinstance(app, MatchNightSource))


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match as it stands: what was sent and said, what it comes to, and what it was checked against.
    Show strangers only `card` and `tally`, and those only when the result is not sealed.
    """

    fixture: Fixture
    rules: LeagueRules
    match: Match
    facts: Facts
    result: Result | None
    photos: tuple[Photo, ...]

    @property
    def card(self) -> Card | None:
        return card_of(self.result.submission) if self.result else None

    @property
    def tally(self) -> Tally | None:
        return codec.decode_as(Tally, self.result.tally) if self.result else None

    def tally_of(self, submission: Submission) -> Tally | None:
        """What a card or a decision comes to; None for a decision taken back."""
        value = codec.decode(submission.card) if submission.card else None
        return tally(value, self.match, self.match.scheme) if isinstance(value, Card) else value

    def score_text(self, total: Tally) -> str:
        return f"{self.match.home.name} {total.home_games}, {self.match.away.name} {total.away_games}"

    @property
    def sealed(self) -> bool:
        """Whether the one card that came is kept from the other side until theirs is in."""
        return self.result is not None and self.result.state == ResultState.SEALED

    @property
    def home_card(self) -> Submission | None:
        return self.facts.standing(SentFor.HOME)

    @property
    def away_card(self) -> Submission | None:
        return self.facts.standing(SentFor.AWAY)

    @property
    def decision(self) -> Submission | None:
        return self.facts.decision

    @property
    def differences(self) -> tuple[Difference, ...]:
        """Where the two sides' cards disagree: ours is the home side's, theirs the away side's."""
        home = card_of(self.home_card) if self.home_card else None
        away = card_of(self.away_card) if self.away_card else None
        return differences(home, away, self.match) if home and away else ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What was found on the captains' cards when they came and was let stand, each once."""
        sent = [each for each in (self.home_card, self.away_card) if each is not None]
        return tuple(dict.fromkeys(problem for each in sent for problem in problems_of(each)))


def withdrawal_of(entry: Entry, rules: LeagueRules) -> Withdrawal:
    """A team's leaving, by its own policy or the league's. Needs division.competition.season."""
    assert entry.withdrawn_on is not None
    policy = WithdrawalPolicy(entry.withdrawal_policy or rules.withdrawal)
    half = 1 if entry.withdrawn_on <= entry.division.competition.season.halfway else 2
    return Withdrawal(str(entry.pk), entry.withdrawn_on, policy, half, rules.withdrawal_award)
