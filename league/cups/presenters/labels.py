"""What rounds, ties and facts of a cup are called, and how a cup is played, in words."""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst

from league.cups.models import Cup
from league.cups.values import CupSnapshot, LoggedFact, has_stage, rules_of
from scoring.season.knockout import facts
from scoring.season.knockout.bracket import Bracket, BracketConflict, Tie
from scoring.season.knockout.cups import Feeder, Part, Plan, Plate, Seat, Shape, Vacant, best_of_words
from scoring.season.openday.day import OpenDay, of_stage
from scoring.words import join_list, several

LAST_ROUNDS = {1: "Final", 2: "Semi-finals", 4: "Quarter-finals"}
PARTS = {Part.MAIN: "", Part.LOSERS: "Second chance", Part.PLATE: "Plate"}
ALONE = {Part.THIRD: "Third place", Part.LATE: "Late entry"}
TIE = re.compile(r"\b(?:main|losers|final|plate|third|late)-\d+-\d+\b")
MATCH = re.compile(r"\b(?:group|swiss)(?:-\d+){2,3}\b")
ENTRANT = re.compile(r"\be\d+\b")


def round_name(bracket: Bracket, part: Part, number: int) -> str:
    """How a round is called: "Round 1", "Semi-finals", "Plate final", "Second chance, round 3"."""
    if part in ALONE:
        return ALONE[part]
    if part is Part.FINAL:
        return "Final" if number == 1 else "Second final"
    ties = sum(tie.plan.part is part and tie.plan.round == number for tie in bracket.ties)
    double = any(tie.plan.part is Part.FINAL for tie in bracket.ties)
    return named_round(part, number, 0 if double else ties)


def named_round(part: Part, number: int, ties: int) -> str:
    """The same for a round of so many ties; 0 where the last of them is no final."""
    plain = LAST_ROUNDS.get(ties, f"Round {number}")
    if not PARTS.get(part):
        return plain
    return f"{PARTS[part]}, {plain[:1].lower()}{plain[1:]}" if ties != 1 else f"{PARTS[part]} final"


def named_draw(part: Part, number: int, ties: int, *, whole: bool) -> str:
    """What a draw of so many ties makes: a round, or at once everything up to the final."""
    if whole and ties > 1:
        return "the plate" if part is Part.PLATE else "the whole bracket"
    return named_round(part, number, ties)


def round_name_in_part(part: Part, number: int, ties: int) -> str:
    """The same under the heading of its part, which is not said again: "Final" and not "Plate final"."""
    if part is Part.FINAL:
        return "Final" if number == 1 else "Second final"
    return ALONE.get(part) or named_round(Part.MAIN, number, ties)


def tie_name(bracket: Bracket, tie: Tie) -> str:
    """How one tie is called: "Final", "Semi-final 2", "Round 1, tie 12"."""
    plan = tie.plan
    alone = sum(each.plan.part is plan.part and each.plan.round == plan.round for each in bracket.ties) == 1
    return tie_of_round(round_name(bracket, plan.part, plan.round), plan, alone=alone)


def tie_of_round(round_name: str, plan: Plan, *, alone: bool) -> str:
    """One tie of a round by the round's name and its number, which one that is `alone` does not need."""
    if alone and plan.part is not Part.LATE:
        return round_name
    finals = round_name.endswith("finals")
    return f"{round_name.removesuffix('s')} {plan.number}" if finals else f"{round_name}, tie {plan.number}"


def side_name(seat: Seat, names: Mapping[str, str], otherwise: str = "to be known") -> str:
    if isinstance(seat, Vacant):
        return "bye" if seat is Vacant.BYE else otherwise
    return names.get(seat, seat)


def waits_for(bracket: Bracket, source: object) -> str:
    """Who comes to a place that nobody has yet: "winner of semi-final 2"."""
    if not isinstance(source, Feeder):
        return ""
    return f"{source.role.value} of {tie_name(bracket, bracket.tie(source.tie)).lower()}"


def side_names(bracket: Bracket, tie: Tie, names: Mapping[str, str]) -> tuple[str, str]:
    """Who meets in a tie, or whom each place waits for."""
    first, second = (
        side_name(seat, names, capfirst(waits_for(bracket, source) or "to be drawn"))
        for seat, source in ((tie.first, tie.plan.first), (tie.second, tie.plan.second))
    )
    return first, second


def match_name(match: str) -> str:
    """A match by its id: "Group 2, round 1, match 3" or "Round 3, table 5"."""
    kind, *numbers = match.split("-")
    if kind == "swiss" and len(numbers) == 2:
        return f"Round {numbers[0]}, table {numbers[1]}"
    if kind == "group" and len(numbers) == 3:
        return f"Group {numbers[0]}, round {numbers[1]}, match {numbers[2]}"
    return match


def with_names(words: str, names: Mapping[str, str], bracket: Bracket | None) -> str:
    """A sentence of the engine with names in it instead of ids."""
    ties = {tie.id: tie_name(bracket, tie) for tie in bracket.ties} if bracket else {}
    words = TIE.sub(lambda match: ties.get(match[0], match[0]), words)
    words = MATCH.sub(lambda match: match_name(match[0]), words)
    words = ENTRANT.sub(lambda match: names.get(match[0], match[0]), words)
    return capfirst(words)


def fact_text(fact: Any, names: Mapping[str, str], bracket: Bracket | None, day: OpenDay | None = None) -> str:
    """One fact in a sentence, without its reason; `day` are the groups or rounds of a cup that has any."""
    if day is not None and of_stage(fact):
        return _stage_text(fact, names, day)
    match fact:
        case facts.Scored() | facts.ScoreCorrected():
            leg = f", leg {fact.leg}" if fact.leg > 1 else ""
            tie = next((tie for tie in bracket.ties if tie.id == fact.tie), None) if bracket else None
            sides = (side_name(tie.first, names), side_name(tie.second, names)) if tie else ("", "")
            text = _score(fact, f"{fact.tie}{leg}", *sides)
        case facts.WalkedOver():
            text = f"{fact.tie}: {fact.to} goes through by walkover."
        case facts.Replayed():
            text = f"{fact.tie} is to be replayed."
        case facts.Withdrew():
            text = f"{fact.entrant} withdrew."
        case facts.Returned():
            text = f"{fact.entrant} came back."
        case facts.Disqualified():
            walkover = f" {fact.tie} goes to the other side." if fact.tie else ""
            text = f"{fact.entrant} was disqualified.{walkover}"
        case facts.Entered():
            where = f"against {fact.meets} for a place in" if fact.meets else "in place of the bye of"
            text = f"{fact.entrant.id} entered late, {where} {fact.tie}."
        case facts.Drawn():
            drawn = fact.draw
            text = f"{named_draw(fact.part, fact.round, len(drawn.pairings), whole=drawn.rules.fixed)} was drawn."
        case _:
            what = "stands" if fact.ruling is facts.Ruling.STANDS else "is to be replayed"
            text = f"{fact.tie} {what}, although another side should have played it."
    return with_names(text, names, bracket)


def _score(fact: facts.Scored | facts.ScoreCorrected, where: str, first: str, second: str) -> str:
    put_right = " corrected" if isinstance(fact, facts.ScoreCorrected) else ""
    return f"{where}{put_right}: {first} {fact.first}\N{EN DASH}{fact.second} {second}".rstrip() + "."


def _stage_text(fact: Any, names: Mapping[str, str], day: OpenDay) -> str:
    match fact:
        case facts.Dealt():
            text = _dealt(fact, swiss=day.swiss)
        case facts.Paired():
            bye = f" {names[fact.bye]} has the bye." if fact.bye else ""
            halves = join_list(names[each] for each in fact.half_byes)
            half = f" Half a point for sitting it out: {halves}." if halves else ""
            text = f"Round {fact.round} was paired{' by hand' if fact.reason else ''}.{bye}{half}"
        case facts.Placed():
            where = "" if len(day.tables) < 2 else f"Group {fact.group}: "
            text = f"{where}{', '.join(names[each] for each in fact.order)}, in this order."
        case facts.Scored() | facts.ScoreCorrected():
            text = _score(fact, match_name(fact.tie), *_sides(fact.tie, names, day))
        case facts.WalkedOver():
            won = "lost by both" if fact.to == facts.NEITHER else f"{names.get(fact.to, fact.to)} won by walkover"
            text = f"{match_name(fact.tie)}: {won}."
        case facts.Replayed():
            text = f"{match_name(fact.tie)} is to be replayed."
        case facts.Entered():
            text = f"{names.get(fact.entrant.id, fact.entrant.id)} entered late."
        case facts.Resolved():
            text = "The draw of the knockout stands."
        case _:
            out = names.get(fact.entrant, fact.entrant)
            text = f"{out} was disqualified. {match_name(fact.tie)} goes to the other side."
    return text


def _dealt(fact: facts.Dealt, *, swiss: bool) -> str:
    how = f"from the number “{fact.lots.seed}”" if fact.lots.seed else "in the room"
    if swiss:
        return f"The starting order was drawn {how}: {len(fact.order)} names."
    groups = len(fact.groups)
    return f"{len(fact.order)} names were drawn {how} into {several(groups, 'group')}."


def _sides(tie: str, names: Mapping[str, str], day: OpenDay) -> tuple[str, str]:
    try:
        match = day.match(tie)
    except KeyError:
        return "", ""
    return names.get(match.first, match.first), names.get(match.second or "", "")


# --- how a cup is played ----------------------------------------------------------------------------------------------
SHAPES = {
    Shape.KNOCKOUT: "Knockout",
    Shape.DOUBLE: "Out after two defeats",
    Shape.GROUPS: "Groups, then a knockout",
    Shape.ROUND_ROBIN: "Everyone plays everyone",
    Shape.SWISS: "Swiss",
}


def format_summary(cup: Cup) -> str:
    """Such as "Knockout; best of three, the final best of five; a plate for those who lose at once"."""
    rules = rules_of(cup)
    before, final = rules.form(1), rules.form(0)
    parts = [f"{SHAPES[rules.shape]} of {cup.rounds} rounds" if rules.shape is Shape.SWISS else SHAPES[rules.shape]]
    parts.append(
        best_of_words(before)
        if before == final
        else f"{best_of_words(rules.forms[0])}, the final {best_of_words(final)}"
    )
    if rules.redraw:
        parts.append("drawn again each round")
    if rules.plate is not Plate.NONE:
        parts.append("a plate for those who lose at once")
    return "; ".join(parts)


def drawn_name(key: str, names: Mapping[str, str], bracket: Bracket | None) -> str:
    """Who came out of the hat: a name, or "winner of round 1, tie 3"."""
    if key in names or bracket is None:
        return names.get(key, key)
    tie = next((tie for tie in bracket.ties if tie.id == key), None)
    return f"winner of {tie_name(bracket, tie).lower()}" if tie else key


# --- the record -------------------------------------------------------------------------------------------------------
def fact_log(snapshot: CupSnapshot, names: Mapping[str, str]) -> list[tuple[LoggedFact, str]]:
    day = snapshot.day if has_stage(snapshot.cup) else None
    return [(each, fact_text(each.fact, names, snapshot.bracket, day)) for each in snapshot.log]


def disputes_of(bracket: Bracket | None, names: Mapping[str, str]) -> list[dict[str, str]]:
    return [dispute(bracket, each, names) for each in bracket.conflicts] if bracket else []


def dispute(bracket: Bracket, conflict: BracketConflict, names: Mapping[str, str]) -> dict[str, str]:
    """A tie that was played by somebody who should not be in it: who `played`, and who should have (`now`)."""
    name, played = tie_name(bracket, bracket.tie(conflict.tie)), names.get(conflict.played, conflict.played)
    return {"tie": conflict.tie, "name": name, "played": played, "now": side_name(conflict.now, names)}
