"""The commands of the game: `python -m scoring perft --hands "30 32 | 00 31"`.

What cannot be used is told on standard error, with exit code 2; a file full of faults is an answer, and 0.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from scoring.play import search
from scoring.play.bits import Spread, line, mask, spread
from scoring.play.check import FileCheck, check_game, check_text
from scoring.play.clauses import describe
from scoring.play.finding import Finding, IllegalEvent, Severity
from scoring.play.layout import Layout, write_layout
from scoring.play.presets import PRESETS, REFUSED, PresetError, preset
from scoring.play.reader import read_moves, read_record
from scoring.play.record import SEATS, GameRecord, HandRecord, Item, Played, rules_by_hand, rules_of
from scoring.play.replay import HandReplay, ReplayStep, is_at, replay_hand
from scoring.play.review import HandReview, WinReview, review_hand, review_known_wins, whole_scores
from scoring.play.rules import HandEnd, Rules, Spinner, Unit
from scoring.play.search import open_values
from scoring.play.tiles import SMALLEST_SET, Tile, TileError, parse_tiles, write_tiles

Answer: TypeAlias = dict[str, Any]
Hands: TypeAlias = tuple[tuple[Tile, ...], ...]

ENDS: Mapping[str, HandEnd] = {"pair": HandEnd.PAIR_OUT, "first": HandEnd.FIRST_OUT}


class _UnusableError(ValueError):
    """What was asked for cannot be done, in words."""


def perft(args: list[str]) -> int:
    """`perft --hands H [--end first] [--spinner P] [--depth N] [--leader S]`"""
    parser = _parser("perft", "count the ways a deal can be played, ply by ply")
    _add_deal(parser, depth=True)
    parser.add_argument("--spinner", type=Spinner, choices=list(Spinner), help="which doubles are spinners")
    return _answer(parser, args, _counts)


def divide(args: list[str]) -> int:
    """`divide --hands H [--end first] [--depth N] [--leader S]`"""
    parser = _parser("divide", "count the ways below each drop: of so many plies, or complete hands")
    _add_deal(parser, depth=True)
    return _answer(parser, args, _counts_by_drop)


def solve(args: list[str]) -> int:
    """`solve --hands H [--chip 0] [--end first] [--leader S]`"""
    parser = _parser("solve", "the value of a deal and of every drop with all hands open, side 0 less side 1")
    _add_deal(parser)
    parser.add_argument("--chip", type=int, choices=(0, 1), default=1, help="the point for going out")
    return _answer(parser, args, _open_values)


def replay(args: list[str]) -> int:
    """`replay FILE`, or `replay [--hands H] --record MOVES [--leader S] [--spinner P] [--rules PRESET] [--chip 0]`"""
    parser = _parser("replay", "play a file of records again, or the moves given")
    parser.add_argument("file", nargs="?", help='a file of records; "-" is standard input')
    parser.add_argument("--record", help="moves, as in: 66 60@6d 30@0 knock")
    _add_deal(parser, wanted=False)
    parser.add_argument("--spinner", type=Spinner, choices=list(Spinner), help="which doubles are spinners")
    parser.add_argument("--rules", metavar="PRESET", help="whose totals score; see the command rules")
    parser.add_argument("--chip", type=int, choices=(0, 1), help="the point for going out")
    return _answer(parser, args, _replay)


def check(args: list[str]) -> int:
    """`check FILE [--quick]`"""
    parser = _parser("check", "tell everything wrong in a file of records")
    parser.add_argument("file", help='a file of records; "-" is standard input')
    parser.add_argument("--quick", action="store_true", help="look for no tiles where only pegs are written")
    return _answer(parser, args, lambda options: _report(check_text(_text(options), exact=not options.quick)))


def review(args: list[str]) -> int:
    """`review FILE`"""
    parser = _parser("review", "pegs missed, best plays with all hands open and their chances, and what knocks prove")
    parser.add_argument("file", help='a file of records; "-" is standard input')
    return _answer(parser, args, lambda options: _of_file(options, serialize_reviews))


def rules(args: list[str]) -> int:
    """`rules [PRESET]`"""
    parser = _parser("rules", "the names of all rules, or one of them in full")
    parser.add_argument("preset", nargs="?")
    return _answer(parser, args, _rule_book)


COMMANDS: Mapping[str, Callable[[list[str]], int]] = {
    "replay": replay,
    "check": check,
    "perft": perft,
    "divide": divide,
    "solve": solve,
    "review": review,
    "rules": rules,
}


# --- what is asked ----------------------------------------------------------------------------------------------------
def _parser(name: str, what: str) -> ArgumentParser:
    parser = ArgumentParser(prog=f"python -m scoring {name}", description=what)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _add_deal(parser: ArgumentParser, *, wanted: bool = True, depth: bool = False) -> None:
    parser.add_argument("--hands", required=wanted, help='tiles of each seat, as in: "30 32 53 | 00 31 33"')
    parser.add_argument("--leader", type=int, default=0, help="the seat with the drop, from 0")
    parser.add_argument("--end", choices=list(ENDS), default="pair",
                        help="a hand of four ends when both partners are out, or at the first player out")  # fmt: skip
    if depth:
        parser.add_argument("--depth", type=_plies, help="count no further than so many plies")


def _plies(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no number of plies: 1 or more")
    return int(text)


def _hands(options: Namespace) -> Hands:
    parts = [part.split() for part in options.hands.split("|")]
    named = [part[1:] if part and part[0] in tuple(SEATS) else part for part in parts]
    hands = tuple(parse_tiles(" ".join(part)) for part in named)
    if not 2 <= len(hands) <= 4:
        raise _UnusableError(f"{len(hands)} hands: two, three or four can play; part them with |")
    if not all(hands):
        raise _UnusableError("a hand has no tiles")
    tiles = [tile for hand in hands for tile in hand]
    for tile in tiles:
        if tile.high > SMALLEST_SET:
            raise _UnusableError(f"{tile} is not in a double-six set")
        if tiles.count(tile) > 1:
            raise _UnusableError(f"{tile} is dealt twice")
    return hands


def _leader(options: Namespace) -> int:
    players = options.hands.count("|") + 1
    if not 0 <= options.leader < players:
        raise _UnusableError(f"there is no seat {options.leader}: the leader is 0 to {players - 1}")
    return int(options.leader)


def _terms(options: Namespace) -> Rules:
    """The rules that score a bare record: a preset's, else fives where there are spinners, else fives and threes."""
    terms = preset(options.rules) if options.rules else Rules()
    if options.spinner is not None:
        terms = terms.but(spinner=options.spinner)
        if not options.rules:
            terms = terms.but(divisors=(5,), unit=Unit.TOTAL, chip=0)
    return terms if options.chip is None else terms.but(chip=options.chip)


def _text(options: Namespace) -> str:
    try:
        raw = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        raise _UnusableError(f"{options.file}: cannot be read: {error.strerror}") from None
    return raw.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _of_file(options: Namespace, answer: Callable[[Sequence[GameRecord]], Answer]) -> Answer:
    reading = read_record(_text(options))
    return answer(reading.games) | {"findings": [_finding(finding) for finding in reading.findings]}


# --- what is answered, as plain values ready for JSON -----------------------------------------------------------------
def _counts(options: Namespace) -> Answer:
    """The counts of a deal, column by column; `ends` and the raw count are those of the line."""
    hands, leader, spinner = _hands(options), _leader(options), options.spinner
    plain = spinner in {None, Spinner.NONE}
    table = line() if plain else Spread(spinner, lambda _: 0)
    rows = search.perft(_masks(hands), end=ENDS[options.end], leader=leader, depth=options.depth, table=table)
    answer: Answer = {} if spinner is None else {"policy": spinner.value}
    answer |= {**_deal(hands, leader), "end": options.end}
    for column in ("perft", "states", "ends", "out", "blocked") if plain else ("perft", "states", "out", "blocked"):
        answer[column] = [getattr(row, column) for row in rows]
    answer["complete"] = search.complete(rows)
    return answer | ({"perft_raw": [row.raw for row in rows]} if plain else {})


def _counts_by_drop(options: Namespace) -> Answer:
    """Below each drop, sequences of exactly `depth` plies; without a depth, complete hands."""
    hands, leader, depth = _hands(options), _leader(options), options.depth
    parts = search.divide(_masks(hands), end=ENDS[options.end], leader=leader, depth=depth)
    counted = {
        str(spread(bit, line())[0]): search.complete(rows)
        if depth is None
        else (rows[depth - 1].perft if depth <= len(rows) else 0)
        for bit, rows in parts.items()
    }
    answer = {**_deal(hands, leader), "end": options.end, "depth": depth}
    return answer | {"divide": counted, "total": sum(counted.values())}


def _open_values(options: Namespace) -> Answer:
    """The open-hand value of a deal and of every drop, side 0 less side 1. Raises `ValueError` for three."""
    hands, leader = _hands(options), _leader(options)
    value, leads = open_values(_masks(hands), chip=options.chip, leader=leader, end=ENDS[options.end])
    named = {str(tile): leads[mask([tile])] for tile in sorted(hands[leader])}
    return {**_deal(hands, leader), "end": options.end, "chip": options.chip, "value": value, "leads": named}


def _deal(hands: Hands, leader: int) -> Answer:
    tiles = max(map(len, hands))
    return {"players": len(hands), "tiles": tiles, "leader": leader, "hands": [write_tiles(hand) for hand in hands]}


def _masks(hands: Hands) -> tuple[int, ...]:
    return tuple(mask(hand) for hand in hands)


def _replay(options: Namespace) -> Answer:
    if options.file is not None and options.record is None:
        return _of_file(options, serialize_replays)
    if options.record is None:
        raise _UnusableError("give a file, or moves with --record")
    items, ended, unread = read_moves(options.record)
    if unread:
        raise _UnusableError("; ".join(finding.message for finding in unread))
    terms = _terms(options)
    if options.hands is None:
        return _table_of(items, terms)
    hands = _hands(options)
    terms = terms.but(deal=((len(hands), max(map(len, hands))),), hand_end=ENDS[options.end])
    record = HandRecord(lead=_leader(options), deal=hands, items=items, ended=ended)
    replayed = replay_hand(record, terms, len(hands))
    faults = [finding for finding in replayed.findings if finding.severity is Severity.REFUSE]
    if faults:
        raise _UnusableError("; ".join(f"ply {fault.where.ply}: {fault.message}" for fault in faults))
    findings = [_finding(each) for each in replayed.findings if each.code != "deal_size"]
    return _hand_of(record, replayed, terms) | {"findings": findings}


def _table_of(items: Sequence[Item], rules: Rules) -> Answer:
    """The total and the points of each tile, whoever held it. Raises `LayoutError`."""
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


def _hand_of(record: HandRecord, replayed: HandReplay, rules: Rules) -> Answer:
    """Totals, points without and with the chip point, and what each side took."""
    plays = [step for step in replayed.steps if isinstance(step.move, Played)]
    answer: Answer = {
        "players": len(record.deal or ()),
        "leader": record.lead or 0,
        "totals": [step.total for step in plays],
        "scores": [None if step.total is None else rules.points(step.total) for step in plays],
        "pegs": [step.pegs for step in plays],
    }
    if replayed.hand is not None:
        answer |= {f"side{side}": pegs for side, pegs in enumerate(replayed.hand.pegs)}
        answer["ended"] = replayed.hand.ended
        answer["layout"] = write_layout(replayed.hand.layout)
    return answer


def serialize_replays(games: Sequence[GameRecord]) -> Answer:
    answers = []
    for game in games:
        rules, _ = rules_of(game)
        dealt = zip(game.hands, rules_by_hand(game, rules), strict=True)
        hands = [replay_hand(hand, each, game.players) for hand, each in dealt]
        moves = [
            {"moves": [_move(step) for step in hand.steps], "findings": [_finding(each) for each in hand.findings]}
            for hand in hands
        ]
        answers.append({"players": game.players, "hands": moves})
    return {"games": answers}


def _move(step: ReplayStep) -> Answer:
    return {
        "ply": step.ply,
        "seat": None if step.seat is None else SEATS[step.seat],
        "move": str(step.move),
        "total": step.total,
        "pegs": step.pegs,
        "layout": None if step.hand is None else write_layout(step.hand.layout),
    }


def _report(report: FileCheck) -> Answer:
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
        "findings": [_finding(finding) for finding in report.findings],
    }


def _whole(scores: Sequence[object] | None) -> list[object] | None:
    """Scores for JSON: half a point is text, `1/2`."""
    return None if scores is None else [score if isinstance(score, int) else str(score) for score in scores]


def _finding(finding: Finding) -> Answer:
    """A finding, its place among its fields, without what is not known."""
    place = {name: value for name, value in asdict(finding.where).items() if value is not None}
    answer = {name: str(getattr(finding, name)) for name in ("severity", "code", "message", "rule", "claimed", "right")}
    return answer | place


def serialize_reviews(games: Sequence[GameRecord]) -> Answer:
    """Pegs missed, best plays and what knocks prove, for every hand whose tiles are sound.

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


def _review(replayed: HandReplay, start: Sequence[object] | None) -> Answer:
    if replayed.hand is None or any(each.severity is Severity.REFUSE for each in replayed.findings):
        return {"why_not": "the tiles are not all written, or cannot have been so", "plays": []}
    try:
        wins = review_known_wins(replayed.hand, whole_scores(start))
        return _hand_review(review_hand(replayed.hand), {each.ply: each for each in wins})
    except IllegalEvent as error:  # the deal that the plays suggest is none that can be
        return {"why_not": str(error), "plays": []}


def _hand_review(review: HandReview, wins: Mapping[int, WinReview]) -> Answer:
    plays = []
    for reviewed in review.plays:
        win = wins.get(reviewed.ply)
        plays.append(
            {
                "ply": reviewed.ply,
                "seat": SEATS[reviewed.play.seat],
                "tile": str(reviewed.play.tile),
                "points": reviewed.play.points,
                "missed": reviewed.missed,
                "cost": reviewed.cost,
                "best": None if reviewed.best is None else str(reviewed.best.tile),
                "best_at": None if reviewed.best is None or reviewed.best.end is None else reviewed.best.end.name,
                "chance": win and win.chance,
                "best_chance": win and win.best.chance,
                "best_to_win": win and str(win.best.tile),
            }
        )
    proofs = [{"ply": each.ply, "seat": SEATS[each.seat], "lacks": write_tiles(each.tiles)} for each in review.proofs]
    return {"value": review.value, "why_not": review.why_not, "plays": plays, "proofs": proofs}


def _rule_book(options: Namespace) -> Answer:
    """A preset's parameters, and its rules in English; without a name those of all, and the games refused."""
    if not options.preset:
        return {"presets": list(PRESETS), "refused": dict(REFUSED)}
    terms = preset(options.preset)
    book = [{"heading": clause.heading, "text": clause.text} for clause in describe(terms)]
    return {"name": options.preset, "rules": terms.to_json(), "rule_book": book}


# --- how it is said ---------------------------------------------------------------------------------------------------
def _answer(parser: ArgumentParser, args: list[str], ask: Callable[[Namespace], Answer]) -> int:
    """Ask and print. Ends the program with 2, as the parser does, where the question makes no sense."""
    options = parser.parse_args(args)
    try:
        answer = ask(options)
    except (_UnusableError, TileError, PresetError, ValueError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    text = json.dumps(answer, indent=2, ensure_ascii=False) if options.json else "\n".join(_lines(answer))
    sys.stdout.write(text + "\n")
    return 0


def _lines(answer: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """An answer as text: a line for each field, and an indented block for each value that has fields of its own."""
    for name, value in answer.items():
        if isinstance(value, Mapping):
            yield f"{indent}{name}"
            yield from _lines(value, indent + "  ")
        elif isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value):
            for number, each in enumerate(value, start=1):
                yield f"{indent}{name} {number}"
                yield from _lines(each, indent + "  ")
        elif isinstance(value, list | tuple):
            words = list(map(_word, value))
            yield f"{indent}{name} {(' | ' if any(' ' in word for word in words) else ' ').join(words)}".rstrip()
        else:
            yield f"{indent}{name} {_word(value)}"


def _word(value: object) -> str:
    return "-" if value is None else str(value)
