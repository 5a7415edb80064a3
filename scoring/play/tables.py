"""The rules of one game as tables of plain JSON values, so that a phone can follow it where there is no signal.

Everything here is asked of the engine: nothing says what a league plays, and the phone's interpreter
(``static/js/play``) walks these tables without knowing what game they are of.

| part | what it says | asked of |
|---|---|---|
| ``starts`` | the hole that each side begins on | `game` |
| ``landing``, ``back``, ``wins``, ``revoke`` | where pegs land, and what a side still needs | `board` |
| ``sides``, ``drops``, ``hand_wins``, ``settlement`` | hands: what their end does | `game`, `settlement` |
| ``keys`` | what one tile can peg, and what can follow what | `possible` |
| ``points``, ``chip`` | what a total is worth | `rules` |
| ``line`` | the ends of the line and the turns of a hand; null where the phone offers pegs only | `layout`, `hand` |
| ``forms``, ``spelling`` | how each event and each tile is written | `events` |
| ``words`` | what the phone says | `PHRASES` |
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias

from scoring.play import possible
from scoring.play.board import Board, Landed, SidePegs, land
from scoring.play.events import event_forms
from scoring.play.game import HandInPlay, close_hand, new_game
from scoring.play.hand import Ended, Hand
from scoring.play.layout import End, Joined, Layout
from scoring.play.peg_check import highest_total, is_bounded, is_fives_and_threes, tile_pegs, tiles_each
from scoring.play.rules import (
    Blocked,
    DrawRule,
    Finish,
    FinishWhen,
    LeadNext,
    LeadTile,
    MultiTurn,
    RoundScope,
    Rules,
    Settlement,
    Spinner,
    TieRule,
)
from scoring.play.settlement import Points, settle
from scoring.play.tiles import BETWEEN, PIPS, Tile, domino_set, pips_in_set

Line: TypeAlias = tuple[Points, Points, Points]
Stretch: TypeAlias = list[int | float | str]


# --- stretches: long tables of whole numbers in few -------------------------------------------------------------------
# The answer at a place is ``a + b * place + c * base``: the place itself, the base from which one came, the same number
# all along, or one that rises or falls with the place.


class UntabledError(ValueError):
    """What the engine answers follows no line that a table could say: the tables need a new form for these rules."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What was answered once: in a word, and as a number. ``base`` is where one came from."""

    word: str
    base: Points
    answer: Points

    def on(self, line: Line, place: Points) -> bool:
        a, b, c = line
        return self.answer == a + b * place + c * self.base


def runs(samples: Mapping[Points, Sequence[Sample]]) -> list[Stretch]:
    """The fewest stretches ``[from, word, a, b, c]``, lowest place first, that give every sample of every place.

    Raises `UntabledError` for a place whose samples no one word and line can give.
    """
    stretches: list[Stretch] = []
    lines: list[Line] = []
    word: str = ""
    start: Points = 0
    for place in sorted(samples):
        at = samples[place]
        still = [line for line in lines if _fits(line, word, place, at)]
        if not still:
            if lines:
                stretches.append(_stretch(start, word, lines[0]))
            word, start = at[0].word, place
            still = [line for line in _candidates(place, at[0]) if _fits(line, word, place, at)]
            if not still:
                raise UntabledError(f"at {place} there are {at[:3]}")
        lines = still
    return [*stretches, _stretch(start, word, lines[0])]


def _stretch(start: Points, word: str, line: Line) -> Stretch:
    """Half places are plain JSON numbers too."""
    first, *numbers = (int(each) if each == int(each) else float(each) for each in (start, *line))
    return [first, word, *numbers]


def _fits(line: Line, word: str, place: Points, at: Sequence[Sample]) -> bool:
    return all(sample.word == word and sample.on(line, place) for sample in at)


def _candidates(place: Points, sample: Sample) -> tuple[Line, ...]:
    """The lines through one sample, the plainest first."""
    here = sample.answer
    return (0, 1, 0), (0, 0, 1), (here, 0, 0), (here - place, 1, 0), (here + place, -1, 0)


LOWEST = -60  # settlements can take a side below nought
MOST_PEGS = 60  # pegs at once that are tried; what is beyond goes on in the last stretch


def board_tables(rules: Rules) -> dict[str, Any]:
    """``landing`` without and with the drop, by score and pegs together from the score; ``back``, by score less pegs.

    ``wins`` is the least score that wins. ``revoke`` says by the offender's score who moves, and by how much: null
    where there is no penalty.
    """
    return _board_tables(
        Rules(
            target=rules.target,
            finish=rules.finish,
            overshoot=rules.overshoot,
            finish_when=rules.finish_when,
            tie=rules.tie,
            lead_may_win=rules.lead_may_win,
            revoke_penalty=rules.revoke_penalty,
        )
    )


@cache
def _board_tables(rules: Rules) -> dict[str, Any]:
    landing = [_landing(rules, lead=lead) for lead in (False, True)]
    wins = next((start for start, word, *_ in landing[0] if word == Landed.WON), rules.target)
    return {
        "landing": landing,
        "back": _back(),
        "wins": wins,
        "hand_wins": rules.target if rules.finish_when is FinishWhen.HAND else None,
        "revoke": _revoke_table(rules) if rules.revoke_penalty else None,
    }


def _landing(rules: Rules, *, lead: bool) -> list[Stretch]:
    in_play = rules.target + (MOST_PEGS if rules.finish_when is FinishWhen.HAND else 0)
    scores: list[Points] = list(range(LOWEST, in_play))
    if rules.tie is TieRule.SPLIT and rules.finish is Finish.EXACT:  # who shares an odd settlement can miss by half
        scores += [score + Fraction(1, 2) for score in scores]
    samples: dict[Points, list[Sample]] = {}
    for score in scores:
        for pegs in range(MOST_PEGS):
            landed = land(rules, score, pegs, lead=lead)
            samples.setdefault(score + pegs, []).append(Sample(str(landed.how), score, landed.score))
    return runs(samples)


@cache
def _back() -> list[Stretch]:
    """Pegged back, by where the peg would stand if the board had no end."""
    scores = range(MOST_PEGS)
    samples: dict[Points, list[Sample]] = {}
    for score in scores:
        for pegs in scores:
            left = Board((SidePegs(score),)).peg_back(0, pegs).scores[0]
            samples.setdefault(score - pegs, []).append(Sample("back", score, left))
    return runs(samples)


def _revoke_table(rules: Rules) -> dict[str, Any]:
    """``moves``: by the offender's score, ``back`` to a score, or ``on``: the opponent pegs ``pegs``."""
    samples: dict[Points, list[Sample]] = {}
    for score in range(LOWEST, 2 * rules.target):
        offender, _ = Board((SidePegs(score), SidePegs(0))).penalise(rules, 0, 1)[0].scores
        word = "on" if offender == score else "back"
        samples[score] = [Sample(word, 0, offender)]
    return {"pegs": rules.revoke_penalty, "moves": runs(samples)}


# --- the end of a hand ------------------------------------------------------------------------------------------------
_WHOSE = {Settlement.EACH_SUBTRACTS: "own", Settlement.WINNER_TAKES_ALL: "all"}


def hand_tables(rules: Rules, players: int, pips: int) -> dict[str, Any]:
    """``sides``, by seat. ``drops``: the seat with the next drop, by leader (null first) and by side out (null first);
    where ``out_drops``, who played the last tile drops, if that was told; where ``winner_drops``, the side out is
    after a block the side that won it. ``pips``: most that anybody can hold.

    ``told_ends``: a hand is over only when its end is told. ``settlement``: null where tiles left are worth nothing.
    """
    return {
        "sides": [rules.side_of(seat, players) for seat in range(players)],
        "drops": [[_drop(rules, players, leader, out) for out in (None, *range(rules.side_count(players)))]
                  for leader in (None, *range(players))],
        "told_ends": rules.settlement is not Settlement.NONE or rules.finish_when is FinishWhen.HAND,
        "out_drops": rules.lead_next in {LeadNext.DOMINOED, LeadNext.WINNER},
        "winner_drops": rules.lead_next is LeadNext.WINNER,
        "pips": pips,
        "settlement": None if rules.settlement is Settlement.NONE else _settlement_table(rules, players, pips),
    }  # fmt: skip


def _drop(rules: Rules, players: int, leader: int | None, out: int | None) -> int | None:
    hand = HandInPlay(leader, None, (0,) * rules.side_count(players))
    return close_hand(new_game(rules, players), hand, out=out, settled=None).next_leader


def _settlement_table(rules: Rules, players: int, pips: int) -> dict[str, Any]:
    """``worth``: points by pips counted, of each hand or (``together``) of all of them. ``whose`` pips: those of the
    ``opponents``, of ``all``, or a side's ``own``, which are worth less than nought. ``fewest`` pips win a block, and a
    tie is played ``again``, or of three players the two lowest ``share``. ``unasked``: who is out needs no pips.
    """
    own = rules.settlement is Settlement.EACH_SUBTRACTS
    held = [(n, 0) if own else (0, n) for n in range(pips + 1)]
    return {
        "worth": [int(settle(rules, each + (0,) * (players - 2), 0).points[0]) for each in held],
        "together": rules.round_scope is RoundScope.SUM or rules.settlement is Settlement.HAND,
        "whose": _WHOSE.get(rules.settlement, "opponents"),
        "fewest": rules.blocked is Blocked.FEWEST,
        "again": rules.tie is TieRule.REPLAY,
        "share": rules.tie is TieRule.SPLIT and players == 3,
        "unasked": rules.settlement is Settlement.HAND,
    }


# --- the line and the turns -------------------------------------------------------------------------------------------
# Rules with spinners, a boneyard, turns of several tiles or a tile that must be led have no table. The two ends of a
# line know nothing of each other, so that a table of kinds of end says as much as one of all the pairs.


def line_table(rules: Rules, players: int) -> dict[str, Any] | None:
    """None where the phone does not follow tiles. Otherwise

    ``tiles`` as written; ``leads``: the kinds of end that each tile opens when led; ``ends`` by kind:
    ``[pip, counts, choice, stays, [opens by the pip of the tile's other half]]``. Two ends of one ``choice`` come to
    the same; ``stays`` is the kind that is left of the end once a tile is joined to it, -1 for none. ``each``: tiles
    a player takes, ``each_next`` in hands after the first. By the seats that hold tiles, as a number of bits:
    ``turns`` (by seat, who is next), ``outs`` and ``over`` (by seat, whether that one's last tile puts the side out,
    and ends the hand), ``knocks`` that end it.
    """
    hand_size = tiles_each(rules, players)
    plain = rules.spinner is Spinner.NONE and rules.draw is DrawRule.NONE
    if hand_size is None or not plain or rules.multi_turn is not MultiTurn.NONE or rules.lead_tile is not LeadTile.ANY:
        return None
    tiles = domino_set(rules.set_max)
    leads, ends = _walk(rules, tiles)
    seats = range(players)
    lefts = [tuple(mask >> seat & 1 for seat in seats) for mask in range(1 << players)]
    after_last = [[_after_last(rules, left, seat) for seat in seats] for left in lefts]
    return {
        "tiles": [str(tile) for tile in tiles],
        "leads": leads,
        "ends": ends,
        "each": hand_size,
        "each_next": tiles_each(rules.for_hand(2), players),
        "turns": [[_hand(rules, left, seat).knock(revoke=True).turn for seat in seats] for left in lefts],
        "outs": [[int(hand.out is not None) for hand in hands] for hands in after_last],
        "over": [[int(hand.ended is Ended.OUT) for hand in hands] for hands in after_last],
        "knocks": [_knocks(rules, left) for left in lefts],
    }


def _walk(rules: Rules, tiles: tuple[Tile, ...]) -> tuple[list[list[int]], list[list[Any]]]:
    """Breadth first from the leads: every kind of end there is, numbered as it is found."""
    number: dict[tuple[int, bool, int, int], int] = {}
    all_ends: list[End] = []

    def numbered(end: End) -> int:
        kind = end.pip, end.is_double, end.covered, end.counts  # all that matters, whichever tile it belongs to
        if kind not in number:
            number[kind] = len(all_ends)
            all_ends.append(end)
        return number[kind]

    leads = [[numbered(end) for end in Layout(rules.spinner).play(tile).ends] for tile in tiles]
    rows: list[list[Any]] = []
    choices: dict[tuple[int, bool, int], int] = {}
    for end in all_ends:  # grows while it is walked
        stays: set[int] = set()
        opens = []
        for tile in (tile for tile in tiles if tile.has(end.pip)):
            # The ends of a table with nothing else open; the tile's own end is the last.
            other = Tile(0, 0) if tile != Tile(0, 0) else Tile(1, 0)
            *left, far = Layout(rules.spinner, (Joined(other, None),), (end,)).play(tile, end).ends
            stays.add(numbered(left[0]) if left else -1)
            opens.append(numbered(far))
        if len(stays) != 1:
            raise UntabledError(f"what is left of {end} depends on the tile joined")
        rows.append([end.pip, end.counts, choices.setdefault(end.kind, len(choices)), *stays, opens])
    return leads, rows


def _hand(rules: Rules, left: tuple[int, ...], seat: int) -> Hand:
    """A hand at the turn of a seat of which nothing is known but how many tiles everybody has left."""
    pegs = (0,) * rules.side_count(len(left))
    return Hand(rules, seat, ((),) * len(left), left, 0, Layout(rules.spinner), seat, pegs)


def _knocks(rules: Rules, left: tuple[int, ...]) -> int:
    """How many knocks in a row end a hand."""
    hand, knocks = _hand(rules, left, 0), 0
    while not hand.is_over:
        hand, knocks = hand.knock(revoke=True), knocks + 1
    return knocks


def _after_last(rules: Rules, left: tuple[int, ...], seat: int) -> Hand:
    """The hand when a seat has played a tile that leaves everybody with so many."""
    before = tuple(tiles + (other == seat) for other, tiles in enumerate(left))
    return _hand(rules, before, seat).play(Tile(1, 0))


#: What is said, by occasion, with the names of numbers in braces: ``score`` is where the side then stands.
PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "needs": "needs {needs}",
        Landed.PEGGED: "{pegs} to {score}",
        Landed.WON: "{pegs} wins",
        Landed.BUST: "bust: stays on {score}",
        Landed.BOUNCED: "bounces back to {score}",
        Landed.BARRED: "cannot win on the down: stays on {score}",
        "doubtful": "{pegs} cannot follow {before} straight away",
        "last": "{pegs} only with the last tile",
        "blocked": "blocked: nobody can play",
        "untold": "tiles are not followed in this game: peg the points",
    }
)


def key_table(rules: Rules, players: int) -> dict[str, Any]:
    """``play``, ``last`` (only a tile that puts its side out) and ``drop``: the pegs that can be. ``runs``: pegs of
    two or three tiles in a row that cannot. ``often``: most tiles of a hand that peg a number, as [pegs, tiles].
    ``most``: pegs a side a hand, null if that is not proved. ``takes``: what is taken for pegs at all, for
    the drop, with the last tile alone, for totals, and for claims where a wrong one can be called; and the highest pip.
    """
    tiles = tiles_each(rules, players)
    proved = is_fives_and_threes(rules) and tiles is not None
    play = possible.PLAY_PEGS if proved else {rules.points(total) for total in range(highest_total(rules) + 1)}
    last = {pegs + rules.chip for pegs in play} - play
    takes = tile_pegs(rules, players)
    impossible = possible.IMPOSSIBLE_PAIRS | possible.IMPOSSIBLE_TRIPLES if proved else frozenset()
    return {
        "play": sorted(play) if rules.divisors else [],
        "last": sorted(last),
        "drop": sorted(takes.drop) if rules.divisors else [],
        "runs": sorted(map(list, impossible)),
        "often": [[8, possible.EIGHTS_IN_HAND]] if proved else [],
        "takes": {
            "pegs": sorted(takes.play | takes.last | {0, takes.penalty}),
            "drop": sorted(takes.drop),
            "ending": sorted(takes.ending),
            "totals": sorted(takes.totals),
            "claims": None if takes.muggins else sorted(takes.play | takes.last | {0}),
            "pip": takes.set_max,
        },
        "most": possible.most_in_hand(players, tiles, rules.chip) if is_bounded(rules) and tiles is not None else None,
    }


VERSION = 4


@cache
def tables(rules: Rules, players: int) -> dict[str, Any]:
    """Everything a phone must know to follow a game of these rules, as plain JSON values. Do not change what you get.

    Raises `GameError` ``players`` unless two, three or four play, and `UntabledError` for rules that no table can hold.
    """
    start = new_game(rules, players)
    rules = start.rules
    pips = pips_in_set(rules.set_max)
    return {
        "version": VERSION,
        "players": players,
        "target": rules.target,
        "starts": list(start.scores),
        "chip": rules.chip,
        "muggins": rules.muggins_call,
        "points": [rules.points(total) for total in range(pips + 1)],
        **board_tables(rules),
        **hand_tables(rules, players, pips),
        "keys": key_table(rules, players),
        "line": line_table(rules, players),
        "forms": event_forms(),
        "spelling": [PIPS, BETWEEN],
        "words": {str(occasion): text for occasion, text in PHRASES.items()},
    }
