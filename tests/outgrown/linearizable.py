"""Whether a recorded history is linearizable: each operation as if it had happened at one moment before its answer.

The search of Wing and Gong, with Lowe's memory of what was tried.
"""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Operation:
    """`asked` and `answered` are moments of one clock; nothing is known of the answer where a line was cut (`inf`)."""

    asked: float
    what: Hashable
    answer: Any = None
    answered: float = inf

    @property
    def known(self) -> bool:
        return self.answered < inf


class Model(Protocol):
    """What happens if operations come one at a time."""

    start: Hashable

    def step(self, state: Any, what: Any) -> tuple[Any, Any]:
        """The state after it, and its answer."""


def is_linearizable(history: Iterable[Operation], model: Model) -> bool:
    """Whether some order of the operations explains every answer. What was never answered may have happened or not.

    Of what was never answered only the first of those that are alike is tried, since it could come at any moment that
    the others could; and none that would change nothing: a phone asks hundreds of times while a site is away.
    """
    operations = sorted(history, key=lambda each: each.asked)
    everything = frozenset(range(len(operations)))
    must = frozenset(number for number in everything if operations[number].known)
    tried: set[tuple[frozenset[int], Hashable]] = set()
    waiting: list[tuple[frozenset[int], Any]] = [(frozenset(), model.start)]
    while waiting:
        done, state = waiting.pop()
        if must <= done:
            return True
        left = sorted(everything - done)
        first_answer = min(operations[number].answered for number in left)
        alike: set[Hashable] = set()
        for number in left:
            operation = operations[number]
            if operation.asked > first_answer:
                break  # another was answered before this one was asked
            after, answer = model.step(state, operation.what)
            if operation.known:
                happened = answer == operation.answer
            else:
                happened = after != state and operation.what not in alike
                alike.add(operation.what)
            tries = (done | {number}, after)
            if happened and tries not in tried:
                tried.add(tries)
                waiting.append(tries)
    return False


class TapLog:
    """The log of a match from number `head` on: a tap is appended once, however often it is sent, and keeps its number.

    An operation is ("tap", id), answered with its number, or ("read",), answered with the last number that there is.
    """

    def __init__(self, head: int) -> None:
        self.start: tuple[int, tuple[str, ...]] = (head, ())

    def step(self, state: tuple[int, tuple[str, ...]], what: tuple[str, ...]) -> tuple[Any, int]:
        head, log = state
        if what[0] == "read":
            return state, head + len(log)
        if what[1] in log:
            return state, head + log.index(what[1]) + 1
        return (head, (*log, what[1])), head + len(log) + 1


Filed = tuple[str, str, str, int]  # the key of a card or decision, whom it was sent for, what it says, its version
Said = tuple[str, bool]  # the key of a card, and whether the other side agreed
MatchState = tuple[int, tuple[Filed, ...], tuple[Said, ...]]
OTHER = {"home": "away", "away": "home"}
STANDS = ("confirmed", "decided")
RESTORED = "restored"  # what a decision says that takes the one before it back


class CardFile:
    """What was sent in about a match that is at `version`: by the league's rules, written down a second time.

    ("file", key, side, says, seen), side "league" for a decision, and ("answer", key, agreed) are answered "taken" or
    "refused"; ("read",) with the version, the state and, where it is shown, what the card that counts says.
    """

    def __init__(self, version: int) -> None:
        self.start: MatchState = (version, (), ())

    def step(self, state: MatchState, what: tuple[Any, ...]) -> tuple[Any, Any]:
        version, filed, said = state
        if what == ("read",):
            return state, (version, *stands(filed, said))
        if what[0] == "file":
            _, key, side, says, seen = what
            known, allowed = key in {each[0] for each in filed}, _may_file(state, side, says, seen)
            after = (version + 1, (*filed, (key, side, says, version + 1)), said)
        else:
            _, key, agreed = what
            known, allowed = (key, agreed) in said, _may_answer(state, key)
            after = (version + 1, filed, (*said, (key, agreed)))
        if known:
            return state, "taken"
        return (after, "taken") if allowed else (state, "refused")


def _may_file(state: MatchState, side: str, says: str, seen: int) -> bool:
    version, filed, said = state
    if side == "league":
        decided = stands(filed, said)[0] == "decided"
        return version == seen and (decided or says != RESTORED)
    theirs = sum(each[1] == OTHER[side] and each[3] > seen for each in filed)  # which are no reason to refuse
    return stands(filed, said)[0] not in STANDS and version == seen + theirs


def _may_answer(state: MatchState, key: str) -> bool:
    _, filed, said = state
    last = {card[0] for side in OTHER if (card := latest(filed, side))}
    return key in last and stands(filed, said)[0] not in STANDS


def latest(filed: tuple[Filed, ...], side: str) -> Filed | tuple[()]:
    """The card of a side that counts, or the league's last word."""
    return next((each for each in reversed(filed) if each[1] == side), ())


def stands(filed: tuple[Filed, ...], said: tuple[Said, ...]) -> tuple[str | None, str | None]:
    """What it comes to, and what the card that counts says, unless that is disputed or decreed."""
    decision = latest(filed, "league")
    if decision and decision[2] != RESTORED:
        return "decided", None
    cards = sorted((card for side in OTHER if (card := latest(filed, side))), key=lambda card: card[3])
    if not cards:
        return None, None
    if len({card[2] for card in cards}) < len(cards):
        return "confirmed", cards[0][2]
    says = {card[0]: card[2] for card in cards}
    about = [(key, agreed) for key, agreed in said if key in says]
    last = dict(about)  # of two answers to a card the later
    agreed = [key for key, yes in about if yes and last[key]]
    if agreed:
        return "confirmed", says[agreed[-1]]
    return ("disputed", None) if about or len(cards) == 2 else ("provisional", cards[0][2])
