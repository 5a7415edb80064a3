"""What happens at an open day is written down: groups dealt, rounds paired, scores typed in, who comes and who goes.
ValidationError, in sentences, for whatever the fold of the facts would leave out (scoring.season.openday).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.base.accounts.models import User
from league.base.audit.actions import write_tx
from league.cups.actions import cups
from league.cups.actions.entries import add_entrant
from league.cups.actions.knockout import arrange_ties
from league.cups.models import Cup, CupState, Entrant, Fact
from league.cups.presenters.labels import fact_text, with_names
from league.cups.queries.cup_state import entrants_of, stored_facts, ties_of
from league.cups.queries.entries import names_of
from league.cups.values import day_after, draw_rules_of, for_draw, rules_of
from league.teams.models import Player, Team
from scoring import codec
from scoring.season.knockout import facts
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.draw import DrawError, Lots
from scoring.season.openday.book import DayMatch, DayMatchState
from scoring.season.openday.day import NotYetError, OpenDay, deal_out, next_round

GROUP_HAS_CARD = "This match has a card. Correct the result of the match and the group follows."
PAIRED_ELSEWHERE = "Paired elsewhere."
NOBODY_CAME = "The other side did not play."


@dataclass(frozen=True, slots=True)
class TypedScore:
    """What was typed for one match: games won by each, or `to` whom it goes without play (`NEITHER`: both lose)."""

    match: str
    first: int = 0
    second: int = 0
    to: str = ""


def deal(*, cup: Cup, lots: Lots, by: User, at: datetime) -> facts.Dealt:
    """Draw the groups, or the order before the first round of a Swiss event; again while nothing has been played."""
    with write_tx():
        locked = _hold(cup, at)
        number = max(1, locked.groups) if rules_of(locked).shape is Shape.GROUPS else 1
        try:
            dealt = deal_out(entrants_of(locked), number, lots, draw_rules_of(locked).apart)
        except DrawError as error:
            few = f"{number} groups of two or more" if number > 1 else "a draw"
            raise ValidationError(f"These names do not make {few}, each of them once.") from error
        _write(locked, [dealt], "deal", by=by, at=at)
        cups.change_state(locked, CupState.DRAWN)
    return dealt


# A round that was paired elsewhere: (drops first, other), and who has the bye.
HandPairing = tuple[tuple[tuple[str, str], ...], str | None]


def pair(
    *, cup: Cup, absent: Sequence[str], by: User, at: datetime, half_byes: Sequence[str] = (),
    elsewhere: HandPairing | None = None,
) -> facts.Paired:  # fmt: skip
    """Pair the next round of a Swiss event; the same again while nothing of it was played. `half_byes` sit it out."""
    with write_tx():
        locked = _hold(cup, at)
        day = _day(locked)
        try:
            paired = next_round(day, locked.rounds, absent, half_byes)
        except NotYetError as error:
            raise ValidationError(str(error)) from error
        if elsewhere is not None:
            paired = replace(paired, games=elsewhere[0], bye=elsewhere[1], reason=PAIRED_ELSEWHERE)
        _write(locked, [paired], "pair", by=by, at=at)
    return paired


def exchange_paired(*, cup: Cup, one: str, other: str, reason: str, by: User, at: datetime) -> facts.Paired:
    """Let two of the last Swiss round take each other's places.
    ValidationError once something of it has been played, for two who meet each other, and without a reason.
    """
    with write_tx():
        locked = _hold(cup, at)
        day = _day(locked)
        if not day.paired:
            raise ValidationError("No round has been paired yet.")
        last = day.paired[-1]
        if not reason.strip():
            raise ValidationError({"reason": "Give the reason for changing the pairing."})
        if one == other or any({one, other} == {*game} for game in last.games):
            raise ValidationError({"other": "Choose two who are not playing each other."})
        paired = last.exchanged(one, other, reason.strip())
        _write(locked, [paired], "exchange_paired", by=by, at=at, reason=reason.strip())
    return paired


def write_scores(*, cup: Cup, typed: Sequence[TypedScore], reason: str, by: User, at: datetime) -> int:
    """Write down the scores of a round as they were typed; how many are new or put right.
    What differs from a score that stands is a correction, and needs the reason.
    """
    with write_tx():
        locked = _hold(cup, at)
        day = _day(locked)
        new = [fact for each in typed for fact in _news(day.match(each.match), each, reason)]
        if locked.groups_by_card:
            ties = ties_of(locked)
            if any(hasattr(row.fixture, "result") for fact in new for row in ties.get(fact.tie, ())):
                raise ValidationError(GROUP_HAS_CARD)
        if any(isinstance(fact, facts.ScoreCorrected) and not fact.reason for fact in new):
            raise ValidationError({"reason": "Give the reason for the correction."})
        if new:
            _write(locked, new, "write_scores", by=by, at=at, reason=reason)
    return len(new)


def place_level(*, cup: Cup, group: int, order: Sequence[str], reason: str, by: User, at: datetime) -> None:
    with write_tx():
        locked = _hold(cup, at)
        level = {frozenset(names) for names in _day(locked).tables[group - 1].level}
        if frozenset(order) not in level:
            raise ValidationError("They are not level any more.")
        _write(locked, [facts.Placed(group, tuple(order), reason)], "place_level", by=by, at=at, reason=reason)


def leave_day(*, cup: Cup, entrant: str, reason: str, by: User, at: datetime) -> None:
    """Somebody leaves: what was played stands, and what was not goes to the others."""
    with write_tx():
        _write(_hold(cup, at), [facts.Withdrew(entrant, reason)], "leave_day", by=by, at=at, reason=reason)


def return_to_day(*, cup: Cup, entrant: str, reason: str, by: User, at: datetime) -> None:
    """Somebody who left is back: what went to the others is to be played after all."""
    with write_tx():
        _write(_hold(cup, at), [facts.Returned(entrant, reason)], "return_to_day", by=by, at=at, reason=reason)


def join_day(
    *, cup: Cup, team: Team, group: int, reason: str, by: User, at: datetime, players: tuple[Player, ...] = (),
    name: str = "",
) -> Entrant:  # fmt: skip
    """Somebody comes after the draw: into a group (from 1), or into a Swiss event from the next round on."""
    with write_tx():
        locked = _hold(cup, at)
        if _day(locked).over:
            raise ValidationError("Everything has been played, so it is too late to add an entry.")
        entrant = add_entrant(locked, team, players, name, by=by, at=at)
        into = facts.SWISS if rules_of(locked).shape is Shape.SWISS else f"{facts.GROUPS}-{group}"
        entered = facts.Entered(for_draw(entrant, {}), into, reason)
        _write(locked, [entered], "join_day", by=by, at=at, reason=reason)
    return entrant


def let_draw_stand(*, cup: Cup, reason: str, by: User, at: datetime) -> None:
    """Rule that the knockout stands as drawn, although by the corrected groups others would be in it."""
    with write_tx():
        ruling = facts.Resolved(facts.GROUPS, facts.Ruling.STANDS, reason)
        _write(_hold(cup, at), [ruling], "let_draw_stand", by=by, at=at, reason=reason)


# --- what they have in common -----------------------------------------------------------------------------------------
def _hold(cup: Cup, at: datetime) -> Cup:
    """The cup, locked, with everything written down that the cards of its matches say."""
    locked = cups.lock_cup(cup)
    if locked.groups_by_card:
        cups.take_results(locked, at=at)
    return locked


def _day(locked: Cup) -> OpenDay:
    return day_after(locked, [each.fact for each in stored_facts(locked)])


def _news(match: DayMatch, typed: TypedScore, reason: str) -> Iterator[Any]:
    """The fact that makes a match what was typed, if it is not that already."""
    score = (typed.first, typed.second)
    if match.state is DayMatchState.TO_PLAY and typed.to:
        yield facts.WalkedOver(match.id, typed.to, reason or NOBODY_CAME)
    elif match.state is DayMatchState.TO_PLAY:
        yield facts.Scored(match.id, *score)
    elif typed.to and (match.state is not DayMatchState.WALKOVER or (match.winner or facts.NEITHER) != typed.to):
        raise ValidationError("A match that was played is not given away: type its score.")
    elif not typed.to and score != match.score:
        yield facts.ScoreCorrected(match.id, *score, reason)


def _write(locked: Cup, new: Sequence[Any], verb: str, *, by: User, at: datetime, reason: str = "") -> None:
    """Append facts that the fold accepts, all of them or none, with one audit entry; then put up what is to play."""
    log = [each.fact for each in stored_facts(locked)]
    day = day_after(locked, [*log, *new])
    names = names_of(locked)
    errors = [with_names(each.text, names, None) + "." for each in day.problems if each.fact >= len(log)]
    if errors:
        raise ValidationError(errors)
    bodies = [codec.encode(fact) for fact in new]
    Fact.objects.bulk_create(
        Fact(cup=locked, number=number, kind=cups.kind_of(body["type"]), body=body, by=by, at=at)
        for number, body in enumerate(bodies, start=len(log) + 1)
    )
    cups.reopen_finished(locked)
    sentence = f"{len(new)} scores written down."
    if len(new) == 1:
        sentence = fact_text(new[0], names, None, day)
    cups.record_about(locked, verb, f"{locked}: {sentence}", by=by, at=at, reason=reason)
    arrange_ties(cup=locked, by=by, at=at)
