"""Faults of the lines of a card: their games, with pegs and hands, and who played where.

clause            what a league says
game_count        every game is played, or a best-of stops when it is won
winners           each game that was played has a winner
claims            a full side claims what a short side cannot fill
voids             what neither side can fill is void; void games have no winner and no pegs
pegs_recorded     pegs are where the league keeps them, for both sides or neither, and only at fives and threes
pegs_on_target    a peg past the target does not count, so the winner is exactly on it and the loser short of it
hands             a game cannot be won in fewer hands than the most that one hand can peg allows
line_ups          each line has its number of players of each side, all different, if it was played
one_side          nobody plays for both sides
limits            nobody plays in more lines than the format allows, but a short side's players may where it says so
numbers           a side has enough players to play, and uses no more than the format allows
"""

from collections import defaultdict

from scoring.card.faults import Fault, Faults
from scoring.card.format import (
    DISCIPLINE_NAMES,
    Limit,
    Pegs,
    Settle,
    ShortSide,
    deal_of,
    is_exact,
)
from scoring.card.name_matching import CardContext, FilledLine, NameStatus, WrittenName
from scoring.card.outcome import goes_to, is_short, open_games
from scoring.card.sheet import Ending, GameScore, How, Side
from scoring.play.possible import fewest_hands, usual
from scoring.words import join_list, noun_for, several

# A game that takes this many times as long as usual is likelier to be a slip of the pen.
LONG_GAME = 4


def game_count(context: CardContext) -> Faults:
    for filled in context.lines:
        line, games = filled.line, filled.score.games
        path = f"{filled.path}.games"
        if len(games) > line.games:
            message = f"{filled.title} has {several(len(games))}. It can have {line.games}: take out the extra."
            yield Fault(path, "games_extra", message)
        elif line.settle is Settle.BEST_OF:
            yield from _best_of(filled, context)
        elif len(games) < line.games and context.card.ending is Ending.PLAYED:
            message = (
                f"{filled.title} has {len(games)} of its {line.games} games. Fill in the rest, or open “Not played?”."
            )
            if not games:
                message = f"{filled.title} has no result. Choose who won, or open “Not played?”."
            yield Fault(path, "games_missing", message)


def _best_of(filled: FilledLine, context: CardContext) -> Faults:
    line, score = filled.line, filled.score
    won = {Side.HOME: 0, Side.AWAY: 0}
    for k, game in enumerate(score.games):
        if max(won.values()) >= line.to_win:
            message = f"{filled.title} was won before game {k + 1}. Mark game {k + 1} as not played."
            yield Fault(f"{filled.path}.games.{k}", "game_after_decided", message)
            return
        if (winner := goes_to(game, score, line, context.form)) is not None:
            won[winner] += 1
    unfilled = any(game.winner is None and game.how is How.PLAYED for game in score.games)
    if open_games(line, score, context.form) and not unfilled and context.card.ending is Ending.PLAYED:
        message = (
            f"{filled.title} is the best of {line.games} and neither side has won {line.to_win}. Fill in the rest."
        )
        yield Fault(f"{filled.path}.games", "line_undecided", message)


def winners(context: CardContext) -> Faults:
    if context.card.ending is not Ending.PLAYED:
        return
    for filled, k, game in context.games():
        if game.how is How.PLAYED and game.winner is None:
            message = f"{filled.name(k)} has no winner. Choose who won, or open “Not played?”."
            yield Fault(f"{filled.path}.games.{k}.winner", "winner_missing", message)


def claims(context: CardContext) -> Faults:
    for filled, k, game in context.games():
        if game.how is not How.CLAIMED:
            continue
        label, path, side = filled.title, f"{filled.path}.games.{k}", game.winner
        if side is None:
            message = f"{label} is marked as claimed. Choose which side claims it."
            yield Fault(f"{path}.winner", "claim_without_claimant", message)
        elif context.form.short is ShortSide.VOID:
            message = f"{label} cannot be claimed. In this league a game that a side cannot fill is void."
            yield Fault(f"{path}.how", "claim_not_allowed", message)
        elif is_short(filled.score, side, filled.line):
            message = f"{context.team(side)} cannot claim {label} without players of their own. "
            message += "Name them, or change the claim."
            if is_short(filled.score, side.other, filled.line):
                message = f"{label} cannot be claimed because both sides were short of players. Mark it void."
            yield Fault(f"{path}.how", "claim_by_short_side", message)
        elif not is_short(filled.score, side.other, filled.line):
            claimant, other = context.team(side), context.team(side.other)
            message = f"{claimant} claim {label}, but {other} named players for it. Say why in the remarks."
            yield Fault(f"{path}.how", "claim_against_full_side", message)


def voids(context: CardContext) -> Faults:
    for filled, k, game in context.games():
        if game.how is How.PLAYED:
            continue
        label, path = filled.title, f"{filled.path}.games.{k}"
        if any(each is not None for each in (game.home_pegs, game.away_pegs, game.hands)):
            message = f"{label} was not played, so it cannot have pegs or hands. Take them out."
            yield Fault(path, "unplayed_with_pegs", message)
        if game.how is not How.VOID:
            continue
        if game.winner is not None:
            message = f"{label} is marked void and won by {context.team(game.winner)}. Choose one."
            yield Fault(f"{path}.winner", "void_with_winner", message)
        short = [side for side in Side if is_short(filled.score, side, filled.line)]
        if not short:
            message = f"{label} is void, but both sides named players for it. Say why in the remarks."
            yield Fault(f"{path}.how", "void_full_line", message)
        elif len(short) == 1 and context.form.short is not ShortSide.VOID:
            full = context.team(short[0].other)
            message = (
                f"{full} had players for {label} and may claim it. Mark it claimed, or say why not in the remarks."
            )
            yield Fault(f"{path}.how", "void_one_side_short", message)


def pegs_recorded(context: CardContext) -> Faults:
    for filled, k, game in context.games():
        if game.how is not How.PLAYED:
            continue
        sides = [side for side in Side if game.pegs(side) is not None]
        if not filled.line.pegged:
            for side in sides:
                message = f"{filled.name(k)} is {filled.line.game}, which has no pegs. Take them out."
                yield Fault(_pegs_path(filled, k, side), "pegs_not_pegged", message)
        elif sides and context.form.pegs is Pegs.NONE:
            message = f"{filled.name(k)}: this league does not record pegs, so these will not be used."
            yield Fault(_pegs_path(filled, k, sides[0]), "pegs_not_kept", message)
        elif game.winner is not None and len(sides) < 2:
            yield from _missing(filled, k, sides, context)


def _missing(filled: FilledLine, k: int, sides: list[Side], context: CardContext) -> Faults:
    for side in Side:
        if side in sides:
            continue
        if sides:
            message = f"{filled.name(k)} has pegs for one side only. Add {context.team(side)}’s, or take out both."
            yield Fault(_pegs_path(filled, k, side), "pegs_one_sided", message)
        elif context.form.pegs is Pegs.REQUIRED:
            message = f"{filled.name(k)}: enter the pegs that {context.team(side)} finished on."
            yield Fault(_pegs_path(filled, k, side), "pegs_missing", message)


def pegs_on_target(context: CardContext) -> Faults:
    for filled, k, game in context.games():
        if game.how is not How.PLAYED or not filled.line.pegged:
            continue
        for side in Side:
            if (game.pegs(side) or 0) < 0:
                message = f"{filled.name(k)}: nobody can finish below 0. Check {context.team(side)}’s pegs."
                yield Fault(_pegs_path(filled, k, side), "pegs_negative", message)
        if filled.line.target is not None:
            against = _exactly_on_target if is_exact(filled.line) else _past_target
            yield from against(filled, k, game, filled.line.target, context)


def _exactly_on_target(filled: FilledLine, k: int, game: GameScore, target: int, context: CardContext) -> Faults:
    """The pegs of one game against its target; one fault for one slip, the likeliest first."""
    name, winner = filled.name(k), game.winner
    over = [side for side in Side if (game.pegs(side) or 0) > target]
    if winner is None:
        yield from (_over_target(filled, k, side, target, context) for side in over)
        return
    mine, theirs = game.pegs(winner), game.pegs(winner.other)
    team, other = context.team(winner), context.team(winner.other)
    other_targets = {line.target for line in context.form.lines} - {target}
    if mine is not None and mine != target and mine in other_targets:
        message = f"{name} is played to {target}, not {mine}. Check that the game is on the right line."
        yield Fault(_pegs_path(filled, k, winner), "target_mixed_up", message)
    elif over:
        yield from (_over_target(filled, k, side, target, context) for side in over)
    elif mine is not None and 0 <= mine < target and theirs == target:
        message = f"{name}: {other} finished on {target}, so {team} cannot have won. Change the winner or the pegs."
        yield Fault(f"{filled.path}.games.{k}.winner", "winner_wrong_side", message)
    elif mine is not None and 0 <= mine < target:
        message = f"{name}: the winner finishes on exactly {target}, not {mine}. Check {team}’s pegs."
        yield Fault(_pegs_path(filled, k, winner), "winner_not_on_target", message)
    elif theirs == target:
        message = f"{name}: only the winner can finish on {target}. Check {other}’s pegs."
        yield Fault(_pegs_path(filled, k, winner.other), "loser_on_target", message)


def _past_target(filled: FilledLine, k: int, game: GameScore, target: int, context: CardContext) -> Faults:
    if game.winner is None:
        return
    name, winner = filled.name(k), game.winner
    mine, theirs = game.pegs(winner), game.pegs(winner.other)
    team, other = context.team(winner), context.team(winner.other)
    if mine is not None and theirs is not None and theirs >= max(mine, target):
        message = f"{name}: {other} finished on {theirs}, so {team} cannot have won. Change the winner or the pegs."
        yield Fault(f"{filled.path}.games.{k}.winner", "winner_wrong_side", message)
    elif mine is not None and 0 <= mine < target:
        message = f"{name}: the winner reaches {target}, and {mine} is too few. Check {team}’s pegs."
        yield Fault(_pegs_path(filled, k, winner), "winner_not_on_target", message)


def _over_target(filled: FilledLine, k: int, side: Side, target: int, context: CardContext) -> Fault:
    message = f"{filled.name(k)}: nobody can finish on more than {target}. Check {context.team(side)}’s pegs."
    return Fault(_pegs_path(filled, k, side), "pegs_over_target", message)


def hands(context: CardContext) -> Faults:
    for filled, k, game in context.games():
        if game.how is not How.PLAYED or game.hands is None:
            continue
        name, path, count, target = filled.name(k), f"{filled.path}.games.{k}.hands", game.hands, filled.line.target
        if count < 1:
            yield Fault(path, "hands_impossible", f"{name} took at least one hand, not {count}. Check the hands.")
            continue
        deal = deal_of(filled.line)
        if target is None or deal is None or not filled.line.pegged:
            continue
        target -= max(filled.line.starts)  # the way of whoever has the shortest
        fewest = fewest_hands(target, deal.players, deal.tiles, deal.chip)
        common = usual(deal.players, deal.tiles)
        if count < fewest:
            message = f"{name} cannot be over in {several(count, 'hand')}. It takes at least {fewest}: check the hands."
            yield Fault(path, "hands_too_few", message)
        elif common is not None and count > LONG_GAME * target / common.mean:
            yield Fault(path, "hands_unlikely", f"{name} took {count} hands, which is a lot. Check the number.")
        elif common is not None and target > count * common.high:
            message = f"{name} reached {target} in {several(count, 'hand')}, which is very rare. Check the number."
            yield Fault(path, "pegs_unlikely", message)


def _pegs_path(filled: FilledLine, k: int, side: Side) -> str:
    return f"{filled.path}.games.{k}.{side}_pegs"


# --- who played where -------------------------------------------------------------------------------------------------
def line_ups(context: CardContext) -> Faults:
    for filled in context.lines:
        for side in Side:
            yield from _numbers_on(filled, side, context)
            yield from _names_on(filled, side, context)


def _numbers_on(filled: FilledLine, side: Side, context: CardContext) -> Faults:
    label, wanted, named = filled.title, filled.line.players, len(filled.score.players(side))
    team, path = context.team(side), f"{filled.path}.{side}"
    if named > wanted:
        room = several(wanted, "player")
        message = f"{label} has room for {room} of {team}, and {named} are named. Take out the extra."
        yield Fault(path, "players_extra", message)
    played = any(game.how is How.PLAYED and game.winner is not None for game in filled.score.games)
    if named < wanted and played:
        message = f"{label} has a result but only {named} of its {wanted} {team} players. Choose the rest."
        if not named:
            message = f"{label} has a result but no {team} player. Choose who played."
        yield Fault(path, "players_missing", message)


def _names_on(filled: FilledLine, side: Side, context: CardContext) -> Faults:
    keys: set[str] = set()
    for place in context.places[side]:
        if place.filled is not filled:
            continue
        identity = place.identity
        if identity.status is NameStatus.BLANK:
            message = f"{filled.title}: enter the name of the {context.team(side)} player."
            yield Fault(place.path, "name_blank", message)
        elif identity.key in keys:
            message = f"{identity.name} is down twice in {filled.title}. Choose the other player."
            yield Fault(place.path, "named_twice_in_line", message)
        keys.add(identity.key)


def _named(context: CardContext, side: Side) -> list[WrittenName]:
    """A side's names in card order, blanks left out."""
    return [place for place in context.places[side] if place.identity.status is not NameStatus.BLANK]


def one_side(context: CardContext) -> Faults:
    home = {place.identity.key for place in _named(context, Side.HOME)}
    reported: set[str] = set()
    for place in _named(context, Side.AWAY):
        if place.identity.key in home and place.identity.key not in reported:
            reported.add(place.identity.key)
            message = f"{place.identity.name} is down for both sides. Take the name off one of them."
            yield Fault(place.path, "on_both_sides", message)


def limits(context: CardContext) -> Faults:
    for side in Side:
        named, form = _named(context, side), context.form
        missing = form.side - len({place.identity.key for place in named})
        spare = max(0, min(form.twice, missing)) if form.short is ShortSide.TWICE else 0
        doubled: set[str] = set()
        for limit in form.limits:
            over = _players_over(limit, named)
            yield from _over_limit(limit, over, spare, doubled, context)
            doubled |= over.keys()


def _players_over(limit: Limit, named: list[WrittenName]) -> dict[str, list[WrittenName]]:
    """Players over one limit, each with the lines that count; a name repeated within a line counts once."""
    lines: dict[str, dict[str, WrittenName]] = defaultdict(dict)
    for place in named:
        if limit.covers(place.filled.line.kind):
            lines[place.identity.key][place.filled.path] = place
    return {key: list(each.values()) for key, each in lines.items() if len(each) > limit.most}


def _over_limit(
    limit: Limit, over: dict[str, list[WrittenName]], spare: int, doubled: set[str], context: CardContext
) -> Faults:
    """`spare` players of a short side may be over by one; `doubled` were over under an earlier limit."""
    for i, (key, lines) in enumerate(over.items()):
        path, name = lines[-1].path, lines[-1].identity.name
        titles = join_list(place.filled.title for place in lines)
        if not spare or len(lines) > limit.most + 1:
            what = "lines" if limit.players is None else noun_for(limit.players)
            at = "" if limit.discipline is None else f" of {DISCIPLINE_NAMES[limit.discipline]}"
            count, most = _number(len(lines)), _number(limit.most)
            message = f"{name} is down for {count} {what}{at}: {titles}. A player may play {most}."
            yield Fault(path, "plays_too_often", message)
        elif i >= spare:
            message = f"{name} is down twice ({titles}). Only {spare} of a side this short may play twice."
            yield Fault(path, "twice_too_many", message)
        elif context.form.twice_differs and key in doubled:
            message = f"{name} is down twice at both kinds of game. A player may play twice at one of them."
            yield Fault(path, "twice_same_player", message)


def _number(count: int) -> str:
    return {1: "one", 2: "two", 3: "three"}.get(count, str(count))


def numbers(context: CardContext) -> Faults:
    form = context.form
    if not context.card.lines:
        return
    for side in Side:
        players = len({place.identity.key for place in _named(context, side)})
        team = context.team(side)
        if players < form.minimum:
            message = f"{team} had {several(players, 'player')}. A side needs {form.minimum} to play."
            yield Fault("lines", "too_few_players", message)
        if form.used is not None and players > form.used:
            message = f"{team} used {players} players. A side may use {form.used}."
            yield Fault("lines", "used_too_many", message)
