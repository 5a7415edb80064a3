"""Questions in games that people played: every moment at which a player's own tiles are known, looked through."""

from collections.abc import Iterator
from typing import Any

from scoring.play.bits import mask
from scoring.play.check import check_game
from scoring.play.computer.belief import SeatView, SeenTurn
from scoring.play.computer.chance import Chance
from scoring.play.computer.position import Position
from scoring.play.computer.puzzle_making import makes, question, serialize_question
from scoring.play.computer.table import GameTable, game_table
from scoring.play.events import Knock, Play
from scoring.play.finding import Severity
from scoring.play.hand import Hand
from scoring.play.headers import rules_by_hand
from scoring.play.presets import PAGAT
from scoring.play.record import GameRecord
from scoring.play.replay import replay_hand
from scoring.play.review import positions_of, scores_along, whole_scores
from scoring.play.rules import Rules
from scoring.play.win_search import Scores

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
