"""Ties of a cup: their matches, their rounds, those to chase, and the page of one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.text import capfirst

from league.cups.models import Entrant, Round, Tie
from league.cups.presenters import labels
from league.cups.presenters.openday import title_of
from league.cups.values import CupSnapshot, attempt_at
from league.results.choices import PUBLIC_STATES
from league.schedule.choices import FixtureState
from scoring.season.knockout.bracket import Bracket, State, leads_to
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Part, Role, Seat, TieForm, Vacant, best_of_words
from scoring.season.knockout.facts import GROUPS
from scoring.season.openday.book import DayMatch
from scoring.season.openday.book import DayMatchState as MatchState
from scoring.season.openday.day import OpenDay

PLAYABLE = (State.TO_PLAY, State.PART, State.LEVEL)
ORDINALS = {1: "first leg", 2: "second leg"}
Days = Mapping[tuple[str, int], Round]


@dataclass(frozen=True, slots=True)
class Leg:
    """One match that a tie, or a match of a group, is played as: its two sides by their keys, and the round it is of.
    `leg` counts from 1, a decider being one more; `first_home`: the first drawn is at home.
    """

    tie: str
    leg: int
    attempt: int
    home: str
    away: str
    first_home: bool
    form: TieForm
    decider: bool
    round: tuple[str, int]
    stage: str


def matches_wanted(snapshot: CupSnapshot) -> Iterator[tuple[str, tuple[Leg, ...]]]:
    """Every tie, and every match of the groups, with the matches that it is to be played as now."""
    for match in _group_matches(snapshot):
        legs: tuple[Leg, ...] = ()
        if match.state is MatchState.TO_PLAY and match.second is not None:
            attempt, form = attempt_at(match.id, snapshot.of_groups), snapshot.day.form
            stage = f"{title_of(snapshot.day, match.group)}, round {match.round}"
            legs = (
                Leg(match.id, 1, attempt, match.first, match.second, first_home=True, form=form, decider=False,
                    round=(GROUPS, match.round), stage=stage),
            )  # fmt: skip
        yield match.id, legs
    if snapshot.cup.by_card and snapshot.bracket is not None:
        for tie in snapshot.bracket.ties:
            attempt = attempt_at(tie.id, snapshot.of_bracket)
            yield tie.id, tuple(_legs_wanted(snapshot.bracket, tie, attempt))


def _group_matches(snapshot: CupSnapshot) -> Iterator[DayMatch]:
    for table in snapshot.day.tables if snapshot.cup.groups_by_card else ():
        yield from table.matches


def _legs_wanted(bracket: Bracket, tie: BracketTie, attempt: int) -> Iterator[Leg]:
    """The matches that a tie is played as, once both its sides are known; of a level tie the decider too.
    The first drawn is at home, and away in every second leg; `stage` is what lists call it: "Semi-final, second leg".
    """
    form, legs = tie.plan.form, tie.plan.form.legs
    if tie.state not in PLAYABLE:
        return
    name = labels.round_name(bracket, tie.plan.part, tie.plan.round)
    name = name.removesuffix("s") if name.endswith("finals") else name
    last = legs + 1 if tie.state is State.LEVEL and form.decider else legs
    for leg in range(1, last + 1):
        home, away = (str(seat) for seat in ((tie.first, tie.second) if leg % 2 else (tie.second, tie.first)))
        which = "decider" if leg > legs else ORDINALS.get(leg, f"leg {leg}") if legs > 1 else ""
        stage = ", ".join(filter(None, (name, which, "replay" if attempt > 1 else "")))
        yield Leg(
            tie.id, leg, attempt, home, away, leg % 2 == 1, form, leg > legs, (tie.plan.part.value, tie.plan.round),
            stage,
        )  # fmt: skip


def rounds_of(bracket: Bracket | None, entrants: int, day: OpenDay | None = None) -> tuple[tuple[str, int, str], ...]:
    """Every round that a cup has or will have, by part, number and name; before the draw by how many have entered."""
    numbers = sorted({match.round for table in day.tables for match in table.matches} if day else ())
    of_groups = [(GROUPS, number, f"Groups, round {number}") for number in numbers]
    names: dict[tuple[Part, int], str] = {}
    for number in range(1, max(entrants - 1, 0).bit_length() + 1):
        ties = 2 ** (max(entrants - 1, 0).bit_length() - number)
        names[Part.MAIN, number] = labels.named_round(Part.MAIN, number, ties)
    for tie in bracket.ties if bracket else ():
        names[tie.plan.part, tie.plan.round] = labels.round_name(bracket, tie.plan.part, tie.plan.round)  # type: ignore[arg-type]
    parts = tuple(Part)
    ordered = sorted(names, key=lambda key: (parts.index(key[0]), key[1]))
    return (*of_groups, *((part, number, names[part, number]) for part, number in ordered))


# --- whom to chase ----------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TieToChase:
    """A tie that somebody must see to. `why` is a sentence; `row` is its match, None until it is put up.

    `tie` is None for a match of a group, which has no page but its match's.
    """

    tie: BracketTie | None
    name: str
    headline: str
    why: str
    play_by: date | None
    row: Tie | None
    late: bool


def live_rows(snapshot: CupSnapshot, tie: BracketTie) -> tuple[Tie, ...]:
    """The matches of a tie's attempt that counts, in the order of its legs; void ones left out."""
    attempt = attempt_at(tie.id, snapshot.of_bracket)
    ours = [row for row in snapshot.ties.get(tie.id, ()) if row.attempt == attempt]
    return tuple(row for row in ours if row.fixture.state != FixtureState.VOID)


def ties_to_chase(snapshot: CupSnapshot, days: Days, today: date, names: Mapping[str, str]) -> Iterator[TieToChase]:
    """What is to play of the groups, and then of the bracket in its order, that waits for something."""
    for tie, name, seats, key, live in _to_play(snapshot):
        day = days.get(key)
        play_by = day.play_by if day else None
        late = play_by is not None and play_by < today
        reasons = [*_reasons(live, today, late=late, cards=tie is None or snapshot.cup.by_card)]
        for match in live if tie is not None and tie.plan.neutral and not (day and day.night) else ():
            own = {entry.team.venue_id for entry in (match.fixture.home, match.fixture.away) if entry is not None}
            if match.fixture.open and match.fixture.venue_id in own:
                reasons.append(("It needs a neutral venue.", match, False))
        sides = " v ".join(labels.side_name(seat, names) for seat in seats)
        for why, row, behind in reasons:
            yield TieToChase(tie, name, sides, why, play_by, row, late=behind)


def _to_play(
    snapshot: CupSnapshot,
) -> Iterator[tuple[BracketTie | None, str, tuple[Seat, Seat], tuple[str, int], tuple[Tie, ...]]]:
    """Each tie, or match of a group (None), that can be played: its name, its sides, its round, and its matches."""
    for match in _group_matches(snapshot):
        if match.state is MatchState.TO_PLAY and match.second is not None:
            live = tuple(row for row in snapshot.ties.get(match.id, ()) if row.fixture.state != FixtureState.VOID)
            yield None, labels.match_name(match.id), (match.first, match.second), (GROUPS, match.round), live
    bracket = snapshot.bracket
    for tie in bracket.ties if bracket else ():
        if bracket is not None and tie.state in PLAYABLE:
            key, live = (tie.plan.part.value, tie.plan.round), live_rows(snapshot, tie)
            yield tie, labels.tie_name(bracket, tie), (tie.first, tie.second), key, live


def _reasons(rows: tuple[Tie, ...], today: date, *, late: bool, cards: bool) -> Iterator[tuple[str, Tie | None, bool]]:
    """Why a tie is to be chased, for which of its matches, and whether that is late."""
    open_ones = [row for row in rows if row.fixture.open]
    if cards and not open_ones and not any(hasattr(row.fixture, "result") for row in rows):
        yield "Its match has not been created yet.", None, late
    for row in open_ones:
        if row.fixture.date is None:
            yield "It is overdue and has no date." if late else "It has no date yet.", row, late
        elif row.fixture.date < today:
            yield "It should have been played, and there is no result.", row, True


# --- the page of a tie ------------------------------------------------------------------------------------------------
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
TAGS = {State.LEVEL: "warn", State.PLAYED: "good"} | dict.fromkeys(
    (State.WALKOVER, State.BYE, State.NOT_NEEDED), "quiet"
)


def present_tie(
    snapshot: CupSnapshot, tie: BracketTie, names: Mapping[str, str], *, entrants: Mapping[str, Entrant],
    day: Round | None, at: datetime,
) -> dict[str, Any]:  # fmt: skip
    """One tie of a bracket for its page; `day` is when its round is to be played.

    `waits`: a result has come that does not count yet. `wanted`: it is to be played as a match that is not put up yet.
    `on_cards`: every score of it is on the card of a match, and so is put right there. `winner_to` and `loser_to` are
    the (id, name) of the ties they go on to; `strays` say which results are of other sides.
    """
    bracket = snapshot.bracket
    assert bracket is not None
    legs, playable = list(_legs(snapshot, tie, at)), tie.state in PLAYABLE
    sides = [_side(tie, i, name, entrants) for i, name in enumerate(labels.side_names(bracket, tie, names))]
    waits = any(leg["score"] is not None and not leg["counts"] for leg in legs)
    put_up = any(leg["fixture"].open for leg in legs)
    where = "on neutral ground" if tie.plan.neutral else "" if tie.plan.form.legs > 1 else "first drawn at home"
    return {
        "tie": tie,
        "name": labels.tie_name(bracket, tie),
        "headline": f"{sides[0]['name']} v {sides[1]['name']}",
        "form": capfirst(", ".join(filter(None, (best_of_words(tie.plan.form), where)))),
        "state": STATES[tie.state],
        "tag": TAGS.get(tie.state, ""),
        "sides": sides,
        "legs": legs,
        "written": [(each, labels.fact_text(each.fact, names, bracket)) for each in snapshot.about(tie)],
        "disputes": [labels.dispute(bracket, each, names) for each in tie.conflicts],
        "strays": [text for row, text in snapshot.strays if row.tie == tie.id],
        "play_by": day.play_by if day else None,
        "day": day,
        "winner_to": _onward(bracket, tie.id, Role.WINNER),
        "loser_to": _onward(bracket, tie.id, Role.LOSER),
        "playable": playable,
        "waits": waits,
        "wanted": playable and snapshot.cup.by_card and not put_up and not waits,
        "on_cards": set(tie.scores) <= {leg["row"].leg for leg in legs if hasattr(leg["fixture"], "result")},
    }


def _side(tie: BracketTie, number: int, name: str, entrants: Mapping[str, Entrant]) -> dict[str, Any]:
    """The name or whom it waits for, the games it has won in all legs, and the hole that it starts on."""
    seat: Seat = (tie.first, tie.second)[number]
    entrant = entrants.get(seat) if isinstance(seat, str) else None
    scored = tie.scores and tie.state is not State.WALKOVER
    return {
        "name": name,
        "won": seat == tie.winner and not isinstance(seat, Vacant),
        "total": sum(score[number] for score in tie.scores.values()) if scored else None,
        "start": entrant.start if entrant else 0,
        "entrant": entrant,
    }


def _legs(snapshot: CupSnapshot, tie: BracketTie, at: datetime) -> Iterator[dict[str, Any]]:
    """The matches of a tie. `score` is (home, away) once it may be shown; `counts` once the cup has taken it."""
    live = live_rows(snapshot, tie)
    for row in live:
        result = getattr(row.fixture, "result", None)
        score = None
        if result is not None and result.state_at(at) in PUBLIC_STATES:
            score = result.home_games, result.away_games
        name = row.fixture.stage.rpartition(", ")[2] if len(live) > 1 else "match"
        counts = row.leg in tie.scores or tie.state is State.WALKOVER
        yield {
            "name": f"The {name.lower()}", "row": row, "fixture": row.fixture, "score": score, "counts": counts,
        }  # fmt: skip


def _onward(bracket: Bracket, tie: str, role: Role) -> tuple[str, str] | None:
    next_tie = leads_to(bracket, tie, role)
    return (next_tie.id, labels.tie_name(bracket, next_tie)) if next_tie else None
