"""Who may come in: what a request for a stream asks for, where it comes from, and how many are in already."""

import re
import resource
from collections import Counter
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from league.base.server.middleware import header

SPARE_FILES = 200  # of the files that a process may open: for pages, rows, Redis and the log


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds: `patience` with a full line, `sweep` between looks at the rows, `linger` after the last reader."""

    streams: int = 5000
    at_one_address: int = 200
    heartbeat: float = 15
    patience: float = 30
    sweep: float = 3
    linger: float = 10


@dataclass(frozen=True, slots=True)
class StreamRequest:
    code: str
    since: int | None
    ticket: str


def parse_request(scope: dict[str, Any]) -> StreamRequest | None:
    address_match = re.fullmatch(r"/live/([0-9A-Za-z]{1,16})/", scope["path"])
    if not address_match:
        return None
    query_string = parse_qs(scope["query_string"].decode("latin-1"))
    since = [header(scope, b"last-event-id"), *query_string.get("since", [])]
    numbers = [int(text) for text in since if re.fullmatch(r"\d{1,9}", text, re.ASCII)]
    return StreamRequest(address_match[1], numbers[0] if numbers else None, query_string.get("ticket", [""])[0])


class Admission:
    def __init__(self, limits: Limits) -> None:
        self.room, self._at_one_address = limits.streams, limits.at_one_address
        self._inside: Counter[str] = Counter()
        self._all = 0

    def __len__(self) -> int:
        return self._all

    def enter(self, address: str) -> bool:
        if self._all >= self.room or (address and self._inside[address] >= self._at_one_address):
            return False
        self._inside[address] += 1
        self._all += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]


def allow_files(streams: int) -> int:
    """Raise RLIMIT_NOFILE if need be; for how many streams there is room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = streams + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return streams if soft == resource.RLIM_INFINITY else min(streams, soft - SPARE_FILES)
