"""The knockout of a cup: a draw is held, a fact about a tie or an entrant is written down, somebody comes in late.

Each is checked against the bracket first, and nothing is rewritten. ValidationError for what the bracket refuses, and
for a score by hand where the match has a card.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.cups.actions.cups import append_fact, end_play_off, lock_cup, record_about, take_results
from league.cups.actions.entries import add_entrant
from league.cups.actions.ties import arrange_ties
from league.cups.choices import CupState
from league.cups.models import Cup, Entrant, Fact, Tie
from league.cups.presenters.labels import fact_reason, fact_text, with_names
from league.cups.queries.cup_state import places_of, snapshot_of
from league.cups.queries.draws import DueDraw, draws_due
from league.cups.queries.names import entrants_in, names_of
from league.cups.queries.withdrawals import walkovers_after
from league.cups.values.facts import attempt_at
from league.cups.values.snapshot import CupSnapshot, for_draw
from league.teams.models import Player, Team
from scoring.season.knockout.bracket import bracket
from scoring.season.knockout.draw import Draw, DrawError, Lots, make_draw
from scoring.season.knockout.facts import (
    Disqualified,
    Drawn,
    Entered,
    Returned,
    ScoreCorrected,
    Scored,
    Withdrew,
)
from scoring.season.knockout.plan import Part


def write_fact(*, cup: Cup, fact: Any, by: User, at: datetime) -> Fact:
    """Write down what happened; ValidationError with sentences if it cannot be, and then nothing is stored."""
    with write_tx():
        locked = lock_cup(cup)
        take_results(locked, at=at)
        row = _write(locked, fact, by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
        end_play_off(locked, at=at)
    return row


def enter_late(
    *,
    cup: Cup,
    team: Team,
    tie: str,
    reason: str,
    by: User,
    at: datetime,
    players: tuple[Player, ...] = (),
    name: str = "",
    meets: str = "",
) -> Entrant:
    """Somebody comes in after the draw: opposite the bye of a tie, or against `meets`, who is drawn in it."""
    with write_tx():
        locked = lock_cup(cup)
        take_results(locked, at=at)
        entrant = add_entrant(locked, team, players, name, by=by, at=at)
        drawn = for_draw(entrant, places_of(locked))
        _write(locked, Entered(drawn, tie, reason, meets), by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
    return entrant


def fact_errors(snapshot: CupSnapshot, fact: Any) -> list[str]:
    """Why a fact cannot be written down now, in sentences."""
    if snapshot.bracket is None or snapshot.draw is None:
        return ["Nothing has been drawn yet."]
    facts = [each.fact for each in snapshot.of_bracket]
    after = bracket(snapshot.knockout, snapshot.draw, [*facts, fact])
    names = names_of(snapshot.cup)
    new = [problem for problem in after.problems if problem.fact == len(facts)]
    return [with_names(problem.text, names, snapshot.bracket) + "." for problem in new]


def _write(locked: Cup, fact: Any, *, by: User, at: datetime) -> Fact:
    snapshot = snapshot_of(locked, at)
    errors = fact_errors(snapshot, fact) or list(_by_card(snapshot, fact))
    if errors:
        raise ValidationError(errors)
    given = walkovers_after(snapshot, fact) if isinstance(fact, Withdrew | Disqualified) else []
    row = append_fact(locked, fact, by=by, at=at)
    if locked.state == CupState.FINISHED:
        locked.state = CupState.DRAWN  # whoever won is to be put on the board anew
        locked.full_clean()
        locked.save(update_fields=["state"])
    after = snapshot_of(locked, at)
    sentence = " ".join([fact_text(fact, names_of(locked), after.bracket), *(f"{words}." for words, _ in given)])
    about, told = _teams_concerned(locked, fact), {"walkovers": [key for _, key in given]} if given else None
    record_about(
        locked, "write_fact", f"{locked}: {sentence}", by=by, at=at, about=about, reason=fact_reason(fact), after=told
    )  # fmt: skip
    return row


def _by_card(snapshot: CupSnapshot, fact: Any) -> list[str]:
    """A score by hand of a match that has a card: the card says what was played, and is put right where it is wrong."""
    if not isinstance(fact, Scored | ScoreCorrected):
        return []
    rows = Tie.objects.filter(cup=snapshot.cup, tie=fact.tie, leg=fact.leg, fixture__result__isnull=False)
    attempt = attempt_at(fact.tie, snapshot.of_bracket)
    if rows.filter(attempt=attempt).exists():
        return ["This match has a card. Correct the result of the match and the cup follows."]
    return []


def _teams_concerned(cup: Cup, fact: Any) -> tuple[Team, ...]:
    """The team of the entrant that a fact is about."""
    key = fact.entrant if isinstance(fact, Withdrew | Returned | Disqualified) else ""
    return tuple(each.entry.team for each in entrants_in(cup) if each.key == key)


def hold_draw(
    *,
    cup: Cup,
    part: Part = Part.MAIN,
    round: int = 1,  # noqa: A002 - what it is called
    lots: Lots,
    by: User,
    at: datetime,
    early: bool = False,
) -> Draw:
    """Draw a round, or with the first one the whole bracket; `lots` are names as they came out, or a published seed.

    `early`: although ties of the round before are open.
    """
    with write_tx():
        locked = lock_cup(cup)
        take_results(locked, at=at)
        snapshot = snapshot_of(locked, at)
        due = _due(snapshot, part, round, at)
        if due.waiting and not early:
            open_ones = len(due.waiting)
            raise ValidationError(f"{open_ones} of the round before {'is' if open_ones == 1 else 'are'} still open.")
        draw = _make_draw(due, lots)
        fact = Drawn(part, round, draw)
        errors = fact_errors(snapshot, fact) if snapshot.bracket else []
        if errors:
            raise ValidationError(errors)
        append_fact(locked, fact, by=by, at=at)
        locked.state = CupState.DRAWN
        locked.full_clean()
        locked.save(update_fields=["state"])
        how = f"by the seed “{lots.seed}”" if lots.seed else "in the room"
        sentence = f"{locked}: {due.name} drawn {how}, {len(due.entrants)} names."
        record_about(locked, "hold_draw", sentence, by=by, at=at)
        arrange_ties(cup=locked, by=by, at=at)
    return draw


def _due(snapshot: CupSnapshot, part: Part, number: int, at: datetime) -> DueDraw:
    due = draws_due(snapshot.cup, at, snapshot)
    found = next((each for each in due if (each.part, each.round) == (part, number)), None)
    if found is None:
        raise ValidationError("This draw is not due: it has been made already, or it comes later.")
    return found


def _make_draw(due: DueDraw, lots: Lots) -> Draw:
    if bool(lots.seed) == bool(lots.names):
        raise ValidationError("Enter the names as they were drawn, or a number.")
    if lots.seed and lots.purpose != due.purpose:
        lots = Lots(seed=lots.seed, purpose=due.purpose)
    try:
        return make_draw(due.entrants, due.rules, lots, due.had_bye)
    except DrawError as error:
        raise ValidationError("A draw needs two entrants or more, each of them once.") from error
