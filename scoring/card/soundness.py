"""Whether a league's settings can be played at all, before anybody plays them."""

from datetime import date
from itertools import pairwise

from scoring.card.faults import SEVERITY
from scoring.card.format import Format, Pegs
from scoring.card.league_rules import LeagueRules, Step
from scoring.card.playable import Complaint, Complaints, limits, lines, sides
from scoring.card.points import DecidedBy, Forfeit, Offence, Penalty, Scheme, Walkover, amount

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
    """Whether winning is worth the most."""
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
    if form.lines and not 0 <= terms.games_against <= most <= form.total_games:
        yield Complaint(
            "scheme.walkover", f"A walkover’s games must be from 0 to {form.total_games}, the winner’s more."
        )
    elif terms.points_for is not None and terms.points_for < (terms.points_against or 0):
        yield Complaint("scheme.walkover.points_for", "The side that turns up cannot get fewer points than the other.")
    elif by_lines(scheme) and _lines_unknown(terms, form):
        message = f"Points go by lines here, so say how many lines a walkover of {terms.games_for} games counts as."
        yield Complaint("scheme.walkover.lines_for", message)
    if terms.lines_for is not None and not 0 <= terms.lines_against <= terms.lines_for <= len(form.lines):
        message = f"A walkover’s lines must be from 0 to {len(form.lines)}, the winner’s more."
        yield Complaint("scheme.walkover.lines_for", message)


def by_lines(scheme: Scheme) -> bool:
    """Whether points cannot be told without knowing who won each line."""
    return bool(scheme.per_line) or scheme.decided_by is DecidedBy.LINES


def _lines_unknown(terms: Walkover, form: Format) -> bool:
    return terms.lines_for is None and terms.games_for is not None and not form.one_game_a_line


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
        if step is Step.PEGS and (
            league.format.pegs is Pegs.NONE or not any(line.target for line in league.format.lines)
        ):
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
    if league.quick_allowed and by_lines(league.scheme) and not league.format.one_game_a_line:
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
