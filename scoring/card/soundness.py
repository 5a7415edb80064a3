"""Whether a league's settings can be played at all, before anybody plays them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from scoring.card.faults import SEVERITY
from scoring.card.format import (
    DISCIPLINE_NAMES,
    Format,
    Line,
    Pegs,
    Settle,
    ShortSide,
    pegged_under,
    played_under,
)
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.points import DecidedBy, Forfeit, Offence, Penalty, Scheme, amount
from scoring.play.presets import PRESETS as RULES_OF_PLAY
from scoring.play.rules import Finish, Unit
from scoring.words import noun_for

SIDES = 2


@dataclass(frozen=True, slots=True)
class Complaint:
    """One setting that cannot be: its path in the rules ("format.lines.3.games"), and why in words."""

    path: str
    message: str


Complaints = Iterator[Complaint]


def lines(form: Format) -> Complaints:
    if not form.lines:
        yield Complaint("format.lines", "A match needs at least one line.")
    labels = [line.label for line in form.lines]
    for i, line in enumerate(form.lines):
        path = f"format.lines.{i}"
        if not line.label.strip() or labels.index(line.label) < i:
            yield Complaint(f"{path}.label", "Every line needs a label of its own.")
        yield from _line(line, path)
    if form.pegs is Pegs.REQUIRED and not any(line.target for line in form.lines):
        yield Complaint("format.pegs", "Pegs cannot be required when no line is pegged to a target.")


def _line(line: Line, path: str) -> Complaints:
    if line.players < 1:
        yield Complaint(f"{path}.players", f"{line.label} needs at least one player a side.")
    if line.games < 1:
        yield Complaint(f"{path}.games", f"{line.label} needs at least one game.")
    elif line.settle is Settle.BEST_OF and line.games % 2 == 0:
        yield Complaint(f"{path}.games", f"The best of {line.games} games may come out level: make it an odd number.")
    if line.rules is not None and line.rules not in RULES_OF_PLAY:
        yield Complaint(f"{path}.rules", f"There are no rules of play called {line.rules}.")
    if not line.pegged and line.target is not None:
        yield Complaint(f"{path}.target", f"{line.label} is not pegged, so it has no target.")
    elif line.target is not None and line.target < 1:
        yield Complaint(f"{path}.target", f"The target of {line.label} must be at least 1.")
    elif any(line.starts) and not all(0 <= start < (line.target or 0) for start in line.starts):
        yield Complaint(f"{path}.starts", f"{line.label} must start on a hole below its target.")
    elif line.players >= 1 and (line.rules is None or line.rules in RULES_OF_PLAY):
        yield from _play(line, path)


def _play(line: Line, path: str) -> Complaints:
    """Whether the game of a line can be played by so many players, and won."""
    rules, players = played_under(line) or pegged_under(line), 2 * line.players
    if rules is not None and players not in dict(rules.deal):
        message = f"{line.label} has {players} players, and {line.game} is not dealt to so many."
        yield Complaint(f"{path}.players", message)
        return
    if rules is not None and rules.side_count(players) != SIDES:
        yield Complaint(f"{path}.rules", f"{line.label}: in this game everybody plays alone, so no side can win.")
    for each in rules.validate() if rules else ():
        part, message = CANNOT.get(each.parameter, ("house", f"it cannot be played so: {each}."))
        yield Complaint(f"{path}.{part}", f"{line.label}: {message}")
    if rules is not None and line.target is not None and rules.unit is Unit.TOTAL and rules.finish is Finish.EXACT:
        (step,) = rules.divisors
        if any((line.target - start) % step for start in line.starts):
            message = f"No play can reach {line.target} exactly: every score of {line.game} is a multiple of {step}."
            yield Complaint(f"{path}.target", message)


# The field, and what to do, for a parameter of the game that a line may not have.
CANNOT = {
    "target": ("target", "give a target from 1 to 1000."),
    "starts": ("starts", "start on a hole below the target."),
    "deal": ("house.tiles", "there are not enough tiles in the set to deal so many to each player."),
    "overshoot": ("house.overshoot", "a score bounces back only where the target is won by landing on it exactly."),
    "finish_when": ("house.finish", "this game is won when a hand ends, so its target is reached, not landed on."),
}


def sides(form: Format) -> Complaints:
    largest = max([line.players for line in form.lines], default=1)
    if form.side < largest:
        message = f"A line of the card has {largest} players a side, so a side cannot be {form.side}."
        yield Complaint("format.side", message)
    if not 1 <= form.minimum <= form.side:
        yield Complaint("format.minimum", f"The fewest players must be from 1 to {form.side}, a full side.")
    elif form.minimum < min([line.players for line in form.lines], default=1):
        yield Complaint("format.minimum", f"A side of {form.minimum} cannot fill a single line of the card.")
    places = sum(line.players for line in form.lines)
    if form.lines and form.side > places:
        message = f"The card has places for {places} players a side, so a side cannot be {form.side}."
        yield Complaint("format.side", message)
    if form.squad is not None and form.squad < form.side:
        yield Complaint("format.squad", f"A squad must hold a full side of {form.side}.")
    if form.used is not None and form.used < form.side:
        yield Complaint("format.used", f"A side must be allowed to use a full side of {form.side}.")
    if (form.short is ShortSide.TWICE) != (form.twice > 0):
        yield Complaint("format.twice", "Say how many may play twice if, and only if, a short side’s players may.")
    elif form.twice > max(0, form.side - form.minimum) > 0:
        message = f"At most {form.side - form.minimum} can be missing from a side, so no more can play twice."
        yield Complaint("format.twice", message)


def limits(form: Format) -> Complaints:
    for i, limit in enumerate(form.limits):
        path = f"format.limits.{i}.most"
        places = sum(line.players for line in form.lines if limit.covers(line.kind))
        if limit.most < 1:
            yield Complaint(path, "A player must be allowed at least one line.")
        elif form.lines and not places:
            noun = "lines" if limit.players is None else noun_for(limit.players)
            kind = "" if limit.discipline is None else f" of {DISCIPLINE_NAMES[limit.discipline]}"
            yield Complaint(path, f"The card has no {noun}{kind}: this limit would never hold.")
        elif (limit.players, limit.discipline) in [(each.players, each.discipline) for each in form.limits[:i]]:
            yield Complaint(path, "There is a limit for these lines already.")
        elif places > form.side * limit.most:
            message = f"A full side of {form.side} cannot fill {places} places with {limit.most} to a player."
            yield Complaint(path, message)


LEAP_YEAR = 2028
LAST_STEPS = frozenset({Step.PLAY_OFF, Step.SHARED, Step.NAME})


def complaints(league: LeagueRules) -> tuple[Complaint, ...]:
    """Everything about a league's settings that cannot be played; empty when they are sound."""
    return (
        *lines(league.format),
        *sides(league.format),
        *limits(league.format),
        *_points(league.scheme, league.format),
        *_table(league),
        *_calendar(league),
        *_players(league),
        *_cards(league),
        *_rules(league),
    )


def _points(scheme: Scheme, form: Format) -> Complaints:
    yield from _worth(scheme, form)
    yield from _walkover(scheme, form)
    if bool(scheme.narrow_loss) != (scheme.narrow_margin > 0):
        yield Complaint("scheme.narrow_margin", "Points for a narrow defeat need a margin, and a margin points.")
    for i, each in enumerate(scheme.penalties):
        yield from _penalty(each, scheme.penalties[:i], f"scheme.penalties.{i}")
    if scheme.maximum_deduction is not None and scheme.maximum_deduction < 0:
        yield Complaint("scheme.maximum_deduction", "The most that can be taken off must be 0 or more.")
    back = scheme.buy_back
    if back is not None and (back.points <= 0 or back.price < 1 or back.days < 1):
        yield Complaint("scheme.buy_back", "Points, price and days of a buy-back must be more than 0.")


def _worth(scheme: Scheme, form: Format) -> Complaints:
    if scheme.draw > scheme.win:
        yield Complaint("scheme.draw", "A draw cannot be worth more than a win.")
    if scheme.loss > scheme.draw and scheme.loss > scheme.win:
        yield Complaint("scheme.loss", "Losing cannot be worth more than winning.")
    elif scheme.loss > scheme.draw and scheme.draw:
        yield Complaint("scheme.loss", "Losing cannot be worth more than a draw.")
    elif scheme.narrow_margin > 0 and scheme.loss + scheme.narrow_loss > scheme.win:
        total = amount(scheme.loss + scheme.narrow_loss)
        yield Complaint("scheme.narrow_loss", f"A narrow defeat would be worth {total}, more than a win.")
    if not any((scheme.win, scheme.draw, scheme.loss, scheme.per_game, scheme.per_line)):
        yield Complaint("scheme.win", "Nothing gives a point: give points for the match, for games or for lines.")
    most = len(form.lines) if scheme.decided_by is DecidedBy.LINES else form.total_games
    if form.lines and scheme.narrow_margin >= most:
        yield Complaint("scheme.narrow_margin", f"A match has {most}, so every defeat would be a narrow one.")


def _walkover(scheme: Scheme, form: Format) -> Complaints:
    terms = scheme.walkover
    most = form.total_games if terms.games_for is None else terms.games_for
    lines_unknown = terms.lines_for is None and terms.games_for is not None and not form.one_game_a_line
    if form.lines and not 0 <= terms.games_against <= most <= form.total_games:
        message = f"A walkover’s games must be from 0 to {form.total_games}, the winner’s more."
        yield Complaint("scheme.walkover", message)
    elif terms.points_for is not None and terms.points_for < (terms.points_against or 0):
        yield Complaint("scheme.walkover.points_for", "The side that turns up cannot get fewer points than the other.")
    elif scheme.by_lines and lines_unknown:
        message = f"Points go by lines here, so say how many lines a walkover of {terms.games_for} games counts as."
        yield Complaint("scheme.walkover.lines_for", message)
    if terms.lines_for is not None and not 0 <= terms.lines_against <= terms.lines_for <= len(form.lines):
        message = f"A walkover’s lines must be from 0 to {len(form.lines)}, the winner’s more."
        yield Complaint("scheme.walkover.lines_for", message)


def _penalty(penalty: Penalty, before: tuple[Penalty, ...], path: str) -> Complaints:
    same = [other for other in before if other.offence is penalty.offence]
    if not penalty.costs or min(penalty.costs) < 0:
        yield Complaint(f"{path}.costs", "A penalty takes points off: give 0 or more for each time.")
    elif any(later < earlier for earlier, later in pairwise(penalty.costs)):
        yield Complaint(f"{path}.costs", "Doing it again cannot cost less than the time before.")
    elif not penalty.costs[-1]:
        yield Complaint(f"{path}.costs", "This takes nothing off: leave it out.")
    elif penalty.hours and penalty.offence is not Offence.LATE_CARD:
        yield Complaint(f"{path}.hours", "Only a late card is judged by hours.")
    elif penalty.hours < 0 or any(other.hours == penalty.hours for other in same):
        yield Complaint(f"{path}.hours", "There is a penalty for this already: give another number of hours.")
    elif any((other.hours < penalty.hours) != (other.costs[0] <= penalty.costs[0]) for other in same if other.costs):
        yield Complaint(f"{path}.costs", "A card that is later cannot cost less.")


def _table(league: LeagueRules) -> Complaints:
    steps = league.steps
    if not steps:
        yield Complaint("steps", "Say at least one thing that decides places.")
    for i, step in enumerate(steps):
        if step in steps[:i]:
            yield Complaint(f"steps.{i}", "Each tie-break is taken once.")
        if step in LAST_STEPS and i + 1 < len(steps):
            yield Complaint(f"steps.{i}", "Nothing can follow a play-off, a shared place or the order of names.")
        keeps_pegs = league.format.pegs is not Pegs.NONE and any(line.target for line in league.format.lines)
        if step is Step.PEGS and not keeps_pegs:
            yield Complaint(f"steps.{i}", "Places cannot go by pegs when the card does not keep them.")
    if league.withdrawal_award < 0:
        yield Complaint("withdrawal_award", "Points for a withdrawn opponent must be 0 or more.")
    elif league.withdrawal.awards and not league.withdrawal_award:
        yield Complaint("withdrawal_award", "Say how many points each other team is given.")


def _calendar(league: LeagueRules) -> Complaints:
    terms = league.registration
    if terms.deadline is not None and not _is_day(*terms.deadline):
        yield Complaint("registration.deadline", "The last day to register must be a day of the year.")
    if terms.squad_minimum is not None and not 1 <= terms.squad_minimum <= (league.format.squad or terms.squad_minimum):
        yield Complaint("registration.squad_minimum", "The smallest squad must be at least 1, and fit the largest.")
    if terms.transfers_until is not None and not _is_day(*terms.transfers_until):
        yield Complaint("registration.transfers_until", "The last day for a transfer must be a day of the year.")
    if terms.eligible_after < 0:
        yield Complaint("registration.eligible_after", "The days after signing must be 0 or more.")
    elif terms.eligible_after and terms.on_the_night:
        message = "Whoever signs on the night plays at once, so a player cannot have to wait as well."
        yield Complaint("registration.eligible_after", message)
    if terms.transfers_most is not None and terms.transfers_most < 0:
        yield Complaint("registration.transfers_most", "The number of transfers must be 0 or more.")
    for name in ("submit_within", "confirm_within"):
        if getattr(league, name) < 1:
            yield Complaint(name, "Give at least an hour.")


def _players(league: LeagueRules) -> Complaints:
    rule = league.playing_up
    if rule is not None and not league.registration.required:
        yield Complaint("playing_up", "Where anybody may play for any team, there is no playing up to settle.")
    if rule is None:
        return
    if rule.most is not None and rule.most < 1:
        yield Complaint("playing_up.most", "Give at least one match, or say that nobody plays for two teams.")
    elif rule.ties_after is not None and rule.ties_after < 1:
        yield Complaint("playing_up.ties_after", "Give at least one match.")
    elif rule.ties_after is not None and rule.most is not None and rule.ties_after > rule.most:
        message = f"A player may play up {rule.most} times, so nobody gets as far as match {rule.ties_after}."
        yield Complaint("playing_up.ties_after", message)
    if rule.nominated < 0 or (league.format.squad is not None and rule.nominated > league.format.squad):
        yield Complaint("playing_up.nominated", "The nominated players must be 0 or more, and fit the largest squad.")
    elif rule.nominate_by is not None and not (rule.nominated and _is_day(*rule.nominate_by)):
        yield Complaint("playing_up.nominate_by", "Give a day of the year, and only where players are nominated.")


HARDNESS = (Forfeit.NOTHING, Forfeit.GAMES, Forfeit.MATCH)


def _cards(league: LeagueRules) -> Complaints:
    if league.quick_allowed and league.scheme.by_lines and not league.format.one_game_a_line:
        message = "Points go by lines here, and the score alone does not say who won each: captains may not send it."
        yield Complaint("quick_allowed", message)
    terms = league.protests
    if terms.days is not None and (terms.days < 1 or not terms.allowed):
        yield Complaint("protests.days", "Give at least a day, and only where a card may carry a complaint.")
    if HARDNESS.index(league.forfeits.later) < HARDNESS.index(league.forfeits.first):
        yield Complaint("forfeits.later", "Doing it again cannot cost less than the first time.")


def _is_day(month: int, day: int) -> bool:
    try:
        date(LEAP_YEAR, month, day)
    except ValueError:
        return False
    return True


def _rules(league: LeagueRules) -> Complaints:
    numbers = [rule.number for rule in league.rules]
    reported: set[str] = set()
    for i, rule in enumerate(league.rules):
        if not rule.number.strip() or numbers.index(rule.number) < i:
            yield Complaint(f"rules.{i}.number", "Every rule needs a number of its own.")
        for code in rule.codes:
            if code not in SEVERITY or code in reported:
                yield Complaint(f"rules.{i}.codes", f"{code} is no problem of a card, or another rule has it already.")
            reported.add(code)
