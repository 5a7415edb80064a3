"""Everything that is wrong with a card, at once; and who may be picked, or stood on it and may not play.

The clauses on the card as a whole are here, the others in `line_clauses` and `eligibility`.

    clause      what a league says
    ending      a walkover or a void match has no games; anything but a played match is explained
    quick       a score sent alone adds up, and only where the league takes it
    shape       every line of the card is there, and no other
    protests    a protest is for the secretary
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from scoring.card import eligibility, line_clauses
from scoring.card.faults import SEVERITY, Fault, Faults
from scoring.card.format import Format, Pegs, Settle, ShortSide, line_titles
from scoring.card.league_rules import LeagueRules, LoanVerdict, judge
from scoring.card.match import Match, Player, Problem
from scoring.card.name_matching import CardContext, WrittenName, context_of
from scoring.card.outcome import filled_lines, open_games, tally
from scoring.card.points import Scheme
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side
from scoring.names import fold
from scoring.words import several

UNPLAYED = frozenset({Ending.WALKOVER_HOME, Ending.WALKOVER_AWAY, Ending.VOID})


def ending(context: CardContext) -> Faults:
    card = context.card
    if card.ending is Ending.UNFINISHED:
        if _is_complete(context):
            message = "Every game has a result, so the match was finished. Untick “broken off”."
            yield Fault("ending", "unfinished_complete", message)
        if not card.remarks.strip():
            yield Fault("remarks", "unfinished_unexplained", "Say in the remarks why the match was not finished.")
    if card.ending not in UNPLAYED:
        return
    void = card.ending is Ending.VOID
    word = "A void match" if void else "A walkover"
    code = "void_with_games" if void else "walkover_with_games"
    message = f"{word} has no games. Take them out, or choose Played."
    if any(score.games for score in card.lines):
        yield Fault("lines", code, message)
    if card.quick is not None:
        yield Fault("quick", code, message.replace("games. Take them", "score. Take it"))
    if not card.remarks.strip():
        code = "void_unexplained" if void else "walkover_unexplained"
        yield Fault("remarks", code, f"{word} needs a reason. Say in the remarks what happened.")


def _is_complete(context: CardContext) -> bool:
    card, form, filled = context.card, context.form, context.lines
    if card.quick is not None and not card.lines:
        return sum(card.quick) >= form.total_games
    return len(filled) == len(form.lines) and not any(open_games(each.line, each.score, form) for each in filled)


def quick(context: CardContext) -> Faults:
    card = context.card
    if card.ending in UNPLAYED:
        return
    if card.quick is None:
        if not card.lines:
            yield Fault("lines", "card_empty", "Nothing is filled in. Enter the result of each game.")
        return
    if not card.lines:
        match = context.match
        fault = _score_alone_fault(match.format, match.scheme, quick_allowed=match.quick_allowed)
        yield from [fault] if fault else []
    yield from _sums(context, *card.quick)


def takes_score_alone(rules: LeagueRules) -> bool:
    """Whether a card under these rules may be its final score and nothing else."""
    return _score_alone_fault(rules.format, rules.scheme, quick_allowed=rules.quick_allowed) is None


def _score_alone_fault(form: Format, scheme: Scheme, *, quick_allowed: bool) -> Fault | None:
    if not quick_allowed:
        message = "This league does not take just the final score. Fill in every line."
        return Fault("quick", "quick_not_allowed", message)
    if scheme.by_lines and not form.one_game_a_line:
        return Fault("quick", "quick_not_enough", "Points here depend on who won each line. Fill in every line.")
    if form.pegs is Pegs.REQUIRED:
        return Fault("quick", "quick_not_enough", "This league records the pegs of every game. Fill in every line.")
    return None


def _sums(context: CardContext, home: int, away: int) -> Faults:
    card, form = context.card, context.form
    score, most, total = f"{home}\N{EN DASH}{away}", form.total_games, several(home + away)
    fewest = sum(line.to_win if line.settle is Settle.BEST_OF else line.games for line in form.lines)
    if home < 0 or away < 0:
        yield Fault("quick", "quick_impossible", "Nobody can win fewer than 0 games. Check the score.")
    elif home + away > most:
        message = f"{score} is {total}. A match has {most}: check the score."
        yield Fault("quick", "quick_too_many", message)
    elif card.lines:
        counted = tally(card, form, context.match.scheme)
        if (counted.home_games, counted.away_games) != (home, away):
            added = f"{counted.home_games}\N{EN DASH}{counted.away_games}"
            message = f"The score is {score}, but the lines add up to {added}. Change one of them."
            yield Fault("quick", "quick_disagrees", message)
    elif card.ending is Ending.PLAYED and home + away < fewest:
        message = f"{score} is {total}. A match has {most}: check the score, or say in the remarks why."
        yield Fault("quick", "quick_too_few", message)


def shape(context: CardContext) -> Faults:
    if context.card.ending in UNPLAYED or not context.card.lines:
        return
    wanted, lines = context.form.lines, context.card.lines
    if len(lines) < len(wanted):
        labels = ", ".join(line_titles(wanted)[len(lines) :])
        yield Fault("lines", "lines_missing", f"Lines are missing from the card: {labels}. Fill them in.")
    elif len(lines) > len(wanted):
        message = f"The card has {several(len(lines), 'line')}. A match has {len(wanted)}: take out the extra."
        yield Fault("lines", "lines_extra", message)


def protests(context: CardContext) -> Faults:
    if context.card.protest.strip():
        yield Fault("protest", "protest", "The card was sent under protest.")
        if not context.match.protests_allowed:
            message = "This league does not hear complaints made on a card."
            yield Fault("protest", "protest_not_allowed", message)


# The card as a whole: asked of every card.
WHOLE: tuple[Callable[[CardContext], Faults], ...] = (
    ending,
    quick,
    shape,
    protests,
    eligibility.signings,
    eligibility.squad,
)

# The lines: not asked where there was no play, as then the card should have no lines at all.
LINES: tuple[Callable[[CardContext], Faults], ...] = (
    line_clauses.game_count,
    line_clauses.winners,
    line_clauses.claims,
    line_clauses.voids,
    line_clauses.pegs_recorded,
    line_clauses.pegs_on_target,
    line_clauses.hands,
    line_clauses.line_ups,
    line_clauses.one_side,
    line_clauses.limits,
    line_clauses.numbers,
    eligibility.names_known,
    eligibility.registration,
    eligibility.of_age,
    eligibility.cup,
)

SECTIONS = ("ending", "quick", "lines", "signings", "remarks", "protest")


def check(card: Card, match: Match) -> tuple[Problem, ...]:
    """Every problem of a card in the order of the paper, whole before part; empty if there is none.

    Never raises, whatever the card says.
    """
    context = context_of(card, match)
    clauses = WHOLE if card.ending in UNPLAYED else WHOLE + LINES
    faults = [fault for clause in clauses for fault in clause(context)]
    return tuple(
        Problem(fault.path, SEVERITY[fault.code], fault.code, fault.message, match.rule_numbers.get(fault.code))
        for fault in sorted(faults, key=_on_paper)
    )


def _on_paper(fault: Fault) -> tuple[int, int, str]:
    """Where a fault stands on the paper: section, then line or signing (-1 for all of it), then place, home first."""
    section, *steps = fault.path.split(".", 2)
    within = ".".join(steps[1:]).replace(Side.HOME, "")
    return SECTIONS.index(section), int(steps[0]) if steps else -1, within


# --- who was not to play, and what becomes of the card ----------------------------------------------------------------
ON_A_LINE = frozenset((
    *("name_unknown", "not_registered", "registered_late", "registered_after_match", "tied_elsewhere"),
    *("plays_for_opponents", "plays_up_not", "under_age", "suspended", "cup_tied", "cup_appearances"),
))  # fmt: skip
BARRED = ON_A_LINE | {"registered_too_soon"}
SAID_OF_A_PLAYER = BARRED | {"plays_up", "plays_up_ties"}
AT_A_SIGNING = frozenset(("signing_not_allowed", "signing_late", "signing_tied"))


@dataclass(frozen=True, slots=True)
class Ineligible:
    """Somebody who was not to play for a side: `key` as `Identity` has it, the lines they stood on, and why."""

    side: Side
    key: str
    name: str
    lines: tuple[str, ...]
    why: tuple[str, ...]


def ineligible(card: Card, match: Match) -> tuple[Ineligible, ...]:
    """Everybody on the card who may not play, home side first, each once with every reason."""
    context = context_of(card, match)
    why: dict[tuple[Side, str], list[str]] = {}
    for problem in check(card, match):
        for side, key in _players_meant(problem.path, problem.code, context):
            why.setdefault((side, key), []).append(problem.message)
    everybody = []
    for (side, key), reasons in sorted(why.items(), key=lambda item: item[0][0] is Side.AWAY):
        places = _of(side, key, context)
        titles = tuple(dict.fromkeys(place.filled.title for place in places))
        everybody.append(Ineligible(side, key, places[0].identity.name, titles, tuple(reasons)))
    return tuple(everybody)


def forfeit_games(card: Card, match: Match, players: Collection[tuple[Side, str]]) -> Card:
    """The card with every game of these players, by side and key, given to the other side.

    Given as claimed, so that nobody has a record of it; where the league lets nobody claim, as played without pegs.
    """
    context = context_of(card, match)
    lost = {(place.filled.path, side) for side, key in players for place in _of(side, key, context)}
    how = How.PLAYED if match.format.short is ShortSide.VOID else How.CLAIMED
    lines = []
    for i, (line, score) in enumerate(filled_lines(card, match.format)):
        sides = [side for side in Side if (f"lines.{i}", side) in lost]
        games = score.games
        if len(sides) == 1:
            count = line.to_win if line.settle is Settle.BEST_OF else line.games
            games = (GameScore(sides[0].other, how=how),) * count
        elif sides:  # somebody on both sides: the line is nobody's
            games = (GameScore(None, how=How.VOID),) * line.games
        lines.append(replace(score, games=games))
    return replace(card, lines=(*lines, *card.lines[len(lines) :]))


def _players_meant(path: str, code: str, context: CardContext) -> Iterator[tuple[Side, str]]:
    """Whom a problem is about, if it is about somebody who may not play."""
    if code in ON_A_LINE:
        yield from ((side, place.identity.key) for side in Side for place in context.places[side] if place.path == path)
    elif code in AT_A_SIGNING:
        signing = context.card.signings[int(path.partition(".")[2])]
        places = (each for each in context.places[signing.side] if fold(each.identity.name) == fold(signing.name))
        yield from ((signing.side, key) for key in dict.fromkeys(place.identity.key for place in places))


def _of(side: Side, key: str, context: CardContext) -> list[WrittenName]:
    return [place for place in context.places[side] if place.identity.key == key]


# --- before there is a card -------------------------------------------------------------------------------------------
def eligibility_of(
    players: Iterable[Player], side: Side, match: Match
) -> tuple[tuple[Player, bool, tuple[Problem, ...]], ...]:
    """Each player with whether they may play for a side, and what a card of this match would be told of them."""
    people = tuple(players)
    named = tuple(Named(each.id, each.name) for each in people)
    line = LineScore(home=named) if side is Side.HOME else LineScore(away=named)
    problems: list[list[Problem]] = [[] for _ in people]
    for problem in check(Card(lines=(line,)), match):
        place, _, number = problem.path.rpartition(".")
        if place == f"lines.0.{side}" and problem.code in SAID_OF_A_PLAYER:
            problems[int(number)].append(problem)
    return tuple(
        (player, all(problem.code not in BARRED for problem in own), tuple(own))
        for player, own in zip(people, problems, strict=True)
    )


def reserves(side: Side, match: Match) -> tuple[Player, ...]:
    """Players of other teams who may help this side out by the league's rule, in the order of their names.

    Nobody where the league has no such rule; nor of the opponents, who play that night.
    """
    rule = match.playing_up
    if rule is None:
        return ()
    may = {LoanVerdict.MAY, LoanVerdict.TIES}
    helping = [each for each in match.elsewhere if (loan := each.loan(side)) is not None and judge(rule, loan) in may]
    return tuple(sorted(helping, key=lambda each: (each.name, each.id)))
