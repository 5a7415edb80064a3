"""What programs that watch the site are told of this process, in the text format of Prometheus, and who may ask.

Knows lanes and counts of answers. Names no page and no person.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from league.server.lanes import Lane
from league.server.promise import answers
from league.server.visitors import header, is_this_machine

KINDS = {"threads": "gauge", "busy": "gauge", "waiting": "gauge", "answered": "counter", "refused": "counter"}


def may_ask(scope: Any, token: str) -> bool:
    """Whether it is a program of this machine that asks, and no visitor by way of a proxy; or one with the token."""
    asked = header(scope, b"authorization").removeprefix("Bearer ")
    if token and secrets.compare_digest(asked.encode(), token.encode()):
        return True
    peer = (scope.get("client") or ("",))[0]
    return bool(peer) and (is_this_machine(peer) or peer == "::1") and not header(scope, b"x-forwarded-for")


def metrics(lanes: dict[str, Lane]) -> str:
    """How the lanes are, and how many answers were in time."""
    lines: list[str] = []
    for name, kind in KINDS.items():
        full = f"double_six_lane_{name}{'_total' if kind == 'counter' else ''}"
        lines += _family(full, kind, ((f'lane="{lane}"', getattr(each, name)) for lane, each in lanes.items()))
    counts = sorted(answers.all().items())
    rows = ((f'kind="{kind}",in_time="{"yes" if in_time else "no"}"', count) for (kind, in_time), count in counts)
    return "\n".join([*lines, *_family("double_six_answers_total", "counter", rows)]) + "\n"


def _family(name: str, kind: str, rows: Iterable[tuple[str, int]]) -> list[str]:
    return [f"# TYPE {name} {kind}", *(f"{name}{{{labels}}} {value}" for labels, value in rows)]


async def send_metrics(send: Any, lanes: dict[str, Lane]) -> None:
    headers = [(b"content-type", b"text/plain; version=0.0.4; charset=utf-8"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": metrics(lanes).encode()})
