"""A card that was sent in, as values; and the apps above this room that are asked for what only they know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Protocol, runtime_checkable

from django.apps import apps

from league.results.choices import SentFor
from league.results.models import Submission
from league.schedule.models import Division, Entry, Fixture
from league.teams.models import League
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Problem
from scoring.card.outcome import Outcome
from scoring.card.sheet import Card, Named, Side
from scoring.play.finding import Severity

NEWCOMER = "Newcomer"
NEW = "+"  # before the name of somebody who signs on a card, in place of a player's key


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
