"""What may be sent to an address, and which threads answer it, by the address's shape."""

import re

from league.base.server.bodies import BodyRule

MB = 1024 * 1024
FORMS, FILES, ARCHIVES = BodyRule(3 * MB, 30), BodyRule(12 * MB, 180), BodyRule(256 * MB, 600)
RULES = (  # of bodies, the first that fits; docker/small/Caddyfile and docker/nginx.conf have the largest too
    (re.compile(r"/leagues/archive/"), ARCHIVES),
    (re.compile(r"/[^/]+/(.*/)?(imports|look|news|pages|photo|lists|rules|sponsor)/"), FILES),
    (re.compile(r""), FORMS),
)
SLOW_PAGES = re.compile(
    r"/(?!static/)[^/]+/(.*\.(pdf|jpg|png|xlsx|csv|ics|atom|txt)|.*/live/games/[^/]+/|search/)|/rules/check/"
)
SLOW_FORMS = re.compile(r"/[^/]+/imports/|/rules/check/|/leagues/archive/")  # what is sent takes seconds to read
PASSWORDS = re.compile(r"/accounts/(login/$|reauthenticate|password|signup|2fa/reauthenticate)|/admin/login")
READING = ("GET", "HEAD", "OPTIONS")


def body_rule(path: str) -> BodyRule:
    """What a body that is sent to this address may be."""
    return next(rule for pattern, rule in RULES if pattern.match(path))


def is_slow(method: str, path: str) -> bool:
    """Whether the answer takes a good part of a second: papers, pictures, reviews, spreadsheets, feeds, searches."""
    return bool(SLOW_FORMS.match(path) if method == "POST" else SLOW_PAGES.fullmatch(path))


def pool_name(method: str, path: str) -> str:
    """Which threads answer: those of "slow" answers, of "passwords", of "pages", or of "forms", which write."""
    if is_slow(method, path):
        return "slow"
    if method == "POST" and PASSWORDS.match(path):
        return "passwords"
    return "pages" if method in READING else "forms"
