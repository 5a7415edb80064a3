"""What the command line says of a game, as plain values ready for JSON."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from scoring.play.bits import Spread, line, mask, spread
from scoring.play.check import FileCheck, check_game
from scoring.play.clauses import describe
from scoring.play.count import complete, divide, perft
from scoring.play.diagram import write_layout
from scoring.play.finding import Finding, IllegalEvent, Severity
from scoring.play.headers import rules_by_hand, rules_of
from scoring.play.layout import Layout
from scoring.play.parameters import HandEnd, Spinner, Unit
from scoring.play.presets import PRESETS, REFUSED, preset
from scoring.play.record import SEATS, GameRecord, HandRecord, Item, Played
from scoring.play.replay import HandReplay, ReplayStep, is_at, replay_hand
from scoring.play.review import HandReview, WinReview, review_hand, review_known_wins, whole_scores
from scoring.play.rules import Rules
from scoring.play.search import open_values
from scoring.play.tiles import Tile, write_tiles

Answer: TypeAlias = dict[str, Any]
Hands: TypeAlias = tuple[tuple[Tile, ...], ...]

ENDS: Mapping[str, HandEnd] = {"pair": HandEnd.PAIR_OUT, "first": HandEnd.FIRST_OUT}


def count(
    hands: Hands, *, end: str = "pair", leader: int = 0, depth: int | None = None, spinner: Spinner | None = None
) -> Answer:
    """`perft`: the counts of a deal, column by column; `ends` and the raw count are those of the line."""
    plain = spinner in {None, Spinner.NONE}
    table = line() if plain else Spread(spinner or Spinner.NONE, lambda _: 0)
    rows = perft(_masks(hands), end=ENDS[end], leader=leader, depth=depth, table=table)
    answer = {**({} if spinner is None else {"policy": spinner.value}), **_deal(hands, leader), "end": end}
    for column in ("perft", "states", "ends", "out", "blocked") if plain else ("perft", "states", "out", "blocked"):
        answer[column] = [getattr(row, column) for row in rows]
    answer["complete"] = complete(rows)
    return answer | ({"perft_raw": [row.raw for row in rows]} if plain else {})


def count_by_drop(hands: Hands, *, end: str = "pair", leader: int = 0, depth: int | None = None) -> Answer:
    """`divide`: below each drop, sequences of exactly `depth` plies; without a depth, complete hands."""
    parts = divide(_masks(hands), end=ENDS[end], leader=leader, depth=depth)
    counted = {
        str(spread(bit, line())[0]): complete(rows)
        if depth is None
        else (rows[depth - 1].perft if depth <= len(rows) else 0)
        for bit, rows in parts.items()
    }
    return {**_deal(hands, leader), "end": end, "depth": depth, "divide": counted, "total": sum(counted.values())}


def solve(hands: Hands, *, chip: int = 1, leader: int = 0, end: str = "pair") -> Answer:
    """`solve`: the open-hand value of a deal and of every drop, side 0 less side 1. Raises `ValueError` for three."""
    value, leads = open_values(_masks(hands), chip=chip, leader=leader, end=ENDS[end])
    named = {str(tile): leads[mask([tile])] for tile in sorted(hands[leader])}
    return {**_deal(hands, leader), "end": end, "chip": chip, "value": value, "leads": named}


def table_of(items: Sequence[Item], rules: Rules) -> Answer:
    """`replay --record` without hands: the total and the points of each tile. Raises `LayoutError`."""
    layout = Layout(rules.spinner)
    totals = []
    for item in items:
        if isinstance(item, Played) and item.tile is not None:
            tile, at = item.tile, item.at
            named = [end for end in layout.ends if at is not None and is_at(end, at)]
            host = at.host if at is not None and at.host is not None and not named else None
            layout = layout.play(tile, next((end for end in named if tile.has(end.pip)), host))
            totals.append(layout.total)
    return {"totals": totals, "scores": [rules.points(total) for total in totals], "layout": write_layout(layout)}


def hand_of(record: HandRecord, rules: Rules, players: int) -> tuple[Answer, tuple[Finding, ...]]:
    """`replay --hands --record`: totals, points without and with the chip point, and what each side took."""
    replayed = replay_hand(record, rules, players)
    plays = [step for step in replayed.steps if isinstance(step.move, Played)]
    answer: Answer = {
        "players": players,
        "leader": record.lead or 0,
        "totals": [step.total for step in plays],
        "scores": [None if step.total is None else rules.points(step.total) for step in plays],
        "pegs": [step.pegs for step in plays],
    }
    if replayed.hand is not None:
        answer |= {f"side{side}": pegs for side, pegs in enumerate(replayed.hand.pegs)}
        answer["ended"] = replayed.hand.ended
        answer["layout"] = write_layout(replayed.hand.layout)
    return answer, replayed.findings


def serialize_check(report: FileCheck) -> Answer:
    """`check`: what every hand came to and everything found."""
    return {
        "accepted": all(finding.severity is not Severity.REFUSE for finding in report.findings),
        "games": [
            {
                "players": game.record.players,
                "winner": None if game.winner is None else SEATS[game.winner],
                "result": _whole(game.record.result),
                "hands": [
                    {"level": hand.level, "start": _whole(hand.start), "pegs": hand.pegs, "score": _whole(hand.score)}
                    for hand in game.hands
                ],
            }
            for game in report.games
        ],
        "findings": [serialize_finding(finding) for finding in report.findings],
    }


def serialize_finding(finding: Finding) -> Answer:
    """A finding, its place among its fields, without what is not known."""
    place = {name: value for name, value in asdict(finding.where).items() if value is not None}
    answer = {name: str(getattr(finding, name)) for name in ("severity", "code", "message", "rule", "claimed", "right")}
    return answer | place


def serialize_replays(games: Sequence[GameRecord]) -> Answer:
    """`replay FILE`: every hand move by move."""
    answers = []
    for game in games:
        rules, _ = rules_of(game)
        dealt = zip(game.hands, rules_by_hand(game, rules), strict=True)
        hands = [replay_hand(hand, each, game.players) for hand, each in dealt]
        moves = [
            {
                "moves": [_move(step) for step in hand.steps],
                "findings": [serialize_finding(each) for each in hand.findings],
            }
            for hand in hands
        ]
        answers.append({"players": game.players, "hands": moves})
    return {"games": answers}


def serialize_reviews(games: Sequence[GameRecord]) -> Answer:
    """`review FILE`: pegs missed, best plays and what knocks prove, for every hand whose tiles are sound.

    Where the score before a hand is known, each play has its chance to win the game and that of the best, in
    thousandths.
    """
    answers = []
    for game in games:
        checked = check_game(game, exact=False)
        starts = {id(hand.record): hand.start for hand in checked.hands}
        dealt = zip(game.hands, rules_by_hand(game, checked.rules), strict=True)
        replays = [(replay_hand(hand, each, game.players), starts.get(id(hand))) for hand, each in dealt]
        answers.append({"players": game.players, "hands": [_review(*each) for each in replays]})
    return {"games": answers}


def rule_names() -> Answer:
    """`rules`: the names of all presets, and of the games refused with the reason."""
    return {"presets": list(PRESETS), "refused": dict(REFUSED)}


def rule_book(name: str) -> Answer:
    """`rules PRESET`: its parameters, and the rules in English. Raises `PresetError`."""
    rules = preset(name)
    book = [{"heading": clause.heading, "text": clause.text} for clause in describe(rules)]
    return {"name": name, "rules": rules.to_json(), "rule_book": book}


def scoring_rules(name: str | None, spinner: Spinner | None) -> Rules:
    """The rules that score a bare record: a preset's, else fives where there are spinners, else fives and threes."""
    rules = preset(name) if name else Rules()
    if spinner is None:
        return rules
    if name:
        return rules.but(spinner=spinner)
    return rules.but(spinner=spinner, divisors=(5,), unit=Unit.TOTAL, chip=0)


def _deal(hands: Hands, leader: int) -> Answer:
    tiles = max(map(len, hands))
    return {"players": len(hands), "tiles": tiles, "leader": leader, "hands": [write_tiles(hand) for hand in hands]}


def _masks(hands: Hands) -> tuple[int, ...]:
    return tuple(mask(hand) for hand in hands)


def _whole(scores: Sequence[object] | None) -> list[object] | None:
    """Scores for JSON: half a point is text, `1/2`."""
    return None if scores is None else [score if isinstance(score, int) else str(score) for score in scores]


def _move(step: ReplayStep) -> Answer:
    return {
        "ply": step.ply,
        "seat": None if step.seat is None else SEATS[step.seat],
        "move": str(step.move),
        "total": step.total,
        "pegs": step.pegs,
        "layout": None if step.hand is None else write_layout(step.hand.layout),
    }


def _review(replayed: HandReplay, start: Sequence[object] | None) -> Answer:
    if replayed.hand is None or any(each.severity is Severity.REFUSE for each in replayed.findings):
        return {"why_not": "the tiles are not all written, or cannot have been so", "plays": []}
    try:
        wins = review_known_wins(replayed.hand, whole_scores(start))
        return _hand_review(review_hand(replayed.hand), {each.ply: each for each in wins})
    except IllegalEvent as error:  # the deal that the plays suggest is none that can be
        return {"why_not": str(error), "plays": []}


def _hand_review(review: HandReview, wins: Mapping[int, WinReview]) -> Answer:
    plays = [
        {
            "ply": each.ply,
            "seat": SEATS[each.play.seat],
            "tile": str(each.play.tile),
            "points": each.play.points,
            "missed": each.missed,
            "cost": each.cost,
            "best": None if each.best is None else str(each.best.tile),
            "best_at": None if each.best is None or each.best.end is None else each.best.end.name,
            **_chances(wins.get(each.ply)),
        }
        for each in review.plays
    ]
    proofs = [{"ply": each.ply, "seat": SEATS[each.seat], "lacks": write_tiles(each.tiles)} for each in review.proofs]
    return {"value": review.value, "why_not": review.why_not, "plays": plays, "proofs": proofs}


def _chances(win: WinReview | None) -> Answer:
    if win is None:
        return dict.fromkeys(("chance", "best_chance", "best_to_win"))
    return {"chance": win.chance, "best_chance": win.best.chance, "best_to_win": str(win.best.tile)}
