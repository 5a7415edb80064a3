"""Rules in plain English, clause by clause, from nothing but their parameters."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.play.rules import (
    Blocked,
    DrawRule,
    Finish,
    FinishWhen,
    HandEnd,
    LastTile,
    LeadFirst,
    LeadNext,
    LeadTile,
    MultiTurn,
    Overshoot,
    RoundScope,
    Rules,
    Settlement,
    SettlementUnit,
    Sides,
    Spinner,
    TieRule,
    Unit,
    odd_primes,
)
from scoring.words import join_list, number_word

_WINNING = ("target", "targets", "finish", "overshoot", "finish_when", "starts")
_SETTLEMENT = ("settlement", "settlement_unit", "round_scope", "blocked", "tie")
MULTIPLES = {3: "three", 5: "five", 7: "seven"}
SET_NAMES = {6: "double-six", 9: "double-nine", 12: "double-twelve", 15: "double-fifteen", 18: "double-eighteen"}


@dataclass(frozen=True, slots=True)
class Clause:
    """One sentence or two of a rule book, under a heading; ``parameters`` are those it tells of."""

    heading: str
    text: str
    parameters: tuple[str, ...]


def describe(rules: Rules) -> tuple[Clause, ...]:
    """The rule book of these rules, in the order in which a game is played."""
    return (
        _tiles(rules),
        _lead(rules),
        *_turns(rules),
        *_scoring(rules),
        *_end_of_hand(rules),
        *_winning(rules),
        *_penalties(rules),
    )


def _tiles(rules: Rules) -> Clause:
    deals = [f"{number_word(players)} play with {number_word(tiles)} tiles each" for players, tiles in rules.deal]
    fours = any(players == 4 for players, _ in rules.deal)
    how = {Sides.PAIRS: " Four play as two pairs, partners facing.", Sides.SINGLE: " Four play, each alone."}
    name = SET_NAMES.get(rules.set_max, f"double-{rules.set_max}")
    text = f"A {name} set. {_sentence(join_list(deals))}.{how[rules.sides] if fours else ''}"
    later = [f"{number_word(players)} play with {number_word(tiles)}" for players, tiles in rules.deal_next]
    text += f" After the first hand {join_list(later)}." if later else ""
    return Clause("Tiles", text, ("set_max", "deal", "deal_next", "sides"))


def _lead(rules: Rules) -> Clause:
    first = {
        LeadFirst.LOT: "The first lead is drawn for.",
        LeadFirst.HIGHEST_TILE: "Each player draws a tile, and the highest leads the first hand.",
        LeadFirst.HIGHEST_DOUBLE: "Who holds the highest double leads the first hand.",
    }
    following = {
        LeadNext.LEFT: "After that the lead passes to the left.",
        LeadNext.LOSER_OF_DRAW: "After that the lead passes to the left. The loser of the draw leads the second game; "
        "draw again for a third.",
        LeadNext.DOMINOED: "After that the player who went out leads; after a blocked hand it is drawn for again.",
        LeadNext.WINNER: "After that the winner of the last hand leads; after a hand that nobody won it is drawn for "
        "again.",
    }
    tile = {
        LeadTile.ANY: "Any tile may be led.",
        LeadTile.HIGHEST_DOUBLE: "The highest double dealt is led, by whoever holds it.",
        LeadTile.SCORING_OR_DOUBLE: "A double or a scoring tile is led; a player with neither passes the lead on.",
    }
    leads = [first[rules.lead_first], following[rules.lead_next], tile[rules.lead_tile]]
    if rules.lead_tile is LeadTile.HIGHEST_DOUBLE:  # the tile settles who leads every hand
        leads = leads[2:]
    return Clause("The lead", " ".join(leads), ("lead_first", "lead_next", "lead_tile"))


_DOUBLES = {
    Spinner.NONE: "Tiles go at the two ends of one line. A double is laid across it.",
    Spinner.FIRST: "The first double may be played on all round: the sides along the line first, then its ends.",
    Spinner.SNIFF: "The first double, the sniff, may be played on all round: the two sides along the line "
    "first, then its ends. Its open ends go on counting, each for its own pips, until they are covered.",
    Spinner.STUBS: "The first double, the sniff, lies along the line, which goes on from its two ends; an open end "
    "of it counts its own pips once. After that one tile may be played at each of its long sides: what it shows "
    "counts for the rest of the hand, and nothing is played on it. Every other double is laid across.",
    Spinner.IN_LINE: "Tiles go at the two ends of one line. The first double, the sniff, lies along the line and "
    "takes one tile at each side; an open end of it counts its own pips once. Every other double is laid across.",
    Spinner.IN_LINE_WHOLE: "Tiles go at the two ends of one line. The first double, the sniff, lies along the line "
    "and takes one tile at each side; open, it counts all its pips. Every other double is laid across.",
    Spinner.ALL: "Every double may be played on all round: the sides along the line first, then its ends.",
}


def _turns(rules: Rules) -> Iterator[Clause]:
    if rules.draw is DrawRule.NONE:
        text = "Play a tile if you can. If none fits, knock. You may not knock with a tile that fits."
    else:
        text = "Play a tile if you can. If none fits, draw until one does and play it at once; that ends the turn."
        reserve = "tile is" if rules.reserve == 1 else f"{number_word(rules.reserve)} tiles are"
        text += f" The last {reserve} never drawn." if rules.reserve else ""
        text += " With nothing left to draw, knock."
    yield Clause("Turns", text, ("draw", "reserve"))
    if rules.multi_turn is MultiTurn.SCORE_OR_DOUBLE:
        text = f"A player who scores or plays a double plays again. {_last_tile(rules)}"
        yield Clause("Playing again", text, ("multi_turn", "last_tile"))
    elif rules.multi_turn is MultiTurn.SCORING_ONLY:
        text = "A player who scores or plays a double plays again if another tile scores or is a double, and only such "
        text += "a tile; otherwise the turn passes. A player whose last tile does so is out."
        yield Clause("Playing again", text, ("multi_turn", "last_tile"))
    yield Clause("Doubles", _DOUBLES[rules.spinner], ("spinner",))


def _last_tile(rules: Rules) -> str:
    if rules.last_tile is LastTile.OUT:
        return "A player whose last tile does so is out all the same."
    if rules.draw is DrawRule.NONE:
        return "A player whose last tile does so would draw and play on; as nobody draws, the player is out."
    return "A player whose last tile does so draws and plays on, and is out only if nothing may be drawn."


def _scoring(rules: Rules) -> Iterator[Clause]:
    if not rules.divisors:
        yield Clause("Scoring", "Nothing is scored for the ends of the line.", ("divisors", "unit"))
        return
    once = rules.spinner in {Spinner.STUBS, Spinner.IN_LINE}
    double = "another double at an end" if once else "a double at an end"
    ends = f"After each tile add up the open ends; {double} counts all its pips."
    yield Clause("Scoring", f"{ends} {_worth(rules)}", ("divisors", "unit"))


def _worth(rules: Rules) -> str:
    if rules.unit is Unit.TOTAL:
        return f"A total that {number_word(rules.divisors[0])} divides scores that many points."
    if rules.divisors == odd_primes(rules.set_max):
        return "Score one point for each time an odd prime goes into the total: 3, 5, 7, 11, 13 and so on."
    multiples = [f"each {MULTIPLES.get(divisor, divisor)}" for divisor in sorted(rules.divisors, reverse=True)]
    text = f"Score one point for {join_list(multiples)} in the total, if it divides exactly."
    fifteen = 4 * rules.set_max - 2 >= 15 and rules.points(15) == 8
    return f"{text} So 6 scores 2 and 15 scores 8." if fifteen else text


def _end_of_hand(rules: Rules) -> Iterator[Clause]:
    ends = {
        HandEnd.PAIR_OUT: "A hand ends when a player has no tiles left, in pairs when both partners have none,",
        HandEnd.FIRST_OUT: "A hand ends when any player has no tiles left,",
        HandEnd.ALL_BLOCKED: "A hand goes on after a player is out, and ends only",
    }
    text = f"{ends[rules.hand_end]} {'or ' if rules.hand_end is not HandEnd.ALL_BLOCKED else ''}when nobody can play."
    yield Clause("The end of a hand", text, ("hand_end",))
    if rules.chip:
        word = "point" if rules.chip == 1 else "points"
        text = f"Going out scores {number_word(rules.chip)} {word}, together with what the last tile scores."
    else:
        text = "Going out scores nothing in itself."
    yield Clause("Going out", text, ("chip",))
    yield Clause("Tiles left", _settlement(rules), _SETTLEMENT)


def _settlement(rules: Rules) -> str:
    nearest = {
        RoundScope.HAND: "each hand to the nearest five",
        RoundScope.SUM: "all together to the nearest five",
    }[rules.round_scope]
    fifths = rules.unit is Unit.QUOTIENT or rules.settlement_unit is SettlementUnit.QUOTIENT
    divided = ", divided by five" if fifths else ""
    match rules.settlement:
        case Settlement.NONE:
            return "Tiles left in hand score nothing."
        case Settlement.EACH_SUBTRACTS:
            return f"Each side takes the pips it has left off its score, {nearest}{divided}."
        case Settlement.WINNER_TAKES:
            text = f"The winner of the hand scores the pips the opponents have left, {nearest}{divided}."
        case Settlement.WINNER_TAKES_ALL:
            text = f"The winner of the hand scores the pips that all players have left, {nearest}{divided}."
        case Settlement.HAND:
            text = "The winner of the hand scores one."
    if rules.blocked is Blocked.NOBODY:
        return f"{text} Nobody wins a blocked hand."
    ties = {
        TieRule.NOBODY: "in a tie nobody scores",
        TieRule.SPLIT: "in a tie nobody scores, but of three players the two lowest share the pips of the third",
        TieRule.REPLAY: "after a tie the hand is played again, with the same lead",
    }
    return f"{text} A blocked hand is won by the fewest pips; {ties[rules.tie]}."


def _winning(rules: Rules) -> Iterator[Clause]:
    if rules.finish is Finish.REACH:
        how = f"The first to {rules.target} or more wins, at once."
        if rules.finish_when is FinishWhen.HAND:
            how = f"When a hand ends with somebody on {rules.target} or more, the highest score wins; if tied, play on."
        elif rules.target == 1:
            how = "The winner of the hand has won the game."
    else:
        over = {
            Overshoot.DISREGARD: "A score that would take you past it does not count.",
            Overshoot.BOUNCE: "A score that would take you past it counts backwards for the rest.",
        }
        how = f"The first to exactly {rules.target} wins, at once. {over[rules.overshoot]}"
    for target in sorted({target for _, target in rules.targets}):
        many = join_list([number_word(players) for players, each in rules.targets if each == target])
        how = f"{how} {_sentence(many)} players play to {target}."
    if any(rules.starts):
        begin = [f"side {side} begins on hole {start}" for side, start in enumerate(rules.starts, start=1) if start]
        how = f"{how} For a handicap {join_list(begin)}."
    yield Clause("Winning", how, _WINNING)
    if not rules.lead_may_win:
        text = "Nobody can win with the drop, the tile that opens a hand. The opponent’s first tile is not a drop."
        yield Clause("No winning on the drop", text, ("lead_may_win",))


def _penalties(rules: Rules) -> Iterator[Clause]:
    if rules.muggins_call:
        text = "After a wrong claim an opponent may call muggins, and scores what was missed, or claimed too much."
        yield Clause("Muggins", text, ("muggins_call",))
    if rules.revoke_penalty:
        back = number_word(rules.revoke_penalty)
        text = f"A player who knocked with a tile that fitted goes back {back}; with fewer than {back} on the board, "
        text += f"the opponent goes on {back} instead."
        yield Clause("False knock", text, ("revoke_penalty",))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]
