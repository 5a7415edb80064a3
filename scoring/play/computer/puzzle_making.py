"""What makes a position a question, how it is kept, and the questions of games that people played.

The best play is clearly better than the next, and than the one that takes the most points, which is what most people
would play. `tests.makers.puzzles` finds those of the site so, `game_questions` those of a league.

The proof plays out every way in which the hidden tiles may lie: the chance to win, how often the other side must knock,
what it scores next, and how often the hand ends blocked. Two who think play on, so that a play that needs a good one
after it gets it. Where the deals are too many to be counted, a sample stands for them, and the interval of the
difference is given.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import Any, TypeAlias

from scoring.play.bits import mask
from scoring.play.board import land
from scoring.play.check import check_game
from scoring.play.computer.belief import Belief, Chance, SeatView, SeenTurn, seat_view
from scoring.play.computer.player import judge, play_out
from scoring.play.computer.position import Position, worth
from scoring.play.computer.table import GameTable, game_table
from scoring.play.events import Knock, Play
from scoring.play.finding import Severity
from scoring.play.hand import Hand
from scoring.play.layout import End, Layout, LegalPlay
from scoring.play.presets import PAGAT
from scoring.play.record import GameRecord, rules_by_hand
from scoring.play.replay import replay_hand
from scoring.play.review import positions_of, scores_along, whole_scores
from scoring.play.rules import Rules
from scoring.play.tiles import Tile, write_tiles
from scoring.play.win_search import Scores

SURE = 1.96  # deviations of an interval of 95 %


@dataclass(slots=True)
class ProvedPlay:
    """A play over the deals: ``wins`` in thousandths of a game, and how many deals ended so.

    ``knocks``: the other side had to knock at once; ``replies``: the points it made at once; ``blocks``: nobody went
    out. ``each`` is what every deal came to, in the order of the deals.
    """

    tile: int
    to: int
    points: int
    wins: int = 0
    knocks: int = 0
    replies: int = 0
    blocks: int = 0
    each: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DealProof:
    """Every play, best first, over so many ``deals``; ``exact`` if those were all that there are."""

    plays: tuple[ProvedPlay, ...]
    deals: int
    exact: bool

    def interval(self, better: ProvedPlay, other: ProvedPlay) -> float:
        """Half the interval of 95 % of the difference between two plays, in thousandths; nought if all were counted."""
        if self.exact:
            return 0.0
        apart = [one - two for one, two in zip(better.each, other.each, strict=True)]
        mean = sum(apart) / self.deals
        return SURE * sqrt(sum((each - mean) ** 2 for each in apart) / self.deals / self.deals)


def deal_count(belief: Belief) -> int:
    """In how many ways the hidden tiles may lie, between two players who do not draw."""
    other = 1 - belief.view.seat
    return comb(len(belief.room[other]), belief.view.left[other])


def all_deals(belief: Belief) -> Iterator[list[int]]:
    """Every way, as the hands of both."""
    view, other = belief.view, 1 - belief.view.seat
    for tiles in combinations(belief.room[other], view.left[other]):
        hidden = sum(1 << tile for tile in tiles)
        yield [hidden, view.hand] if view.seat else [view.hand, hidden]


def deals_of(belief: Belief, chance: Chance, most: int, sample: int) -> tuple[list[list[int]], bool]:
    """All ways if they are ``most`` or fewer, else so many drawn, each as likely; and whether it is all."""
    exact = deal_count(belief) <= most
    return list(all_deals(belief)) if exact else [belief.deal(chance)[0] for _ in range(sample)], exact


def prove(table: GameTable, view: SeatView, chance: Chance, *, most: int, sample: int, think: int = 0) -> DealProof:
    """Judge every play over all deals if they are ``most`` or fewer, else over a sample.

    The hand is played on by the plain way, or by two who ``think`` with so many deals at each play.
    """
    deals, exact = deals_of(Belief(table, view), chance, most, sample)
    plays = [_proved(table, view, tile, to, deals, think=think) for tile, to in view.moment.plays()]
    return DealProof(best_first(plays), len(deals), exact)


def best_first(plays: Iterable[ProvedPlay]) -> tuple[ProvedPlay, ...]:
    return tuple(sorted(plays, key=lambda play: -play.wins))


def _proved(
    table: GameTable, view: SeatView, tile: int, to: int, deals: Sequence[list[int]], *, think: int
) -> ProvedPlay:
    moment, side = view.moment, table.sides[view.seat]
    proved = ProvedPlay(tile, to, moment.points(tile, to))
    turn = SeenTurn(view.seat, moment.layout, moment.scores[side], tile, to, proved.points)
    worths = []
    for number, hands in enumerate(deals, start=1):
        position = moment.copy(hands[:], [])
        position.play(tile, to, proved.points)
        if not position.over:
            proved.knocks += not position.can
            proved.replies += table.best(position.layout, position.hands[position.turn])
        if think:
            think_out(position, (*view.history, turn), Chance(number), think)
        else:
            play_out(position)
        proved.blocks += position.winner is None and position.out is None
        worths.append(worth(position)[side])
    proved.each, proved.wins = tuple(worths), sum(worths)
    return proved


def think_out(position: Position, history: tuple[SeenTurn, ...], chance: Chance, think: int) -> None:
    """Play a hand of two to its end, both thinking with so many deals at each play and seeing their own tiles alone."""
    while not position.over:
        seat, layout, score = position.turn, position.layout, position.scores[position.turn]
        plays = position.plays()
        if not plays:
            history = (*history, SeenTurn(seat, layout, score, drew=position.pass_turn()))
            continue
        tile, to = plays[0]
        if len(plays) > 1:
            best = judge(position.table, seat_view(position, history), chance, think)[0]
            tile, to = best.tile, best.to
        points = position.points(tile, to)
        position.play(tile, to, points)
        history = (*history, SeenTurn(seat, layout, score, tile, to, points))


LOOK = 24  # deals tried before a position is counted out
MOST_DEALS, SAMPLE = 2400, 800  # deals counted in full; deals drawn where there are more
THINK = 20  # deals with which both sides think at each later play
THOUGHT = 150, 150  # the same of hands so played on: a night has many games, and a hand takes 15 ms
BETTER, CLEAR = 40, 20  # thousandths of a game: than the most points, and than the next best play
OFTEN = 6, 10


Prover: TypeAlias = Callable[..., DealProof]  # `prove`, or what does the same faster


def theme_of(table: GameTable, view: SeatView, proof: DealProof, obvious: ProvedPlay) -> str:
    """What a question is about; empty if it is about nothing that can be said."""
    best, score = proof.plays[0], view.moment.scores[view.seat]
    often, deals = OFTEN[0] * proof.deals, proof.deals
    if view.moment.is_lead:
        return "lead"
    if score + best.points == table.rules.target - 2:
        return "59"
    if _owns_an_end(table, view, best) and best.knocks > obvious.knocks:
        return "count"
    if best.knocks * OFTEN[1] >= often and (best.knocks - obvious.knocks) * 4 >= deals:
        return "knock"
    if best.blocks * OFTEN[1] >= often and (best.blocks - obvious.blocks) * 4 >= deals:
        return "block"
    return "leave" if obvious.replies - best.replies >= deals else ""


def _owns_an_end(table: GameTable, view: SeatView, play: ProvedPlay) -> bool:
    """Whether the play leaves an end that nobody else can have a tile for, and the player has."""
    seen_tiles = view.hand | sum(1 << turn.tile for turn in view.history if turn.tile is not None)
    for pip, _ in table.layouts.shown[play.to]:
        suit = sum(1 << number for number, tile in enumerate(table.layouts.tiles) if tile.has(pip))
        if not suit & ~seen_tiles and suit & view.hand & ~(1 << play.tile):
            return True
    return False


def question(
    table: GameTable, view: SeatView, chance: Chance, *, prove: Prover = prove, thought: tuple[int, int] = THOUGHT
) -> tuple[str, DealProof] | None:
    """The theme and the proof, if the position is worth asking about; None where no deal fits what was seen.

    What looks clear by the plain way is proved by sides that think: over all deals if there are no more than the first
    of ``thought``, else over a sample of the second.
    """
    for most, sample in ((0, LOOK), (MOST_DEALS, SAMPLE)):
        look = prove(table, view, chance, most=most, sample=sample)
        if not look.deals or not is_clear(table, view, look)[0]:
            return None
    proof = prove(table, view, chance, most=thought[0], sample=thought[1], think=THINK)
    theme = theme_of_proof(table, view, proof)
    return (theme, proof) if theme else None


def theme_of_proof(table: GameTable, view: SeatView, proof: DealProof) -> str:
    """The theme of a position so proved; empty if its best play is not clearly so, or it is about nothing."""
    clear, obvious = is_clear(table, view, proof)
    return theme_of(table, view, proof, obvious) if clear else ""


def is_clear(table: GameTable, view: SeatView, proof: DealProof) -> tuple[bool, ProvedPlay]:
    """Whether the best play is clearly so, and the best of those that peg the most, which most people would play."""
    best, other = proof.plays[:2]
    score, lead = view.moment.scores[view.seat], view.moment.is_lead
    obvious = max(proof.plays, key=lambda play: (land(table.rules, score, play.points, lead=lead).score, play.wins))
    better = best.wins - obvious.wins >= BETTER * proof.deals
    sure = (best.wins - other.wins) / proof.deals - proof.interval(best, other)
    return better and sure >= CLEAR * (proof.exact or proof.deals > LOOK), obvious


def serialize_question(table: GameTable, hand: Hand, begun: Scores, theme: str, proof: DealProof) -> dict[str, Any]:
    """A question as it is kept: the player to move is A, the tiles of the other are not written.

    `hand` is the moment asked about, and `begun` are the scores at which it began, by seat.
    """
    seat, letters = hand.turn, "AB" if hand.turn == 0 else "BA"
    positions = positions_of(hand)
    return {
        "theme": theme,
        "scores": [begun[seat], begun[1 - seat]],
        "leader": letters[hand.leader],
        "dealt": write_tiles(positions[0].held[seat]),
        "moves": " ".join(
            f"{letters[turn.seat]}{_move(before, turn) if isinstance(turn, Play) else '-'}"
            for before, turn in zip(positions, hand.history, strict=False)
        ),
        "deals": proof.deals,
        "exact": proof.exact,
        "interval": round(proof.interval(*proof.plays[:2]), 1),
        "plays": [_play(table, hand, play) for play in proof.plays],
    }


def _play(table: GameTable, hand: Hand, play: ProvedPlay) -> dict[str, Any]:
    place = place_of(table, hand, play.tile, play.to)
    return {
        "play": f"{place.tile}{_at(hand, place.tile, place.end)}",
        "points": play.points,
        "wins": play.wins,
        "knocks": play.knocks,
        "replies": play.replies,
        "blocks": play.blocks,
    }


def place_of(table: GameTable, hand: Hand, tile: int, to: int) -> LegalPlay:
    places = (each for each in hand.legal() if each.tile == table.layouts.tiles[tile])
    return next(each for each in places if makes(table, to, each.layout))


def makes(table: GameTable, to: int, layout: Layout) -> bool:
    """Whether the layout of this number has the open ends of this one; of a game without spinners."""
    shown = sorted((pip, kind > 0) for pip, kind in table.layouts.shown[to])
    return sorted((end.pip, end.is_double) for end in layout.ends) == shown


def _move(before: Hand, play: Play) -> str:
    end = before.layout.end_for(play.tile, play.host) if play.host is not None else None
    return f"{play.tile}{_at(before, play.tile, end)}"


def _at(hand: Hand, tile: Tile, end: End | None) -> str:
    """The end, where the tile fits two."""
    two = sum(1 for each in hand.legal() if each.tile == tile) > 1
    return f"@{end.name}" if two and end is not None else ""


# --- questions in games that people played ----------------------------------------------------------------------------
MOMENTS = 300  # of a game looked at: each costs 24 deals a play, and where these promise anything 2,400 more


def is_provable(rules: Rules, players: int) -> bool:
    """Whether the proof, and what an answer says of it, hold for a game: two players to exactly 61, as Pagat has it.

    The tiles dealt, the chip point, the leads, a win on the drop and a handicap may be others.
    """
    plain = rules.for_players(players).but(
        deal=PAGAT.deal, chip=PAGAT.chip, lead_first=PAGAT.lead_first, lead_next=PAGAT.lead_next,
        lead_may_win=PAGAT.lead_may_win, starts=(), muggins_call=False, revoke_penalty=0,
    )  # fmt: skip
    return players == 2 and plain == PAGAT


def game_questions(record: GameRecord, chance: Chance) -> Iterator[dict[str, Any]]:
    """The positions of a game worth asking, as `written` has them: one of a hand at most, in their order.

    Of a player whose deal is not written the tiles are known where all were played. Nothing comes of a game that
    cannot be proved or cannot have been, nor of a hand of which a move is missing or wrong.
    """
    checked = check_game(record, exact=False)
    doubtful = any(each.severity is Severity.REFUSE for each in checked.findings)
    if doubtful or not is_provable(checked.rules, record.players):
        return
    table, left = game_table(checked.rules, record.players), MOMENTS
    for hand_check, rules in zip(checked.hands, rules_by_hand(record, checked.rules), strict=True):
        replayed, begun = replay_hand(hand_check.record, rules, record.players), whole_scores(hand_check.start)
        if replayed.hand is None or replayed.findings or begun is None:
            continue
        for hand, view in _moments(table, replayed.hand, begun):
            left -= 1
            if left < 0:
                return
            puzzle = question(table, view, chance)
            if puzzle is not None:
                yield serialize_question(table, hand, begun, *puzzle)
                break


def _moments(table: GameTable, hand: Hand, begun: Scores) -> Iterator[tuple[Hand, SeatView]]:
    """Every moment of a hand with a choice for a player whose tiles are known, as that player saw it."""
    positions = positions_of(hand)
    layout, history = table.layouts.empty, tuple[SeenTurn, ...]()
    for before, after, turn, scores in zip(
        positions, positions[1:], hand.history, scores_along(positions, begun)[0], strict=False
    ):
        if before.is_known(before.turn) and len(before.legal()) > 1:
            yield before, _view(table, before, layout, scores, history)
        seen_turn = SeenTurn(before.turn, layout, scores[before.turn])
        if isinstance(turn, Play):
            number = table.layouts.tiles.index(turn.tile)
            steps = table.layouts.steps[layout][1 << number]
            to = next(made for made, _ in steps if makes(table, made, after.layout))
            seen_turn = SeenTurn(before.turn, layout, scores[before.turn], number, to, turn.points)
            layout = to
        elif not isinstance(turn, Knock) or turn.revoke:
            return
        history = (*history, seen_turn)


def _view(table: GameTable, hand: Hand, layout: int, scores: Scores, history: tuple[SeenTurn, ...]) -> SeatView:
    seat, own = hand.turn, mask(hand.held[hand.turn])
    last = None if hand.last_play is None else hand.last_play.seat
    hands = [0 if other != seat else own for other in range(hand.players)]
    moment = Position(table, hands, [], seat, list(scores), hand.leader, layout, hand.knocks, last=last)
    return SeatView(seat, own, hand.left, hand.sleeping, moment, history)
