"""One tie as everybody may read it: who meets whom, how, where and when, what came of it, and what was written down."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from django.utils.text import capfirst

from league.cups.models import Cup, Entrant, Round, Tie
from league.cups.presenters.labels import Dispute, dispute, fact_reason, fact_text, side_name, tie_name, waits_for
from league.cups.presenters.ties import PLAYABLE, form_words, live_rows, stage_of
from league.cups.values import CupSnapshot, LoggedFact
from league.results.choices import PUBLIC_STATES
from league.schedule.models import Fixture
from scoring.season.knockout.bracket import Bracket, State, leads_to
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.plan import Role, Seat, Source, Vacant

STATES = {
    State.WAITING: "Sides not known yet",
    State.TO_PLAY: "To be played",
    State.PART: "One leg played",
    State.LEVEL: "Level",
    State.PLAYED: "Played",
    State.WALKOVER: "Walkover",
    State.BYE: "Bye",
    State.NOT_NEEDED: "Not played",
}
TAGS = {
    State.LEVEL: "warn",
    State.PLAYED: "good",
    State.WALKOVER: "quiet",
    State.BYE: "quiet",
    State.NOT_NEEDED: "quiet",
}


@dataclass(frozen=True, slots=True)
class TiePageSide:
    """One side: its name or whom it waits for, the games it has won in each leg, and the hole that it starts on."""

    name: str
    known: bool
    won: bool
    games: tuple[int, ...]
    start: int
    entrant: Entrant | None

    @property
    def total(self) -> int | None:
        return sum(self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class TiePageLeg:
    """One match of a tie. `score` is (home, away) games once it may be shown; `counts` once the cup has taken it."""

    name: str
    row: Tie
    score: tuple[int, int] | None
    counts: bool

    @property
    def fixture(self) -> Fixture:
        return self.row.fixture


@dataclass(frozen=True, slots=True)
class TieEvent:
    """Something that was written down about the tie."""

    at: datetime
    words: str
    reason: str
    pending: bool


@dataclass(frozen=True, slots=True)
class TiePage:
    """A tie. `winner_to` and `loser_to` are (id, name) of the ties they go on to; `strays` results of other sides."""

    cup: Cup
    tie: BracketTie
    name: str
    stage: str
    form: str
    state: str
    tag: str
    sides: tuple[TiePageSide, TiePageSide]
    legs: tuple[TiePageLeg, ...]
    written: tuple[TieEvent, ...]
    disputes: tuple[Dispute, ...]
    strays: tuple[str, ...]
    play_by: date | None
    day: Round | None
    winner_to: tuple[str, str] | None
    loser_to: tuple[str, str] | None

    @property
    def headline(self) -> str:
        return f"{self.sides[0].name} v {self.sides[1].name}"

    @property
    def playable(self) -> bool:
        return self.tie.state in PLAYABLE

    @property
    def wanted(self) -> bool:
        """Whether it is to be played as a match that is not put up yet."""
        return self.playable and self.cup.by_card and not any(leg.fixture.open for leg in self.legs) and not self.waits

    @property
    def on_cards(self) -> bool:
        """Whether every score of it is on the card of a match, and so is put right there and not by hand."""
        return set(self.tie.scores) <= {leg.row.leg for leg in self.legs if hasattr(leg.fixture, "result")}

    @property
    def waits(self) -> bool:
        """Whether a result has come that does not count yet."""
        return any(leg.score is not None and not leg.counts for leg in self.legs)


def present_tie(
    snapshot: CupSnapshot,
    found: BracketTie,
    rows: Mapping[str, tuple[Tie, ...]],
    names: Mapping[str, str],
    *,
    entrants: Mapping[str, Entrant],
    day: Round | None,
    at: datetime,
) -> TiePage:
    """One tie of a bracket for its page: `rows` are the cup's matches by tie, `day` when its round is to be played."""
    bracket = snapshot.bracket
    assert bracket is not None
    return TiePage(
        cup=snapshot.cup,
        tie=found,
        name=tie_name(bracket, found),
        stage=stage_of(bracket, found),
        form=form_words(found),
        state=STATES[found.state],
        tag=TAGS.get(found.state, ""),
        sides=_sides(bracket, found, names, entrants),
        legs=tuple(_legs(snapshot, found, rows, at)),
        written=tuple(_tie_event(each, names, bracket) for each in snapshot.about(found)),
        disputes=tuple(dispute(bracket, each, names) for each in found.conflicts),
        strays=tuple(text for row, text in snapshot.strays if row.tie == found.id),
        play_by=day.play_by if day else None,
        day=day,
        winner_to=_onward(bracket, found.id, Role.WINNER),
        loser_to=_onward(bracket, found.id, Role.LOSER),
    )


def _sides(
    bracket: Bracket, tie: BracketTie, names: Mapping[str, str], entrants: Mapping[str, Entrant]
) -> tuple[TiePageSide, TiePageSide]:
    first, second = (_side(bracket, tie, number, names, entrants) for number in range(2))
    return first, second


def _side(
    bracket: Bracket, tie: BracketTie, number: int, names: Mapping[str, str], entrants: Mapping[str, Entrant]
) -> TiePageSide:
    seat: Seat = (tie.first, tie.second)[number]
    source: Source = (tie.plan.first, tie.plan.second)[number]
    entrant = entrants.get(seat) if isinstance(seat, str) else None
    otherwise = waits_for(bracket, source) or "to be drawn"
    return TiePageSide(
        name=side_name(seat, names, capfirst(otherwise)),
        known=isinstance(seat, str),
        won=seat == tie.winner and not isinstance(seat, Vacant),
        games=tuple(tie.scores[leg][number] for leg in sorted(tie.scores)) if tie.state is not State.WALKOVER else (),
        start=entrant.start if entrant else 0,
        entrant=entrant,
    )


def _legs(
    snapshot: CupSnapshot, tie: BracketTie, rows: Mapping[str, tuple[Tie, ...]], at: datetime
) -> Iterator[TiePageLeg]:
    several = len(live_rows(snapshot, rows, tie)) > 1
    for row in live_rows(snapshot, rows, tie):
        result = getattr(row.fixture, "result", None)
        score = None
        if result is not None and result.state_at(at) in PUBLIC_STATES:
            score = result.home_games, result.away_games
        name = row.fixture.stage.rpartition(", ")[2] if several else "match"
        yield TiePageLeg(f"The {name.lower()}", row, score, row.leg in tie.scores or tie.state is State.WALKOVER)


def _tie_event(log: LoggedFact, names: Mapping[str, str], bracket: Bracket) -> TieEvent:
    return TieEvent(log.at, fact_text(log.fact, names, bracket), fact_reason(log.fact), log.pending)


def _onward(bracket: Bracket, tie: str, role: Role) -> tuple[str, str] | None:
    there = leads_to(bracket, tie, role)
    return (there.id, tie_name(bracket, there)) if there else None
