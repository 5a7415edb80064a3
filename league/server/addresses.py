"""Addresses by their shape: what may be sent to them, in which lane they are answered, and what is promised of them."""

import re

from league.server.bodies import BodyRule

MB = 1024 * 1024
RULES = (  # of bodies, the first that fits
    (re.compile(r"/leagues/archive/"), BodyRule(256 * MB, 600)),
    (re.compile(r"/[^/]+/(.*/)?(imports|look|news|pages|photo|lists|rules|sponsor)/"), BodyRule(12 * MB, 180)),
    (re.compile(r"/"), BodyRule(3 * MB, 30)),
)
DRAWN = re.compile(
    r"/(?!static/)[^/]+/(.*\.(pdf|jpg|png|xlsx|csv|ics|atom|txt)|.*/live/games/[^/]+/|search/)|/rules/check/"
)
LONG_FORMS = re.compile(r"/[^/]+/imports/|/rules/check/|/leagues/archive/")  # what is sent takes seconds to read
PASSWORDS = re.compile(r"/accounts/(login/$|reauthenticate|password|signup|2fa/reauthenticate)|/admin/login")
TAPS = re.compile(r"/[^/]+/[^/]+/[^/]+/live/events/")
NO_PAGES = re.compile(r"/(static|live|api|admin|healthz|readyz|metrics)(/|$)")
TAP, PAGE = "tap", "page"  # of which the site promises how soon they are answered


def rule_of(path: str) -> BodyRule:
    """What a body that is sent to this address may be."""
    return next(rule for pattern, rule in RULES if pattern.match(path))


def promised(method: str, path: str) -> str:
    """Whether a request is a tap or a page, of which something is promised; "" for anything else."""
    if method == "POST":
        return TAP if TAPS.fullmatch(path) else ""
    return PAGE if method == "GET" and not NO_PAGES.match(path) and not DRAWN.fullmatch(path) else ""
