"""Entries chained by hash: each seal stands on the one before, so that nothing in between changes unnoticed.

A seal keeps a digest of what its entry says, mixed with a salt of its own. When somebody is erased the salt goes: the
text may then change, nobody can find the name out from the digest, and the chain still holds.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

WORDS_OF_PEOPLE = frozenset({"name", "remarks", "protest"})  # what an erasure may change on a card
CODE_LENGTH = 12
MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Sealed:
    """`digest_now` is "" for an erased entry, and MISSING where there is none."""

    number: int
    digest: str
    head: str
    digest_now: str


def digest_of_entry(salt: str, content: Iterable[Any]) -> str:
    values = [value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for value in content]
    return hashlib.sha256(f"{salt}|{json.dumps(values, sort_keys=True)}".encode()).hexdigest()


def head_after(head: str, number: int, digest: str) -> str:
    return hashlib.sha256(f"{head}|{number}|{digest}".encode()).hexdigest()


def breaks(chain: Iterable[Sealed], head: str = "", number: int = 0) -> Iterator[int]:
    """Links that do not stand on the one before, are missing, or whose entry changed."""
    for link in chain:
        expected = head_after(head, link.number, link.digest)
        changed = link.digest_now not in ("", link.digest)
        if link.number != number + 1 or link.head != expected or changed:
            yield link.number
        head, number = link.head, link.number


def digest_of_card(card: Any) -> str:
    """Without the words that an erasure may change."""
    return hashlib.sha256(json.dumps(_without_words(card), sort_keys=True).encode()).hexdigest()


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_words(each) for key, each in value.items() if key not in WORDS_OF_PEOPLE}
    return [_without_words(each) for each in value] if isinstance(value, list) else value


def code_of(head: str) -> str:
    """A head as people copy it: "3F9A-22C1-77B0"."""
    short = head[:CODE_LENGTH].upper()
    return "-".join(short[start : start + 4] for start in range(0, CODE_LENGTH, 4))
