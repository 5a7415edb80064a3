"""Writing down what happens at an open day: groups dealt, rounds paired, scores typed in, who comes and who goes.

Knows that nothing is rewritten: a score that was wrong is corrected, with its reason. Refuses whatever the fold of the
facts would leave out (scoring.season.openday), in sentences.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.cups.actions.entries import add_entrant
from league.cups.actions.ties import arrange_ties
from league.cups.actions.writing import append_fact, hold_cup, kind_of, record_about, take_results
from league.cups.choices import CupState
from league.cups.models import Cup, Entrant, Fact
from league.cups.queries.book import entrants_of, for_draw, names_of, ties_of
from league.cups.queries.day import day_after, in_match_names
from league.cups.queries.day_words import day_words
from league.cups.queries.facts import draw_rules_of, rules_of, stored_facts
from league.cups.queries.words import in_names
from league.teams.models import Player, Team
from scoring import codec
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.draw import DrawError, Lots
from scoring.season.knockout.facts import (
    GROUPS,
    SWISS,
    Dealt,
    Entered,
    Paired,
    Placed,
    Resolved,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.openday.day import NotYetError, OpenDay, next_round
from scoring.season.openday.groups import deal_out
from scoring.season.openday.matches import DayMatch, DayMatchState

HAS_CARD = "This match has a card. Put the result of the match right, and the group follows."
NOBODY_CAME = "The other side did not play."


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed for one match: games won by each, or `to` whom it goes without play."""

    match: str
    first: int = 0
    second: int = 0
    to: str = ""


def deal(*, cup: Cup, lots: Lots, by: User, at: datetime) -> Dealt:
    """Draw the groups, or the order before the first round of a Swiss event; again while nothing has been played."""
    with write_tx():
        held = _hold(cup, at)
        number = max(1, held.groups) if rules_of(held).shape is Shape.GROUPS else 1
        try:
            dealt = deal_out(entrants_of(held), number, lots, draw_rules_of(held).apart)
        except DrawError as fault:
            few = f"{number} groups of two or more" if number > 1 else "a draw"
            raise ValidationError(f"These names do not make {few}, each of them once.") from fault
        _write(held, [dealt], "deal", by=by, at=at)
        held.state = CupState.DRAWN
        held.full_clean()
        held.save(update_fields=["state"])
    return dealt


def pair(*, cup: Cup, absent: Sequence[str], by: User, at: datetime) -> Paired:
    """Pair the next round of a Swiss event; the same round again while nothing of it has been played."""
    with write_tx():
        held = _hold(cup, at)
        day = day_after(held, _facts(held))
        try:
            paired, _ = next_round(day, held.rounds, absent)
        except NotYetError as fault:
            raise ValidationError(str(fault)) from fault
        _write(held, [paired], "pair", by=by, at=at)
    return paired


def exchange_paired(*, cup: Cup, one: str, other: str, reason: str, by: User, at: datetime) -> Paired:
    """Change the pairing of the last Swiss round by hand: two of it take each other's places.

    ValidationError once something of it has been played, for two who meet each other, and without a reason.
    """
    with write_tx():
        held = _hold(cup, at)
        day = day_after(held, _facts(held))
        if not day.paired:
            raise ValidationError("No round has been paired yet.")
        last = day.paired[-1]
        if not reason.strip():
            raise ValidationError({"reason": "Say why the round is not played as it was paired."})
        if one == other or any({one, other} == {*game} for game in last.games):
            raise ValidationError({"other": "Choose two who do not meet each other."})
        paired = last.exchanged(one, other, reason.strip())
        _write(held, [paired], "exchange_paired", by=by, at=at, reason=reason.strip())
    return paired


def write_scores(*, cup: Cup, typed: Sequence[Typed], reason: str, by: User, at: datetime) -> int:
    """Write down the scores of a round as they were typed, and say how many are new or put right.

    What stands already is left alone; what differs from it is a correction, and needs the reason.
    """
    with write_tx():
        held = _hold(cup, at)
        day = day_after(held, _facts(held))
        facts = [fact for each in typed for fact in _news(day.match(each.match), each, reason)]
        if held.groups_by_card and {fact.tie for fact in facts} & _on_cards(held):
            raise ValidationError(HAS_CARD)
        if any(isinstance(fact, ScoreCorrected) and not fact.reason for fact in facts):
            raise ValidationError({"reason": "Say why a score is put right."})
        if facts:
            _write(held, facts, "write_scores", by=by, at=at, reason=reason)
    return len(facts)


def place_level(*, cup: Cup, group: int, order: Sequence[str], reason: str, by: User, at: datetime) -> None:
    """Say in which order those stand who are level, by a play-off or by lot."""
    with write_tx():
        held = _hold(cup, at)
        level = {frozenset(names) for names in day_after(held, _facts(held)).tables[group - 1].level}
        if frozenset(order) not in level:
            raise ValidationError("They are not level any more.")
        _write(held, [Placed(group, tuple(order), reason)], "place_level", by=by, at=at, reason=reason)


def leave_day(*, cup: Cup, entrant: str, reason: str, by: User, at: datetime) -> None:
    """Somebody leaves: what was played stands, and what was not goes to the others."""
    with write_tx():
        _write(_hold(cup, at), [Withdrew(entrant, reason)], "leave_day", by=by, at=at, reason=reason)


def join_day(
    *,
    cup: Cup,
    team: Team,
    group: int,
    reason: str,
    by: User,
    at: datetime,
    players: tuple[Player, ...] = (),
    name: str = "",
) -> Entrant:
    """Somebody comes after the draw: into a group (from 1), or into a Swiss event from the next round on."""
    with write_tx():
        held = _hold(cup, at)
        entrant = add_entrant(held, team, players, name, by=by, at=at)
        into = SWISS if rules_of(held).shape is Shape.SWISS else f"{GROUPS}-{group}"
        entered = Entered(for_draw(entrant, {}), into, reason)
        _write(held, [entered], "join_day", by=by, at=at, reason=reason)
    return entrant


def let_draw_stand(*, cup: Cup, reason: str, by: User, at: datetime) -> None:
    """Rule that the knockout stands as drawn, although by the corrected groups others would be in it."""
    with write_tx():
        ruling = Resolved(GROUPS, Ruling.STANDS, reason)
        _write(_hold(cup, at), [ruling], "let_draw_stand", by=by, at=at, reason=reason)


# --- what they have in common -------------------------------------------------------------------------------------


def _hold(cup: Cup, at: datetime) -> Cup:
    """The cup, locked, with everything written down that the cards of its matches say."""
    held = hold_cup(cup)
    if held.groups_by_card:
        take_results(held, at=at)
    return held


def _on_cards(held: Cup) -> set[str]:
    """The matches that have a result of their own."""
    return {tie for tie, rows in ties_of(held).items() if any(hasattr(row.fixture, "result") for row in rows)}


def _facts(held: Cup) -> list[Any]:
    return [each.fact for each in stored_facts(held)]


def _news(match: DayMatch, typed: Typed, reason: str) -> Iterator[Any]:
    """The fact that makes a match what was typed, if it is not that already."""
    score = (typed.first, typed.second)
    if match.state is DayMatchState.TO_PLAY and typed.to:
        yield WalkedOver(match.id, typed.to, reason or NOBODY_CAME)
    elif match.state is DayMatchState.TO_PLAY:
        yield Scored(match.id, *score)
    elif typed.to and (match.state is not DayMatchState.WALKOVER or match.winner != typed.to):
        raise ValidationError("A match that was played is not given away: type its score.")
    elif not typed.to and score != match.score:
        yield ScoreCorrected(match.id, *score, reason)


def _write(held: Cup, new: Sequence[Any], verb: str, *, by: User, at: datetime, reason: str = "") -> None:
    """Append facts that the fold accepts, all of them or none, with one audit entry; then put up what is to play."""
    facts = _facts(held)
    day = day_after(held, [*facts, *new])
    names = names_of(held)
    faults = [
        in_names(in_match_names(each.words), names, None) + "." for each in day.problems if each.fact >= len(facts)
    ]
    if faults:
        raise ValidationError(faults)
    _append(held, new, len(facts), by=by, at=at)
    if held.state == CupState.FINISHED:
        held.state = CupState.DRAWN  # whoever won is to be put on the board anew
        held.full_clean()
        held.save(update_fields=["state"])
    words = _told(held, new, names, day)
    record_about(held, verb, words, by=by, at=at, reason=reason)
    arrange_ties(cup=held, by=by, at=at)


def _append(held: Cup, new: Sequence[Any], last: int, *, by: User, at: datetime) -> None:
    """The facts as the next ones: a whole round of scores in one query."""
    if len(new) == 1:
        append_fact(held, new[0], by=by, at=at)
        return
    bodies = [codec.encode(fact) for fact in new]
    Fact.objects.bulk_create(
        Fact(cup=held, number=last + i, kind=kind_of(body["type"]), body=body, by=by, at=at)
        for i, body in enumerate(bodies, start=1)
    )


def _told(held: Cup, new: Sequence[Any], names: Any, day: OpenDay) -> str:
    if len(new) > 1:
        return f"{held}: {len(new)} scores written down."
    one = new[0]
    words = day_words(one, names, day) or f"{names[one.entrant]} withdrew."
    return f"{held}: {words}"
