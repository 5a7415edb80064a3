"""The commands of the game: `python -m scoring perft --hands "30 32 | 00 31"`.

What cannot be used is told on standard error, with exit code 2; a file full of faults is an answer, and 0.
"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from scoring.play import answers
from scoring.play.check import check_text
from scoring.play.finding import Severity
from scoring.play.parameters import Spinner
from scoring.play.presets import PresetError
from scoring.play.reader import read_moves, read_record
from scoring.play.record import SEATS, HandRecord
from scoring.play.tiles import SMALLEST_SET, TileError, parse_tiles


class _UnusableError(ValueError):
    """What was asked for cannot be done, in words."""


def perft(args: list[str]) -> int:
    """`perft --hands H [--end first] [--spinner P] [--depth N] [--leader S]`"""
    parser = _parser("perft", "count the ways a deal can be played, ply by ply")
    _add_deal(parser, depth=True)
    parser.add_argument("--spinner", type=Spinner, choices=list(Spinner), help="which doubles are spinners")
    return _answer(parser, args, lambda options: answers.count(
        _hands(options), end=options.end, leader=_leader(options), depth=options.depth, spinner=options.spinner,
    ))  # fmt: skip


def divide(args: list[str]) -> int:
    """`divide --hands H [--end first] [--depth N] [--leader S]`"""
    parser = _parser("divide", "count the ways below each drop: of so many plies, or complete hands")
    _add_deal(parser, depth=True)
    return _answer(parser, args, lambda options: answers.count_by_drop(
        _hands(options), end=options.end, leader=_leader(options), depth=options.depth))  # fmt: skip


def solve(args: list[str]) -> int:
    """`solve --hands H [--chip 0] [--end first] [--leader S]`"""
    parser = _parser("solve", "the value of a deal and of every drop with all hands open, side 0 less side 1")
    _add_deal(parser)
    parser.add_argument("--chip", type=int, choices=(0, 1), default=1, help="the point for going out")
    return _answer(parser, args, lambda options: answers.solve(
        _hands(options), chip=options.chip, leader=_leader(options), end=options.end))  # fmt: skip


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
    return _answer(
        parser, args, lambda options: answers.serialize_check(check_text(_text(options), exact=not options.quick))
    )


def review(args: list[str]) -> int:
    """`review FILE`"""
    parser = _parser("review", "pegs missed, best plays with all hands open and their chances, and what knocks prove")
    parser.add_argument("file", help='a file of records; "-" is standard input')
    return _answer(parser, args, lambda options: _of_file(options, answers.serialize_reviews))


def rules(args: list[str]) -> int:
    """`rules [PRESET]`"""
    parser = _parser("rules", "the names of all rules, or one of them in full")
    parser.add_argument("preset", nargs="?")
    return _answer(
        parser, args, lambda options: answers.rule_book(options.preset) if options.preset else answers.rule_names()
    )


COMMANDS: Mapping[str, Callable[[list[str]], int]] = {
    "replay": replay,
    "check": check,
    "perft": perft,
    "divide": divide,
    "solve": solve,
    "review": review,
    "rules": rules,
}


def _replay(options: Namespace) -> answers.Answer:
    if options.file is not None and options.record is None:
        return _of_file(options, answers.serialize_replays)
    if options.record is None:
        raise _UnusableError("give a file, or moves with --record")
    items, ended, unread = read_moves(options.record)
    if unread:
        raise _UnusableError("; ".join(finding.message for finding in unread))
    terms = answers.scoring_rules(options.rules, options.spinner)
    if options.chip is not None:
        terms = terms.but(chip=options.chip)
    if options.hands is None:
        return answers.table_of(items, terms)
    hands = _hands(options)
    terms = terms.but(deal=((len(hands), max(map(len, hands))),), hand_end=answers.ENDS[options.end])
    record = HandRecord(lead=_leader(options), deal=hands, items=items, ended=ended)
    answer, findings = answers.hand_of(record, terms, len(hands))
    faults = [finding for finding in findings if finding.severity is Severity.REFUSE]
    if faults:
        raise _UnusableError("; ".join(f"ply {fault.where.ply}: {fault.message}" for fault in faults))
    return answer | {"findings": [answers.serialize_finding(each) for each in findings if each.code != "deal_size"]}


def _parser(name: str, what: str) -> ArgumentParser:
    parser = ArgumentParser(prog=f"python -m scoring {name}", description=what)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    return parser


def _add_deal(parser: ArgumentParser, *, wanted: bool = True, depth: bool = False) -> None:
    parser.add_argument("--hands", required=wanted, help='tiles of each seat, as in: "30 32 53 | 00 31 33"')
    parser.add_argument("--leader", type=int, default=0, help="the seat with the drop, from 0")
    parser.add_argument("--end", choices=list(answers.ENDS), default="pair",
                        help="a hand of four ends when both partners are out, or at the first player out")  # fmt: skip
    if depth:
        parser.add_argument("--depth", type=_plies, help="count no further than so many plies")


def _plies(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"{text} is no number of plies: 1 or more")
    return int(text)


def _hands(options: Namespace) -> answers.Hands:
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


def _text(options: Namespace) -> str:
    try:
        raw = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        raise _UnusableError(f"{options.file}: cannot be read: {error.strerror}") from None
    return raw.decode("utf-8", errors="replace").removeprefix("\ufeff")


def _of_file(options: Namespace, answer: Callable[[Any], answers.Answer]) -> answers.Answer:
    reading = read_record(_text(options))
    return answer(reading.games) | {"findings": [answers.serialize_finding(finding) for finding in reading.findings]}


def _answer(parser: ArgumentParser, args: list[str], ask: Callable[[Namespace], answers.Answer]) -> int:
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
